//===- LaneBuiltins.h - Functions of OpenCL in lane loops -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEBUILTINS_H
#define TASKLET_PASSES_EVERYWHERE_LANEBUILTINS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Makes instructions of calls in \p Kernel of those functions of OpenCL that
/// deal with masks: `clz` and `popcount` of numbers. LLVM does not know the
/// functions, so it would make no vectors of loops that call them. The driver's
/// own definitions come later.
void replaceBuiltins(llvm::Function &Kernel);

} // namespace tasklet

#endif
