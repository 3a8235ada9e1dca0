//===- ScalarLoads.h - Load the elements that are used ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-scalar-loads`: `int2 ends = edge[e]` loads a vector, but the program goes
/// on with its elements. To take these out of a vector register costs more than to
/// load each of them; and LLVM keeps such a vector if anything is stored before its
/// last element is used.
///
/// Input:     optimised functions, for a processor whose vectors have memory
///            order.
/// Output:    no load of a vector that is used for its elements only.
/// Guarantee: the same values; a volatile or an atomic load stays.
/// Cost:      O(loads + their uses)
///
/// \code
///   v = load <2 x i32>, p          x = load i32, p
///   x = extractelement v, 0   =>   y = load i32, p + 4
///   y = extractelement v, 1
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_SCALARLOADS_H
#define TASKLET_PASSES_TARGET_SCALARLOADS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct ScalarLoadsPass : llvm::PassInfoMixin<ScalarLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &AM);
};

} // namespace tasklet

#endif
