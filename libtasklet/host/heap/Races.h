//===- Races.h - The races that a command has found -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The host's side of libtasklet/device/races.cl: where its memory lies, and
/// what it says. docs/debugging.md shows reports.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_RACES_H
#define TASKLET_HOST_HEAP_RACES_H

#include "tkl_races.h"

#include <string>
#include <vector>

namespace tasklet {

static_assert(sizeof(tkl_race_pair) == 120, "as tkl_races.h says");

/// The least memory, in bytes, with which a command can look for races.
constexpr uint64_t MinimumRaceMemory = 4ull << 20;

/// A head as the host writes it, for \p Size bytes of memory, at least
/// MinimumRaceMemory.
tkl_race_head layOutRaces(uint64_t Size);

/// What a report needs to know of the command.
struct RaceFacts {
  std::string Kernel;
  /// Manifest::RacePlaces.
  std::vector<std::string> Places;
  struct Argument {
    unsigned Index;   ///< of the parameter
    std::string Name; ///< "'out'", or "argument 0" if that is not known
    uint64_t Size;    ///< of the memory object, bytes
  };
  std::vector<Argument> Arguments; ///< those that are memory objects
  bool IsOrdered = false;          ///< an ordered kernel
  /// Of such a kernel, for each parameter: bytes that it monitors from there on.
  std::vector<uint64_t> Ordered;
};

/// Whether any race was found.
bool foundRaces(const tkl_race_head &Head);
/// Whether all accesses were checked.
bool checkedAll(const tkl_race_head &Head);

/// Some lines, or nothing if all accesses were checked and no races found.
std::string describeRaces(const tkl_race_head &Head, const RaceFacts &Facts);

} // namespace tasklet

#endif
