//===- RangePiecesTest.cpp - Takers of unknown speeds ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/RangePieces.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace tasklet;

namespace {

/// A clock, and takers that need Latency and then Cost for each item.
struct Simulation {
  struct Taker {
    double Speed = 0, FreeAt = 0;
    bool IsDone = false;
    size_t Pieces = 0, Items = 0;
    double FirstTime = 0;
  };
  RangePieces Rest;
  std::vector<Taker> Takers;
  double Latency;
  std::vector<RangePieces::Piece> All;

  Simulation(size_t First, size_t Count, size_t Granule,
             const std::vector<double> &Speeds, double Latency = 1e-4,
             RangePieces::Sizes Allowed = RangePieces::Sizes::Any)
      : Rest(First, Count, Granule, Allowed, unsigned(Speeds.size())),
        Latency(Latency) {
    for (double Each : Speeds)
      Takers.emplace_back().Speed = Each;
  }

  /// When the last piece ends.
  double run() {
    std::vector<double> Began(Takers.size(), -1);
    for (;;) {
      size_t Now = Takers.size();
      for (size_t I = 0; I < Takers.size(); ++I)
        if (!Takers[I].IsDone &&
            (Now == Takers.size() || Takers[I].FreeAt < Takers[Now].FreeAt))
          Now = I;
      if (Now == Takers.size())
        break;
      Taker &Self = Takers[Now];
      if (Began[Now] >= 0)
        Rest.done(unsigned(Now), Self.FreeAt - Began[Now]);
      auto Piece = Rest.take(unsigned(Now));
      if (!Piece) {
        Self.IsDone = true;
        continue;
      }
      All.push_back(*Piece);
      Began[Now] = Self.FreeAt;
      Self.FreeAt += Latency + double(Piece->Count) / Self.Speed;
      if (!Self.Pieces)
        Self.FreeAt += Self.FirstTime;
      ++Self.Pieces;
      Self.Items += Piece->Count;
    }
    double End = 0;
    for (const Taker &Each : Takers)
      End = std::max(End, Each.FreeAt);
    return End;
  }

  /// Each item once.
  void expectWhole(size_t First, size_t Count, size_t Granule) {
    std::sort(All.begin(), All.end(),
              [](const auto &A, const auto &B) { return A.First < B.First; });
    size_t Next = First;
    for (const auto &Each : All) {
      ASSERT_EQ(Each.First, Next);
      ASSERT_GT(Each.Count, 0u);
      Next += Each.Count;
      if (Next != First + Count)
        ASSERT_EQ(Each.Count % Granule, 0u);
    }
    ASSERT_EQ(Next, First + Count);
  }
};

} // namespace

TEST(RangePiecesTest, EveryItemOnce) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 2000; ++Round) {
    auto Upto = [&](size_t N) { return Random() % N; };
    size_t First = Upto(3) * 1000, Granule = 1 + Upto(100),
           Count = Upto(Round % 2 ? 100 : 1000000);
    std::vector<double> Speeds(1 + Upto(6));
    for (double &Each : Speeds)
      Each = double(1 + Upto(1000000)) * (Upto(2) ? 1 : 1e-3);
    for (auto Allowed :
         {RangePieces::Sizes::Any, RangePieces::Sizes::PowersOfTwo}) {
      Simulation S(First, Count, Granule, Speeds, 1e-6 * double(Upto(1000)),
                   Allowed);
      S.run();
      S.expectWhole(First, Count, Granule);
    }
  }
}

/// A driver that compiles for each size has little to compile.
TEST(RangePiecesTest, FewSizes) {
  constexpr size_t Granule = 64, Rest = 37;
  Simulation S(0, 1000003 * Granule + Rest, Granule, {1e6, 7e5, 3e4}, 1e-4,
               RangePieces::Sizes::PowersOfTwo);
  S.run();
  for (const auto &Each : S.All) {
    const size_t Granules = Each.Count / Granule;
    EXPECT_TRUE(Each.Count == Rest ||
                (Each.Count % Granule == 0 && (Granules & (Granules - 1)) == 0))
        << Each.Count;
  }
}

TEST(RangePiecesTest, AnEmptyRange) {
  RangePieces Rest(5, 0, 1, RangePieces::Sizes::Any, 2);
  EXPECT_FALSE(Rest.isOpen());
  EXPECT_FALSE(Rest.take(0));
  EXPECT_FALSE(Rest.take(1));
}

TEST(RangePiecesTest, OneTaker) {
  for (auto Allowed :
       {RangePieces::Sizes::Any, RangePieces::Sizes::PowersOfTwo}) {
    Simulation S(0, 1000000, 64, {1e6}, 1e-4, Allowed);
    EXPECT_LT(S.run(), 1.02);
    S.expectWhole(0, 1000000, 64);
  }
}

/// All end at about the same time, however different they are.
TEST(RangePiecesTest, EndsTogether) {
  const std::vector<double> Cases[] = {
      {1e6, 1e6}, {1e6, 1e5}, {1e4, 1e6}, {1e6, 3e5, 2e4}, {1e6, 1e2}};
  for (const std::vector<double> &Speeds : Cases) {
    double Together = std::accumulate(Speeds.begin(), Speeds.end(), 0.0);
    Simulation S(0, 4000000, 64, Speeds, 1e-4, RangePieces::Sizes::PowersOfTwo);
    double Ideal = 4000000 / Together, Granule = 64;
    // The slow ones are measured by at least two pieces.
    double Measured = 5 * std::max(Granule, 4000000.0 / 1024 / 2) /
                      *std::min_element(Speeds.begin(), Speeds.end());
    EXPECT_LT(S.run(), std::max(1.05 * Ideal, 1.2 * Measured)) << Speeds[1];
    for (const auto &Each : S.Takers)
      EXPECT_LT(Each.Pieces, 200u);
  }
}

/// The few items left are done sooner by the other one.
TEST(RangePiecesTest, SlowOnesTakeNothingAtTheEnd) {
  Simulation S(0, 1000, 10, {1000, 1}, 0);
  double End = S.run();
  S.expectWhole(0, 1000, 10);
  EXPECT_LE(S.Takers[1].Pieces, 2u);
  EXPECT_LT(End, 12);

  Simulation Long(0, 100000, 10, {1000, 1}, 0);
  EXPECT_LT(Long.run(), 105);
  EXPECT_LE(Long.Takers[1].Pieces, 3u);
}

/// A driver that compiles for a second when something runs for the first time.
TEST(RangePiecesTest, FirstPiecesTellNothing) {
  Simulation S(0, 10000000, 64, {1e6, 1e6}, 1e-4,
               RangePieces::Sizes::PowersOfTwo);
  S.Takers[1].FirstTime = 1;
  EXPECT_LT(S.run(), 5.6);
  EXPECT_GT(S.Takers[1].Items, 4400000u);
}

TEST(RangePiecesTest, StopsAtOnce) {
  RangePieces Rest(0, 100, 1, RangePieces::Sizes::Any, 1);
  EXPECT_TRUE(Rest.take(0));
  Rest.stop();
  Rest.done(0, 0);
  EXPECT_FALSE(Rest.take(0));
}
