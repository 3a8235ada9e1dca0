//===- Bisection.h - Which rank owns which body -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Orthogonal recursive bisection (M. Berger and S. Bokhari, "A Partitioning
/// Strategy for Nonuniform Problems on Multiprocessors", IEEE Transactions on
/// Computers C-36(5), 1987): the box around the bodies is cut across its
/// longest side, so that both parts have as much work as ranks, and so on with
/// both parts, until each has one rank.
///
/// No rank sees all bodies. A cut is found digit by digit: all ranks add up the
/// work in 256 slices of each box, and look closer at the slice that the cut is
/// in. Bodies at one coordinate are cut by their number.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_MPI_BISECTION_H
#define TASKLET_SAMPLES_BARNES_HUT_MPI_BISECTION_H

#include "Exchange.h"

#include <array>

namespace barneshut {

/// A body, as far as it matters here.
struct Point {
  std::array<float, 3> At;
  uint32_t Id;   ///< No other body of any rank has it.
  uint64_t Work; ///< At least 1, and together less than 2^64.
};

/// The rank that shall own each of \p Mine, the bodies that are here now.
/// Collective.
[[nodiscard]] std::vector<int> findOwners(World &Ranks,
                                          const std::vector<Point> &Mine);

} // namespace barneshut

#endif
