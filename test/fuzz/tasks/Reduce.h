//===- Reduce.h - Make a failing program small ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Shrinks a failing program while it fails in the same way on the device. The
/// result is a small correct program that is compiled wrongly.
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

/// \param QuickToo whether it also fails in that way with the quick driver:
/// then the tries use that one.
/// \param Seconds the time after which the smallest program so far is good
/// enough. If the results of the quick driver are of no use, that time is spent
/// once more.
Reduction reduce(const Test &Failing, const Settings &S, const Report &Why,
                 bool QuickToo, unsigned Seconds);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_REDUCE_H
