//===- OrderLayout.cpp - Where things lie in a command's order ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/OrderLayout.h"

#include <algorithm>
#include <array>
#include <cstring>

using namespace tasklet;

/// Segments have numbers of 4 bytes, of which the highest means none.
static constexpr uint64_t MaximumSegment = (1ull << 31) - 1;

static uint64_t align(uint64_t Offset) { return (Offset + 63) & ~uint64_t(63); }

static uint64_t divideUp(uint64_t Value, uint64_t By) {
  return Value / By + (Value % By != 0);
}

/// Work-items, on average, for each line of memory that is touched often.
static constexpr uint64_t ItemsPerLine = 8;

/// Enough for some hundred levels.
static constexpr uint64_t LeastCounts = 4096;

/// As many as there are elements, or what the user wants of that.
static unsigned wantedMarkBits(const OrderRequest &Request) {
  if (Request.Plan == TKL_ORDER_BINS || Request.Plan == TKL_ORDER_OWNERS)
    return 0;
  unsigned Bits = 0;
  while (Bits < 40 && (1ull << Bits) < Request.Elements)
    ++Bits;
  ++Bits; // two words for each
  unsigned Least = std::min(Bits, MinimumMarkBits);
  return Bits > Least + Request.MarksShift ? Bits - Request.MarksShift : Least;
}

static void chooseBins(const OrderRequest &Request, tkl_order_header &Header) {
  const uint64_t Bytes =
      Request.Elements * Request.Grain > BinBytes * MostFirstBins
          ? LargeBinBytes
          : BinBytes;
  uint32_t Shift = 0;
  while ((Bytes >> Shift) > Request.Grain)
    ++Shift;
  auto Bins = [&] { return divideUp(Request.Elements, 1ull << Shift); };
  uint64_t Least = BinsPerWorker * Request.Workers;
  while (Shift && Bins() < Least)
    --Shift;
  // Hardly anything would be gained by bins with a few work-items each.
  uint64_t Most = std::max(Least, Request.Items / 16);
  while (Bins() > std::min<uint64_t>(Most, 1u << 24))
    ++Shift;
  Header.bin_shift = Shift;
  Header.bins = static_cast<uint32_t>(std::max<uint64_t>(1, Bins()));
}

/// Room for owners, of a segment with so many work-items.
static void chooseOwners(const OrderRequest &Request, uint64_t Segment,
                         tkl_order_header &Header) {
  if (Request.Plan != TKL_ORDER_OWNERS && !Request.TriesOwners)
    return;
  const uint64_t Workers = Request.Workers;
  Header.owner_parts = static_cast<uint32_t>(std::max<uint64_t>(
      1, std::min({OwnerPartsPerWorker * Workers, MostOwnerParts,
                   Segment / ItemsOfOwnerPart})));
  Header.most_owners = static_cast<uint32_t>(
      std::min<uint64_t>(TKL_OWNERS_PER_WORKER * Workers, TKL_MOST_OWNERS));
}

/// Three numbers for each part, and the borders; see owners.cl.
static uint64_t ownerBytes(const tkl_order_header &Header) {
  return Header.owner_parts
             ? (3ull * Header.owner_parts + Header.most_owners + 1) *
                   sizeof(tkl_u32)
             : 0;
}

/// What a sample counts (work.cl).
static void chooseSample(const OrderRequest &Request,
                         tkl_order_header &Header) {
  if (Request.MuchMemory == 0)
    return;
  auto ElementsIn = [&](uint64_t Bytes) {
    uint32_t Bits = 0;
    while ((Bytes >> Bits) > Request.Grain)
      ++Bits;
    return Bits;
  };
  Header.sampled = 1 + ElementsIn(TKL_LINE_BYTES);
  // Where a line is touched once or twice, it is never in a cache.
  if (Request.Items / ItemsPerLine >=
      Request.Elements * Request.Grain / TKL_LINE_BYTES)
    Header.spread_shift = ElementsIn(Request.MuchMemory / TKL_SPREAD_PIECES);
}

/// The bytes of a payload in each of the two lists; 0: there is no such list.
static std::array<uint32_t, 2> bytesInLists(const tkl_order_header &Header) {
  return {Header.payload - Header.destination, Header.destination};
}

/// The lines in which workers gather payloads: for each list one for each bin and
/// worker.
static uint64_t lineBytes(const OrderRequest &Request,
                          const tkl_order_header &Header) {
  uint64_t Lists = 0;
  for (uint32_t Bytes : bytesInLists(Header))
    Lists += Bytes != 0;
  return Lists * Request.Workers * Header.bins * TKL_LINE_BYTES;
}

/// Places of the lists of payloads that parts of bins may leave empty.
static uint64_t gapsOfPayloads(const OrderRequest &Request,
                               const tkl_order_header &Header,
                               uint32_t LineSlots) {
  return uint64_t(TKL_PARTS_PER_WORKER) * Request.Workers * Header.bins *
         (LineSlots - 1);
}

/// There are lines if they, and the gaps that they leave, take little beside the
/// lists, in which each part of a bin then begins with a line.
static uint32_t chooseLineSlots(const OrderRequest &Request,
                                const tkl_order_header &Header,
                                uint64_t Payloads) {
  uint32_t Slots = 1;
  for (uint32_t Bytes : bytesInLists(Header)) {
    if (Bytes && TKL_LINE_BYTES % Bytes)
      return 1; // There would be gaps in a line.
    if (Bytes)
      Slots = std::max(Slots, TKL_LINE_BYTES / Bytes);
  }
  const bool AreCheap =
      lineBytes(Request, Header) <=
          Payloads * Header.payload / PayloadsPerLineByte &&
      gapsOfPayloads(Request, Header, Slots) <= Payloads / PayloadsPerGap;
  return AreCheap ? Slots : 1;
}

/// Numbers that say where buckets begin: see __tkl_order_choose_parts.
static uint64_t wantedCounts(const OrderRequest &Request,
                             const tkl_order_header &Header, uint64_t Segment) {
  if (Request.Plan == TKL_ORDER_TASKS || Request.Plan == TKL_ORDER_OWNERS)
    return 0;
  uint64_t Counts = 65536 + Segment / 4;
  if (Request.Plan == TKL_ORDER_BINS)
    Counts =
        TKL_PART_COUNTS(Header.bins) *
        std::min<uint64_t>(uint64_t(Request.Workers) * TKL_PARTS_PER_WORKER,
                           std::max<uint64_t>(1, Segment / 1024));
  return std::min<uint64_t>(Counts, UINT32_MAX);
}

static uint32_t wantedTasks(const OrderRequest &Request, uint64_t Segment) {
  return Request.Plan == TKL_ORDER_TASKS
             ? static_cast<uint32_t>(
                   std::max<uint64_t>(1, std::min(Segment, MostTasks)))
             : 0;
}

static uint32_t wantedLinks(const OrderRequest &Request, uint64_t Segment,
                            unsigned Fewer) {
  if (Request.Plan != TKL_ORDER_TASKS)
    return 0;
  uint64_t Links = (Segment * LinksPerItem) >> Fewer;
  return static_cast<uint32_t>(
      std::clamp<uint64_t>(Links, MinimumLinks, UINT32_MAX));
}

static uint64_t markBytes(uint32_t Plan, unsigned Bits) {
  return Plan == TKL_ORDER_BINS || Plan == TKL_ORDER_OWNERS ? 0
         : Plan == TKL_ORDER_TASKS                          ? 4ull << Bits
                                                            : 8ull << Bits;
}

/// Four pairs of arrays and one; see tkl_order_graph.
static uint64_t graphBytes(const tkl_order_header &Header) {
  return sizeof(tkl_order_graph) +
         (Header.most_tasks + 1ull) / 2 * 2 * 9 * sizeof(tkl_u32) +
         Header.most_links * sizeof(tkl_order_link);
}

/// A number for each chunk of a level; see __tkl_order_start_of. A level has
/// ThinLevel work-items at least, on average: else there are none.
static uint64_t startBytes(const tkl_order_header &Header, uint64_t Segment) {
  return Header.stream_bytes
             ? align((Segment / TKL_LEVEL_CHUNK + Segment / ThinLevel + 2) *
                     sizeof(tkl_u64))
             : 0;
}

static uint64_t traceBytes(const tkl_order_header &Header) {
  return align(Header.trace_capacity * sizeof(tkl_order_record));
}

/// Records for all phases that there can be, as far as there is room: a quarter
/// of the order at most.
static uint64_t chooseTraceCapacity(const OrderRequest &Request) {
  constexpr uint64_t FewPhases = 64;
  uint64_t Room = Request.TraceBytes / sizeof(tkl_order_record);
  if (Request.isPlain() || Request.Plan == TKL_ORDER_COPIES)
    return std::min(Room, FewPhases);
  // Three for a pass; passes are given up where a level has four work-items.
  // Two for ThinLevel work-items of a level. Some for each segment.
  uint64_t Most = Request.Plan == TKL_ORDER_PASSES ? Request.Items
                  : Request.Plan == TKL_ORDER_LEVELS
                      ? Request.Items / (ThinLevel / 4)
                      : Request.Items / MinimumSegment * 16;
  return std::min({Room, Most + FewPhases, uint64_t(UINT32_MAX),
                   Request.MaxBytes / 4 / sizeof(tkl_order_record)});
}

bool tasklet::layOutOrder(const OrderRequest &Request,
                          tkl_order_header &Header) {
  tkl_order_header New;
  memset(&New, 0, sizeof(New));
  New.abi = TKL_ABI_VERSION;
  New.workers = Request.Workers;
  New.plan = Request.Plan;
  New.items = Request.Items;
  New.thin = ThinLevel;
  New.line_slots = 1;
  New.longest_chain = LongestChain;
  New.trace_capacity = static_cast<uint32_t>(chooseTraceCapacity(Request));
  New.params_offset = sizeof(New);
  New.saved_offset =
      align(sizeof(New) + uint64_t(Request.Params) * sizeof(tkl_order_param));
  New.marks_offset = New.saved_offset + align(sizeof(tkl_order_saved));
  if (Request.isPlain()) {
    if (Request.IsIndependent)
      New.flags = TKL_ORDER_INDEPENDENT;
    New.buckets_offset = New.list_offset = New.counts_offset =
        New.graph_offset = New.marks_offset;
    New.size = New.marks_offset + traceBytes(New);
    New.segment =
        static_cast<uint32_t>(std::min(Request.Items, MaximumSegment));
    Header = New;
    return true;
  }
  if (Request.Plan == TKL_ORDER_COPIES) {
    New.copies = Request.Workers - 1;
    New.sum_bytes = Request.SumBytes;
    New.sums_end = Request.Sums * Request.SumBytes;
    New.copy_bytes = align(New.sums_end);
    New.buckets_offset = New.list_offset = New.counts_offset =
        New.graph_offset = New.marks_offset + New.copies * New.copy_bytes;
    New.size = New.graph_offset + traceBytes(New);
    New.segment =
        static_cast<uint32_t>(std::min(Request.Items, MaximumSegment));
    if (New.size > Request.MaxBytes)
      return false;
    Header = New;
    return true;
  }
  if (Request.Plan == TKL_ORDER_BINS) {
    chooseBins(Request, New);
    chooseSample(Request, New);
    New.payload = Request.Payload;
    New.destination = Request.Destination;
  } else {
    New.sampled = Request.TriesOwners;
  }
  if (Request.Plan == TKL_ORDER_PASSES && Request.IsPiped)
    New.flags = TKL_ORDER_PIPE;
  const bool HasList =
      Request.Plan != TKL_ORDER_TASKS && Request.Plan != TKL_ORDER_OWNERS;
  const bool HasBuckets = HasList && !New.payload;
  const uint64_t InList = !HasList      ? 0
                          : New.payload ? New.payload - New.destination
                                        : 4;
  const uint64_t Slots = New.payload ? Request.Slots : 1;
  uint64_t Segment = std::min(Request.Items, MaximumSegment / Slots);
  // Segments are not kept, so they have no streams.
  if (Request.Plan == TKL_ORDER_LEVELS && Segment == Request.Items)
    New.stream_bytes = Request.StreamBytes;
  unsigned Bits = wantedMarkBits(Request);
  unsigned FewerCounts = 0; // or links: half of them, a quarter, and so on
  const unsigned LeastBits = std::min(Bits, MinimumMarkBits);
  for (;;) {
    uint64_t Counts = wantedCounts(Request, New, Segment) >> FewerCounts;
    New.line_slots = chooseLineSlots(Request, New, Segment * Slots);
    uint64_t Lines = New.line_slots > 1 ? lineBytes(Request, New) : 0;
    New.buckets_offset =
        New.marks_offset + align(markBytes(Request.Plan, Bits)) + Lines;
    New.list_offset = New.buckets_offset + align(HasBuckets ? Segment * 4 : 0);
    uint64_t Places = Segment * Slots;
    if (New.payload)
      Places += gapsOfPayloads(Request, New, New.line_slots);
    New.destinations_offset = New.list_offset + align(Places * InList);
    New.owners_offset =
        New.destinations_offset + align(Places * New.destination);
    chooseOwners(Request, Segment, New);
    New.counts_offset = New.owners_offset + align(ownerBytes(New));
    New.graph_offset = New.counts_offset + align(Counts * 4);
    New.most_tasks = wantedTasks(Request, Segment);
    New.most_links = wantedLinks(Request, Segment, FewerCounts);
    uint64_t Graph = New.most_tasks ? graphBytes(New) : 0;
    New.starts_offset = New.graph_offset + align(Graph);
    New.stream_offset = New.starts_offset + startBytes(New, Segment);
    New.size = New.stream_offset + align(New.stream_bytes) + traceBytes(New);
    New.mark_bits = Bits;
    New.segment = static_cast<uint32_t>(Segment);
    New.counts = static_cast<uint32_t>(Counts);
    if (New.size <= Request.MaxBytes)
      break;
    if (New.stream_bytes)
      New.stream_bytes = 0;
    else if (Bits > LeastBits &&
             markBytes(Request.Plan, Bits) > Request.MaxBytes / 4)
      --Bits;
    else if (Request.Plan != TKL_ORDER_BINS && Counts > LeastCounts &&
             Counts * 4 > Request.MaxBytes / 4)
      ++FewerCounts;
    else if (New.most_links > MinimumLinks)
      ++FewerCounts;
    else if (Segment > MinimumSegment)
      Segment = std::max(MinimumSegment, Segment / 2);
    else if (Bits > LeastBits)
      --Bits;
    else
      return false;
  }
  if (New.stream_bytes)
    New.longest_chain = 0;
  Header = New;
  return true;
}

uint64_t tasklet::analysisBytes(const tkl_order_header &Header) {
  return Header.size - Header.marks_offset - traceBytes(Header);
}
