//===- Lookahead.h - Fetch what later work-items will read ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The work-items of a level lie far apart, so no processor guesses what the next
/// one reads. Two functions prefetch it, as Ainsworth and Jones do for loops
/// (Software Prefetching for Indirect Memory Accesses, CGO 2017):
///
/// \code
///   far:   prefetch row[i], b[i]                     two steps ahead
///   near:  r = row[i]; prefetch column[r], value[r]  one step ahead
/// \endcode
///
/// In a loop, the address of the first round stands for all. What `near` loads,
/// the work-item loads from the same address in any case, and the kernel does not
/// write it. All else is prefetches, which change nothing and cannot fail. What
/// takes many instructions to know is left out.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_LOOKAHEAD_H
#define TASKLET_PASSES_ORDERED_LOOKAHEAD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Instruction;
class Value;
} // namespace llvm

namespace tasklet {

/// Prefetches the line of memory at \p Address, to be written if \p IsStore.
llvm::CallInst *createPrefetch(llvm::IRBuilderBase &B, llvm::Value &Address,
                               bool IsStore);

/// Null where there is nothing to fetch.
struct Lookahead {
  llvm::Function *Far = nullptr;
  llvm::Function *Near = nullptr;
};

/// Functions with the parameters of \p Body (KernelBody.h), whose private
/// variables should be SSA values. \p Written: parameters through which it may
/// write.
Lookahead makeLookahead(llvm::Function &Body, llvm::ArrayRef<unsigned> Written,
                        llvm::FunctionAnalysisManager &FAM);

/// Lookahead.far for those accesses of \p Body that \p Counts. Null if it would do
/// nothing.
llvm::Function *
makeFarLookahead(llvm::Function &Body, llvm::ArrayRef<unsigned> Written,
                 llvm::function_ref<bool(const llvm::Instruction &)> Counts,
                 llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
