//===- LatencyPrograms.h - Programs with and without tasks ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Each program comes in two versions of as many lines: with tasks, and as
/// plain OpenCL C, with calls where the other one spawns and forces. Both
/// compute the same.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_LATENCYPROGRAMS_H
#define TASKLET_BENCH_LATENCYPROGRAMS_H

#include <string>

namespace bench {

/// One task that returns its argument. The plain kernel calls it.
std::string trivialProgram(bool Tasks);

/// The same by an ordered kernel.
std::string orderedProgram();

/// \p Functions functions of nine lines in a row, each of which loops, calls
/// the next one and adds to what that returns.
std::string chainProgram(bool Tasks, int Functions);

} // namespace bench

#endif
