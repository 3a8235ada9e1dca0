//===- CountRounds.h - An end for the loops of a slice ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Both sides of a branch count in a slice (BothSides.h), so it may run a loop
/// that the kernel leaves out, and whose bounds then mean nothing. It must not
/// take hours. So each round tells the worker, and the slice returns when that
/// has seen enough:
///
/// \code
///   loop:
///     %enough = call i1 @__tkl_order_round(%worker)
///     br i1 %enough, label %return, label %round
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_COUNTROUNDS_H
#define TASKLET_PASSES_ORDERED_COUNTROUNDS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

/// \p Slice: of Slice.h, with the parameter \p Worker.
void countRounds(llvm::Function &Slice, llvm::Argument &Worker,
                 llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
