//===- RaceMemoryTest.cpp - The memory of the search for races ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heap/Races.h"

#include <gtest/gtest.h>

using namespace tasklet;

TEST(RaceMemoryTest, PartsFollowEachOther) {
  for (uint64_t Size : {MinimumRaceMemory, uint64_t(1) << 30}) {
    tkl_race_head Head = layOutRaces(Size);
    EXPECT_GE(Head.contexts, sizeof(Head));
    EXPECT_GT(Head.contexts_end, Head.contexts);
    EXPECT_GE(Head.nodes, Head.contexts_end);
    EXPECT_GT(Head.nodes_end, Head.nodes);
    EXPECT_LE(Head.nodes_end, Size);
    // Contexts and shadow have words of 8 bytes.
    for (uint64_t Place :
         {Head.contexts, Head.contexts_end, Head.nodes, Head.nodes_end})
      EXPECT_EQ(Place % 8, 0u);
  }
}

/// Tasks take what accessed memory leaves. With an eighth of it they were 2^23.
TEST(RaceMemoryTest, TasksMayTakeMostOfIt) {
  tkl_race_head Head = layOutRaces(uint64_t(1) << 30);
  EXPECT_GT((Head.nodes_end - Head.nodes) / TKL_RACE_NODE_SIZE, 45u << 20);
}

/// Numbers of contexts, nodes and blocks are narrower than addresses.
TEST(RaceMemoryTest, MoreThanNumbersReach) {
  tkl_race_head Head = layOutRaces(uint64_t(1) << 40);
  EXPECT_LE((Head.contexts_end - Head.contexts) / 8, uint64_t(1) << 29);
  EXPECT_LE(Head.nodes_end / 8, uint64_t(1) << 32);
  EXPECT_GT(Head.nodes_end, Head.nodes);
}

TEST(RaceMemoryTest, WhatWasCheckedInPartIsNotChecked) {
  tkl_race_head Head = layOutRaces(uint64_t(64) << 20);
  RaceFacts Facts;
  Facts.Kernel = "k";
  EXPECT_TRUE(checkedAll(Head));
  EXPECT_EQ(describeRaces(Head, Facts), "");
  Head.status = TKL_RACE_MEMORY;
  EXPECT_FALSE(checkedAll(Head));
  EXPECT_FALSE(foundRaces(Head));
  EXPECT_EQ(describeRaces(Head, Facts),
            "tasklet: kernel 'k' was checked in part only: the 64M bytes that "
            "there were to look for races are used up; give it less work\n");
}
