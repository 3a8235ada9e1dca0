//===- OrderTimes.h - Which plan has been faster ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_ORDERTIMES_H
#define TASKLET_HOST_ORDER_ORDERTIMES_H

#include "ordered/tkl_order.h"

#include <algorithm>
#include <cstdint>

namespace tasklet {

/// What commands with the same plan and analysis took, in order and otherwise.
class OrderTimes {
  uint64_t InOrder = ~0ull, Beside = ~0ull, Parallel = ~0ull; ///< the least
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
  /// In order, while another worker inspected: such commands are many, and their
  /// least time is not to be compared with that of few ones.
  void addBeside(uint64_t Ticks) {
    if (Ticks != 0)
      Beside = std::min(Beside, Ticks);
  }

  /// Three runs that were not in order say what those take.
  bool areKnown() const { return ParallelRuns >= 3; }
  unsigned parallelRuns() const { return ParallelRuns; }
  bool areLevelsSlower() const { return areKnown() && InOrder < Parallel; }
  /// Something is known.
  bool isTimed() const { return best() != ~0ull; }
  uint64_t best() const { return std::min({InOrder, Beside, Parallel}); }
};

/// To link tasks takes as long as about five runs in order, and nothing says
/// before whether they are faster. After so many runs it is a tenth of what has
/// been spent.
constexpr unsigned RunsBeforeTasks = 48;

/// Whether a command whose levels have served for \p Runs runs may try tasks.
inline bool mayTryTasks(const OrderTimes &Levels, unsigned Runs) {
  return Runs >= RunsBeforeTasks && Levels.areKnown();
}

/// To fill bins first takes as long as three to seven other runs, and nothing says
/// before whether later ones gain: that depends on caches, and on how many
/// payloads are the same again. After so many runs it is less than a quarter of what
/// has been spent.
constexpr unsigned RunsBeforeBins = 32;
/// So many runs by bins must follow until that has paid.
constexpr unsigned RunsToPay = 8;

/// When bins are tried. If that has not paid before other positions came, the next
/// time is after four times as many runs.
class BinTrials {
  static constexpr unsigned MostFailed = 6;
  unsigned Failed = 0; ///< in turn
  unsigned BeganAt = 0;

public:
  /// \p Runs commands have had the same positions so far, and took \p Now.
  bool mayBegin(const OrderTimes &Now, unsigned Runs) const {
    return Runs >= RunsBeforeBins << 2 * std::min(Failed, MostFailed) &&
           Now.isTimed();
  }
  void begin(unsigned Runs) {
    // The analysis of the last time had to go.
    Failed += BeganAt != 0;
    BeganAt = Runs;
  }
  /// Other positions come, after \p Runs commands.
  void end(unsigned Runs, bool WereSlower) {
    if (BeganAt)
      Failed = !WereSlower && Runs - BeganAt >= RunsToPay ? 0 : Failed + 1;
    BeganAt = 0;
  }
};

/// Whether what has been tried does not pay. Two runs are enough if both took twice
/// as long.
inline bool isSlower(const OrderTimes &Tried, const OrderTimes &Now) {
  return (Tried.areKnown() && Tried.best() >= Now.best()) ||
         (Tried.parallelRuns() >= 2 && Tried.best() / 2 >= Now.best());
}

} // namespace tasklet

#endif
