//===- Generate.h - Make up a program ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_GENERATE_H
#define TASKLET_TEST_FUZZ_GENERATE_H

#include "Interpret.h"

namespace tasklet::fuzz {

/// The program of that seed, the same on every machine, and its result. It
/// follows the rules, ends, and spawns at least one task.
Program generate(uint64_t Seed, Outcome &Expected, bool Alone = false);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_GENERATE_H
