//===- SelectStores.h - Write what is there in place of nothing -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `if (x[at[i]] < v[i]) x[at[i]] = v[i]` writes or not, as memory decides that
/// work-items before it have written. Who has x[at[i]] for himself may as well
/// write what is there: `x[at[i]] = x[at[i]] < v[i] ? v[i] : x[at[i]]`. Then no
/// branch is left, and a work-item can be split (Payload.h). That is so in a bin.
/// Elsewhere it would only make memory dirty.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_SELECTSTORES_H
#define TASKLET_PASSES_ORDERED_SELECTSTORES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// A copy of \p Body with such stores to monitored memory (indices of parameters);
/// null if it has none.
llvm::Function *selectStores(llvm::Function &Body,
                             llvm::ArrayRef<unsigned> Monitored,
                             llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
