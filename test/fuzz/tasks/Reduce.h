//===- Reduce.h - Make a failing program small ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Shrinks a failing program while it fails in the same way on the device: what
/// is left is a small correct program that is compiled wrongly.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_REDUCE_H
#define TASKLET_TEST_FUZZ_REDUCE_H

#include "Device.h"

namespace tasklet::fuzz {

struct Reduction {
  Shrinking S;
  Report Why; ///< Of the smallest program.
};

/// \param QuickToo whether it fails in that way with the quick driver as well:
/// then the tries are made with that.
/// \param Seconds after so long the smallest program so far is good enough; a
/// second time so long if those that the quick driver led to are of no use.
Reduction reduce(const Test &Failing, const Settings &S, const Report &Why,
                 bool QuickToo, unsigned Seconds);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_REDUCE_H
