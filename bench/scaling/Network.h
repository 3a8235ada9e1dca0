//===- Network.h - Times of messages between two ranks ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALING_NETWORK_H
#define TASKLET_BENCH_SCALING_NETWORK_H

/// Measures what World's functions do between two ranks, and prints medians as
/// one JSON object on rank 0, all times in microseconds. Returns the exit
/// status. bench/scaling/loggp.py says what becomes of the numbers.
int measureNetwork(int Argc, char **Argv);

#endif
