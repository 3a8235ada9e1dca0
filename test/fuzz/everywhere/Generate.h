//===- Generate.h - Make up a program with everywhere -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_GENERATE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_GENERATE_H

#include "Interpret.h"

namespace tasklet::simd {

/// The program of that seed, the same on every machine, and its result. It
/// follows the rules and visits at least one body with a part of a warp.
Program generate(uint64_t Seed, unsigned WarpSize, Outcome &Expected,
                 Coverage &C);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_GENERATE_H
