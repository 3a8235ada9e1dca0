//===- LinesTest.cpp - Who has which line ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lines.h"

#include "gtest/gtest.h"

using namespace scale;

namespace {

Topology machine() {
  Topology M;
  M.Processors = 8;
  M.OfCache = 2;
  M.OfSocket = 4;
  M.SameCache = 10;
  M.SameSocket = 100;
  M.OtherSocket = 1000;
  M.Serve = 3;
  return M;
}

} // namespace

TEST(LinesTest, ReadingWhatNobodyWritesIsFree) {
  const Topology M = machine();
  Lines L(M, 1 << 20);
  EXPECT_EQ(L.ask(5, 0, TKL_SCALE_LOAD, 50), 50);
  EXPECT_EQ(L.ask(5, 7, TKL_SCALE_LOAD, 50), 50);
}

TEST(LinesTest, ALineComesFromTheNearestThatHasIt) {
  const Topology M = machine();
  Lines L(M, 1 << 20);
  EXPECT_EQ(L.ask(0, 0, TKL_SCALE_STORE, 0), 0);      // from memory
  EXPECT_EQ(L.ask(0, 0, TKL_SCALE_UPDATE, 1), 1);     // its own
  EXPECT_EQ(L.ask(0, 4, TKL_SCALE_LOAD, 20), 1020);   // the other socket
  EXPECT_EQ(L.ask(0, 4, TKL_SCALE_LOAD, 1020), 1020); // its own
  EXPECT_EQ(L.ask(0, 5, TKL_SCALE_LOAD, 2000), 2010); // the cache of 4 and 5
  EXPECT_EQ(L.ask(0, 2, TKL_SCALE_LOAD, 3000), 3100); // the socket of 0 to 3
}

TEST(LinesTest, AWriterWaitsForTheFarthestReader) {
  const Topology M = machine();
  Lines L(M, 1 << 20);
  L.ask(0, 0, TKL_SCALE_STORE, 0);
  L.ask(0, 1, TKL_SCALE_LOAD, 10);
  L.ask(0, 2, TKL_SCALE_LOAD, 100);
  EXPECT_EQ(L.ask(0, 0, TKL_SCALE_STORE, 1000), 1100);
  // The readers have lost it.
  EXPECT_EQ(L.ask(0, 1, TKL_SCALE_LOAD, 2000), 2010);
}

TEST(LinesTest, UpdatesOfOneLineWaitForEachOther) {
  const Topology M = machine();
  Lines L(M, 1 << 20);
  L.ask(0, 0, TKL_SCALE_UPDATE, 0);
  EXPECT_EQ(L.ask(0, 1, TKL_SCALE_UPDATE, 5), 15);
  EXPECT_EQ(L.ask(0, 0, TKL_SCALE_UPDATE, 5), 25);
  EXPECT_EQ(L.ask(0, 2, TKL_SCALE_UPDATE, 5), 125);
  // Lines are apart.
  EXPECT_EQ(L.ask(1, 3, TKL_SCALE_UPDATE, 5), 5);
}

TEST(LinesTest, ManyReadersTakeTurns) {
  const Topology M = machine();
  Lines L(M, 1 << 20);
  L.ask(0, 0, TKL_SCALE_STORE, 0);
  EXPECT_EQ(L.ask(0, 1, TKL_SCALE_LOAD, 100), 110);
  EXPECT_EQ(L.ask(0, 2, TKL_SCALE_LOAD, 100), 203);
  EXPECT_EQ(L.ask(0, 3, TKL_SCALE_LOAD, 100), 116); // from 2, third
}
