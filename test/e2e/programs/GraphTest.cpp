//===- GraphTest.cpp - Programs on graphs ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>

using namespace tasklet::test;

using GraphPrograms = Programs;
INSTANTIATE_PROGRAMS(GraphPrograms);

TEST_P(GraphPrograms, BreadthFirst) {
  // A long path, and random graphs from thin to dense.
  constexpr unsigned Nodes = 400, Unseen = ~0u;
  Program P = load("breadth_first");
  for (unsigned Edges : {0u, 300u, 600u, 4000u}) {
    std::mt19937 Engine(Edges);
    std::vector<std::vector<unsigned>> Neighbours(Nodes);
    for (unsigned I = 0; Edges == 0 && I + 1 < 60; ++I)
      Neighbours[I * 3 % 60].push_back((I + 1) * 3 % 60);
    for (unsigned I = 0; I < Edges; ++I)
      Neighbours[Engine() % Nodes].push_back(Engine() % Nodes);
    std::vector<unsigned> Begin = {0}, To;
    for (const auto &N : Neighbours) {
      To.insert(To.end(), N.begin(), N.end());
      Begin.push_back(static_cast<unsigned>(To.size()));
    }
    std::vector<unsigned> Serial(Nodes, Unseen), Queue = {0};
    Serial[0] = 0;
    for (size_t I = 0; I < Queue.size(); ++I)
      for (unsigned Next : Neighbours[Queue[I]])
        if (Serial[Next] == Unseen) {
          Serial[Next] = Serial[Queue[I]] + 1;
          Queue.push_back(Next);
        }
    Buffer<unsigned> Distance(Nodes), DeviceQueue(Nodes), Queued(1), Levels(1);
    Buffer<cl_ulong> Sum(1);
    run(P, "clear", Nodes, Distance);
    run(P, "explore_from", 1, Buffer<unsigned>(Begin), Buffer<unsigned>(To),
        Nodes, 0u, Distance, DeviceQueue, Queued, Levels, Sum);
    expectEqual(Distance, Serial);
    ASSERT_EQ(Queued.read()[0], Queue.size());
    EXPECT_EQ(Levels.read()[0], Serial[Queue.back()] + 1);
    cl_ulong SerialSum = 0;
    for (unsigned Node : Queue)
      SerialSum += Serial[Node];
    EXPECT_EQ(Sum.read()[0], SerialSum);
    // The same nodes; within a level in any order.
    std::vector<unsigned> Reached = DeviceQueue.read();
    Reached.resize(Queue.size());
    EXPECT_TRUE(std::is_permutation(Reached.begin(), Reached.end(),
                                    Queue.begin(), Queue.end()));
  }
}

namespace {

/// A tree as the program wants it, and as it grew.
struct RandomTree {
  struct Links {
    unsigned Child = ~0u, Sibling = ~0u;
  };
  std::vector<Links> Nodes;
  std::vector<std::vector<unsigned>> Children;

  /// Each node's parent is one of the \p Window nodes before it.
  RandomTree(unsigned Size, unsigned Window) : Nodes(Size), Children(Size) {
    std::mt19937 Engine(Size);
    for (unsigned I = 1; I < Size; ++I)
      Children[I - 1 - Engine() % std::min(I, Window)].push_back(I);
    for (const auto &C : Children)
      for (size_t I = 0; I < C.size(); ++I)
        (I == 0 ? Nodes[&C - Children.data()].Child : Nodes[C[I - 1]].Sibling) =
            C[I];
  }
};

struct Measures {
  unsigned Nodes, Height, Second, Diameter;
};

} // namespace

TEST_P(GraphPrograms, TreeWalk) {
  Program P = load("tree_walk");
  for (auto [Size, Window] : {std::pair(1u, 1u),
                              {50u, 1u},
                              {50u, 50u},
                              {1000u, 1000u},
                              {1000u, 4u}}) {
    RandomTree Tree(Size, Window);
    // Children have larger numbers than their parents.
    std::vector<unsigned> Sizes(Size, 1), Heights(Size, 1);
    std::vector<cl_uint2> Places(Size, {{0, 0}});
    unsigned Diameter = 1;
    for (unsigned I = Size; I-- > 0;) {
      std::vector<unsigned> Below = {0, 0};
      for (unsigned Child : Tree.Children[I]) {
        Sizes[I] += Sizes[Child];
        Below.push_back(Heights[Child]);
      }
      std::sort(Below.rbegin(), Below.rend());
      Heights[I] += Below[0];
      Diameter = std::max(Diameter, 1 + Below[0] + Below[1]);
    }
    for (unsigned I = 0; I < Size; ++I) {
      unsigned Next = Places[I].s[0] + 1;
      for (unsigned Child : Tree.Children[I]) {
        Places[Child] = {{Next, Places[I].s[1] + 1}};
        Next += Sizes[Child];
      }
    }
    Buffer<RandomTree::Links> Links(Tree.Nodes);
    Buffer<unsigned> DeviceSizes(Size);
    Buffer<Measures> All(1);
    Buffer<cl_uint2> Place(Size), PlaceAtOnce(Size);
    run(P, "measure_tree", 1, Links, DeviceSizes, All);
    expectEqual(DeviceSizes, Sizes);
    EXPECT_EQ(All.read()[0].Nodes, Size);
    EXPECT_EQ(All.read()[0].Height, Heights[0]);
    EXPECT_EQ(All.read()[0].Diameter, Diameter);
    run(P, "number_tree", 1, Links, DeviceSizes, Place);
    run(P, "measure_and_number", 1, Links,
        Buffer<unsigned>(std::vector<unsigned>{0}), Buffer<unsigned>(Size),
        PlaceAtOnce);
    for (const auto *Out : {&Place, &PlaceAtOnce})
      for (unsigned I = 0; I < Size; ++I)
        for (int K = 0; K < 2; ++K)
          EXPECT_EQ(Out->read()[I].s[K], Places[I].s[K]) << "node " << I;
  }
}
