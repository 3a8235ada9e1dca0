//===- PeelResultLoops.h - Read few results without a branch -- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-peel-result-loops`: most tasks have few children, and their number is
/// hard to predict. So a loop over an array of results ends with a branch that
/// processors often mispredict. A misprediction costs more than some useless
/// reads. The pass peels the first iterations off such a loop and converts
/// their branches to selects (loop peeling and if-conversion).
///
/// Input:     tkl-prepare's output (Marks.h), after tkl-inline-children, which
///            uses the loops as they were.
/// Output:    a loop that reads the elements of an array of futures
///
///              while (i < n) { sum += ways[i]; ++i; }
///
///            is preceded by copies of its first iterations. Selects choose the
///            values of those iterations that count:
///
///              s1 = sum + ways[0]; s2 = s1 + ways[1]; ...
///              sum = n > 3 ? s4 : n > 2 ? s3 : n > 1 ? s2 : n > 0 ? s1 : sum;
///              if (n > 3) { i = 4; the loop as it was }
///
/// Guarantee: useless reads stay within the array. They may read any contents,
///            even while another worker writes them. No result depends on these
///            contents.
/// Cost:      \ref tkl-peel-count iterations for each such loop.
///
/// Left alone: kernels; loops with side effects, with reads of other memory, or
/// with an exit outside their header; loops of more than \ref tkl-peel-budget
/// instructions; and loops whose first iteration always runs, which LLVM
/// optimises itself.
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
