//===- ConflictSpaceTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/ConflictSpace.h"

#include <gtest/gtest.h>

using namespace tasklet;

namespace {

/// (x, y, at, v): x and y are monitored and written, `at` is inspected.
ManifestKernel makeKernel() {
  ManifestKernel Kernel;
  Kernel.HiddenArg = 5;
  Kernel.Buffers = {0, 1, 2, 3};
  Kernel.Order.Monitored = {0, 1};
  Kernel.Order.Written = {0, 1};
  Kernel.Order.Inspected = {2};
  Kernel.Order.Grain = 4;
  return Kernel;
}

int A, B, C, D; // roots

std::vector<ParameterMemory> makeMemory() {
  return {{&A, 0, 400}, {&B, 0, 81}, {&C, 0, 1000}, {&D, 0, 1000}, {}};
}

SerialReason reasonOf(const std::vector<ParameterMemory> &Memory,
                      const ManifestKernel &Kernel = makeKernel()) {
  return ConflictSpace(Kernel, Memory).Reason;
}

} // namespace

TEST(ConflictSpaceTest, EachRootHasElementsOfItsOwn) {
  ConflictSpace Space(makeKernel(), makeMemory());
  EXPECT_EQ(Space.Reason, SerialReason::None);
  ASSERT_EQ(Space.Params.size(), 5u);
  EXPECT_EQ(Space.Params[0].first, 0u);
  EXPECT_EQ(Space.Params[0].bytes, 400u);
  EXPECT_EQ(Space.Params[1].first, 100u);
  EXPECT_EQ(Space.Params[1].bytes, 81u);
  for (int I : {2, 3, 4}) {
    EXPECT_EQ(Space.Params[I].first, 0u);
    EXPECT_EQ(Space.Params[I].bytes, 0u) << "not monitored";
  }
  EXPECT_EQ(Space.Elements, 121u) << "the last byte has one, too";
  EXPECT_EQ(Space.Roots, 2u);
}

/// An inspector asks for sizes, also of what is not monitored.
TEST(ConflictSpaceTest, GuardedMemoryHasItsSize) {
  ManifestKernel Kernel = makeKernel();
  Kernel.Order.Guarded = {0, 2};
  ConflictSpace Space(Kernel, makeMemory());
  EXPECT_EQ(Space.Params[0].bytes, 400u);
  EXPECT_EQ(Space.Params[2].bytes, 1000u);
  EXPECT_EQ(Space.Params[3].bytes, 0u);
  EXPECT_EQ(Space.Elements, 121u);
}

TEST(ConflictSpaceTest, WhatNobodyWritesHasNoElements) {
  ManifestKernel Kernel = makeKernel();
  Kernel.Order.Written = {0};
  std::vector<ParameterMemory> Memory = makeMemory();
  ConflictSpace Space(Kernel, Memory);
  EXPECT_EQ(Space.Elements, 100u);
  EXPECT_EQ(Space.Roots, 1u);
  EXPECT_EQ(Space.Params[1].bytes, 0u);
  // It is written through the other one, in part.
  Memory[1] = {&A, 396, 81};
  EXPECT_EQ(ConflictSpace(Kernel, Memory).Params[1].bytes, 81u);
  Memory[1] = {&A, 400, 81};
  EXPECT_EQ(ConflictSpace(Kernel, Memory).Params[1].bytes, 0u);
  // A guarded load asks for the size.
  Kernel.Order.Guarded = {1};
  EXPECT_EQ(ConflictSpace(Kernel, Memory).Params[1].bytes, 81u);
  EXPECT_EQ(ConflictSpace(Kernel, Memory).Params[1].first, 100u);
  // What travels to a bin needs one.
  Kernel.Order.Guarded = {};
  Kernel.Order.Payload = 4;
  EXPECT_EQ(ConflictSpace(Kernel, Memory).Params[1].bytes, 81u);
  Kernel.Order.Payload = 0;
  // Nobody writes anything.
  Kernel.Order.Guarded = {};
  Kernel.Order.Written = {};
  EXPECT_EQ(ConflictSpace(Kernel, makeMemory()).Elements, 0u);
}

TEST(ConflictSpaceTest, SharedMemorySharesElements) {
  std::vector<ParameterMemory> Memory = makeMemory();
  Memory[1] = Memory[0];
  ConflictSpace Twice(makeKernel(), Memory);
  EXPECT_EQ(Twice.Elements, 100u);
  EXPECT_EQ(Twice.Roots, 1u);
  EXPECT_EQ(Twice.Params[0].first, Twice.Params[1].first);
  // Parts of one buffer that overlap. What is before them has no elements.
  Memory[0] = {&A, 4096, 400};
  Memory[1] = {&A, 4096 + 200, 800};
  ConflictSpace Parts(makeKernel(), Memory);
  EXPECT_EQ(Parts.Reason, SerialReason::None);
  EXPECT_EQ(Parts.Params[0].first, 0u);
  EXPECT_EQ(Parts.Params[1].first, 50u);
  EXPECT_EQ(Parts.Elements, 250u);
  // The later one first.
  std::swap(Memory[0], Memory[1]);
  ConflictSpace Reverse(makeKernel(), Memory);
  EXPECT_EQ(Reverse.Params[0].first, 50u);
  EXPECT_EQ(Reverse.Params[1].first, 0u);
}

TEST(ConflictSpaceTest, NegativeIndexesReachBack) {
  ManifestKernel Kernel = makeKernel();
  std::vector<ParameterMemory> Memory = makeMemory();
  EXPECT_FALSE(ConflictSpace(Kernel, Memory).ReachesBack);
  // A pointer to the element 50.
  Memory[0] = {&A, 200, 200};
  Memory[0].Before = 200;
  ConflictSpace Back(Kernel, Memory);
  EXPECT_TRUE(Back.ReachesBack);
  EXPECT_EQ(Back.Reason, SerialReason::None);
  EXPECT_EQ(Back.Params[0].first, 0u);
  EXPECT_EQ(Back.Params[0].bytes, 200u);
  // What lies before it may be the same memory.
  ParameterMemory Other = {&A, 0, 200};
  EXPECT_TRUE(Memory[0].overlaps(Other));
  EXPECT_TRUE(Other.overlaps(Memory[0]));
  Memory[0].Before = 0;
  EXPECT_FALSE(Memory[0].overlaps(Other));
  EXPECT_FALSE(Other.overlaps(Memory[0]));
  Memory[0].Before = 200;
  Memory[2] = Other; // is not monitored
  EXPECT_EQ(reasonOf(Memory), SerialReason::Aliased);
  // Memory that nobody writes has no elements, and no indexes that count.
  Memory = makeMemory();
  Memory[0].Before = 4;
  Kernel.Order.Written = {};
  EXPECT_FALSE(ConflictSpace(Kernel, Memory).ReachesBack);
  Kernel.Order.Guarded = {0};
  EXPECT_TRUE(ConflictSpace(Kernel, Memory).ReachesBack);
}

TEST(ConflictSpaceTest, NullPointersHaveNoElements) {
  std::vector<ParameterMemory> Memory(5);
  ConflictSpace Space(makeKernel(), Memory);
  EXPECT_EQ(Space.Reason, SerialReason::None);
  EXPECT_EQ(Space.Elements, 0u);
  EXPECT_EQ(Space.Roots, 0u);
  EXPECT_EQ(Space.Params[0].bytes, 0u);
}

TEST(ConflictSpaceTest, ElementsThatDoNotFitTogether) {
  std::vector<ParameterMemory> Memory = makeMemory();
  Memory[1] = {&A, 6, 100};
  EXPECT_EQ(reasonOf(Memory), SerialReason::Grain);
  // One alone may begin anywhere.
  Memory[1] = {&B, 6, 100};
  EXPECT_EQ(reasonOf(Memory), SerialReason::None);
}

TEST(ConflictSpaceTest, UnknownMemory) {
  for (uint32_t I = 0; I < 4; ++I) {
    std::vector<ParameterMemory> Memory = makeMemory();
    Memory[I] = {};
    Memory[I].IsKnown = false;
    EXPECT_EQ(reasonOf(Memory), SerialReason::Unknown) << I;
  }
}

TEST(ConflictSpaceTest, MemoryThatIsMonitoredOnlyOnce) {
  std::vector<ParameterMemory> Memory = makeMemory();
  Memory[3] = {&A, 100, 50};
  EXPECT_EQ(reasonOf(Memory), SerialReason::Aliased);
  // Beside it.
  Memory[3] = {&A, 400, 50};
  EXPECT_EQ(reasonOf(Memory), SerialReason::None);
  // Nobody writes.
  ManifestKernel Kernel = makeKernel();
  Kernel.Order.Written = {0};
  Memory[3] = Memory[1];
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::None);
  // The parameter that is not monitored writes.
  Kernel.Order.Written = {3};
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::Aliased);
  // Two that are not monitored are the programmer's.
  Memory[1] = {&B, 0, 81};
  Memory[3] = Memory[2] = {&C, 0, 10};
  Kernel.Order.Inspected = {};
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::None);
}

TEST(ConflictSpaceTest, TheInspectorMustNotReadWhatIsWritten) {
  // Through a parameter that is not monitored.
  ManifestKernel Kernel = makeKernel();
  Kernel.Order.Written = {0, 3};
  std::vector<ParameterMemory> Memory = makeMemory();
  Memory[3] = {&C, 996, 100};
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::Inspected);
  Memory[3] = {&C, 1000, 100};
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::None);
  // Through one that is.
  Kernel.Order.Inspected = {1};
  Memory[1] = Memory[0];
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::Inspected);
  Memory[1] = {&B, 0, 81};
  EXPECT_EQ(reasonOf(Memory, Kernel), SerialReason::None);
}
