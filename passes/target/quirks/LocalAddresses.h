//===- LocalAddresses.h - No local addresses in vectors ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-local-addresses`: PoCL makes parameters of a kernel's local variables.
/// It replaces them in instructions and in constant expressions, but not in
/// constant vectors, which LLVM's SLP vectoriser makes of `p - a` and `q - b`
/// with local arrays a and b. A later pass of PoCL then crashes. (PoCL 3.1,
/// breakConstantExpressions in lib/llvmopencl/AutomaticLocals.cc.)
///
/// Input:     optimised IR.
/// Output:    no constant vector, array or structure holds the address of a
///            local variable. Instructions insert the elements instead.
/// Cost:      O(operands)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_LOCALADDRESSES_H
#define TASKLET_PASSES_TARGET_QUIRKS_LOCALADDRESSES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct LocalAddressesPass : llvm::PassInfoMixin<LocalAddressesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_LOCALADDRESSES_H
