//===- LaunchRange.h - The range of a command -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_LAUNCHRANGE_H
#define TASKLET_HOST_LAUNCH_LAUNCHRANGE_H

#include "support/OpenCL.h"

#include <cstdint>

namespace tasklet {

/// The range for which a kernel is enqueued.
struct LaunchRange {
  cl_uint Dimensions;
  const size_t *Offset;
  const size_t *Global;
  const size_t *Local;

  /// The product of the global sizes, at most UINT64_MAX. It means nothing if
  /// they are invalid; the driver will find that.
  uint64_t workItems() const {
    uint64_t Items = 1;
    for (cl_uint I = 0; I < Dimensions; ++I) {
      uint64_t Size = Global ? Global[I] : 0;
      if (Size && Items > UINT64_MAX / Size)
        return UINT64_MAX;
      Items *= Size;
    }
    return Items;
  }

  /// Whether it is one work-item with the id 0, in a group of that size. The
  /// driver finds nothing wrong with such a range.
  bool isOne() const {
    for (cl_uint I = 0; I < Dimensions; ++I)
      if (!Global || Global[I] != 1 || (Offset && Offset[I]) ||
          (Local && Local[I] != 1))
        return false;
    return true;
  }
};

} // namespace tasklet

#endif
