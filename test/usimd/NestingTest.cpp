//===- NestingTest.cpp - Whole programs, against serial C++ ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Trial.h"

using namespace tasklet::usimd;

TEST(NestingTest, BranchesInBothArms) {
  // x = tid & 1 ? (tid & 2 ? 3 : 1) : (tid & 2 ? 2 : 0), the second arm run by
  // threads that wait meanwhile.
  Trial R(R"(
  and a, tid, 1
  and b, tid, 2
  bz a, even
  bz b, one
  const x, 3
  jump odd
one:
  const x, 1
odd:
  sync
  jump end
even:
  bz b, none
  const x, 2
  jump both
none:
  const x, 0
both:
  sync
end:
  sync
  const z, 1
  stop
)",
          8);
  R.finish();
  EXPECT_EQ(R.locals("x"), (Values{0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_EQ(R.locals("z"), (Values{1, 1, 1, 1, 1, 1, 1, 1}));
}

TEST(NestingTest, ThreadsLeaveALoopOneByOne) {
  Trial R(R"(
  const i, 0
again:
  ge c, i, tid
  bnz c, end
  add i, i, 1
  jump again
end:
  sync
  stop
)",
          8);
  R.finish();
  EXPECT_EQ(R.locals("i"), (Values{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(R.state().Active, firstThreads(8));
}

TEST(NestingTest, LoopsInLoopsThatDiverge) {
  Trial R(R"(
  const i, 0
  const n, 0
outer:
  ge c, i, tid
  bnz c, end
  const j, 0
inner:
  gt c, j, i
  bnz c, next
  add n, n, 1
  add j, j, 1
  jump inner
next:
  sync
  add i, i, 1
  jump outer
end:
  sync
  stop
)",
          9);
  Values Expected;
  for (int64_t T = 0; T < 9; ++T) {
    int64_t N = 0;
    for (int64_t I = 0; I < T; ++I)
      for (int64_t J = 0; J <= I; ++J)
        ++N;
    Expected.push_back(N);
  }
  EXPECT_EQ(R.finish().locals("n"), Expected);
}

TEST(NestingTest, RecursionThroughALoopWithAStackInMemory) {
  // fib by a stack of arguments for each thread: the machine has no calls.
  // Frames of thread t are at 1000 t; results are summed in r.
  Trial R(R"(
  mul base, tid, 1000
  copy sp, base
  store sp, tid           # push n = tid
  add sp, sp, 1
  const r, 0
next:
  le c, sp, base
  bnz c, end
  sub sp, sp, 1
  load n, sp              # pop n
  lt c, n, 2
  bz c, spawn
  add r, r, n
  jump join
spawn:
  sub n, n, 1
  store sp, n
  add sp, sp, 1
  sub n, n, 1
  store sp, n
  add sp, sp, 1
join:
  sync
  jump next
end:
  sync
  stop
)",
          12);
  Values Fib = {0, 1};
  while (Fib.size() < 12)
    Fib.push_back(Fib[Fib.size() - 1] + Fib[Fib.size() - 2]);
  EXPECT_EQ(R.finish().locals("r"), Fib);
}

TEST(NestingTest, EverywhereUnderDivergenceOfDepthFive) {
  // After branch k only the threads from k on are active; then everywhere. All
  // eight threads count; afterwards each level is left by those it had.
  std::string Text = "const x, 0\nconst y, 0\n", End;
  for (int K = 1; K <= 5; ++K) {
    std::string N = std::to_string(K);
    Text += "ge c, tid, " + N + "\nbz c, end" + N + "\n";
  }
  // The innermost join stands first.
  for (int K = 5; K >= 1; --K)
    End += "add y, y, 1\nend" + std::to_string(K) + ":\nsync\n";
  Trial R(Text +
              "everywhere\nadd x, x, 1\nbz tid, in\nadd x, x, 10\nin: sync\n"
              "end_everywhere\n" +
              End + "stop",
          8);
  // Up to the first instruction of the block: 2 + 5 * 2 + 1 steps.
  EXPECT_EQ(R.steps(13), "EB");
  ASSERT_EQ(R.state().Contexts.size(), 1u);
  EXPECT_EQ(R.state().Contexts[0].Active, threads({5, 6, 7}));
  ASSERT_EQ(R.state().Contexts[0].Sync.size(), 5u);
  for (size_t K = 0; K < 5; ++K)
    EXPECT_EQ(R.state().Contexts[0].Sync[K].Todo, threads({K}));
  R.finish();
  EXPECT_EQ(R.locals("x"), (Values{1, 11, 11, 11, 11, 11, 11, 11}));
  // Branch k's join adds one for those that passed branches 1 to k.
  EXPECT_EQ(R.locals("y"), (Values{0, 1, 2, 3, 4, 5, 5, 5}));
}

TEST(NestingTest, EverywhereInEverywhereToDepthFour) {
  // At depth k thread k alone calls the next block.
  std::string Text = "const x, 0\n", End;
  for (int K = 0; K < 4; ++K) {
    std::string N = std::to_string(K);
    Text += "eq c, tid, " + N + "\nbz c, end" + N +
            "\neverywhere\n"
            "add x, x, 1\n";
    End = "end_everywhere\nmul x, x, 2\nend" + N + ":\nsync\n" + End;
  }
  Trial R(Text + End + "stop", 5);
  size_t Deepest = 0;
  while (R.M->outcome() == Outcome::Running) {
    Deepest = std::max(Deepest, R.state().Contexts.size());
    R.M->step();
  }
  EXPECT_EQ(R.M->outcome(), Outcome::Stopped);
  EXPECT_EQ(Deepest, 4u);
  // All five count in all four blocks; then each caller doubles its own.
  EXPECT_EQ(R.locals("x"), (Values{8, 8, 8, 8, 4}));
  EXPECT_TRUE(R.state().Contexts.empty());
}

TEST(NestingTest, EverywhereInALoopCountsItsVisits) {
  // The block is visited as often as any thread turns: 7 times by 8 threads,
  // each time by all.
  Trial R(R"(
  const i, 0
  const x, 0
again:
  ge c, i, tid
  bnz c, end
  everywhere
  add x, x, 1
  end_everywhere
  add i, i, 1
  jump again
end:
  sync
  stop
)",
          8);
  R.finish();
  EXPECT_EQ(R.locals("i"), (Values{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(R.locals("x"), (Values{7, 7, 7, 7, 7, 7, 7, 7}));
}

TEST(NestingTest, LoopThatDivergesInsideEverywhere) {
  // The branch of the loop is the same inside and outside of visits; the
  // stacks are not.
  Trial R(R"(
  bz tid, end
  everywhere
  const i, 0
again:
  ge c, i, tid
  bnz c, out
  add i, i, 1
  jump again
out:
  sync
  end_everywhere
  mul i, i, 10
end:
  sync
  stop
)",
          4);
  EXPECT_EQ(R.finish().locals("i"), (Values{0, 10, 20, 30}));
}

TEST(NestingTest, MemcpyOfFigure1d) {
  // Odd threads ask for a copy of n words each; all threads copy each of them.
  std::vector<int64_t> Memory(200);
  for (size_t I = 0; I < 100; ++I)
    Memory[I] = 1000 + I;
  Trial R(R"(
  and c, tid, 1
  mul src, tid, 20
  add dest, src, 100
  add n, tid, 10
  bz c, even
  everywhere
  const j, 0
each:
  ge c, j, 5
  bnz c, done
  branch_mask j, active
  jump next
active:
  copy d, dest
  copy s, src
  copy m, n
  shfl d, j
  shfl s, j
  shfl m, j
  copy i, tid
word:
  ge c, i, m
  bnz c, copied
  add from, s, i
  load w, from
  add to, d, i
  store to, w
  add i, i, 5
  jump word
copied:
  sync
next:
  add j, j, 1
  jump each
done:
  sync
  end_everywhere
even:
  sync
  stop
)",
          5, Memory);
  R.finish();
  for (int64_t T = 1; T < 5; T += 2)
    for (int64_t I = 0; I < T + 10; ++I)
      Memory[100 + 20 * T + I] = Memory[20 * T + I];
  EXPECT_EQ(R.memory(200), Memory);
}
