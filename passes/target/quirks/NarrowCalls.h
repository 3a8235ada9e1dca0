//===- NarrowCalls.h - Built-in functions of narrower vectors ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-narrow-calls`: PoCL's library takes a vector that is wider than the
/// processor's registers through memory. Its functions for SPIR-V make room for
/// such an argument, but never store it there, so the result is made of
/// whatever was in that memory; see `alloca` in _Z3cosDv16_d of
/// kernel-x86_64-pc-linux-gnu-avx512.bc, of PoCL 3.1 as of PoCL 6. It makes no
/// difference where the program comes from, bitcode or SPIR-V.
///
/// Input:     any IR; functions that the program defines are its own.
/// Output:    no built-in function gets a vector of more bits than the quirk
///            allows: `calls-of-512` for processors with AVX-512, `calls-of-256`
///            with AVX, `calls-of-128` for all others. The narrowest counts.
///
///   cos(x), modf(x, p) ...     one call for each part of the operands, also of
///                              what a pointer leads to
///   any(x), all(x), dot(x, y)  results of the parts, joined
///   length(x), distance(x, y)  of the lengths of the parts
///   normalize(x), cross(x, y)  instructions
///   shuffle, shuffle2          instructions that take element by element
///   vstoren                    stores of elements
///   vstore_halfn, vstorea_halfn  vstore_half of each element
///   convert_*                  as they are: these the library takes rightly
///
/// Guarantee: a result is as exact as OpenCL C asks of the function; but for
///            the geometric functions it has the same bits.
/// Cost:      O(declarations + their calls)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_NARROWCALLS_H
#define TASKLET_PASSES_TARGET_QUIRKS_NARROWCALLS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class NarrowCallsPass : public llvm::PassInfoMixin<NarrowCallsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_NARROWCALLS_H
