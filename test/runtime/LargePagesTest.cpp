//===- LargePagesTest.cpp - Memory that a thread populates ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/LargePages.h"

#include "SlowPages.h"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace tasklet;

static constexpr uint64_t MiB = 1 << 20;

/// How many of its pages the system has found memory for.
static size_t countResident(const LargePages &Pages) {
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> Resident(Pages.size() / Page);
  EXPECT_EQ(mincore(Pages.begin(), Pages.size(), Resident.data()), 0);
  return size_t(std::count_if(Resident.begin(), Resident.end(),
                              [](unsigned char Each) { return Each & 1; }));
}

/// False: not within a minute.
static bool waitFor(const LargePages &Pages) {
  const auto End = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!Pages.areThere()) {
    if (std::chrono::steady_clock::now() > End)
      return false;
    std::this_thread::yield();
  }
  return true;
}

TEST(LargePagesTest, AThreadAsksForMemory) {
  std::shared_ptr<LargePages> Pages = LargePages::map(5 * MiB);
  ASSERT_TRUE(Pages);
  EXPECT_EQ(Pages->size(), 6 * MiB);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Pages->begin()) % (2 * MiB), 0u);
  EXPECT_EQ(countResident(*Pages), 0u);
  EXPECT_FALSE(Pages->areThere());
  Pages->askForAll();
  Pages->askForAll();
  ASSERT_TRUE(waitFor(*Pages));
#ifdef MADV_POPULATE_WRITE
  EXPECT_EQ(countResident(*Pages), 6 * MiB / size_t(sysconf(_SC_PAGESIZE)));
#endif
  EXPECT_TRUE(std::all_of(Pages->begin(), Pages->begin() + Pages->size(),
                          [](char Each) { return Each == 0; }));
}

/// What is written meanwhile stays.
TEST(LargePagesTest, WritesMeanwhile) {
  for (int Round = 0; Round < 20; ++Round) {
    std::shared_ptr<LargePages> Pages = LargePages::map(8 * MiB);
    ASSERT_TRUE(Pages);
    Pages->askForAll();
    for (uint64_t At = 0; At < Pages->size(); At += 1000)
      Pages->begin()[At] = char(1 + At % 100);
    ASSERT_TRUE(waitFor(*Pages));
    for (uint64_t At = 0; At < Pages->size(); At += 1000)
      ASSERT_EQ(Pages->begin()[At], char(1 + At % 100)) << At;
  }
}

/// The thread keeps the memory until it has done.
TEST(LargePagesTest, ItGoesWhileTheThreadWorks) {
  for (int Round = 0; Round < 50; ++Round) {
    std::shared_ptr<LargePages> Pages = LargePages::map(16 * MiB);
    ASSERT_TRUE(Pages);
    Pages->askForAll();
  }
}

#ifdef MADV_POPULATE_WRITE
TEST(LargePagesTest, HowFastTheyCome) {
  std::shared_ptr<LargePages> There = LargePages::map(80 * MiB),
                              Slow = LargePages::map(80 * MiB);
  ASSERT_TRUE(There && Slow);
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  std::fill(There->begin(), There->begin() + There->size(), 1);
  EXPECT_TRUE(There->comeFast());
  PagesAreSlow = true;
  EXPECT_FALSE(Slow->comeFast());
  EXPECT_LT(countResident(*Slow), 30 * MiB / Page) << "it did not ask for all";
  PagesAreSlow = false;
  Slow->askForAll();
  EXPECT_TRUE(Slow->comeFast()) << "a thread does it";
  EXPECT_TRUE(waitFor(*Slow));
}
#endif

TEST(LargePagesTest, MoreThanThereIs) {
  EXPECT_EQ(LargePages::map(uint64_t(1) << 60), nullptr);
}
