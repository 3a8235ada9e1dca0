//===- LaneForm.h - Kernels whose leaders run all lanes ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The form with lane loops of kernels with everywhere blocks, for devices that
/// run work-items one after the other. docs/everywhere.md describes it; in
/// short, with the masks `here[k]` of the lanes that are at node k:
///
/// \code
///   if (c) { A; everywhere (uint m) { B } C } D
/// becomes
///   if (this is not the first work-item of its warp) return;
///   for (lane: all) here[c[lane] ? 1 : 5] |= 1 << lane;
///   for (lane: here[1]) A[lane];            here[2] = here[1];
///   if (m = here[2]) {
///     for (lane: all) B[lane];
///     here[4] = m;
///   }
///   for (lane: here[4]) C[lane];
///   for (lane: all) D[lane];
/// \endcode
///
/// Input:     a kernel whose everywhere loops are cut, without obstacles
///            (LaneObstacles.h).
/// Output:    the kernel in this form. Sub-group functions are replaced.
/// Guarantee: the kernel has no barrier and no local memory that it had not
///            before. Only leaders touch memory.
/// Cost:      linear in the size of the kernel. Code is not copied.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEFORM_H
#define TASKLET_PASSES_EVERYWHERE_LANEFORM_H

#include "everywhere/Visits.h"

namespace tasklet {

/// Brings \p Kernel into the form with lane loops. Its everywhere loops are cut
/// (\p All), and it calls no function that asks for the lane (LaneObstacles.h).
void makeLaneLoops(llvm::Function &Kernel, Visits &All);

} // namespace tasklet

#endif
