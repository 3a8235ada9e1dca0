//===- OrderLayoutTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/OrderLayout.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace tasklet;

namespace {

constexpr uint32_t Plans[] = {TKL_ORDER_SERIAL, TKL_ORDER_LEVELS,
                              TKL_ORDER_PASSES, TKL_ORDER_BINS,
                              TKL_ORDER_TASKS};

uint64_t markBytes(uint32_t Plan, unsigned Bits) {
  return Plan == TKL_ORDER_SERIAL || Plan == TKL_ORDER_BINS ? 0
         : Plan == TKL_ORDER_TASKS                          ? 4ull << Bits
                                                            : 8ull << Bits;
}

OrderRequest makeRequest(uint32_t Plan) {
  OrderRequest Request = {};
  Request.Plan = Plan;
  Request.Workers = 2;
  Request.Params = 4;
  Request.Grain = 4;
  Request.Items = 100000;
  Request.Elements = 1000000;
  Request.MaxBytes = 1ull << 40;
  return Request;
}

/// The definition in tkl_order.h: parts in order, none overlapping.
void expectParts(const OrderRequest &Request, const tkl_order_header &Header) {
  EXPECT_EQ(Header.abi, uint32_t(TKL_ABI_VERSION));
  EXPECT_EQ(Header.plan, Request.Plan);
  EXPECT_EQ(Header.workers, Request.Workers);
  EXPECT_EQ(Header.items, Request.Items);
  EXPECT_EQ(Header.flags, Request.Plan == TKL_ORDER_PASSES && Request.IsPiped
                              ? TKL_ORDER_PIPE
                              : 0u);
  EXPECT_EQ(Header.claim, 0u);
  EXPECT_EQ(Header.complete, 0u);
  EXPECT_GE(Header.params_offset, sizeof(Header));
  EXPECT_GE(Header.saved_offset,
            Header.params_offset + Request.Params * sizeof(tkl_order_param));
  EXPECT_GE(Header.marks_offset, Header.saved_offset + sizeof(tkl_order_saved));
  for (uint64_t Offset :
       {Header.marks_offset, Header.buckets_offset, Header.list_offset,
        Header.counts_offset, Header.graph_offset, Header.saved_offset})
    EXPECT_EQ(Offset % 64, 0u);
  EXPECT_EQ(Header.longest_chain, Header.stream_bytes ? 0u : LongestChain);
  EXPECT_LT(Header.segment, 1u << 31);
  EXPECT_GE(Header.segment, std::min<uint64_t>(1, Request.Items));
  if (Request.Plan == TKL_ORDER_SERIAL)
    return;
  EXPECT_GE(Header.buckets_offset,
            Header.marks_offset + markBytes(Request.Plan, Header.mark_bits));
  EXPECT_GE(Header.size, Header.graph_offset);
  if (Request.Plan == TKL_ORDER_TASKS) {
    EXPECT_GE(Header.most_tasks, 1u);
    EXPECT_LE(Header.most_tasks, std::max<uint64_t>(1, Header.segment));
    EXPECT_GE(Header.most_links, MinimumLinks);
    EXPECT_GE(Header.size, Header.graph_offset + sizeof(tkl_order_graph) +
                               9 * 4ull * Header.most_tasks +
                               8ull * Header.most_links);
    EXPECT_LE(Header.size, Request.MaxBytes);
    return;
  }
  EXPECT_EQ(Header.most_tasks, 0u);
  uint64_t Payload = Request.Plan == TKL_ORDER_BINS ? Request.Payload : 0;
  const uint32_t Destination = Payload ? Request.Destination : 0;
  EXPECT_EQ(Header.payload, Payload);
  EXPECT_EQ(Header.destination, Destination);
  EXPECT_GE(Header.list_offset,
            Header.buckets_offset + (Payload ? 0 : 4ull * Header.segment));
  ASSERT_GE(Header.line_slots, 1u);
  // Each part of a bin may leave a gap.
  const uint64_t Gaps = uint64_t(Request.Workers) * TKL_PARTS_PER_WORKER *
                        Header.bins * (Header.line_slots - 1);
  const uint64_t Payloads =
      uint64_t(Header.segment) * (Payload ? Request.Slots : 1);
  EXPECT_LE(Payloads, UINT32_MAX) << "counts have 4 bytes";
  const uint64_t Places = Payloads + (Payload ? Gaps : 0);
  const uint64_t Contribution = Payload - Destination;
  EXPECT_GE(Header.destinations_offset,
            Header.list_offset + (Payload ? Contribution : 4) * Places);
  EXPECT_GE(Header.counts_offset,
            Header.destinations_offset + Destination * Places);
  if (Header.line_slots > 1) {
    uint64_t Lists = 0, Smallest = TKL_LINE_BYTES;
    for (uint64_t Bytes : {Contribution, uint64_t(Destination)})
      if (Bytes) {
        ++Lists;
        Smallest = std::min(Smallest, Bytes);
        EXPECT_EQ(TKL_LINE_BYTES % Bytes, 0u);
      }
    EXPECT_EQ(Header.line_slots * Smallest, TKL_LINE_BYTES);
    EXPECT_LE(Gaps, Payloads / PayloadsPerGap);
    EXPECT_GE(Header.buckets_offset,
              Header.marks_offset +
                  Lists * TKL_LINE_BYTES * Header.bins * Request.Workers);
  }
  EXPECT_GE(Header.graph_offset, Header.counts_offset + 4ull * Header.counts);
  EXPECT_LE(Header.size, Request.MaxBytes);
}

} // namespace

TEST(OrderLayoutTest, PartsFollowEachOther) {
  for (uint32_t Plan : Plans)
    for (uint32_t Workers : {1u, 2u, 64u, 1024u, 8192u})
      for (uint64_t Items : {1ull, 4095ull, 1000000ull, 5ull << 30})
        for (uint64_t Elements : {0ull, 1ull, 777ull, 1ull << 30}) {
          OrderRequest Request = makeRequest(Plan);
          Request.Payload = Elements == 777 ? 16 : Elements == 1 ? 24 : 0;
          Request.Destination = Elements == 777 ? Workers % 3 * 8
                                : Elements == 1 ? Workers % 2 * 8
                                                : 0;
          Request.Workers = Workers;
          Request.Items = Items;
          Request.Elements = Elements;
          Request.Slots = Elements == 777 ? 3 : 1;
          Request.IsPiped = Elements == 777;
          tkl_order_header Header;
          ASSERT_TRUE(layOutOrder(Request, Header));
          expectParts(Request, Header);
          if (Items < 1ull << 31) {
            EXPECT_EQ(Header.segment, Items);
          }
        }
}

TEST(OrderLayoutTest, EveryElementHasItsMark) {
  tkl_order_header Header;
  for (uint64_t Elements : {1ull, 2ull, 3ull, 1ull << 20, (1ull << 20) + 1}) {
    OrderRequest Request = makeRequest(TKL_ORDER_LEVELS);
    Request.Elements = Elements;
    ASSERT_TRUE(layOutOrder(Request, Header));
    // Two words each.
    EXPECT_GE(1ull << Header.mark_bits, 2 * Elements);
    EXPECT_LT(1ull << Header.mark_bits, 4 * Elements);
    uint32_t Bits = Header.mark_bits;
    Request.Plan = TKL_ORDER_PASSES;
    ASSERT_TRUE(layOutOrder(Request, Header));
    EXPECT_EQ(Header.mark_bits, Bits);
  }
}

TEST(OrderLayoutTest, LinesAreForManyPayloads) {
  tkl_order_header Header;
  OrderRequest Request = makeRequest(TKL_ORDER_BINS);
  Request.Payload = 8;
  Request.Elements = Request.Items = 64 << 20;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.line_slots, 8u);
  // The smaller part of a payload decides; without one of them, the other.
  Request.Destination = 4;
  for (uint32_t Payload : {4u, 8u, 36u}) {
    Request.Payload = Payload;
    ASSERT_TRUE(layOutOrder(Request, Header));
    EXPECT_EQ(Header.line_slots, 16u);
    expectParts(Request, Header);
  }
  Request.Destination = 0;
  Request.Payload = 32;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.line_slots, 2u);
  // As many workers as a GPU has, few payloads, none, and such as leave a gap in
  // a line.
  OrderRequest Other = Request;
  Other.Workers = 8192;
  ASSERT_TRUE(layOutOrder(Other, Header));
  EXPECT_EQ(Header.line_slots, 1u);
  Other = Request;
  Other.Items = 1000;
  ASSERT_TRUE(layOutOrder(Other, Header));
  EXPECT_EQ(Header.line_slots, 1u);
  for (uint32_t Payload : {0u, 24u}) {
    Other = Request;
    Other.Payload = Payload;
    ASSERT_TRUE(layOutOrder(Other, Header));
    EXPECT_EQ(Header.line_slots, 1u);
  }
}

TEST(OrderLayoutTest, StreamsHaveRoomBehindAllElse) {
  tkl_order_header Header, Without;
  OrderRequest Request = makeRequest(TKL_ORDER_LEVELS);
  ASSERT_TRUE(layOutOrder(Request, Without));
  EXPECT_EQ(Without.stream_bytes, 0u);
  Request.StreamBytes = streamRoom(4 * Request.Items, Request.Items);
  EXPECT_GE(Request.StreamBytes, 12 * Request.Items);
  ASSERT_TRUE(layOutOrder(Request, Header));
  expectParts(Request, Header);
  EXPECT_EQ(Header.stream_bytes, Request.StreamBytes);
  EXPECT_GE(Header.starts_offset, Header.counts_offset + 4ull * Header.counts);
  // A number for each chunk: those of levels with ThinLevel work-items each.
  EXPECT_GE(Header.stream_offset,
            Header.starts_offset + 8 * (Request.Items / TKL_LEVEL_CHUNK +
                                        Request.Items / ThinLevel + 1));
  EXPECT_GE(Header.size, Header.stream_offset + Header.stream_bytes);
  EXPECT_GE(analysisBytes(Header),
            analysisBytes(Without) + Header.stream_bytes);
  // They go first where memory is short.
  Request.MaxBytes = Header.size - 1;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.stream_bytes, 0u);
  EXPECT_EQ(Header.mark_bits, Without.mark_bits);
  EXPECT_EQ(Header.segment, Request.Items);
  EXPECT_EQ(Header.longest_chain, LongestChain);
  // They are for levels alone.
  for (uint32_t Plan : Plans)
    if (Plan != TKL_ORDER_LEVELS) {
      Request = makeRequest(Plan);
      Request.StreamBytes = 1 << 20;
      ASSERT_TRUE(layOutOrder(Request, Header));
      EXPECT_EQ(Header.stream_bytes, 0u);
    }
}

TEST(OrderLayoutTest, BinsFitTheCacheAndTheWorkers) {
  tkl_order_header Header;
  OrderRequest Request = makeRequest(TKL_ORDER_BINS);
  Request.Elements = 64 << 20;
  Request.Items = 64 << 20;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(4ull << Header.bin_shift, LargeBinBytes);
  EXPECT_EQ(Header.bins, 1024u);
  EXPECT_EQ(Header.counts, 1024u * 2 * 4);
  // Little enough for bins in the first cache.
  Request.Elements = MostFirstBins * BinBytes / 4;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(4ull << Header.bin_shift, BinBytes);
  EXPECT_EQ(Header.bins, MostFirstBins);
  ++Request.Elements;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(4ull << Header.bin_shift, LargeBinBytes);
  // Little memory: enough bins for all workers.
  Request.Elements = 1000;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_GE(Header.bins, 8u);
  EXPECT_EQ(Header.bins,
            (1000u + (1u << Header.bin_shift) - 1) >> Header.bin_shift);
  // No more bins than elements, and at least one.
  for (uint64_t Elements : {0u, 1u, 3u}) {
    Request.Elements = Elements;
    ASSERT_TRUE(layOutOrder(Request, Header));
    EXPECT_EQ(Header.bins, std::max<uint64_t>(1, Elements));
    EXPECT_EQ(Header.bin_shift, 0u);
  }
  // Few work-items in much memory.
  Request.Elements = 1ull << 40;
  Request.Items = 16000;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_LE(Header.bins, 1000u);
  EXPECT_GE(uint64_t(Header.bins) << Header.bin_shift, Request.Elements);
}

TEST(OrderLayoutTest, ShortMemoryMeansFewerMarksThenSegments) {
  tkl_order_header All, Header;
  for (uint32_t Plan :
       {TKL_ORDER_LEVELS, TKL_ORDER_PASSES, TKL_ORDER_BINS, TKL_ORDER_TASKS}) {
    OrderRequest Request = makeRequest(Plan);
    Request.Items = 10 << 20;
    Request.Elements = 16 << 20;
    ASSERT_TRUE(layOutOrder(Request, All));
    uint64_t Before = All.size;
    for (uint64_t Bytes = All.size; Bytes > 1 << 20; Bytes /= 2) {
      Request.MaxBytes = Bytes;
      ASSERT_TRUE(layOutOrder(Request, Header)) << Bytes;
      expectParts(Request, Header);
      EXPECT_LE(Header.size, Before);
      Before = Header.size;
    }
    EXPECT_LT(Header.segment, Request.Items);
    if (Plan != TKL_ORDER_BINS) {
      EXPECT_LT(Header.mark_bits, All.mark_bits);
    }
    // Too little for anything.
    Request.MaxBytes = 10000;
    Header.size = 77;
    EXPECT_FALSE(layOutOrder(Request, Header));
    EXPECT_EQ(Header.size, 77u) << "untouched";
    Request.Plan = TKL_ORDER_SERIAL;
    EXPECT_TRUE(layOutOrder(Request, Header));
    EXPECT_LT(Header.size, 1152u);
    EXPECT_EQ(analysisBytes(Header), 0u);
  }
}

/// Records of phases come on top, and are no part of the analysis.
TEST(OrderLayoutTest, Traces) {
  for (uint32_t Plan : Plans) {
    SCOPED_TRACE(Plan);
    OrderRequest Request = makeRequest(Plan);
    tkl_order_header Without, With;
    ASSERT_TRUE(layOutOrder(Request, Without));
    EXPECT_EQ(Without.trace_capacity, 0u);
    Request.TraceBytes = 4 << 20;
    ASSERT_TRUE(layOutOrder(Request, With));
    expectParts(Request, With);
    uint64_t Bytes = With.trace_capacity * sizeof(tkl_order_record);
    EXPECT_GE(With.trace_capacity, 64u);
    EXPECT_LE(Bytes, Request.TraceBytes);
    EXPECT_EQ(With.size, Without.size + (Bytes + 63) / 64 * 64);
    EXPECT_EQ(analysisBytes(With), analysisBytes(Without));
    // Less room, for all of it or for the trace.
    Request.TraceBytes = 7 * sizeof(tkl_order_record) + 1;
    ASSERT_TRUE(layOutOrder(Request, With));
    EXPECT_EQ(With.trace_capacity, 7u);
    Request.TraceBytes = 1;
    ASSERT_TRUE(layOutOrder(Request, With));
    EXPECT_EQ(With.trace_capacity, 0u);
    if (Plan == TKL_ORDER_SERIAL)
      continue;
    Request.TraceBytes = 1 << 30;
    Request.MaxBytes = 300000;
    ASSERT_TRUE(layOutOrder(Request, With));
    expectParts(Request, With);
    EXPECT_LE(With.trace_capacity * sizeof(tkl_order_record),
              Request.MaxBytes / 4);
  }
}

TEST(OrderLayoutTest, FewerMarks) {
  for (uint32_t Plan : Plans) {
    SCOPED_TRACE(Plan);
    OrderRequest Request = makeRequest(Plan);
    tkl_order_header All, Fewer;
    ASSERT_TRUE(layOutOrder(Request, All));
    for (unsigned Shift : {1u, 3u, 16u}) {
      Request.MarksShift = Shift;
      ASSERT_TRUE(layOutOrder(Request, Fewer));
      expectParts(Request, Fewer);
      if (Plan == TKL_ORDER_SERIAL || Plan == TKL_ORDER_BINS) {
        EXPECT_EQ(Fewer.size, All.size) << "there are none";
        continue;
      }
      EXPECT_EQ(Fewer.mark_bits,
                std::max(All.mark_bits - std::min(All.mark_bits, Shift),
                         MinimumMarkBits));
      EXPECT_EQ(All.size - Fewer.size, markBytes(Plan, All.mark_bits) -
                                           markBytes(Plan, Fewer.mark_bits));
    }
    // Few elements have few marks anyway.
    Request.Elements = 3;
    Request.MarksShift = 1;
    ASSERT_TRUE(layOutOrder(Request, Fewer));
    expectParts(Request, Fewer);
    EXPECT_EQ(Fewer.mark_bits,
              Plan == TKL_ORDER_SERIAL || Plan == TKL_ORDER_BINS ? 0u : 3u);
  }
}

TEST(OrderLayoutTest, SamplesOfBins) {
  OrderRequest Request = makeRequest(TKL_ORDER_BINS);
  tkl_order_header Header;
  auto LayOut = [&](uint64_t MuchMemory, uint32_t Grain) {
    Request.MuchMemory = MuchMemory;
    Request.Grain = Grain;
    EXPECT_TRUE(layOutOrder(Request, Header));
  };
  LayOut(0, 4);
  EXPECT_EQ(Header.sampled, 0u);
  LayOut(32 << 20, 4);
  EXPECT_EQ(Header.sampled, 1 + 4u) << "16 in a line";
  EXPECT_EQ(Header.spread_shift, 0u) << "a line has two work-items";
  LayOut(32 << 20, 64);
  EXPECT_EQ(Header.sampled, 1u);
  Request.Items = Request.Elements;
  LayOut(32 << 20, 4);
  EXPECT_EQ(Header.spread_shift, 18u) << "a mebibyte";
  LayOut(128 << 20, 4);
  EXPECT_EQ(Header.spread_shift, 20u);
  LayOut(32 << 20, 16);
  EXPECT_EQ(Header.sampled, 1 + 2u);
  EXPECT_EQ(Header.spread_shift, 0u);
  Request.Plan = TKL_ORDER_LEVELS;
  LayOut(32 << 20, 4);
  EXPECT_EQ(Header.sampled, 0u);
}

TEST(OrderLayoutTest, WithoutAnAnalysis) {
  OrderRequest Request = makeRequest(TKL_ORDER_LEVELS);
  Request.IsIndependent = true;
  Request.StreamBytes = 1 << 20;
  Request.MaxBytes = 0; // It needs none.
  tkl_order_header Header;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.plan, uint32_t(TKL_ORDER_LEVELS));
  EXPECT_EQ(Header.flags, TKL_ORDER_INDEPENDENT);
  EXPECT_EQ(Header.workers, Request.Workers);
  EXPECT_EQ(Header.segment, Request.Items);
  EXPECT_EQ(Header.size, Header.marks_offset);
  EXPECT_EQ(analysisBytes(Header), 0u);
  EXPECT_EQ(Header.stream_bytes, 0u);
  Request.Items = 1ull << 33;
  Request.TraceBytes = 1 << 20;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.segment, (1u << 31) - 1);
  EXPECT_EQ(Header.trace_capacity, 64u);
}

TEST(OrderLayoutTest, Copies) {
  OrderRequest Request = makeRequest(TKL_ORDER_COPIES);
  Request.Workers = 3;
  Request.SumBytes = 8;
  Request.Grain = 8;
  Request.Elements = 102; // The last one is a part.
  Request.Sums = 101;
  tkl_order_header Header;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.plan, uint32_t(TKL_ORDER_COPIES));
  EXPECT_EQ(Header.copies, 2u);
  EXPECT_EQ(Header.sum_bytes, 8u);
  EXPECT_EQ(Header.sums_end, 808u);
  EXPECT_EQ(Header.copy_bytes, 832u); // lines of the cache
  EXPECT_EQ(Header.size, Header.marks_offset + 2 * 832);
  EXPECT_EQ(analysisBytes(Header), 2 * 832u);
  // Fewer workers would be slower than none.
  Request.MaxBytes = Header.size - 1;
  EXPECT_FALSE(layOutOrder(Request, Header));
}

TEST(OrderLayoutTest, Owners) {
  OrderRequest Request = makeRequest(TKL_ORDER_OWNERS);
  tkl_order_header Header;
  const auto Bytes = [&] {
    return 4ull * (3 * Header.owner_parts + Header.most_owners + 1);
  };
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.sampled, 0u);
  EXPECT_EQ(Header.owner_parts, 256u);
  EXPECT_EQ(Header.most_owners, 8u);
  EXPECT_EQ(Header.segment, Request.Items);
  // Nothing but this.
  EXPECT_EQ(Header.owners_offset, Header.marks_offset);
  EXPECT_GE(Header.size, Header.owners_offset + Bytes());
  EXPECT_LT(Header.size, Header.owners_offset + Bytes() + 64);
  Request.TriesOwners = true;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.sampled, 1u);
  for (uint64_t Items : {0, 1, 63, 64, 1000}) {
    Request.Items = Items;
    ASSERT_TRUE(layOutOrder(Request, Header));
    EXPECT_EQ(Header.owner_parts, std::max<uint64_t>(1, Items / 64));
  }
  Request.Items = 1ull << 33;
  Request.Workers = 1000;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.segment, (1u << 31) - 1);
  EXPECT_EQ(Header.owner_parts, MostOwnerParts);
  EXPECT_EQ(Header.most_owners, TKL_MOST_OWNERS);
  // With less memory, shorter segments have fewer parts.
  Request.MaxBytes = Header.size - 1;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_LT(Header.owner_parts, MostOwnerParts);
  Request.MaxBytes = Header.owners_offset;
  EXPECT_FALSE(layOutOrder(Request, Header));
  // Levels that may come to owners, and bins.
  Request = makeRequest(TKL_ORDER_LEVELS);
  Request.TriesOwners = true;
  ASSERT_TRUE(layOutOrder(Request, Header));
  expectParts(Request, Header);
  EXPECT_EQ(Header.sampled, 1u);
  EXPECT_EQ(Header.owner_parts, 256u);
  EXPECT_GE(Header.counts_offset, Header.owners_offset + Bytes());
  Request = makeRequest(TKL_ORDER_BINS);
  Request.Payload = 8;
  Request.Destination = 4;
  ASSERT_TRUE(layOutOrder(Request, Header));
  EXPECT_EQ(Header.owner_parts, 0u);
  EXPECT_EQ(Header.owners_offset, Header.counts_offset);
  Request.TriesOwners = true;
  ASSERT_TRUE(layOutOrder(Request, Header));
  expectParts(Request, Header);
  EXPECT_EQ(Header.owner_parts, 256u);
  EXPECT_GE(Header.counts_offset, Header.owners_offset + Bytes());
}
