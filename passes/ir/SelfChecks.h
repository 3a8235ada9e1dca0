//===- SelfChecks.h - Programs that check themselves ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// -tkl-check, and what it changes in the layout of the heap.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_SELFCHECKS_H
#define TASKLET_PASSES_IR_SELFCHECKS_H

#include <cstdint>

namespace tasklet {

/// Whether -tkl-check=races was given. Then the program gets the runtime that
/// finds races, and tells it of all that it does (races/Races.h). It runs its
/// tasks depth first, and cannot be traced.
bool checksRaces();

/// Whether -tkl-check=stack was given. Then the program gets the runtime that
/// knows the way of spawns to each task (libtasklet/device/stack.cl). Children
/// run in frames of their own, and the program cannot be traced.
bool knowsSpawns();

/// Bytes of what the runtime keeps in a frame before join groups and slots, in a
/// record before the arguments, and in a join group.
uint64_t frameHeader();
uint64_t recordHeader();
uint64_t groupSize();

} // namespace tasklet

#endif
