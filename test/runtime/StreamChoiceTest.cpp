//===- StreamChoiceTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/StreamChoice.h"

#include <gtest/gtest.h>

#include <set>

using namespace tasklet;

namespace {

class StreamChoiceTest : public testing::Test {
protected:
  StreamChoiceTest() { Header.stream_bytes = 1000; }

  static constexpr char Roots[3] = {};
  /// Three parameters; the first one decides.
  StreamContent Now = {{{&Roots[0], 0, 10, true, true},
                        {&Roots[1], 0, 20, true, false},
                        {&Roots[2], 0, 30, true, false}},
                       "values"};
  std::vector<StreamedMemory> &Memory = Now.Memory;
  tkl_order_header Header = {};
  StreamChoice Choice;

  /// The mask of a command.
  uint64_t mask() {
    Choice.choose(Now, Header);
    EXPECT_EQ(Header.stream_token != 0, Header.stream_mask != 0);
    return Header.stream_mask;
  }
  uint64_t token() {
    Choice.choose(Now, Header);
    return Header.stream_token;
  }
  /// For how many commands the mask is this.
  unsigned count(uint64_t Mask) {
    unsigned Number = 0;
    while (mask() == Mask && Number < 10000)
      ++Number;
    return Number;
  }
};

} // namespace

TEST_F(StreamChoiceTest, AllThatDoesNotChange) {
  EXPECT_EQ(mask(), 7u);
  const uint64_t Token = Header.stream_token;
  for (int I = 0; I < 20; ++I) {
    EXPECT_EQ(mask(), 7u);
    EXPECT_EQ(Header.stream_token, Token);
  }
}

TEST_F(StreamChoiceTest, EachContentHasItsToken) {
  std::set<uint64_t> Seen = {token()};
  // Content that was there before is not there any more.
  const std::vector<StreamedMemory> First = Memory;
  for (int I = 0; I < 200; ++I) {
    const uint64_t Before = token();
    Memory = First;
    if (I % 3)
      Memory[I % 2 + 1].Version = 100 + I % 5;
    if (I % 7 == 0)
      Memory[1].Offset = 8 * (I % 4);
    if (I % 11 == 0)
      std::swap(Memory[1].Root, Memory[2].Root);
    const uint64_t After = token();
    if (After != Before)
      EXPECT_TRUE(Seen.insert(After).second || After == 0);
    else
      EXPECT_NE(After, 0u);
  }
}

TEST_F(StreamChoiceTest, WhatChangesIsLeftOut) {
  mask();
  for (unsigned Pause : {4, 16, 64, 256, 1024, 4096, 4096}) {
    ++Memory[2].Version;
    EXPECT_EQ(count(3), Pause);
    EXPECT_EQ(mask(), 7u) << "back again";
  }
  // It counts from the last change on.
  ++Memory[1].Version;
  EXPECT_EQ(mask(), 5u);
  EXPECT_EQ(mask(), 5u);
  ++Memory[1].Version;
  EXPECT_EQ(count(5), 16u);
}

TEST_F(StreamChoiceTest, NothingWithoutWhatDecides) {
  mask();
  ++Memory[0].Version;
  for (int I = 0; I < 4; ++I)
    EXPECT_EQ(mask(), 0u);
  EXPECT_EQ(mask(), 7u);
  Memory[0].IsAllowed = false;
  EXPECT_EQ(mask(), 0u);
}

TEST_F(StreamChoiceTest, NothingWithOtherValues) {
  const uint64_t Token = token();
  Now.Values = "others";
  EXPECT_EQ(count(0), 4u);
  EXPECT_EQ(mask(), 7u);
  EXPECT_NE(Header.stream_token, Token);
  Now.Values = "values";
  EXPECT_EQ(count(0), 16u);
  EXPECT_EQ(mask(), 7u);
}

TEST_F(StreamChoiceTest, WritesThatNobodySees) {
  Memory[1].IsAllowed = false;
  EXPECT_EQ(mask(), 5u);
  EXPECT_EQ(mask(), 5u);
}

TEST_F(StreamChoiceTest, NoRoomAndNoMemory) {
  Header.stream_bytes = 0;
  EXPECT_EQ(mask(), 0u);
  Header.stream_bytes = 1000;
  Memory.clear();
  EXPECT_EQ(mask(), 0u);
}
