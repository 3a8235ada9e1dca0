//===- SeparateSteps.h - Steps that stay functions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Steps are fastest inside the dispatch kernel, where the state of the worker
/// is in registers. But several passes of LLVM and of drivers take time that
/// grows with the square of a function's size. Most of it is for phis: the
/// state needs one wherever code may leave the fast path. So the kernel gets
/// the smallest steps, up to a budget. The other steps stay functions. These
/// see the worker in memory and call the runtime, and their compile time is
/// linear. LLVM's optimiser skips them, because drivers optimise what they get.
/// It is not even wanted for the forms for a full deque, which may never run.
///
/// The kernel runs such steps by one call of `__tkl_separate_step`, which
/// contains a switch over them. One buffer in the kernel's memory holds
/// arguments. Each step reads its own arguments from the buffer at its start,
/// and writes those of the next step to it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_SEPARATESTEPS_H
#define TASKLET_PASSES_TASKS_SEPARATESTEPS_H

#include "ir/RuntimeCalls.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tasklet {

/// Which of \p Steps stay functions. The device runtime must be linked already.
/// The smallest steps go into the kernel: they end soonest, so the cost of a
/// call would be the largest part of their time.
llvm::SmallPtrSet<llvm::Function *, 16>
findSeparateSteps(llvm::ArrayRef<llvm::Function *> Steps);

/// Makes \p Steps, given with their numbers, ordinary functions. Returns a
/// function `i32 (%worker*, i32 step, i1 handed, i8 *args)`. It runs the step,
/// and those of \p Steps that follow directly, and returns the action after
/// that. If \p handed is false, the arguments are in the record that is being
/// started.
llvm::Function *
separateSteps(llvm::Module &M, RuntimeCalls &RT,
              const llvm::MapVector<llvm::Function *, unsigned> &Steps);

} // namespace tasklet

#endif
