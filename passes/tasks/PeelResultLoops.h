//===- PeelResultLoops.h - Read few results without a branch -- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-peel-result-loops`: most tasks have few children, and it is hard to
/// foretell how many. So a loop over an array of results ends with a branch
/// that processors often predict wrongly. That costs more than to read some
/// results in vain. The pass peels the first iterations off such a loop and
/// converts their branches to selects (loop peeling and if-conversion).
///
/// Input:     tkl-prepare's output (Marks.h), after tkl-inline-children, which
///            uses the loops as they were.
/// Output:    a loop that reads the elements of an array of futures
///
///              while (i < n) { sum += ways[i]; ++i; }
///
///            comes after its first iterations, written one after the other;
///            selects choose which of their values count:
///
///              s1 = sum + ways[0]; s2 = s1 + ways[1]; ...
///              sum = n > 3 ? s4 : n > 2 ? s3 : n > 1 ? s2 : n > 0 ? s1 : sum;
///              if (n > 3) { i = 4; the loop as it was }
///
/// Guarantee: what is read in vain lies within the array. Its contents may be
///            anything, and another worker may be writing it: nothing depends
///            on them.
/// Cost:      \ref tkl-peel-count iterations for each such loop.
///
/// Left alone: kernels; loops that do more than compute, that read other memory
/// or are left elsewhere than at their head; loops of more instructions than
/// \ref tkl-peel-budget; and those whose first iteration is certain, which LLVM
/// knows how to treat.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_PEELRESULTLOOPS_H
#define TASKLET_PASSES_TASKS_PEELRESULTLOOPS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct PeelResultLoopsPass : llvm::PassInfoMixin<PeelResultLoopsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
