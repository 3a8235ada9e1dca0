//===- StackPath.h - The spawns that led to a failure -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's side of libtasklet/device/stack.cl: what a program that knows its
/// spawns says of a failure. docs/debugging.md shows it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_STACKPATH_H
#define TASKLET_HOST_HEAP_STACKPATH_H

#include "tkl_stack.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tasklet {

static_assert(sizeof(tkl_stack_path) == 1552, "as tkl_stack.h says");

/// Bytes of the path in a heap.
constexpr uint64_t StackPathBytes =
    (sizeof(tkl_stack_path) + 63) & ~uint64_t(63);

/// What is known of the command.
struct StackFacts {
  /// Manifest::SpawnPlaces.
  std::vector<std::string> Places;
  /// Of the kernel's range, one for each dimension.
  std::vector<size_t> Offset, Global;
};

/// "work-item 5", "work-item (1, 2)": what get_global_id gives to the work-item
/// with this linear \p Number.
std::string describeItem(uint64_t Number, const StackFacts &Facts);

/// Lines that each begin with a line's end and two blanks, from the failing task
/// on to the work-item. Empty if no task has failed.
std::string describePath(const tkl_stack_path &Path, const StackFacts &Facts);

} // namespace tasklet

#endif
