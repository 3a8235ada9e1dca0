//===- SeparateSteps.h - Steps that stay functions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Steps are fastest inside the dispatch kernel, where the state of the worker
/// is in registers. But several passes of LLVM, and the driver's with them,
/// take time that grows with the square of a function's size, above all with
/// the phis that the state needs at every place that may leave the fast path.
/// So the kernel takes in what is small, as far as a budget goes; the rest
/// stays functions, which see the worker in memory and call the runtime, and
/// the time for those is linear.
///
/// The kernel runs such steps by one call, `__tkl_separate_step`: a switch over
/// them. A step hands the next one its arguments in memory of the kernel, all
/// in the same place, which is where the steps read their own when they begin.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SEPARATESTEPS_H
#define TASKLET_PASSES_TASKS_SEPARATESTEPS_H

#include "ir/RuntimeCalls.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tasklet {

/// Which of \p Steps stay functions. The device runtime is linked in. The
/// smallest go into the kernel: they end soonest, so a call would cost them
/// most.
llvm::SmallPtrSet<llvm::Function *, 16>
findSeparateSteps(llvm::ArrayRef<llvm::Function *> Steps);

/// Makes \p Steps, with their numbers, functions for good, and returns
/// `i32 (%worker*, i32 step, i1 handed, i8 *args)`, which runs the step and
/// those of \p Steps that follow directly, and returns the action then. If not
/// \p handed, the arguments are in the record that is being started.
llvm::Function *
separateSteps(llvm::Module &M, RuntimeCalls &RT,
              const llvm::MapVector<llvm::Function *, unsigned> &Steps);

} // namespace tasklet

#endif
