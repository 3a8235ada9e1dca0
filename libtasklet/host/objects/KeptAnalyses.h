//===- KeptAnalyses.h - Analyses that can be used again ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An analysis of an ordered command lies in that command's buffer. The buffer
/// is kept, and a later command that would find the same begins with it. What has
/// no analysis may be kept as well, without memory: then commands that would find
/// the same are counted and timed.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_KEPTANALYSES_H
#define TASKLET_HOST_OBJECTS_KEPTANALYSES_H

#include "heap/HeapPool.h"
#include "order/OrderTimes.h"
#include "order/StreamChoice.h"
#include "ordered/tkl_order.h"

#include <atomic>
#include <deque>
#include <list>
#include <optional>
#include <string>

namespace tasklet {

struct BuiltProgram;

/// The queue of a command; only its identity counts.
struct AnalysisQueue {
  std::shared_ptr<const void> Name;
  bool InOrder;
};

/// What an analysis depends on.
struct AnalysisKey {
  std::shared_ptr<BuiltProgram> Program;
  std::string Kernel;
  uint32_t Plan = 0; ///< TKL_ORDER_*
  /// Everything else that the library sees when the command is enqueued.
  std::string Values;
  /// The memory that the inspector reads (MemoryVersions.h), and its versions.
  std::vector<const void *> Roots;
  std::vector<uint64_t> Versions;
  /// What its streams would hold. The analysis does not depend on it.
  StreamContent Streamed;
};

/// One use of a buffer. The command that has it says when it ends, and, before
/// that, what came of it.
struct AnalysisUse {
  std::atomic<bool> HasEnded{false};
  /// The command leaves the analysis alone; known before another one uses it.
  std::atomic<bool> IsIdle{false};
  /// TKL_ORDER_*; 0 if the analysis is not complete.
  std::atomic<uint32_t> Executor{0};
  /// TKL_ORDER_*: how the command ran; 0 if it did not, or inspected, too.
  std::atomic<uint32_t> Ran{0};
  /// It ran in order while another worker inspected; Ran is 0 then.
  std::atomic<bool> RanBeside{false};
  std::atomic<uint64_t> Ticks{0}; ///< that it took
  /// The command's, from the enqueue to the end; null if it was not enqueued.
  std::atomic<cl_event> Event{nullptr};
};

/// All uses of a buffer. Each comes after the one before.
class AnalysisUses {
public:
  /// Whether a command on \p Queue with this wait list comes after all others.
  bool isFree(const AnalysisQueue &Queue, cl_uint NumWaits = 0,
              const cl_event *Waits = nullptr);
  std::shared_ptr<AnalysisUse> add(const AnalysisQueue &Queue);
  /// The last one, ended or not; null if there was none.
  const std::shared_ptr<AnalysisUse> &last() const { return Last; }

  /// What those took that have ended.
  const OrderTimes &times() {
    dropEnded();
    return Times;
  }
  size_t countOpen() {
    dropEnded();
    return Open.size();
  }
  /// From now on, another analysis is used: those that are open do not count.
  void restart();

private:
  struct Entry {
    std::shared_ptr<AnalysisUse> Use;
    std::weak_ptr<const void> Queue;
    bool Counts = true;
  };
  std::deque<Entry> Open; ///< may not have ended
  std::shared_ptr<AnalysisUse> Last;
  OrderTimes Times;

  void dropEnded();
};

class KeptAnalyses {
public:
  /// A command's share in an analysis. Use is null if nothing is kept.
  struct Share {
    std::shared_ptr<AnalysisUse> Use;
    HeapLease Memory;
    tkl_order_header Header = {};
    /// It is there, but another queue has it.
    bool IsBusy = false;
    /// The analysis was made: begin with it.
    bool IsReady = false;
    /// What is known to have come of it; 0: nothing yet.
    uint32_t Executor = 0;
    /// What its commands took, and how many have begun with it.
    OrderTimes Times;
    unsigned Runs = 0;
    /// A bit for each plan that never() has named.
    uint32_t Never = 0;
    BinTrials Trials;
    /// Why there was nothing to begin with; empty if there never was anything.
    std::string Reason;
  };

  explicit KeptAnalyses(std::shared_ptr<HeapPool> Pool)
      : Pool(std::move(Pool)) {}
  ~KeptAnalyses() { clear(); }

  /// Looks for an analysis for a command on \p Queue. If there is one whose
  /// memory has changed, the share has its buffer and a new token. Without
  /// Memory, the caller lays out a header, gets memory (see takeOver) and
  /// inserts the analysis.
  Share find(const AnalysisKey &Key, const AnalysisQueue &Queue);

  /// What is known of an analysis; nothing if there is none whose memory is as
  /// it was. Nobody uses it.
  struct Knowledge {
    OrderTimes Times;
    uint32_t Executor; ///< as in Share
    size_t Open;       ///< commands that have not ended
    bool IsFree;       ///< for a command on the queue
  };
  std::optional<Knowledge> look(const AnalysisKey &Key,
                                const AnalysisQueue &Queue);

  /// From now on, while the memory of the analysis does not change, \p Plan
  /// (TKL_ORDER_*) is no alternative to it.
  void never(const AnalysisKey &Key, uint32_t Plan);

  /// Bins are tried in the place of the plan, and have no analysis yet.
  void tryBins(const AnalysisKey &Key);

  /// A buffer of at least \p Size bytes of an analysis of the same kernel, if it
  /// has too many; else null.
  HeapLease takeOver(const AnalysisKey &Key, uint64_t Size,
                     const AnalysisQueue &Queue);

  /// Keeps the analysis that the command will make; sets \p Header's token. The
  /// least recently used ones go until all have at most \p Limit bytes. \p Memory
  /// is null if there is no analysis.
  std::shared_ptr<AnalysisUse> insert(const AnalysisKey &Key,
                                      const AnalysisQueue &Queue,
                                      const HeapLease &Memory,
                                      tkl_order_header &Header, uint64_t Limit);

  /// Drops those of programs that exist no longer.
  void purge();
  void clear();

  /// Of those whose memory exists.
  uint64_t bytes();

private:
  struct Entry {
    std::weak_ptr<BuiltProgram> Program;
    std::string Kernel;
    uint32_t Plan;
    std::string Values;
    std::vector<const void *> Roots;
    std::vector<uint64_t> Versions;
    HeapLease Memory;
    tkl_order_header Header;
    AnalysisUses Uses;
    /// A command has made it, or begun to.
    bool HasBegun = false;
    uint32_t Executor = 0;
    unsigned Runs = 0;
    uint32_t Never = 0;
    BinTrials Trials;
    StreamChoice Streams;

    bool isOf(const AnalysisKey &Key) const;
    uint64_t bytes() const { return Memory ? Memory->Size : 0; }
    /// Of each kind, so many of one kernel are kept.
    enum Kind { Large, OfOwners, WithoutMemory };
    Kind kind() const {
      if (!Memory)
        return WithoutMemory;
      return Plan == TKL_ORDER_OWNERS ? OfOwners : Large;
    }
  };
  /// Who never comes back to one of them would fill all the memory. Those of owners
  /// need little of it. They may say that there are none, and are kept beside levels
  /// then.
  static constexpr size_t MostOfKernel[] = {4, 64, 64};

  const std::shared_ptr<HeapPool> Pool;
  mutable std::mutex Mutex;
  std::list<Entry> Entries; ///< the last used first; guarded by Mutex

  std::list<Entry>::iterator entryOf(const AnalysisKey &Key);
  void drop(std::list<Entry>::iterator Which);
  void dropForgotten();
};

} // namespace tasklet

#endif
