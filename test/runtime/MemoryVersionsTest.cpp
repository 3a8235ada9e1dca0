//===- MemoryVersionsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/MemoryVersions.h"
#include "objects/SharedMemory.h"

#include <gtest/gtest.h>

using namespace tasklet;

static int A, B, Part, PartOfPart;

TEST(MemoryVersionsTest, EachWriteGivesANewVersion) {
  MemoryVersions Versions;
  EXPECT_FALSE(Versions.isActive());
  Versions.wrote(&A); // Nobody watches.
  uint64_t First = Versions.watch(&A, false);
  EXPECT_TRUE(Versions.isActive());
  EXPECT_TRUE(Versions.isWatched(&A));
  EXPECT_FALSE(Versions.isWatched(&B));
  EXPECT_EQ(Versions.watch(&A, false), First);
  Versions.wrote(&B);
  EXPECT_EQ(Versions.watch(&A, false), First);
  Versions.wrote(&A);
  uint64_t Second = Versions.watch(&A, false);
  EXPECT_NE(Second, First);
  EXPECT_NE(Versions.watch(&B, false), Second);
}

TEST(MemoryVersionsTest, PartsWriteTheirRoot) {
  MemoryVersions Versions;
  Versions.alias(&Part, &A);
  Versions.alias(&PartOfPart, &Part);
  uint64_t First = Versions.watch(&A, false);
  Versions.wrote(&Part);
  uint64_t Second = Versions.watch(&A, false);
  EXPECT_NE(Second, First);
  Versions.wrote(&PartOfPart);
  EXPECT_NE(Versions.watch(&A, false), Second);
  // A part that is gone.
  Versions.forget(&Part);
  uint64_t Third = Versions.watch(&A, false);
  Versions.wrote(&Part);
  EXPECT_EQ(Versions.watch(&A, false), Third);
}

TEST(MemoryVersionsTest, AddressesThatComeAgain) {
  MemoryVersions Versions;
  uint64_t First = Versions.watch(&A, false);
  Versions.forget(&A);
  EXPECT_FALSE(Versions.isWatched(&A));
  EXPECT_NE(Versions.watch(&A, false), First);
}

TEST(MemoryVersionsTest, SharedMemoryTogether) {
  MemoryVersions Versions;
  uint64_t Own = Versions.watch(&A, false), Shared = Versions.watch(&B, true);
  Versions.wroteShared();
  EXPECT_EQ(Versions.watch(&A, false), Own);
  EXPECT_NE(Versions.watch(&B, true), Shared);
  EXPECT_TRUE(Versions.areTrusted());
  Versions.distrust();
  EXPECT_FALSE(Versions.areTrusted());
  EXPECT_TRUE(Versions.areArgumentsTrusted());
  Versions.distrustArguments();
  EXPECT_FALSE(Versions.areArgumentsTrusted());
}

TEST(SharedMemoryTest, PointersIntoAllocations) {
  SharedMemory Memory;
  char Bytes[64] = {};
  EXPECT_FALSE(Memory.find(Bytes));
  Memory.allocated(Bytes + 8, 16);
  Memory.allocated(Bytes + 32, 8, true);
  EXPECT_FALSE(Memory.find(Bytes + 7));
  EXPECT_FALSE(Memory.find(Bytes + 24));
  EXPECT_FALSE(Memory.find(Bytes + 40));
  for (int I : {8, 15, 23}) {
    ASSERT_TRUE(Memory.find(Bytes + I)) << I;
    EXPECT_EQ(Memory.find(Bytes + I)->Base, Bytes + 8);
    EXPECT_EQ(Memory.find(Bytes + I)->Size, 16u);
    EXPECT_FALSE(Memory.find(Bytes + I)->IsFine);
  }
  EXPECT_TRUE(Memory.find(Bytes + 39)->IsFine);
  Memory.freed(Bytes + 8);
  EXPECT_FALSE(Memory.find(Bytes + 15));
  Memory.freed(Bytes + 8);
  EXPECT_FALSE(Memory.find(nullptr));
}
