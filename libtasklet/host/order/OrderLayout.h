//===- OrderLayout.h - Where things lie in a command's order ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of a command is the buffer of ordered/tkl_order.h.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_ORDERLAYOUT_H
#define TASKLET_HOST_ORDER_ORDERLAYOUT_H

#include "ordered/tkl_order.h"

#include <cstddef>
#include <cstdint>

namespace tasklet {

static_assert(offsetof(tkl_order_header, claim) == 384, "as it says");

/// A bin has about this many bytes of memory, so that it stays in the first cache
/// of the worker that runs it.
constexpr uint64_t BinBytes = 32 << 10;
/// With more bins than this, each gets so few work-items at a time that to put them
/// there costs more than it spares. Then a bin stays in the second cache.
constexpr uint64_t MostFirstBins = 1024;
constexpr uint64_t LargeBinBytes = 256 << 10;
/// More bins than workers, so that these end at about the same time.
constexpr uint64_t BinsPerWorker = 4;
/// The range is cut into so many parts for each worker, whose extents are known. Of
/// these an owner has so many that the few which cross its borders do not matter.
constexpr uint64_t OwnerPartsPerWorker = 128;
/// One worker sorts them, and each owner looks at all.
constexpr uint64_t MostOwnerParts = 2048;
constexpr uint64_t MostOwnedElements = (1ull << 31) - 1;
/// Work-items of a part, at least.
constexpr uint64_t ItemsOfOwnerPart = 64;
/// For each byte of the lines in which they are gathered, payloads have so many at
/// least.
constexpr uint64_t PayloadsPerLineByte = 32;
/// And for each place that their lines leave empty.
constexpr uint64_t PayloadsPerGap = 8;
/// Levels with fewer work-items do not pay for bringing workers together.
constexpr uint32_t ThinLevel = 128;
/// Work-items that may join another one, so that all run in one go; but none do
/// where levels have streams, which gain more.
constexpr uint32_t LongestChain = TKL_LEVEL_CHUNK;
/// With shorter segments analyses would not pay.
constexpr uint64_t MinimumSegment = 4096;
constexpr unsigned MinimumMarkBits = 12;
/// With more tasks, each has more work-items.
constexpr uint64_t MostTasks = 1 << 20;
/// If there is memory for them; with fewer, tasks have more work-items.
constexpr uint64_t LinksPerItem = 4;
/// Enough for tasks of any program, if there are few of them.
constexpr uint64_t MinimumLinks = 4096;

struct OrderRequest {
  uint32_t Plan; ///< TKL_ORDER_*
  uint32_t Workers;
  uint32_t Params;  ///< number of parameters
  uint32_t Grain;   ///< bytes of an element
  uint32_t Payload; ///< bytes that travel with a work-item to its bin; 0: none
  uint32_t Destination = 0;   ///< those of the payload that have their own list
  uint32_t Slots = 1;         ///< payloads of a work-item, at most
  uint32_t SumBytes;          ///< of each sum, with copies
  uint64_t Sums;              ///< likewise, how many the memory has
  uint64_t Items;             ///< work-items of the command
  uint64_t Elements;          ///< of the conflict space
  uint64_t MaxBytes;          ///< that the order may have
  uint64_t StreamBytes = 0;   ///< levels: room for streams; 0: there are none
  unsigned MarksShift;        ///< 1/2^n of the marks that there could be
  uint64_t TraceBytes;        ///< for phases; 0: none are recorded
  bool IsIndependent = false; ///< levels: there is one, and no analysis
  /// Bins: they pay with so much memory; 0: they must do. With more, work-items are
  /// sampled, since these may use little of it at a time.
  uint64_t MuchMemory = 0;
  /// Bins: where they would spare no misses, there may be owners. Others: it is
  /// looked first whether there may be.
  bool TriesOwners = false;
  bool IsPiped = false; ///< passes: run a level while the next one is found

  /// Neither analysis nor copies: the order is header and parameters.
  bool isPlain() const { return Plan == TKL_ORDER_SERIAL || IsIndependent; }
};

/// Fills what the request decides in the header, and sets the rest to 0. Where
/// memory is short, elements share marks, and the range is cut into segments.
/// False: an analysis does not fit; \p Header is untouched. The order of a
/// serial command always fits.
[[nodiscard]] bool layOutOrder(const OrderRequest &Request,
                               tkl_order_header &Header);

/// Room for the streams of commands that read \p Bytes of memory once, and some of
/// it twice: memory that is read more often is in a cache as it is.
constexpr uint64_t streamRoom(uint64_t Bytes, uint64_t Items) {
  return Bytes + 8 * Items + (Items / TKL_LEVEL_CHUNK + 1) * TKL_LINE_BYTES;
}

/// Bytes of what only an analysis needs.
uint64_t analysisBytes(const tkl_order_header &Header);

} // namespace tasklet

#endif
