//===- SchedulerTest.cpp - Loops over the ranks of a program --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Every rank runs every case; what a loop did comes together on rank 0 and is
/// compared with a serial loop. Run by mpirun with 1, 2, 4 and 16 ranks.
///
//===----------------------------------------------------------------------===//
#include <tasklet/mpi.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

using namespace tasklet::mpi;

namespace {

World *All = nullptr;

/// A value of each item that no sum of few others gives.
uint64_t valueOf(uint64_t Item) {
  uint64_t X = Item + 0x9e3779b97f4a7c15u;
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9u;
  X = (X ^ X >> 27) * 0x94d049bb133111ebu;
  return X ^ X >> 31;
}

std::vector<uint64_t> valuesOf(Range Items) {
  std::vector<uint64_t> Values;
  for (uint64_t I = Items.Begin; I < Items.End; ++I)
    Values.push_back(valueOf(I));
  return Values;
}

/// A command that takes some rounds of waiting.
class Later {
public:
  Later(int Rounds, std::function<void()> Done)
      : Rounds(Rounds), Done(std::move(Done)) {}
  bool waitFor(std::chrono::microseconds) {
    if (Rounds-- > 0)
      return false;
    Done();
    return true;
  }

private:
  int Rounds;
  std::function<void()> Done;
};

const Schedule Schedules[] = {
    {1, 1, false}, {1, 2, true}, {7, 5, false}, {2000, 2, true}};

std::vector<uint64_t> smallCounts() {
  const auto Ranks = static_cast<uint64_t>(All->size());
  return {0, Ranks - 1, Ranks, 3 * Ranks + 2, 1000};
}

/// The order of items on this rank, and that each has one place.
void expectAsSerial(uint64_t Count, const std::vector<Piece<uint64_t>> &Mine,
                    const Share &Done) {
  uint64_t Items = 0, Next = 0;
  for (const Piece<uint64_t> &P : Mine) {
    EXPECT_FALSE(P.Items.empty());
    EXPECT_GE(P.Items.Begin, Next) << "chunks of a rank come in order";
    Next = P.Items.End;
    Items += P.Items.size();
  }
  EXPECT_EQ(Done.Items, Items);
  EXPECT_EQ(Done.Chunks, Mine.size());
  // Throws if an item is missing or twice.
  const std::vector<uint64_t> Whole = All->gather(Count, Mine);
  if (All->rank() == 0)
    EXPECT_EQ(Whole, valuesOf({0, Count}));
  else
    EXPECT_TRUE(Whole.empty());
  EXPECT_EQ(All->reduce(Done.Items, std::plus<>()), Count);
}

TEST(ForEachTest, EveryItemRunsOnceAtOnce) {
  for (const Schedule &How : Schedules)
    for (uint64_t Count : smallCounts()) {
      std::vector<Piece<uint64_t>> Mine;
      const Share Done = All->forEach(
          Count,
          [&](Range R) {
            Mine.push_back({R, valuesOf(R)});
          },
          How);
      expectAsSerial(Count, Mine, Done);
    }
}

TEST(ForEachTest, EveryItemRunsOnceWhileOthersAsk) {
  for (const Schedule &How : Schedules)
    for (uint64_t Count : smallCounts()) {
      std::vector<Piece<uint64_t>> Mine;
      int Running = 0;
      const Share Done = All->forEach(
          Count,
          [&](Range R) {
            EXPECT_EQ(Running++, 0) << "one chunk at a time";
            return Later(static_cast<int>(R.Begin % 3), [&, R] {
              --Running;
              Mine.push_back({R, valuesOf(R)});
            });
          },
          How);
      EXPECT_EQ(Running, 0);
      expectAsSerial(Count, Mine, Done);
    }
}

TEST(ForEachTest, ManyItems) {
  // Too many to touch: each chunk's sum is computed by Gauss's formula.
  constexpr uint64_t Count = uint64_t(1) << 40;
  uint64_t Sum = 0, Most = 0;
  const Share Done = All->forEach(Count, [&](Range R) {
    Most = std::max(Most, R.size());
    Sum += static_cast<uint64_t>(static_cast<unsigned __int128>(R.size()) *
                                 (R.Begin + R.End - 1) / 2);
  });
  const auto Wanted = static_cast<uint64_t>(
      static_cast<unsigned __int128>(Count) * (Count - 1) / 2);
  EXPECT_EQ(All->reduce(Sum, std::plus<>()), Wanted);
  EXPECT_EQ(All->reduce(Done.Items, std::plus<>()), Count);
  const auto Parts = 2 * static_cast<uint64_t>(All->size());
  const uint64_t First = (Count + Parts - 1) / Parts;
  EXPECT_EQ(
      All->reduce(Most, [](uint64_t A, uint64_t B) { return std::max(A, B); }),
      First);
}

TEST(ForEachTest, ALateRankFindsWhatIsLeft) {
  // Else the chunks of rank 0 would be late as well.
  if (All->rank() == 0 && All->size() > 1)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const Share Done = All->forEach(64, [&](Range R) {
    return Later(All->rank() == 0 ? 50 : 0,
                 [R] { EXPECT_LE(R.End, uint64_t(64)); });
  });
  EXPECT_EQ(All->reduce(Done.Items, std::plus<>()), uint64_t(64));
}

/// A command that is complete when it is waited for the first time.
struct Short {
  bool waitFor(std::chrono::microseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return true;
  }
};

TEST(ForEachTest, ShortChunksLeaveSomeForOthers) {
  // Rank 0, which has the tickets, would run nearly all where MPI needs it for
  // that: mpi.scheduler.messages. Each rank could run a hundred.
  const Schedule OneByOne = {1, 1024, true};
  const auto Ranks = static_cast<uint64_t>(All->size());
  const uint64_t Count = 100 * Ranks;
  for (const bool AtOnce : {false, true}) {
    const Share Done =
        AtOnce ? All->forEach(
                     Count, [](Range) { (void)Short().waitFor({}); }, OneByOne)
               : All->forEach(
                     Count, [](Range) { return Short(); }, OneByOne);
    EXPECT_EQ(All->reduce(Done.Items, std::plus<>()), Count);
    EXPECT_GE(Done.Items, uint64_t(10)) << "rank " << All->rank();
  }
}

/// A chunk of ranges that takes some rounds of waiting, and hands back what
/// \p Left says.
struct Divided {
  Later Running;
  std::vector<Range> Left;
  bool waitFor(std::chrono::microseconds Most) { return Running.waitFor(Most); }
  std::vector<Range> rest() { return std::move(Left); }
};

TEST(ForEachDivisibleTest, EveryItemRunsOnceWhoeverRunsTheRest) {
  for (const Schedule &How : Schedules)
    for (const uint64_t Roots : {0, 1, 2, 20}) {
      // Root R is R * R items, so the last ones are most of all.
      std::vector<Range> Of;
      uint64_t Count = 0;
      for (uint64_t R = 0; R < Roots; ++R, Count = Of.back().End)
        Of.push_back({Count, Count + R * R});
      std::vector<Piece<uint64_t>> Mine;
      const Share Done = All->forEachDivisible(
          Of,
          [&](Batch<Range> Chunk) {
            EXPECT_FALSE(Chunk.empty());
            std::vector<Range> Left;
            for (const Range &R : Chunk) {
              const uint64_t Next = std::min(R.End, R.Begin + 5);
              if (R.Begin < Next)
                Mine.push_back({{R.Begin, Next}, valuesOf({R.Begin, Next})});
              // None, one or two in the place of one.
              const uint64_t Middle = Next + (R.End - Next) / 3;
              for (const Range &Part : {Range{Next, Middle}, {Middle, R.End}})
                if (!Part.empty())
                  Left.push_back(Part);
            }
            return Divided{Later(static_cast<int>(Chunk.size() % 3), [] {}),
                           Left};
          },
          How);
      const std::vector<uint64_t> Whole = All->gather(Count, Mine);
      if (All->rank() == 0) {
        EXPECT_EQ(Whole, valuesOf({0, Count}));
      }
      // The roots, and what else there was.
      EXPECT_GE(All->reduce(Done.Items, std::plus<>()), Roots);
      if (All->size() == 1) {
        EXPECT_EQ(Done.Taken, uint64_t(0));
      }
    }
}

TEST(ForEachDivisibleTest, OneRootIsForAllRanks) {
  // A chunk does one item in a millisecond and hands all others back.
  const uint64_t Count = 100 * static_cast<uint64_t>(All->size());
  uint64_t Items = 0;
  bool Begun = false; // Here.
  const Share Done = All->forEachDivisible(
      std::vector<Range>{{0, Count}}, [&](Batch<Range> Chunk) {
        std::vector<Range> Left(Chunk.begin(), Chunk.end());
        Begun |= Left.front().Begin == 0;
        ++Items;
        Range &First = Left.front();
        const Range Rest = {First.Begin + 1, First.End};
        const uint64_t Middle = Rest.Begin + Rest.size() / 2;
        Left.erase(Left.begin());
        for (const Range &Part :
             {Range{Rest.Begin, Middle}, {Middle, Rest.End}})
          if (!Part.empty())
            Left.push_back(Part);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return Divided{Later(0, [] {}), Left};
      });
  EXPECT_EQ(All->reduce(Items, std::plus<>()), Count);
  EXPECT_EQ(All->reduce(int(Begun), std::plus<>()), 1);
  EXPECT_TRUE(Begun || Done.Taken > 0) << "rank " << All->rank();
  EXPECT_GE(Items, uint64_t(10)) << "rank " << All->rank();
}

TEST(ForEachTest, NumbersOutOfRangeAreRefused) {
  const auto Nothing = [](Range) {};
  EXPECT_THROW(All->forEach(MaxItems + 1, Nothing), std::invalid_argument);
  EXPECT_THROW(All->forEach(1, Nothing, {0, 2, true}), std::invalid_argument);
  EXPECT_THROW(All->forEach(1, Nothing, {1, 0, true}), std::invalid_argument);
  EXPECT_THROW(All->forEach(1, Nothing, {1, 1025, true}),
               std::invalid_argument);
  // All ranks alike, and nothing was begun: the next loop works.
  EXPECT_EQ(All->reduce(All->forEach(5, Nothing).Items, std::plus<>()),
            uint64_t(5));
}

TEST(ReduceTest, CombinesInTheOrderOfRanks) {
  struct Numbers {
    int First, Last, Count;
  };
  const Numbers N = All->reduce(
      Numbers{All->rank(), All->rank(), 1}, [](Numbers A, Numbers B) {
        EXPECT_EQ(A.Last + 1, B.First);
        return Numbers{A.First, B.Last, A.Count + B.Count};
      });
  EXPECT_EQ(N.First, 0);
  EXPECT_EQ(N.Last, All->size() - 1);
  EXPECT_EQ(N.Count, All->size());
  std::vector<int> Ranks(static_cast<size_t>(All->size()));
  std::iota(Ranks.begin(), Ranks.end(), 0);
  EXPECT_EQ(All->fromEach(All->rank()), Ranks);
}

TEST(GatherTest, APieceNeedsAValueForEachItem) {
  const std::vector<Piece<int>> Wrong = {{{0, 2}, {1}}};
  EXPECT_THROW((void)All->gather(2, Wrong), std::invalid_argument);
}

/// What the tickets of a loop stand for, without MPI.
std::vector<Range> allChunks(uint64_t Count, int Ranks, const Schedule &How) {
  Chunks Of(Count, Ranks, How);
  std::vector<Range> Result;
  for (uint64_t Ticket = 0;; ++Ticket) {
    Result.push_back(Of.take(Ticket));
    if (Result.back().empty())
      return Result;
  }
}

TEST(ChunksTest, SizesAreGuided) {
  std::vector<uint64_t> Sizes;
  for (const Range &R : allChunks(20, 2, {1, 1, true}))
    Sizes.push_back(R.size());
  // Half of what is left, rounded up: the paper's rule for two processors.
  EXPECT_EQ(Sizes, (std::vector<uint64_t>{10, 5, 3, 1, 1, 0}));
  Sizes.clear();
  for (const Range &R : allChunks(20, 2, {4, 1, true}))
    Sizes.push_back(R.size());
  EXPECT_EQ(Sizes, (std::vector<uint64_t>{10, 5, 4, 1, 0}));
}

TEST(ChunksTest, SkippedTicketsLeaveTheOthersAsTheyAre) {
  for (uint64_t Count : {uint64_t(0), uint64_t(1), uint64_t(12345), MaxItems}) {
    const std::vector<Range> Every = allChunks(Count, 16, {1, 2, true});
    uint64_t Next = 0;
    for (const Range &R : Every) {
      EXPECT_EQ(R.Begin, Next);
      Next = R.End;
    }
    EXPECT_EQ(Next, Count);
    for (uint64_t Step : {2, 3, 17}) {
      Chunks Of(Count, 16, {1, 2, true});
      for (uint64_t Ticket = Step - 1; Ticket < Every.size(); Ticket += Step) {
        const Range R = Of.take(Ticket);
        EXPECT_EQ(R.Begin, Every[Ticket].Begin);
        EXPECT_EQ(R.End, Every[Ticket].End);
      }
      EXPECT_TRUE(Of.take(Every.size() + 100).empty());
    }
  }
}

} // namespace

int main(int Argc, char **Argv) {
  testing::InitGoogleTest(&Argc, Argv);
  return run(Argc, Argv, [](World &W) {
    All = &W;
    // One rank says which cases there are; the others only what fails.
    if (W.rank() != 0) {
      auto &Listeners = testing::UnitTest::GetInstance()->listeners();
      class Failures : public testing::EmptyTestEventListener {
        void OnTestPartResult(const testing::TestPartResult &R) override {
          if (R.failed())
            std::fprintf(stderr, "rank %d: %s:%d: %s\n", All->rank(),
                         R.file_name(), R.line_number(), R.message());
        }
      };
      delete Listeners.Release(Listeners.default_result_printer());
      Listeners.Append(new Failures);
    }
    return RUN_ALL_TESTS();
  });
}
