//===- Warps.h - Warps that go their own ways, on the host ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs kernels as a GPU may: the lanes of a warp meet in sub-group functions,
/// all work-items of a work-group in barriers, and nothing else orders them.
/// Work-items are contexts of one thread. At each meeting, and sometimes at an
/// atomic function, a seed decides which one goes on. Private memory begins
/// with garbage.
///
/// It is stricter than the device. These are errors:
///   - lanes of a warp are at different calls of functions in which they meet,
///     or work-items of a work-group at different barriers;
///   - a work-item has ended, and others wait for it;
///   - a lane asks for the value of one that is not there.
///
/// Local memory is there once: work-groups run one after another.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_WARPS_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_WARPS_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet::simd {

/// How the work-items of a kernel are laid out.
struct Grid {
  unsigned WarpSize = 32; ///< At most 64.
  unsigned Local[2] = {32, 1};
  unsigned Groups = 1; ///< In dimension 0.
};

/// Which work-item goes on.
enum class Turns : uint8_t {
  Any,       ///< any of them
  FirstWarp, ///< one of the first warp that has one which can
  LastWarp   ///< likewise
};

/// The kernel gets 1 to 3 pointers. Returns what was wrong, or an empty string.
std::string runKernel(void *Kernel, const std::vector<void *> &Pointers,
                      const Grid &G, uint64_t Seed, Turns Order);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_WARPS_H
