//===- Lower.h - Programs with everywhere for the machine -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a program in the assembly of usimd, for a warp of a number of lanes.
/// The machine has one branch, and each branch has a sync at which all its
/// threads arrive. So jumps out of a loop or a function become flags: after a
/// statement that may leave, the lanes that have left skip each statement.
/// Calls are expanded in place. Sub-group functions are everywhere blocks that
/// walk through the lanes with branch_mask and shfl.
///
/// The memory of the machine holds one warp: its number, its words, its
/// counters, the shared counters.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_LOWER_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_LOWER_H

#include "Ast.h"

namespace tasklet::simd {

/// The kernel's variable I is `vI`.
std::string lower(const Program &P, unsigned Lanes);

/// Where things lie in the memory of the machine.
struct MachineMemory {
  explicit MachineMemory(unsigned Lanes) : Lanes(Lanes) {}
  const unsigned Lanes;
  unsigned warpNumber() const { return 0; }
  unsigned ownWord(unsigned Lane, unsigned K) const {
    return 1 + Lane * OwnWords + K;
  }
  unsigned warpWord(unsigned K) const { return ownWord(Lanes, K); }
  unsigned ownCounter(unsigned Lane) const {
    return warpWord(WarpWords) + Lane;
  }
  unsigned warpCounter(unsigned K) const { return ownCounter(Lanes) + K; }
  unsigned sharedCounter(unsigned K) const {
    return warpCounter(WarpCounters) + K;
  }
  unsigned size() const { return sharedCounter(SharedCounters); }
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_LOWER_H
