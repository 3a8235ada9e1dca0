//===- RaceSearch.h - A command that looks for its races --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What a command of a program that finds its races needs beside its own steps:
/// memory behind that of the command, a head written there before the kernel
/// runs, and read back after it (libtasklet/device/tkl_races.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_RACESEARCH_H
#define TASKLET_HOST_LAUNCH_RACESEARCH_H

#include "heap/Races.h"
#include "objects/ContextState.h"
#include "objects/KernelState.h"

#include <memory>

namespace tasklet {

class RaceSearch {
  uint64_t Bytes = 0;
  std::unique_ptr<tkl_race_head> Written, Found;
  RaceFacts Facts;
  cl_event HeadWritten = nullptr, HeadRead = nullptr;

public:
  RaceSearch() = default;
  RaceSearch(const RaceSearch &) = delete;
  RaceSearch &operator=(const RaceSearch &) = delete;
  ~RaceSearch();

  /// Whether programs like that of \p Kernel look for their races.
  static bool isFor(const KernelState &Kernel) {
    return !Kernel.Built->Info.RacePlaces.empty();
  }

  /// The command of \p Kernel looks for races, in \p Memory bytes, or in
  /// MinimumRaceMemory if that is more. Says so, once for each program, if nobody
  /// has asked for it now.
  void prepare(const ContextState &Context, KernelState &Kernel,
               uint64_t Memory);
  /// The same for an ordered one. \p Ordered: for each parameter, the bytes in
  /// which its work-items are in order.
  void prepareOrdered(const ContextState &Context, KernelState &Kernel,
                      uint64_t Memory, std::vector<uint64_t> Ordered);
  /// Takes half of the memory. False: that would be too little.
  bool halve();
  /// Takes no more than \p Most bytes, which are at least MinimumRaceMemory.
  void limit(uint64_t Most);
  /// That the command needs for it; 0: it does not look for races.
  uint64_t bytes() const { return Bytes; }

  /// Enqueues writing and reading the head, which lies \p Offset bytes from the
  /// start of \p Buffer.
  cl_int write(cl_command_queue Queue, cl_mem Buffer, uint64_t Offset,
               cl_event After);
  cl_int read(cl_command_queue Queue, cl_mem Buffer, uint64_t Offset,
              const std::vector<cl_event> &After);
  /// Null if they were not enqueued.
  cl_event written() const { return HeadWritten; }
  cl_event wasRead() const { return HeadRead; }

  /// Why the command cannot start: it is to fail if it races, and a program like
  /// that of \p Kernel cannot tell. Empty: it can, or need not.
  static std::string refusal(const ContextState &Context,
                             const KernelState &Kernel);
  /// Whether a kernel that the driver launches alone, but that may race, can
  /// start: the same, and TASKLET_CHECK must make sense. Reports to the context
  /// why not. If the command goes on without a check, says that.
  static cl_int admitPlain(ContextState &Context, const KernelState &Kernel);

  /// Whether the command is to fail, after the head has been read.
  bool fails(const ContextState &Context) const;
  /// Tells the user, on standard error. \p Complete: the command ran. \p MayRace:
  /// that of its kernel.
  void report(const ContextState &Context, const std::string &Kernel,
              bool Complete, bool MayRace) const;
  /// Of a command that fails because it has races.
  std::string describeFailure() const;
};

} // namespace tasklet

#endif
