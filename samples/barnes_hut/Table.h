//===- Table.h - What the demo prints at the end ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_TABLE_H
#define TASKLET_SAMPLES_BARNES_HUT_TABLE_H

#include "Simulation.h"

namespace barneshut {

/// Prints time, tasks and steals of every phase.
void printTimes(const Simulation &Sim, double CheckSeconds);

/// Prints shape and cost of the last tree.
void printTree(const Simulation &Sim);

} // namespace barneshut

#endif
