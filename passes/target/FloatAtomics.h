//===- FloatAtomics.h - Atomic functions of float by integers ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-float-atomics`: the translator to SPIR-V takes atomic_load,
/// atomic_store and atomic_exchange of float and double. It fails on, or dies
/// of, what becomes the functions of integers here:
///
///   atomic_compare_exchange_*   the same of the integer of this size: the
///                               function compares bits, of floats, too
///   atomic_fetch_add, sub, min, max
///                               a loop around compare_exchange
///
/// Input:     any IR; functions that the program defines are its own.
/// Output:    the same without calls of these functions of float and double.
/// Guarantee: orders and scopes are those that were asked for, numbers that
///            only the run knows, too. A comparison that fails has the order
///            relaxed in the loop, since the loop goes on.
/// Cost:      O(declarations + their calls)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_FLOATATOMICS_H
#define TASKLET_PASSES_TARGET_FLOATATOMICS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class FloatAtomicsPass : public llvm::PassInfoMixin<FloatAtomicsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_FLOATATOMICS_H
