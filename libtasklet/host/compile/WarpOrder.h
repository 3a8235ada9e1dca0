//===- WarpOrder.h - What tells the order of sub-groups ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel in which each work-item writes down what sub-group functions tell
/// it: those that libtasklet/device/warp_subgroup.cl uses. Also the work-groups
/// to run it in, and what it must have written. The kernel has no everywhere
/// block, since in another order a block might never end. WarpProbe.h runs it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_WARPORDER_H
#define TASKLET_HOST_COMPILE_WARPORDER_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tasklet {

/// What a work-item leaves.
struct ProbeWord {
  uint32_t Lane, Size, Index, Most; ///< as the device counts them
  uint64_t First;                   ///< linear local id of lane 0
  uint64_t Mask;                    ///< ballot of all but each third item
};

/// The source of the kernel `probe(__global ProbeWord *)` for sub-groups of
/// \p Width, or of any size if that is 0. Work-groups follow each other in
/// dimension 0, and their words lie in the same order.
std::string probeSource(unsigned Width);

/// Local sizes.
using GroupShape = std::array<size_t, 3>;

/// Shapes of at most \p Most work-items. Their rows are shorter and longer than
/// a warp of \p Width, and some are whole parts of it. The smallest shapes are
/// left out: some drivers end the process there (docs/everywhere.md).
std::vector<GroupShape> probeShapes(unsigned Width, size_t Most);

/// Whether warps of \p Width are runs by linear local id, as the work-items of
/// one work-group have said. \p Width 0 stands for any size up to 64.
bool isLinear(const ProbeWord *Words, size_t Items, unsigned Width);

} // namespace tasklet

#endif
