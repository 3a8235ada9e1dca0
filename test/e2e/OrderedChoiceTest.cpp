//===- OrderedChoiceTest.cpp - What `auto` chooses ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"
#include "SlowPages.h"

#include <chrono>
#include <sys/mman.h>

using namespace tasklet::test;

namespace {

/// A kernel with a payload, and what the loop leaves in its memory.
struct Scatter {
  static constexpr char Source[] = R"(
    __kernel __ordered(x) void scatter(__global uint *x,
                                       __global const uint *at) {
      size_t i = get_global_id(0);
      x[at[i]] = 3 * x[at[i]] + i;
    })";
  std::vector<cl_uint> At, X;
  Buffer<cl_uint> AtThere, XThere;
  Kernel K;

  Scatter(const Program &P, size_t Items, cl_uint Elements)
      : At(numbers<cl_uint>(Items, Elements)), X(Elements, 1), AtThere(At),
        XThere(X), K(P.kernel("scatter")) {
    K.setArgs(XThere, AtThere);
  }
  bool isRight() const { return XThere.read() == X; }
};

class OrderedChoiceTest : public OrderedTest {
protected:
  static cl_ordered_stats_tkl run(cl_command_queue Queue, Scatter &S) {
    for (size_t I = 0; I < S.At.size(); ++I)
      S.X[S.At[I]] = 3 * S.X[S.At[I]] + cl_uint(I);
    return launch(Queue, S.K, S.At.size());
  }
};

} // namespace

/// After many commands with the same levels, tasks are tried. They stay if they
/// are faster. Other indexes make it begin again.
TEST_F(OrderedChoiceTest, TasksAreTriedAfterManyRuns) {
  // Each work-item needs its neighbours before it: few levels pay on few
  // workers, and chunks of work-items lie side by side in memory.
  constexpr unsigned Width = 500, Height = 600, Number = Width * Height;
  Program P = build(R"(
    __kernel __ordered(x) void relax(__global uint *x,
                                     __global const uint *west,
                                     __global const uint *north) {
      size_t i = get_global_id(0);
      x[i] = 3 * x[i] + x[west[i]] + x[north[i]];
    })");
  std::vector<cl_uint> X(Number), West(Number), North(Number);
  for (unsigned I = 0; I < Number; ++I) {
    X[I] = I;
    West[I] = I % Width ? I - 1 : I;
    North[I] = I >= Width ? I - Width : I;
  }
  Buffer<cl_uint> XThere(X), WestThere(West), NorthThere(North);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL);
  Kernel K = P.kernel("relax");
  K.setArgs(XThere, WestThere, NorthThere);
  auto Run = [&] {
    const size_t Items = Number;
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                                 nullptr, 0, nullptr, &Event),
          "clEnqueueNDRangeKernel");
    for (unsigned I = 0; I < Number; ++I)
      X[I] = 3 * X[I] + X[West[I]] + X[North[I]];
    cl_ordered_stats_tkl Stats = statsOf(Event);
    clReleaseEvent(Event);
    return Stats;
  };
  cl_ordered_stats_tkl Stats = Run();
  // Without a clock nobody knows what is faster.
  const bool MayChoose =
      (Stats.workers > 1 || Run().workers > 1) && Stats.execute_time != 0;
  unsigned Runs = 2;
  // On a busy machine levels are found late.
  auto End = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (MayChoose && Stats.executor != CL_TASKLET_ORDERED_TASKS_TKL &&
         std::chrono::steady_clock::now() < End) {
    Stats = Run();
    ++Runs;
  }
  EXPECT_EQ(XThere.read(), X);
  if (!MayChoose)
    return;
  ASSERT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_TASKS_TKL)) << Runs;
  EXPECT_FALSE(Stats.reused);
  EXPECT_GE(Runs, 48u);
  // Three more are timed.
  for (int I = 0; I < 3; ++I) {
    Stats = Run();
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_TASKS_TKL));
    EXPECT_TRUE(Stats.reused);
  }
  for (int I = 0; I < 10; ++I)
    Run();
  EXPECT_EQ(XThere.read(), X);

  std::swap(West, North);
  auto Write = [&](const Buffer<cl_uint> &To, const std::vector<cl_uint> &All) {
    check(clEnqueueWriteBuffer(Queue.get(), To.get(), CL_TRUE, 0,
                               All.size() * sizeof(cl_uint), All.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
  };
  Write(WestThere, West);
  Write(NorthThere, North);
  Stats = Run();
  EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_EQ(XThere.read(), X);
}

/// After many commands with the same positions, bins are tried in the place of a
/// plan that has no analysis. Other positions make it begin again.
TEST_F(OrderedChoiceTest, BinsAreTriedAfterManyRuns) {
  constexpr cl_uint Bars = 4096, Bins = CL_TASKLET_ORDERED_BINS_TKL;
  constexpr size_t Number = 1 << 20;
  Program P = build(R"(
    __kernel __ordered(bars) void count(__global uint *bars,
                                        __global const uint *key) {
      ++bars[key[get_global_id(0)]];
    })");
  Kernel K = P.kernel("count");
  for (const auto &[Workers, First] :
       {std::pair<cl_uint, cl_uint>(1, CL_TASKLET_ORDERED_SERIAL_TKL),
        std::pair<cl_uint, cl_uint>(2, CL_TASKLET_ORDERED_COPIES_TKL)}) {
    SCOPED_TRACE(Workers);
    std::vector<cl_uint> Keys = numbers<cl_uint>(Number, Bars), Counts(Bars, 0);
    Buffer<cl_uint> CountsThere(Counts), KeysThere(Keys);
    auto Queue = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL, Workers);
    K.setArgs(CountsThere, KeysThere);
    auto Run = [&] {
      cl_ordered_stats_tkl Stats = launch(Queue.get(), K, Number);
      for (cl_uint Key : Keys)
        ++Counts[Key];
      return Stats;
    };
    cl_ordered_stats_tkl Stats = Run();
    // Without a clock nobody knows what is faster.
    const bool MayTry = Stats.execute_time != 0;
    for (unsigned Runs = 1; Runs <= 32; ++Runs) {
      EXPECT_EQ(Stats.executor, First) << Runs;
      Stats = Run();
    }
    EXPECT_EQ(CountsThere.read(), Counts);
    EXPECT_EQ(Stats.executor, MayTry ? Bins : First);
    EXPECT_FALSE(Stats.reused);
    Stats = Run();
    EXPECT_EQ(Stats.executor, MayTry ? Bins : First);
    EXPECT_EQ(Stats.reused, cl_uint(MayTry));
    // Which is faster is known soon.
    for (int I = 0; I < 8; ++I)
      Stats = Run();
    const bool HasPaid = Stats.executor == Bins;
    EXPECT_EQ(CountsThere.read(), Counts);

    Keys = numbers<cl_uint>(Number, Bars, 2);
    check(clEnqueueWriteBuffer(Queue.get(), KeysThere.get(), CL_TRUE, 0,
                               Number * sizeof(cl_uint), Keys.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
    for (unsigned Runs = 0; Runs < 32; ++Runs)
      EXPECT_EQ(Run().executor, First);
    EXPECT_EQ(Run().executor, HasPaid ? Bins : First);
    EXPECT_EQ(CountsThere.read(), Counts);
  }
}

/// Likewise, in the place of levels.
TEST_F(OrderedChoiceTest, BinsAreTriedAfterLevels) {
  Program P = build(Scatter::Source);
  Scatter S(P, 1 << 20, 1 << 18);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL, 2);
  cl_ordered_stats_tkl Stats = run(Queue.get(), S);
  const bool MayTry = Stats.execute_time != 0;
  unsigned Runs = 1;
  // On a busy machine memory for levels comes late; none of these is timed before.
  auto End = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  for (; MayTry && Stats.executor != CL_TASKLET_ORDERED_BINS_TKL &&
         std::chrono::steady_clock::now() < End;
       ++Runs)
    Stats = run(Queue.get(), S);
  if (MayTry) {
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_BINS_TKL));
    EXPECT_FALSE(Stats.reused);
    EXPECT_GT(Runs, 32u);
  }
  for (int I = 0; I < 8; ++I)
    run(Queue.get(), S);
  EXPECT_TRUE(S.isRight());
}

#ifdef MADV_POPULATE_WRITE
/// Where it takes long to get memory for bins, the first command runs in order.
TEST_F(OrderedChoiceTest, BinsForWhichMemoryComesLate) {
  Program P = build(Scatter::Source);
  Scatter S(P, 9 << 20, 8 << 20);
  auto Queue = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL, 2);
  struct SlowPages {
    SlowPages() { PagesAreSlow = true; }
    ~SlowPages() { PagesAreSlow = false; }
  } Slow;
  cl_ordered_stats_tkl Stats = run(Queue.get(), S);
  EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  EXPECT_EQ(Stats.workers, 1u);
  Stats = run(Queue.get(), S);
  EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_BINS_TKL));
  EXPECT_FALSE(Stats.reused);
  EXPECT_TRUE(run(Queue.get(), S).reused);
  EXPECT_TRUE(S.isRight());
}
#endif

/// Bins are for work-items that touch memory far apart, one after the other.
TEST_F(OrderedChoiceTest, SampledWorkItems) {
  constexpr cl_uint Elements = 8 << 20, Number = 1 << 20;
  Program P = build(Scatter::Source);
  Scatter S(P, Number, Elements);
  const std::vector<cl_uint> Random = S.At;
  std::vector<cl_uint> Sorted(Number), Hot(Number), Scattered(Number);
  for (cl_uint I = 0; I < Number; ++I) {
    Sorted[I] = I * 7 + Random[I] % 100;
    // In one mebibyte, or few elements everywhere.
    Hot[I] = 5000000 + Random[I] % (1 << 18);
    Scattered[I] = Random[I % 500];
  }
  auto Auto = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL),
       Bins = makeQueue(0, CL_TASKLET_ORDERED_BINS_TKL);
  auto Run = [&](cl_command_queue Queue, const std::vector<cl_uint> &At) {
    S.At = At;
    check(clEnqueueWriteBuffer(Queue, S.AtThere.get(), CL_TRUE, 0,
                               At.size() * sizeof(cl_uint), At.data(), 0,
                               nullptr, nullptr),
          "clEnqueueWriteBuffer");
    cl_ordered_stats_tkl Stats = {};
    for (int Again = 0; Again < 2; ++Again)
      Stats = run(Queue, S);
    EXPECT_TRUE(S.isRight());
    return Stats;
  };
  cl_ordered_stats_tkl Stats = Run(Auto.get(), Random);
  // One worker gains less.
  const cl_uint OfRandom = Stats.executor;
  EXPECT_EQ(OfRandom, Stats.workers > 1
                          ? cl_uint(CL_TASKLET_ORDERED_BINS_TKL)
                          : cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
  for (const std::vector<cl_uint> &Near : {Sorted, Hot, Scattered}) {
    Stats = Run(Auto.get(), Near);
    const bool HasOwners = Near == Sorted && Stats.workers > 1;
    EXPECT_EQ(Stats.executor, HasOwners
                                  ? cl_uint(CL_TASKLET_ORDERED_OWNERS_TKL)
                                  : cl_uint(CL_TASKLET_ORDERED_SERIAL_TKL));
    // Who wants bins gets them, and an analysis of its own.
    Stats = Run(Bins.get(), Near);
    EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_BINS_TKL));
    EXPECT_TRUE(Stats.reused);
  }
  EXPECT_EQ(Run(Auto.get(), Random).executor, OfRandom);
}
