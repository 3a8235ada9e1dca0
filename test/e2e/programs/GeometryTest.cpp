//===- GeometryTest.cpp - Programs on points and intervals ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

using namespace tasklet::test;

using GeometryPrograms = Programs;
INSTANTIATE_PROGRAMS(GeometryPrograms);

TEST_P(GeometryPrograms, KdTree) {
  struct Point {
    int At[3];
    unsigned Id;
  };
  struct Neighbour {
    uint64_t Distance;
    unsigned Id, LookedAt;
  };
  // Coordinates are few, so that there are equal ones.
  constexpr unsigned Size = 600, Queries = 40;
  std::vector<int> Numbers = randomNumbers(3 * Size, -40, 40, 1);
  std::vector<int> Wanted = randomNumbers(4 * Queries, -50, 50, 2);
  std::vector<Point> Points(Size);
  for (unsigned I = 0; I < Size; ++I)
    Points[I] = {{Numbers[3 * I], Numbers[3 * I + 1], Numbers[3 * I + 2]}, I};
  std::vector<cl_int4> Query(Queries);
  std::memcpy(Query.data(), Wanted.data(), Queries * sizeof(cl_int4));

  Program P = load("kd_tree");
  Buffer<Point> Tree(Points);
  Buffer<unsigned> Height(1);
  Buffer<Neighbour> Found(Queries);
  run(P, "build", 1, Tree, Size, Height);
  EXPECT_EQ(Height.read()[0], 10u); // 2^9 <= 600 < 2^10
  run(P, "find", Queries, Tree, Size, Buffer<cl_int4>(Query), Found);
  std::vector<Neighbour> Results = Found.read();
  for (unsigned Q = 0; Q < Queries; ++Q) {
    std::pair<uint64_t, unsigned> Nearest = {~0ull, 0};
    for (const Point &P : Points) {
      uint64_t Distance = 0;
      for (int I = 0; I < 3; ++I)
        Distance += (P.At[I] - Query[Q].s[I]) * (P.At[I] - Query[Q].s[I]);
      Nearest = std::min(Nearest, {Distance, P.Id});
    }
    EXPECT_EQ(Results[Q].Distance, Nearest.first) << "query " << Q;
    EXPECT_EQ(Results[Q].Id, Nearest.second) << "query " << Q;
    EXPECT_LT(Results[Q].LookedAt, Size / 2) << "query " << Q;
  }
}

namespace {
struct HullPoint {
  int X, Y;
  unsigned Id, Unused;
};
} // namespace

/// The corners of the hull by Andrew's monotone chain.
static std::set<std::pair<int, int>>
serialHull(std::vector<std::pair<int, int>> Points) {
  std::sort(Points.begin(), Points.end());
  Points.erase(std::unique(Points.begin(), Points.end()), Points.end());
  std::set<std::pair<int, int>> Corners;
  for (int Side = 0; Side < 2; ++Side) {
    std::vector<std::pair<int, int>> Chain;
    for (auto P : Points) {
      auto Turns = [&] {
        auto A = Chain[Chain.size() - 2], B = Chain.back();
        return int64_t(B.first - A.first) * (P.second - A.second) -
                   int64_t(B.second - A.second) * (P.first - A.first) >
               0;
      };
      while (Chain.size() > 1 && !Turns())
        Chain.pop_back();
      Chain.push_back(P);
    }
    Corners.insert(Chain.begin(), Chain.end());
    std::reverse(Points.begin(), Points.end());
  }
  return Corners;
}

TEST_P(GeometryPrograms, ConvexHull) {
  // Sets from empty to large, on grids from tiny to wide: many equal points and
  // points on a line in the first ones.
  std::vector<HullPoint> Points;
  std::vector<unsigned> Begin = {0};
  std::vector<std::pair<int, int>> Kinds = {
      {0, 1}, {1, 9}, {2, 9}, {7, 0}, {30, 1}, {100, 4}, {500, 1000000000}};
  Kinds.insert(Kinds.end(), 20, {20, 3});
  for (auto [Size, Range] : Kinds) {
    std::vector<int> Numbers = randomNumbers(
        2 * Size, -Range, Range, static_cast<unsigned>(Begin.size()));
    for (int I = 0; I < Size; ++I)
      Points.push_back({Numbers[2 * I], Numbers[2 * I + 1],
                        static_cast<unsigned>(Points.size()), 0});
    Begin.push_back(static_cast<unsigned>(Points.size()));
  }
  // Of five points that are equally far, the middle one comes last.
  for (auto [X, Y] :
       {std::pair(0, 0), {10, 0}, {3, 4}, {7, 4}, {4, 4}, {6, 4}, {5, 4}})
    Points.push_back({X, Y, static_cast<unsigned>(Points.size()), 0});
  Begin.push_back(static_cast<unsigned>(Points.size()));
  // All points on one line.
  for (int I = 0; I < 20; ++I)
    Points.push_back(
        {3 * (I * 7 % 20), 2 * (I * 7 % 20), unsigned(Points.size()), 0});
  Begin.push_back(static_cast<unsigned>(Points.size()));

  const size_t Sets = Begin.size() - 1;
  Buffer<unsigned char> IsCorner(Points.size());
  Buffer<unsigned> Corners(Sets);
  run(load("convex_hull"), "hulls", Sets, Buffer<HullPoint>(Points),
      Buffer<unsigned>(Begin), IsCorner, Corners);
  std::vector<unsigned char> Marks = IsCorner.read();
  for (size_t Set = 0; Set < Sets; ++Set) {
    std::vector<std::pair<int, int>> These;
    std::set<std::pair<int, int>> Marked;
    for (unsigned I = Begin[Set]; I < Begin[Set + 1]; ++I) {
      These.emplace_back(Points[I].X, Points[I].Y);
      if (Marks[I] == 1)
        EXPECT_TRUE(Marked.insert(These.back()).second) << "point " << I;
      else
        EXPECT_EQ(Marks[I], 0) << "point " << I;
    }
    EXPECT_EQ(Marked, serialHull(These)) << "set " << Set;
    EXPECT_EQ(Corners.read()[Set], Marked.size()) << "set " << Set;
  }
}

namespace {
struct __attribute__((packed)) Interval {
  unsigned char Flags;
  int From, To;
};
struct IntervalSet {
  unsigned short Count;
  Interval Item[24];
};
} // namespace

TEST_P(GeometryPrograms, Intervals) {
  std::mt19937 Engine(9);
  std::vector<Interval> Intervals;
  std::vector<unsigned> Begin = {0};
  for (unsigned Count = 0; Count <= 24; ++Count) {
    for (unsigned I = 0; I < Count; ++I) {
      int From = int(Engine() % 200) - 100;
      Intervals.push_back({0, From, From + int(Engine() % 14) - 1});
    }
    Begin.push_back(static_cast<unsigned>(Intervals.size()));
  }
  const size_t Problems = Begin.size() - 1;
  Buffer<IntervalSet> Sets(Problems);
  Buffer<int64_t> Length(Problems);
  run(load("intervals"), "unite_all", Problems, Buffer<Interval>(Intervals),
      Buffer<unsigned>(Begin), Sets, Length);
  std::vector<IntervalSet> Results = Sets.read();
  for (size_t Problem = 0; Problem < Problems; ++Problem) {
    // Unit by unit of the line.
    std::vector<std::array<int, 3>> Serial; // flags, from, to
    std::vector<bool> Units(400);
    for (unsigned I = Begin[Problem]; I < Begin[Problem + 1]; ++I)
      for (int X = Intervals[I].From; X < Intervals[I].To; ++X)
        Units[X + 200] = true;
    for (int X = 0; X < 400; ++X) {
      if (!Units[X])
        continue;
      if (X == 0 || !Units[X - 1])
        Serial.push_back({0, X - 200, 0});
      Serial.back()[2] = X - 199;
    }
    for (auto &[Flags, From, To] : Serial) {
      int Parts = 0;
      for (unsigned I = Begin[Problem]; I < Begin[Problem + 1]; ++I)
        Parts += Intervals[I].From < Intervals[I].To &&
                 Intervals[I].From >= From && Intervals[I].To <= To;
      Flags = Parts > 1 ? 2 : 1;
    }
    const IntervalSet &Result = Results[Problem];
    ASSERT_EQ(Result.Count, Serial.size()) << "problem " << Problem;
    int64_t Covered = 0;
    for (size_t I = 0; I < Serial.size(); ++I) {
      const Interval Item = Result.Item[I];
      EXPECT_EQ((std::array<int, 3>{Item.Flags, Item.From, Item.To}), Serial[I])
          << "problem " << Problem << ", interval " << I;
      Covered += Serial[I][2] - Serial[I][1];
    }
    EXPECT_EQ(Length.read()[Problem], Covered) << "problem " << Problem;
  }
}

TEST_P(GeometryPrograms, ClosestPair) {
  struct Point {
    int X, Y, Id, Unused;
  };
  struct Pair {
    uint64_t Distance;
    cl_int2 Ids;
  };
  using Set = std::vector<Point>;
  Program P = load("closest_pair");
  auto Check = [&](std::vector<Set> Sets) {
    const size_t Size = Sets[0].size();
    Set Points;
    for (Set &S : Sets) {
      std::sort(S.begin(), S.end(),
                [](const Point &A, const Point &B) { return A.X < B.X; });
      Points.insert(Points.end(), S.begin(), S.end());
    }
    Buffer<Pair> Found(Sets.size());
    run(P, "closest_of_sets", Sets.size(), Buffer<Point>(Points),
        Buffer<Point>(Points.size()), int(Size), Found);
    for (size_t I = 0; I < Sets.size(); ++I) {
      std::tuple<uint64_t, int, int> Nearest = {~0ull, -1, -1};
      for (const Point &A : Sets[I])
        for (const Point &B : Sets[I]) {
          const int64_t DX = int64_t(A.X) - B.X, DY = int64_t(A.Y) - B.Y;
          if (A.Id < B.Id)
            Nearest =
                std::min(Nearest, {uint64_t(DX * DX + DY * DY), A.Id, B.Id});
        }
      const Pair Result = Found.read()[I];
      EXPECT_EQ(
          std::make_tuple(Result.Distance, Result.Ids.s[0], Result.Ids.s[1]),
          Nearest)
          << "set " << I << " of " << Size;
    }
  };
  // Small ranges have many pairs at the same distance; the large one overflows
  // whatever has 32 bits only.
  for (auto [Size, Range] :
       {std::pair(1, 5), {2, 5}, {9, 3}, {100, 20}, {300, 1000000000}}) {
    std::vector<Set> Sets(5);
    for (size_t I = 0; I < Sets.size(); ++I) {
      std::vector<int> Numbers = randomNumbers(2 * Size, -Range, Range,
                                               static_cast<unsigned>(Size + I));
      for (int K = 0; K < Size; ++K)
        Sets[I].push_back({Numbers[2 * K], Numbers[2 * K + 1], K, 0});
    }
    Check(Sets);
  }
  // The nearest ones, 2 and 3, have another point between them in y.
  Check({{{-2000, 500, 0, 0},
          {-1000, 0, 1, 0},
          {-1, 0, 2, 0},
          {0, 2, 3, 0},
          {4, 1, 4, 0},
          {3000, 0, 5, 0}}});
}

TEST_P(GeometryPrograms, QuadTree) {
  struct Node {
    int Corner[2], Size, First, Count, Child[4], Unused;
  };
  constexpr int Size = 256, Count = 500, Circles = 30;
  std::vector<int> Numbers = randomNumbers(2 * Count, 0, Size - 1, 13);
  std::vector<int> Wanted = randomNumbers(3 * Circles, -20, Size + 20, 14);
  std::vector<cl_int2> Points(Count);
  for (int I = 0; I < Count; ++I) // many of them in one place
    Points[I] = {{Numbers[2 * I], I % 5 ? Numbers[2 * I + 1] : 3}};
  for (int I = 0; I < 20; ++I)
    Points[I] = {{100, 100}};
  std::vector<cl_int4> Circle(Circles);
  for (int I = 0; I < Circles; ++I)
    Circle[I] = {
        {Wanted[3 * I], Wanted[3 * I + 1], (Wanted[3 * I + 2] + 20) / 2, 0}};
  Program P = load("quad_tree");
  Buffer<cl_int2> DevicePoints(Points);
  Buffer<Node> Nodes(4 * Count);
  Buffer<int> Used(1), Root(1);
  Buffer<unsigned> Counts(Circles);
  run(P, "build_tree", 1, DevicePoints, Count, Size, Nodes, Used, Root);
  run(P, "count_in_circles", Circles, Nodes, Root, DevicePoints,
      Buffer<cl_int4>(Circle), Counts);
  expectEach(Counts, [&](int I) {
    return std::count_if(Points.begin(), Points.end(), [&](cl_int2 At) {
      const int DX = At.s[0] - Circle[I].s[0], DY = At.s[1] - Circle[I].s[1];
      return DX * DX + DY * DY <= Circle[I].s[2] * Circle[I].s[2];
    });
  });
  // Each child has a part of its parent's points.
  std::vector<Node> Tree = Nodes.read();
  Tree.resize(Used.read()[0]);
  for (const Node &N : Tree) {
    int Below = 0;
    bool Leaf = true;
    for (int Child : N.Child) {
      ASSERT_TRUE(Child >= -1 && Child < int(Tree.size()));
      Leaf &= Child == -1;
      Below += Child == -1 ? 0 : Tree[Child].Count;
    }
    EXPECT_EQ(Leaf, N.Count <= 6 || N.Size == 1);
    EXPECT_TRUE(Leaf || Below == N.Count);
  }
}
