//===- PrebuiltFunctions.h - What the build has optimised -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of the runtime of ordered kernels runs between the loops over
/// work-items, once for each chunk, and is the same in all programs. Clang
/// optimises it when the runtime is built (libtasklet/device/CMakeLists.txt).
/// Were this done again for each program, it would take longer than all else
/// that the compiler does for a small one.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_PREBUILTFUNCTIONS_H
#define TASKLET_PASSES_ORDERED_PREBUILTFUNCTIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Lets LLVM's passes skip the functions that the runtime calls TKL_PREBUILT
/// (libtasklet/device/ordered/machine.h), and those that only such functions
/// call. To be used when the kernels of \p M have all that they need of the
/// runtime. The driver optimises them (DriverOptimises.h), without those that
/// are TKL_SELDOM, where it can be told so.
void leavePrebuiltFunctions(llvm::Module &M);

} // namespace tasklet

#endif
