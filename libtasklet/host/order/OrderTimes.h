//===- OrderTimes.h - Whether levels pay ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_ORDERTIMES_H
#define TASKLET_HOST_ORDER_ORDERTIMES_H

#include "ordered/tkl_order.h"

#include <algorithm>
#include <cstdint>

namespace tasklet {

/// What commands with the same analysis took, in order and otherwise.
class OrderTimes {
  uint64_t InOrder = ~0ull, Parallel = ~0ull; ///< the least
  unsigned ParallelRuns = 0;

public:
  /// \p Executor: TKL_ORDER_*, or 0 if the command shows nothing. \p Ticks: 0 if
  /// the device has no clock.
  void add(uint32_t Executor, uint64_t Ticks) {
    if (Executor == 0 || Ticks == 0)
      return;
    bool IsInOrder = Executor == TKL_ORDER_SERIAL;
    uint64_t &Best = IsInOrder ? InOrder : Parallel;
    Best = std::min(Best, Ticks);
    ParallelRuns += !IsInOrder;
  }

  /// Three runs that were not in order say what those take.
  bool areKnown() const { return ParallelRuns >= 3; }
  bool areLevelsSlower() const { return areKnown() && InOrder < Parallel; }
  uint64_t best() const { return std::min(InOrder, Parallel); }
};

/// To link tasks takes as long as about five runs in order, and nothing says
/// before whether they are faster. After so many runs it is a tenth of what has
/// been spent.
constexpr unsigned RunsBeforeTasks = 48;

/// Whether a command whose levels have served for \p Runs runs may try tasks.
inline bool mayTryTasks(const OrderTimes &Levels, unsigned Runs) {
  return Runs >= RunsBeforeTasks && Levels.areKnown();
}

/// Whether tasks have been tried and do not pay.
inline bool areTasksSlower(const OrderTimes &Tasks, const OrderTimes &Levels) {
  return Tasks.areKnown() && Tasks.best() >= Levels.best();
}

} // namespace tasklet

#endif
