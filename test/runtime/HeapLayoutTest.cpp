//===- HeapLayoutTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/HeapLayout.h"

#include <gtest/gtest.h>

using namespace tasklet;

static HeapRequest makeRequest() {
  return {64u << 20, 1000, 2, 2ull << 30, 96, 32, 16384, true};
}

/// The definition: parts in order, none overlapping, capacity the largest power
/// of two that takes a quarter of the heap at most.
TEST(HeapLayoutTest, PartsFollowEachOther) {
  for (uint32_t Workers : {1u, 2u, 5u, 64u, 1024u, 8192u})
    for (uint64_t Size : {4ull << 20, 64ull << 20, 1ull << 30})
      for (uint32_t RecordSize : {24u, 40u, 128u}) {
        HeapRequest Request = makeRequest();
        Request.Workers = Workers;
        Request.HeapSize = Size;
        Request.RecordSize = RecordSize;
        tkl_heap_header Header;
        std::string Error;
        if (!layOutHeap(Request, Header, Error)) {
          EXPECT_LT(Size, uint64_t(Workers) * RecordSize * 16 * 4 * 2);
          continue;
        }
        uint64_t Deques =
            uint64_t(Workers) * Header.deque_capacity * RecordSize;
        EXPECT_EQ(Header.deque_offset, 384u + 256u * Workers + 448u);
        EXPECT_GE(Header.arena_offset, Header.deque_offset + Deques);
        EXPECT_EQ(Header.arena_offset % 64, 0u);
        EXPECT_LT(Header.arena_offset, Header.size);
        EXPECT_EQ(Header.deque_capacity & (Header.deque_capacity - 1), 0u);
        EXPECT_LE(Deques, Size / 4);
        if (Header.deque_capacity < MaximumDequeCapacity) {
          EXPECT_GT(2 * Deques, Size / 4);
        }
        EXPECT_EQ(Header.workers, Workers);
        EXPECT_EQ(Header.abi, uint32_t(TKL_ABI_VERSION));
        EXPECT_EQ(Header.status, uint32_t(TKL_OK));
        EXPECT_GE(Header.size, Size + 95 * 1000);
      }
}

TEST(HeapLayoutTest, WhatDoesNotFitSaysWhatToDo) {
  tkl_heap_header Header;
  std::string Error;
  HeapRequest Request = makeRequest();
  Request.HeapSize = 4ull << 30;
  EXPECT_FALSE(layOutHeap(Request, Header, Error));
  EXPECT_NE(Error.find("TASKLET_HEAP_SIZE"), std::string::npos) << Error;
  EXPECT_NE(Error.find("2G"), std::string::npos) << Error;

  Request = makeRequest();
  Request.WorkItems = UINT64_MAX;
  EXPECT_FALSE(layOutHeap(Request, Header, Error));
  EXPECT_NE(Error.find("fewer work-items"), std::string::npos) << Error;

  Request = makeRequest();
  Request.HeapSize = 1 << 20;
  Request.Workers = 1024;
  EXPECT_FALSE(layOutHeap(Request, Header, Error));
  EXPECT_NE(Error.find("TASKLET_WORKERS"), std::string::npos) << Error;
}

TEST(HeapLayoutTest, TheLargestHeapCanBeHad) {
  HeapRequest Request = makeRequest();
  tkl_heap_header Header;
  std::string Error;
  // Roots come on top as far as the device allows, then out of the heap.
  for (uint64_t Items : {0ull, 1000ull, 10'000'000ull})
    for (uint64_t TraceSize : {0ull, 1ull << 20, 1ull << 30}) {
      Request.HeapSize = Request.MaxAllocation;
      Request.WorkItems = Items;
      Request.TraceSize = TraceSize;
      ASSERT_TRUE(layOutHeap(Request, Header, Error)) << Error;
      EXPECT_LE(Header.size, Request.MaxAllocation);
      EXPECT_GT(Header.size, Request.MaxAllocation - 64);
    }
  // What remains beside them must be a heap that could have been chosen.
  Request.TraceSize = 0;
  Request.WorkItems = (Request.MaxAllocation - MinimumHeapSize) / 96;
  EXPECT_TRUE(layOutHeap(Request, Header, Error)) << Error;
  ++Request.WorkItems;
  EXPECT_FALSE(layOutHeap(Request, Header, Error));
  EXPECT_NE(Error.find("enqueue fewer work-items"), std::string::npos) << Error;
}

/// The number after the name of a heap size, or 0 if \p Text has none.
static uint64_t suggestedSize(const std::string &Text, Chooser By) {
  std::string Mark = setHeapSizeTo(By, 1);
  Mark.pop_back();
  size_t Pos = Text.find(Mark);
  if (Pos == std::string::npos)
    return 0;
  Pos += Mark.size();
  return parseSize(Text.substr(Pos, Text.find_first_of(" ,", Pos) - Pos))
      .value_or(1);
}

/// What finds races lies beside the heap, and messages know of it.
TEST(HeapLayoutTest, WhatFindsRacesIsNoPartOfTheLargestHeap) {
  HeapRequest Request = makeRequest();
  tkl_heap_header Header;
  std::string Error;
  Request.FindsRaces = true;
  Request.HeapSize = Request.HeapSizeGiven = Request.MaxAllocation + 1;
  EXPECT_FALSE(layOutHeap(Request, Header, Error));
  EXPECT_NE(Error.find("but beside what finds races the device has room for no "
                       "more than " +
                       formatSize(Request.MaxAllocation)),
            std::string::npos)
      << Error;
  Request.HeapSize = Request.HeapSizeGiven = Request.MaxAllocation;
  EXPECT_TRUE(layOutHeap(Request, Header, Error)) << Error;
}

TEST(HeapLayoutTest, SuggestionsCanBeSetWhereTheValueCameFrom) {
  const Chooser All[] = {Chooser::User, Chooser::Context, Chooser::Queue,
                         Chooser::Kernel};
  for (Chooser By : All)
    for (uint64_t Size = MinimumHeapSize; Size <= 2ull << 30; Size *= 2)
      for (uint64_t Need : {0ull, 3ull << 20, 2ull << 30, 5ull << 30})
        for (uint32_t Status : {TKL_FAULT_CHUNKS, TKL_FAULT_ROOTS}) {
          HeapRequest Request = makeRequest();
          Request.WorkItems = 0;
          Request.HeapSizeBy = Request.WorkersBy = By;
          Request.MaxAllocation = (2ull << 30) - 4096 * 5;
          Request.HeapSize = std::min(Size, Request.MaxAllocation);
          tkl_heap_header Header;
          std::string Text;
          ASSERT_TRUE(layOutHeap(Request, Header, Text)) << Text;
          Header.status = Status;
          Header.need = Need;
          Text = describeFault("k", Header, Request, {});
          for (Chooser Other : All)
            if (Other != By) {
              EXPECT_EQ(Text.find(std::string(" ") + heapSizeName(Other)),
                        std::string::npos);
              EXPECT_EQ(Text.find(std::string(" ") + workersName(Other)),
                        std::string::npos);
            }
          EXPECT_EQ(Text.find("are needed") != std::string::npos,
                    Need || Status == TKL_FAULT_ROOTS)
              << Text;
          uint64_t Suggested = suggestedSize(Text, By);
          EXPECT_LE(Suggested, Request.MaxAllocation) << Text;
          if (std::max(Need, Size) < Request.MaxAllocation) {
            EXPECT_GT(Suggested, Size) << Text;
            EXPECT_GE(Suggested, Need) << Text;
          } else {
            EXPECT_EQ(Suggested, 0u) << Text;
            EXPECT_NE(Text.find("the device allows no larger one"),
                      std::string::npos)
                << Text;
          }
        }
  // Roots that already take from the heap would do so from a larger one.
  HeapRequest Request = makeRequest();
  Request.HeapSize = 1ull << 30;
  Request.WorkItems = (3ull << 29) / 96;
  tkl_heap_header Header;
  std::string Text;
  ASSERT_TRUE(layOutHeap(Request, Header, Text)) << Text;
  Header.status = TKL_FAULT_CHUNKS;
  Text = describeFault("k", Header, Request, {});
  EXPECT_NE(Text.find("The heap had 512M bytes; enqueue fewer work-items"),
            std::string::npos)
      << Text;
}

TEST(HeapLayoutTest, UnknownNeedsSayWhatTheDeviceCanGive) {
  auto Say = [](uint64_t Unset, uint64_t Need, uint64_t Largest) {
    HeapRequest Request = makeRequest();
    Request.HeapSizeUnset = Unset;
    Request.MaxAllocation = Largest;
    tkl_heap_header Header = {};
    Header.status = TKL_FAULT_CHUNKS;
    Header.need = Need;
    std::string Text = describeFault("k", Header, Request, {});
    return Text.substr(Text.find("The heap"));
  };
  constexpr uint64_t M = 1 << 20;
  // Other devices than processors.
  EXPECT_EQ(Say(0, 0, 4096 * M + 5),
            "The heap had 64M bytes; set TASKLET_HEAP_SIZE=128M or more, up to "
            "4G: how much is enough is not known, since the tasks ended where "
            "the memory did");
  EXPECT_EQ(Say(DefaultHeapSize, 0, 4096 * M), Say(0, 0, 4096 * M));
  // Processors, where somebody has chosen too little.
  EXPECT_EQ(Say(3000 * M + 5, 0, 4096 * M),
            "The heap had 64M bytes; set TASKLET_HEAP_SIZE=3000M, which is all "
            "that there is, or do not set it");
  // No more than the next doubling.
  EXPECT_EQ(Say(128 * M, 0, 4096 * M), Say(0, 0, 4096 * M));
  // What is known is enough.
  EXPECT_EQ(Say(3000 * M, 200 * M, 4096 * M),
            "The heap had 64M bytes, and at least 209715200 are needed; set "
            "TASKLET_HEAP_SIZE=200M or more");
}

TEST(HeapLayoutTest, FaultsNameKernelAndWayOut) {
  const HeapRequest Request = makeRequest();
  tkl_heap_header Header = {};
  Header.status = TKL_FAULT_CHUNKS;
  std::string Text = describeFault("fib", Header, Request, {});
  EXPECT_NE(Text.find("'fib'"), std::string::npos) << Text;
  EXPECT_NE(Text.find("64M"), std::string::npos) << Text;
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE=128M"), std::string::npos) << Text;
  Header.need = 200u << 20;
  Text = describeFault("fib", Header, Request, {});
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE=200M"), std::string::npos) << Text;
  Header.status = TKL_FAULT_ROOTS;
  Text = describeFault("fib", Header, Request, {});
  EXPECT_NE(Text.find("the tasks that its work-items spawn did not fit"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE="), std::string::npos) << Text;
  Header.status = 12345;
  Text = describeFault("fib", Header, Request, {});
  EXPECT_NE(Text.find("the unknown status 12345; its heap has been "
                      "overwritten, perhaps by the program itself"),
            std::string::npos)
      << Text;
}
