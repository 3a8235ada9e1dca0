//===- BuiltinNames.h - Built-in functions that SPIR drivers have -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-builtin-names`: a driver compiles plain programs with its own headers.
/// It resolves the symbols that clang gives to built-in functions for SPIR only
/// if its library has them. PoCL 3.1's library lacks some functions that its
/// headers have. One function gets another name for any driver:
///
///   atom_add(int *, int) ...   atomic_add, of 32 bits
///
/// The quirk `builtin-names` (ir/Target.h) adds these:
///
///   atomic_fetch_add(atomic_uintptr_t *, ptrdiff_t) ...
///                              that of atomic_ulong and ulong
///   half_cos(x) ...            cos(x), as exact or more so
///   half_divide(x, y)          x / y; half_recip(x) is 1 / x
///   mem_fence, read_mem_fence, write_mem_fence
///                              LLVM's fence, of all memory
///   wait_group_events          the one of OpenCL C 1.2, whose events are in
///                              private memory. clang 15's table of built-in
///                              functions has only the generic address space
///                              for it. PoCL 3.1 lacks that symbol, and its
///                              process would end
///
/// Input:     any IR; functions that the program defines are its own.
/// Output:    the same, without calls of the functions above. SPIR-V has
///            instructions for half_*, fences and waiting, so its programs need
///            no quirk. PoCL 6 waits for events only in the generic address
///            space.
/// Guarantee: a result is as exact as OpenCL C asks of the function.
/// Cost:      O(declarations + their calls)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_BUILTINNAMES_H
#define TASKLET_PASSES_TARGET_QUIRKS_BUILTINNAMES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

class BuiltinNamesPass : public llvm::PassInfoMixin<BuiltinNamesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_BUILTINNAMES_H
