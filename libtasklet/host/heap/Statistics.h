//===- Statistics.h - What the tasks of a command did -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the header and the worker blocks that the device leaves in the heap of
/// a finished command.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_STATISTICS_H
#define TASKLET_HOST_HEAP_STATISTICS_H

#include "CL/cl_tkl_tasklets.h"
#include "tkl_abi.h"

#include <string>
#include <vector>

namespace tasklet {

class Statistics {
public:
  /// \p Header is followed by the blocks of its workers.
  explicit Statistics(const tkl_heap_header &Header);

  cl_tasklet_stats_tkl Total = {};
  std::vector<cl_tasklet_worker_stats_tkl> Workers; ///< by number
  std::vector<uint64_t> Continuations, Blocked;     ///< likewise
  /// Of teams (libtasklet/device/team.cl); lanes are workers.
  struct {
    uint32_t Lanes = 1;
    uint64_t Turns = 0, Ran = 0, Groups = 0, Handed = 0, Tries = 0;
  } Teams;

  /// One line for the command, then a table with a row for each worker.
  /// \p TickLength is that of TickClock: without it there are no times, only
  /// shares.
  std::string describe(const std::string &Kernel, bool Failed,
                       double TickLength = 0) const;
};

} // namespace tasklet

#endif
