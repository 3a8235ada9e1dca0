//===- OrderChoice.h - Which plan an ordered command gets -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERCHOICE_H
#define TASKLET_HOST_LAUNCH_ORDERCHOICE_H

#include "order/ConflictSpace.h"
#include "order/DependenceTest.h"
#include "support/Environment.h"

#include <functional>

namespace tasklet {

/// With fewer work-items, the first phases take longer than what they gain.
constexpr uint64_t FewItems = 4096;
/// Nothing comes before the work-items that are known to be independent, and each
/// may be long. Fewer are one chunk. One worker gains as well: in any order, they
/// may be lanes of vectors.
constexpr uint64_t FewIndependentItems = 2 * TKL_LEVEL_CHUNK;

/// Bins pay in their first run if they spare misses of the cache and of the
/// buffer of page addresses. Measured with 4 bytes for each work-item, on a
/// processor with 2 MiB of cache for each core: 0.75 of the serial speed with
/// 16 MiB of memory, 1.6 with 64 MiB.
constexpr uint64_t MuchMemory = 32 << 20;
/// One worker alone gains less: of an AMD EPYC (Zen 5, 32 MiB of cache), 0.8 of
/// the serial speed with 32 MiB, 1.0 with 64 MiB, 1.1 with 128 MiB, and 1.5 in later
/// runs. Of older processors, whose misses take longer, 1.4 with 256 MiB at first.
constexpr uint64_t MuchMemoryForOne = 128 << 20;
/// With two payloads for each work-item, one worker gains nothing: 0.7 of the serial
/// speed at first with 85 MiB, and 1.2 to 1.3 later. Two workers have 1.3 and 2.5.
constexpr unsigned PayloadsForOne = 1;
/// And if there are enough work-items for each bin.
constexpr uint64_t ItemsForBins = 1 << 20;

/// Copies pay with so many work-items for each sum: to clear one, and to add it
/// in the end, costs a worker about as much as a work-item or two.
constexpr uint64_t ItemsForCopies = 4;

/// Owners pay from so many work-items on. Fewer take about as long as it takes to
/// bring workers together for each phase.
constexpr uint64_t ItemsForOwners = 1 << 16;
/// There are not many more owners; see TKL_MOST_OWNERS.
constexpr uint32_t WorkersForOwners = 64;

struct OrderChoice {
  uint32_t Plan = TKL_ORDER_SERIAL;
  SerialReason Reason = SerialReason::None;
  /// With levels: run in order while another worker finds them.
  bool IsBeside = false;
  /// With levels: there is one, and nothing to inspect.
  bool IsIndependent = false;
  /// Each work-item needs the one before, as the addresses show.
  bool IsChain = false;
  /// With bins: OrderRequest::MuchMemory.
  uint64_t MuchMemory = 0;
  /// OrderRequest::TriesOwners.
  bool TriesOwners = false;
  /// Bins may turn out to be faster if many commands have the same positions.
  bool MayTryBins = false;
  bool FellBack = false; ///< What was wanted cannot be had for the kernel.
};

/// What the choice depends on.
struct OrderQuestion {
  OrderMode Wanted = OrderMode::Auto;
  uint32_t Plans = 0; ///< of ManifestOrder
  uint32_t Workers = 1;
  uint64_t Items = 0;
  unsigned Roots = 0;    ///< of ConflictSpace
  uint64_t Bytes = 0;    ///< of monitored memory
  unsigned Payloads = 0; ///< that a work-item has at most
  uint64_t Sums = 0; ///< with copies: how many there are; 0: none can be made
  /// For an order of the application, which is made once.
  bool IsForOrder = false;
  /// What the addresses tell. It is asked only if that counts.
  std::function<Dependence()> Depends;
};

OrderChoice chooseOrder(const OrderQuestion &Asked);

} // namespace tasklet

#endif
