//===- OrderTest.cpp - What is evaluated and seen before what -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace tasklet::test;

using OrderTest = DeviceTest;

TEST_F(OrderTest, ArgumentsAreEvaluatedInOrder) {
  Buffer<int> Out(8);
  run(R"(
    int draw(int *state) { return *state = *state * 5 % 17; }
    __task int digits(int a, int b, int c) { return a * 10000 + b * 100 + c; }
    __task int three(int seed) {
      int x, y, state = seed;
      x <- digits(draw(&state), draw(&state), draw(&state));
      y <- digits(draw(&state), state, draw(&state));
      force (x, y) { return x * 1000 + y % 1000 + state; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- three(i + 1);
    })",
      "k", 8, Out);
  expectEach(Out, [](int I) {
    int State = I + 1, Drawn[5];
    for (int &D : Drawn)
      D = State = State * 5 % 17;
    int X = Drawn[0] * 10000 + Drawn[1] * 100 + Drawn[2];
    int Y = Drawn[3] * 10000 + Drawn[3] * 100 + Drawn[4];
    return X * 1000 + Y % 1000 + State;
  });
}

TEST_F(OrderTest, ChildSeesWhatItsSpawnerWroteBefore) {
  // Every task passes on through memory what only its spawner knew.
  constexpr int Leaves = 1 << 10;
  Buffer<int> Tree(2 * Leaves), Out(Leaves);
  run(R"(
    __task void descend(__global int *tree, __global int *out, int node,
                        int leaves) {
      int mine = tree[node];
      if (node >= leaves) {
        out[node - leaves] = mine;
        return;
      }
      tree[2 * node] = 3 * mine + 1;
      () <- descend(tree, out, 2 * node, leaves);
      tree[2 * node + 1] = mine ^ node;
      () <- descend(tree, out, 2 * node + 1, leaves);
    }
    __kernel void k(__global int *tree, __global int *out, int leaves) {
      tree[1] = 12345;
      () <- descend(tree, out, 1, leaves);
    })",
      "k", 1, Tree, Out, Leaves);
  std::vector<unsigned> Serial(2 * Leaves);
  Serial[1] = 12345;
  for (unsigned Node = 1; Node < Leaves; ++Node) {
    Serial[2 * Node] = 3 * Serial[Node] + 1;
    Serial[2 * Node + 1] = Serial[Node] ^ Node;
  }
  expectEach(Out, [&](int I) { return Serial[Leaves + I]; });
}

TEST_F(OrderTest, BodySeesWhatTheJoinedTasksWrote) {
  // The grandchildren write, the child joins them, and the body reads.
  constexpr int Size = 512;
  Buffer<int> Data(Size), Out(Size);
  run(R"(
    __task int fill(__global int *data, int from, int to) {
      if (to - from == 1) {
        data[from] = from * from % 1000;
        return 1;
      }
      int middle = (from + to) / 2, a, b;
      a <- fill(data, from, middle);
      b <- fill(data, middle, to);
      force (a, b) { return a + b; }
    }
    __task void copy(__global int *data, __global int *out, int n) {
      int filled;
      filled <- fill(data, 0, n);
      force (filled) {
        for (int i = 0; i < filled; ++i) out[i] = data[n - 1 - i];
      }
    }
    __kernel void k(__global int *data, __global int *out, int n) {
      () <- copy(data, out, n);
    })",
      "k", 1, Data, Out, Size);
  expectEach(Out, [](int I) {
    int From = Size - 1 - I;
    return From * From % 1000;
  });
}

TEST_F(OrderTest, KernelGoesOnBehindItsSpawns) {
  // Local memory and barriers keep their meaning after a spawn.
  Buffer<int> Out(64), Tasks(64);
  run(R"(
    __task int negative(int n) { return -n; }
    __kernel void k(__global int *out, __global int *tasks) {
      __local int turn[8];
      int l = get_local_id(0), g = get_global_id(0);
      tasks[g] <- negative(g);
      turn[l] = g;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = turn[7 - l];
      if (g % 2) () <- negative(g);
      barrier(CLK_LOCAL_MEM_FENCE);
      turn[l] = 2 * other;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[g] = turn[(l + 1) % 8];
    })",
      "k", Range({64}, {8}), Out, Tasks);
  expectEach(Tasks, [](int I) { return -I; });
  expectEach(Out, [](int I) {
    int Group = I / 8 * 8, From = (I + 1) % 8;
    return 2 * (Group + 7 - From);
  });
}

TEST_F(OrderTest, OneOfTwoResultsStaysInAnElement) {
  Buffer<int> Out(16);
  run(R"(
    __task int id(int n) { return n; }
    __task int twice(int n) {
      int r[3] = {0, 0, 1000};
      r[n % 2] <- id(n);
      r[n % 2] <- id(-n);
      force (r) { return r[n % 2] == n || r[n % 2] == -n ? r[2] + r[1 - n % 2] : 0; }
    }
    __kernel void k(__global int *out) {
      int i = get_global_id(0);
      out[i] <- twice(i);
    })",
      "k", 16, Out);
  expectEach(Out, [](int) { return 1000; });
}

TEST_F(OrderTest, KernelThatSpawnsNothingThisTime) {
  Buffer<int> Out(8);
  run(R"(
    __task int id(int n) { return n; }
    __kernel void k(__global int *out, int limit) {
      int i = get_global_id(0);
      out[i] = 7;
      if (i < limit) {
        int x;
        x <- id(i);
        force (x) { out[i] = x; }
      }
    })",
      "k", 8, Out, 0);
  expectEach(Out, [](int) { return 7; });
}
