//===- OwnLoops.h - A kernel's loops over its work-items --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel has many loops over its work-items, one for each way of running or
/// inspecting them. Within one function they would share its registers, and keep
/// what they all need in memory. So each loop `__tkl_order_own_NAME` of
/// libtasklet/device/ordered/work.cl becomes a function `KERNEL.NAME`, with the
/// parameters of the kernel in front of its own.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_OWNLOOPS_H
#define TASKLET_PASSES_ORDERED_OWNLOOPS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

struct KernelParts;

/// Gives \p Kernel, which has the code of `__tkl_order_work` and whose last
/// parameter is the order, what the runtime only declares: loops and all that
/// these call.
void giveLoops(llvm::Function &Kernel, const KernelParts &Parts);

} // namespace tasklet

#endif
