//===- WarpOrder.h - What tells the order of sub-groups ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel in which each work-item says what the sub-group functions tell it
/// that libtasklet/device/warp_subgroup.cl is made of, the work-groups to run
/// it in, and what it must have said. It has no everywhere block, since these
/// need the order to come to an end. WarpProbe.h runs it.
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

/// Kernel `probe(__global ProbeWord *)` for sub-groups of \p Width, of any size
/// if that is 0. The words of work-groups, which stand in dimension 0, lie one
/// behind the other.
std::string probeSource(unsigned Width);

/// Local sizes.
using GroupShape = std::array<size_t, 3>;

/// Shapes with rows that are shorter and longer than a warp of \p Width, whole
/// parts of it and not, of at most \p Most work-items. The smallest are left
/// out: some drivers end the process there (docs/everywhere.md).
std::vector<GroupShape> probeShapes(unsigned Width, size_t Most);

/// Whether the work-items of one work-group have said that warps of \p Width,
/// of any size up to 64 if that is 0, are runs by linear local id.
bool isLinear(const ProbeWord *Words, size_t Items, unsigned Width);

} // namespace tasklet

#endif
