//===- FewResults.h - Read few results without a branch ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-few-results`: most tasks have few children. How many is hard to
/// foretell, so that a loop over an array of results ends with a branch that
/// processors guess wrong, which costs more than some results that are read in
/// vain.
///
/// Input:     tkl-prepare's output (Marks.h), after tkl-eager, which has use
/// for
///            the loops as they were.
/// Output:    a loop that reads the elements of an array of futures
///
///              while (i < n) { sum += ways[i]; ++i; }
///
///            comes behind its first iterations, written one after the other;
///            which of their values count is selected:
///
///              s1 = sum + ways[0]; s2 = s1 + ways[1]; ...
///              sum = n > 3 ? s4 : n > 2 ? s3 : n > 1 ? s2 : n > 0 ? s1 : sum;
///              if (n > 3) { i = 4; the loop as it was }
///
/// Guarantee: what is read in vain lies within the array. Its contents may be
///            anything, or be written by another worker at that moment: nothing
///            depends on them.
/// Cost:      \ref tkl-few-results iterations for each such loop.
///
/// Left alone: kernels; loops that do more than compute, read other memory, are
/// left elsewhere than at their head, or have more instructions than
/// \ref tkl-few-results-budget; and those whose first iteration is certain,
/// which LLVM knows how to treat.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_FEWRESULTS_H
#define TASKLET_PASSES_TASKS_FEWRESULTS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct FewResultsPass : llvm::PassInfoMixin<FewResultsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
