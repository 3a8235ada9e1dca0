//===- StackPathTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/StackPath.h"
#include "heap/HeapLayout.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace tasklet;

static const StackFacts Facts = {{"A", "B"}, {0}, {10}};

static void add(tkl_stack_path &Path, tkl_way Way, uint32_t Times = 1) {
  uint32_t I = Path.count++;
  tkl_stack_entry &Entry =
      I < TKL_STACK_ENTRIES ? Path.first[I] : Path.last[I % TKL_STACK_ENTRIES];
  Entry = {Way, Times, 0};
  Path.taken = 1;
}

static tkl_stack_path noPath() {
  tkl_stack_path Path;
  memset(&Path, 0, sizeof(Path));
  return Path;
}

TEST(StackPathTest, NothingHasFailed) {
  EXPECT_EQ(describePath(noPath(), Facts), "");
}

TEST(StackPathTest, FromTheTaskToTheWorkItem) {
  tkl_stack_path Path = noPath();
  add(Path, {2, 0, 0, 0}, 3);
  add(Path, {1, 8, 0, 0});
  EXPECT_EQ(describePath(Path, Facts),
            "\n  in B, 3 times in a row\n  in A\n  in work-item 7");
  // The body of a kernel.
  Path = noPath();
  add(Path, {0, 1, 0, 0});
  EXPECT_EQ(describePath(Path, Facts), "\n  in work-item 0");
}

TEST(StackPathTest, LastActs) {
  tkl_stack_path Path = noPath();
  add(Path, {1, 0, 2, 1});
  EXPECT_EQ(describePath(Path, Facts), "\n  in B as its last act\n  in A");
  Path.first[0].way.tails = 2;
  EXPECT_EQ(describePath(Path, Facts),
            "\n  in B as its last act\n  in place of 1 task that was spawned "
            "likewise\n  in A");
  Path.first[0].way.tails = 4000000000;
  EXPECT_EQ(
      describePath(Path, Facts),
      "\n  in B as its last act\n  in place of 3999999999 tasks that were "
      "spawned likewise\n  in A");
}

TEST(StackPathTest, LongWaysAreCutInTheMiddle) {
  for (uint32_t Count : {1u, 32u, 33u, 63u, 64u, 65u, 100u, 1000000u}) {
    tkl_stack_path Path = noPath();
    std::string Begin, End;
    // The places are 1 and 2 in turn; the last one is the work-item's.
    for (uint32_t I = 0; I < Count; ++I) {
      bool Last = I + 1 == Count;
      add(Path, {I % 2 + 1, Last ? 3u : 0u, 0, 0});
      std::string Line = I % 2 ? "\n  in B" : "\n  in A";
      if (I < 32)
        Begin += Line;
      else if (I + 32 >= Count)
        End += Line;
      if (Last)
        End += "\n  in work-item 2";
    }
    std::string Middle =
        Count > 64 ? "\n  ... " + std::to_string(Count - 64) + " more ..." : "";
    EXPECT_EQ(describePath(Path, Facts), Begin + Middle + End) << Count;
  }
}

TEST(StackPathTest, WorkItemsHaveTheNumbersOfTheProgram) {
  EXPECT_EQ(describeItem(7, {{}, {100}, {10}}), "work-item 107");
  EXPECT_EQ(describeItem(7, {{}, {0, 0}, {5, 2}}), "work-item (2, 1)");
  EXPECT_EQ(describeItem(59, {{}, {1, 2, 3}, {3, 4, 5}}),
            "work-item (3, 5, 7)");
}

/// The program may have written there.
TEST(StackPathTest, AnyContents) {
  tkl_stack_path Path;
  memset(&Path, 0xff, sizeof(Path));
  EXPECT_NE(describePath(Path, Facts).find("a task of unknown origin"),
            std::string::npos);
  EXPECT_NE(describePath(Path, {}), "");
}

TEST(StackPathTest, ItHasRoomInTheHeap) {
  HeapRequest Request = {64u << 20, 1, 2, 2ull << 30, 96, 48, 16384, true};
  tkl_heap_header Without, With;
  std::string Error;
  ASSERT_TRUE(layOutHeap(Request, Without, Error));
  Request.KnowsSpawns = true;
  ASSERT_TRUE(layOutHeap(Request, With, Error));
  EXPECT_GE(With.deque_offset - blockBytes(2), sizeof(tkl_stack_path));
  EXPECT_EQ(Without.deque_offset, blockBytes(2));
  EXPECT_EQ(With.deque_offset % 64, 0u);
}

/// "k.cl:7", "f" and the condition, as the device leaves them.
static std::string assertion(const std::string &Condition) {
  tkl_heap_header Header;
  memset(&Header, 0, sizeof(Header));
  Header.status = TKL_FAULT_ASSERT;
  tkl_services Services;
  memset(&Services, 0, sizeof(Services));
  std::string Text = std::string("k.cl:7\0f\0", 9) + Condition;
  memcpy(Services.text, Text.data(),
         std::min<size_t>(Text.size(), TKL_TEXT_SIZE - 1));
  return describeFault("k", Header, {}, Services);
}

TEST(StackPathTest, Assertions) {
  EXPECT_EQ(
      assertion("n%10 > 0 && \"%1\""),
      "kernel 'k' failed: assertion 'n%10 > 0 && \"%1\"' is false at k.cl:7 "
      "in 'f'");
  EXPECT_EQ(assertion(""),
            "kernel 'k' failed: assertion '' is false at k.cl:7 in 'f'");
  std::string Longest(TKL_TEXT_SIZE - 1 - 9 - 1, 'x');
  EXPECT_EQ(assertion(Longest), "kernel 'k' failed: assertion '" + Longest +
                                    "' is false at k.cl:7 in 'f'");
  EXPECT_EQ(assertion(Longest + "xx"), "kernel 'k' failed: assertion '" +
                                           Longest +
                                           "x...' is false at k.cl:7 in 'f'");
}
