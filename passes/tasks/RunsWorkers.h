//===- RunsWorkers.h - A kernel that is also the workers --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_RUNSWORKERS_H
#define TASKLET_PASSES_TASKS_RUNSWORKERS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tasklet {

/// Lets a kernel that spawns run the workers itself, where its range has one
/// work-item, so that a command is one launch in the place of two: the second
/// one costs about half of what the first does, and a kernel that only starts a
/// task is as short as that.
///
/// Input:     the kernel \p Dispatch, and no steps.
/// Output:    if only one kernel of the program spawns, and it asks for no ids,
///            it is
/// \code
///   __kernel void k(args, __global char *heap) {
///     if (__tkl_in_one_launch(heap)) {  // as many work-items as workers
///       if (__tkl_claim_root(heap)) {
///         k.root(args, heap);
///         __tkl_end_root(heap);
///       }
///       __tkl_await_root(heap);
///       __tkl_dispatch(heap);
///     } else {                          // the range of the application
///       k.root(args, heap);
///     }
///   }
/// \endcode
///            and has the attribute names::RunsWorkersAttr, which the manifest
///            tells. Otherwise nothing changes: with several such kernels a
///            driver would compile the workers for each.
/// Guarantee: the kernel has no barrier, no local memory and no blocks of
///            everywhere; for those it matters which work-items there are.
/// Cost:      O(functions + uses of local memory). At run time, the workers
///            that have begun wait for the work-item, spinning: a kernel that
///            computes for long before it spawns had better be a task.
void letKernelRunWorkers(llvm::Module &M, llvm::Function &Dispatch);

} // namespace tasklet

#endif
