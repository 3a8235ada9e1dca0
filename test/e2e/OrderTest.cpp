//===- OrderTest.cpp - What is evaluated and seen before what -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <cstdlib>

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

/// Trees of tasks that write down what they do. What a node looks like follows
/// from its number: leaf or not, how many children, which way they are spawned,
/// a force with or without a body, or none.
static const std::string Logging = R"(
    uint draw(uint node, uint what) {
      uint x = node * 2654435761u + what * 40503u;
      x ^= x >> 15;
      x *= 2246822519u;
      return x >> 13;
    }
    void put(__global int *log, uint x) { log[1 + atomic_inc(log)] = x; }
    __task int leaf(__global int *log, uint node) {
      put(log, node);
      return node % 7;
    }
    __task int node(__global int *log, uint n, int depth) {
      put(log, n);
      if (depth == 0) return n % 11;
      uint kind = draw(n, 0) % 6, width = draw(n, 1) % 5;
      if (kind == 0) {
        int a, b;
        a <- node(log, 8 * n + 1, depth - 1);
        b <- node(log, 8 * n + 2, depth - 1);
        force (a, b) { put(log, n + a + b); return a + b; }
      }
      if (kind == 1) {
        int r[8] = {0}, sum = 0;
        for (uint i = 0; i < width; ++i)
          r[i] <- node(log, 8 * n + i, depth - 1);
        force (r);
        for (int i = 0; i < 8; ++i)
          sum += r[i];
        put(log, n + sum);
        return sum;
      }
      if (kind == 2) {
        int a, b, c;
        a <- leaf(log, 8 * n + 1);
        b <- node(log, 8 * n + 2, depth - 1);
        c <- leaf(log, 8 * n + 3);
        force (a, b, c) { put(log, n + a + b + c); return a; }
      }
      if (kind == 3) {
        int sum = 0;
        for (uint i = 0; i < width; ++i) {
          int a, b;
          a <- leaf(log, 8 * n + i);
          if (draw(n, i) % 2) () <- node(log, 8 * n + 4, depth - 1);
          b <- node(log, 8 * n + 5, depth - 1);
          force (a, b);
          put(log, a + b);
          sum += a;
        }
        return sum;
      }
      if (kind == 4) {
        int first, second, third;
        first <- node(log, 8 * n + 1, depth - 1);
        second <- leaf(log, 8 * n + 2);
        third <- node(log, 8 * n + 3, depth - 1);
        force (second);
        put(log, second);
        force (first);
        put(log, first);
        force (third) { put(log, third); return first; }
      }
      for (uint i = 0; i < width; ++i) {
        if (draw(n, i) % 3) () <- node(log, 8 * n + i, depth - 1);
        else () <- leaf(log, 8 * n + 7);
      }
      return 5;
    }
    __kernel void k(__global int *log, uint seed) {
      log[0] = 0;
      () <- node(log, seed, 4);
    }
)";

namespace {

/// The serial elision: what a task does up to its force, then its children in
/// turn, then the rest. A child that nobody forces comes before what its task
/// does after its next force.
struct Elision {
  std::vector<int> Log;
  void put(unsigned X) { Log.push_back(X); }

  static unsigned draw(unsigned Node, unsigned What) {
    unsigned X = Node * 2654435761u + What * 40503u;
    X ^= X >> 15;
    X *= 2246822519u;
    return X >> 13;
  }
  int leaf(unsigned N) {
    put(N);
    return N % 7;
  }
  int node(unsigned N, int Depth) {
    put(N);
    if (Depth == 0)
      return N % 11;
    unsigned Kind = draw(N, 0) % 6, Width = draw(N, 1) % 5;
    if (Kind == 0) {
      int A = node(8 * N + 1, Depth - 1), B = node(8 * N + 2, Depth - 1);
      put(N + A + B);
      return A + B;
    }
    int Sum = 0;
    if (Kind == 1) {
      for (unsigned I = 0; I < Width; ++I)
        Sum += node(8 * N + I, Depth - 1);
      put(N + Sum);
      return Sum;
    }
    if (Kind == 2) {
      int A = leaf(8 * N + 1), B = node(8 * N + 2, Depth - 1);
      int C = leaf(8 * N + 3);
      put(N + A + B + C);
      return A;
    }
    if (Kind == 3) {
      for (unsigned I = 0; I < Width; ++I) {
        int A = leaf(8 * N + I);
        if (draw(N, I) % 2)
          node(8 * N + 4, Depth - 1);
        int B = node(8 * N + 5, Depth - 1);
        put(A + B);
        Sum += A;
      }
      return Sum;
    }
    if (Kind == 4) {
      int First = node(8 * N + 1, Depth - 1), Second = leaf(8 * N + 2);
      put(Second);
      put(First);
      int Third = node(8 * N + 3, Depth - 1);
      put(Third);
      return First;
    }
    for (unsigned I = 0; I < Width; ++I)
      if (draw(N, I) % 3)
        node(8 * N + I, Depth - 1);
      else
        leaf(8 * N + 7);
    return 5;
  }
};

} // namespace

/// What is outstanding at a force of another child, and what follows that.
TEST_F(OrderTest, OlderSiblingsComeBeforeWhatWaitsForYoungerOnes) {
  const char *Workers = std::getenv("TASKLET_WORKERS");
  bool InOrder = Workers && std::string(Workers) == "1";
  for (const char *Options : {"-O2", "-cl-opt-disable"}) {
    Program P = build(R"(
      void put(__global int *log, int x) { log[1 + atomic_inc(log)] = x; }
      __task int pure(int i) { return i * i; }
      __task int big(__global int *log, int i, int d) {
        if (d == 0) { put(log, i); return i; }
        int x;
        x <- big(log, i, d - 1);
        force (x) { return x + 1; }
      }
      __task int ends(__global int *log) {
        int x, y;
        x <- big(log, 1, 6);
        () <- big(log, 2, 6);
        force (x);
        y <- big(log, 3, 6);
        force (y);
        return y;
      }
      __task void last(__global int *log) {
        int x;
        x <- big(log, 5, 3);
        () <- big(log, 6, 3);
        force (x);
        () <- big(log, 7, 3);
      }
      __task void unseen(__global int *log) {
        int y;
        () <- big(log, 9, 4);
        y <- pure(3);
        force (y);
        put(log, y + 1);
      }
      __task void all(__global int *log) {
        int z;
        z <- ends(log);
        force (z);
        put(log, 4);
        () <- last(log);
        force ();
        put(log, 8);
        () <- unseen(log);
        force () { put(log, 11); }
      }
      __kernel void k(__global int *log) {
        log[0] = 0;
        () <- all(log);
      })",
                      Options);
    Buffer<int> Log(16);
    run(P, "k", 1, Log);
    std::vector<int> Values = Log.read();
    ASSERT_EQ(Values[0], 11) << Options;
    std::vector<int> Seen(Values.begin() + 1, Values.begin() + 12);
    if (!InOrder)
      std::sort(Seen.begin(), Seen.end());
    EXPECT_EQ(Seen, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))
        << Options;
  }
}

TEST_F(OrderTest, EffectsComeInTheOrderOfTheSerialElision) {
  const char *Workers = std::getenv("TASKLET_WORKERS");
  bool InOrder = Workers && std::string(Workers) == "1";
  for (const char *Options : {"-O2", "-cl-opt-disable"}) {
    Program P = build(Logging, Options);
    for (unsigned Seed = 1; Seed <= 60; ++Seed) {
      Elision Serial;
      Serial.node(Seed, 4);
      Buffer<int> Log(4096);
      run(P, "k", 1, Log, Seed);
      std::vector<int> Values = Log.read();
      ASSERT_EQ(Values[0], int(Serial.Log.size())) << Seed;
      std::vector<int> Seen(Values.begin() + 1, Values.begin() + 1 + Values[0]);
      // With several workers the tasks are the same ones.
      if (!InOrder) {
        std::sort(Seen.begin(), Seen.end());
        std::sort(Serial.Log.begin(), Serial.Log.end());
      }
      ASSERT_EQ(Seen, Serial.Log) << "seed " << Seed << ", " << Options;
    }
  }
}
