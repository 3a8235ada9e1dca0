//===- Machine.h - Processors that run a program in simulated time -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs workers, each of which is code with hooks (Hooks.h), on processors with
/// clocks of their own. A worker is a context of this one thread. That one runs
/// whose processor is the earliest, until it is later than another one by more
/// than a quantum: so accesses to memory come in the order of simulated time,
/// up to a quantum. Every interleaving that comes about is one that a real
/// machine could make, and a simulation is the same each time.
///
/// This is execution-driven simulation (Covington et al., "The Rice Parallel
/// Processing Testbed", SIGMETRICS 1988; Reinhardt et al., "The Wisconsin Wind
/// Tunnel", SIGMETRICS 1993): the scheduler is the real one, not a model of it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_MACHINE_H
#define TASKLET_BENCH_SCALE_MACHINE_H

#include "Topology.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace scale {

/// What waiting for lines of one kind cost.
struct Waits {
  uint64_t Misses = 0;
  double Nanoseconds = 0; ///< of all processors
};

struct Outcome {
  double Nanoseconds = 0;              ///< until the last worker has ended
  std::vector<double> WorkerEnds;      ///< when each one has
  std::map<std::string, Waits> ByName; ///< as the caller names places
};

/// \p Name is asked for a place in memory where somebody has waited.
struct Memory {
  char *Begin;
  uint64_t Bytes;
  std::function<std::string(const char *At)> Name;
};

/// Runs \p Workers calls of \p Run, each of which finds its number by a hook.
/// With more workers than processors, worker w belongs to processor w modulo
/// their number. \p UnitNanoseconds is what a unit of cost in the code takes.
/// Not from within a simulation.
Outcome simulate(const Topology &Machine, unsigned Workers,
                 double UnitNanoseconds, const Memory &Seen,
                 const std::function<void()> &Run);

} // namespace scale

#endif
