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
