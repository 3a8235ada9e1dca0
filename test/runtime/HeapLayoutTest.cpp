//===- HeapLayoutTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "HeapLayout.h"

#include <gtest/gtest.h>

using namespace tasklet;

static HeapRequest makeRequest() {
  return {64u << 20, 1000, 2, 2ull << 30, 96, 32, 16384, true};
}

/// The definition: parts in order, none overlapping, capacity the largest power
/// of two that takes a quarter of the heap at most.
TEST(HeapLayoutTest, PartsFollowEachOther) {
  for (uint32_t Workers : {1u, 2u, 5u, 64u, 1024u})
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
        EXPECT_EQ(Header.deque_offset, 256u + 256u * Workers);
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

TEST(HeapLayoutTest, FaultsNameKernelAndWayOut) {
  tkl_heap_header Header = {};
  Header.status = TKL_FAULT_CHUNKS;
  std::string Text = describeFault("fib", Header, 64u << 20);
  EXPECT_NE(Text.find("'fib'"), std::string::npos) << Text;
  EXPECT_NE(Text.find("64M"), std::string::npos) << Text;
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE=128M"), std::string::npos) << Text;
  Header.need = 200u << 20;
  Text = describeFault("fib", Header, 64u << 20);
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE=200M"), std::string::npos) << Text;
  Header.status = TKL_FAULT_ROOTS;
  Text = describeFault("fib", Header, 64u << 20);
  EXPECT_NE(Text.find("the tasks that its work-items spawn did not fit"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("TASKLET_HEAP_SIZE="), std::string::npos) << Text;
  Header.status = 12345;
  Text = describeFault("fib", Header, 64u << 20);
  EXPECT_NE(Text.find("the unknown status 12345; its heap has been "
                      "overwritten, perhaps by the program itself"),
            std::string::npos)
      << Text;
}
