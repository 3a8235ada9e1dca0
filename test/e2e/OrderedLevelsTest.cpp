//===- OrderedLevelsTest.cpp - Levels as they must be ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the statistics say of levels and of chains of tasks, beside a program that
// finds the least levels from the definition.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace tasklet::test;

namespace {

struct Access {
  size_t Element;
  bool Writes;
};
using AccessesOf = std::function<std::vector<Access>(size_t)>;

struct Levels {
  cl_ulong Count = 0, Widest = 0, Conflicts = 0;
};

/// Straight from the definition.
Levels minimalLevels(size_t Items, const AccessesOf &Of) {
  struct Last {
    cl_ulong Writer = 0, Reader = 0; ///< highest levels so far
  };
  std::map<size_t, Last> Elements;
  std::map<cl_ulong, cl_ulong> Width;
  Levels Found;
  for (size_t I = 0; I < Items; ++I) {
    cl_ulong Level = 1;
    std::vector<Access> All = Of(I);
    for (const Access &A : All) {
      const Last &L = Elements[A.Element];
      Level = std::max(Level, L.Writer + 1);
      if (A.Writes)
        Level = std::max(Level, L.Reader + 1);
    }
    for (const Access &A : All) {
      Last &L = Elements[A.Element];
      cl_ulong &Mine = A.Writes ? L.Writer : L.Reader;
      Mine = std::max(Mine, Level);
    }
    Found.Conflicts += Level > 1;
    Found.Count = std::max(Found.Count, Level);
    Found.Widest = std::max(Found.Widest, ++Width[Level]);
  }
  return Found;
}

class OrderedLevelsTest : public OrderedTest {
protected:
  static constexpr size_t Items = 20000;
  static constexpr unsigned Elements = 40000;

  /// \p JoinsChains: what `levels` finds first are no levels that pay; so it looks
  /// again, for chains of work-items that run in one go. Then there may be fewer.
  static void expectLevels(const OrderedText &T, const OrderedCall &Call,
                           const AccessesOf &Of, size_t Number = Items,
                           bool JoinsChains = false) {
    Levels Expected = minimalLevels(Number, Of);
    Program P = build(orderedSource(T));
    for (const Mode &M : modes()) {
      bool Passes = M.Value == CL_TASKLET_ORDERED_PASSES_TKL;
      if (!Passes && M.Value != CL_TASKLET_ORDERED_LEVELS_TKL)
        continue;
      SCOPED_TRACE(M.Name);
      cl_ordered_stats_tkl Stats = {};
      runOn(M.Queue.get(), P, "k", Number, Call, &Stats);
      ASSERT_EQ(Stats.executor, M.Value);
      EXPECT_EQ(Stats.segments, 1u);
      EXPECT_EQ(Stats.work_items, Number);
      EXPECT_EQ(Stats.conflicts, Expected.Conflicts);
      if (Passes || !JoinsChains) {
        EXPECT_EQ(Stats.levels, Expected.Count);
        EXPECT_EQ(Stats.widest, Expected.Widest);
      } else {
        EXPECT_LT(Stats.levels, Expected.Count);
        EXPECT_GT(Stats.widest, Number / Expected.Count);
      }
      EXPECT_EQ(Stats.passes, Passes ? Expected.Count : JoinsChains ? 2u : 1u);
    }
  }

  /// That of modes().
  static cl_command_queue queueOf(cl_uint Mode) {
    return std::find_if(modes().begin(), modes().end(),
                        [&](const auto &M) { return M.Value == Mode; })
        ->Queue.get();
  }
};

} // namespace

TEST_F(OrderedLevelsTest, LevelsOfOneWrite) {
  std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements);
  OrderedText T = {"x", "__global uint *x, __global const uint *at",
                   "uint i = get_global_id(0); x[at[i]] = i;", ""};
  expectLevels(T, OrderedCall(std::vector<cl_uint>(Elements), At),
               [&](size_t I) {
                 return std::vector<Access>{{At[I], true}};
               });
}

TEST_F(OrderedLevelsTest, LevelsOfReadsAndWrites) {
  std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements),
                       From = numbers<cl_uint>(2 * Items, Elements, 2);
  OrderedText T = {
      "x", "__global uint *x, __global const uint *at, __global const uint *f",
      "uint i = get_global_id(0); x[at[i]] = x[f[2 * i]] + x[f[2 * i + 1]];",
      ""};
  expectLevels(
      T, OrderedCall(std::vector<cl_uint>(Elements), At, From), [&](size_t I) {
        return std::vector<Access>{
            {From[2 * I], false}, {From[2 * I + 1], false}, {At[I], true}};
      });
}

/// Readers of one element do not wait for each other, and the next writer waits
/// for all of them.
TEST_F(OrderedLevelsTest, LevelsOfManyReadersOfOneElement) {
  OrderedText T = {"x", "__global uint *x, uint n", R"(
    uint i = get_global_id(0);
    if (i % n == n - 1) x[0] = i; else x[i + 1] = x[0];)",
                   ""};
  expectLevels(T, OrderedCall(std::vector<cl_uint>(Items + 1), cl_uint(4000)),
               [&](size_t I) {
                 return I % 4000 == 3999
                            ? std::vector<Access>{{0, true}}
                            : std::vector<Access>{{0, false}, {I + 1, true}};
               });
}

/// Four work-items after each other add to one element, so three of them wait for
/// the one before.
TEST_F(OrderedLevelsTest, LevelsOfNeighbours) {
  OrderedText T = {"x", "__global uint *x, uint n",
                   "uint i = get_global_id(0); x[i / n] = 3 * x[i / n] + i;",
                   ""};
  expectLevels(
      T, OrderedCall(std::vector<cl_uint>(Items / 4), cl_uint(4)),
      [&](size_t I) {
        return std::vector<Access>{{I / 4, true}};
      },
      Items, /*JoinsChains=*/true);
}

/// The first half conflicts with nobody, the second half has four work-items at a
/// time, in pairs. So it takes a while until chains are looked for.
TEST_F(OrderedLevelsTest, LevelsThatBecomeThin) {
  constexpr size_t Half = Items / 2, Least = 200;
  auto At = [&](size_t I) { return I < Half ? I : Half + I / 2 % Least; };
  OrderedText T = {"x", "__global uint *x, uint alone, uint least",
                   "uint i = get_global_id(0);"
                   "uint at = i < alone ? i : alone + i / 2 % least;"
                   "x[at] = 3 * x[at] + i;",
                   ""};
  expectLevels(
      T,
      OrderedCall(std::vector<cl_uint>(Half + Least), cl_uint(Half),
                  cl_uint(Least)),
      [&](size_t I) {
        return std::vector<Access>{{At(I), true}};
      },
      Items, /*JoinsChains=*/true);
}

/// A level is noted in two bytes, unless there are more of them. The command runs in
/// order then, but not before all levels are known.
TEST_F(OrderedLevelsTest, MoreLevelsThanTwoBytesCount) {
  constexpr size_t Many = 540000, Columns = 8;
  OrderedText T = {"x", "__global uint *x, __global const uint *at",
                   "uint i = get_global_id(0); x[at[i]] = 3 * x[at[i]] + i;",
                   ""};
  std::vector<cl_uint> At(Many);
  for (size_t I = 0; I < Many; ++I)
    At[I] = I % Columns;
  OrderedCall Call(std::vector<cl_uint>(Columns, 1), At);
  Program P = build(orderedSource(T));
  cl_ordered_stats_tkl Stats = {};
  EXPECT_EQ(
      runOn(queueOf(CL_TASKLET_ORDERED_LEVELS_TKL), P, "k", Many, Call, &Stats),
      sequential(T, Many, Call));
  EXPECT_EQ(Stats.passes, 2u);
  EXPECT_EQ(Stats.conflicts, Many - Columns);
}

/// Few work-items are one task each. Then the longest chain is as long as there
/// are levels, if no dependence is missing and none is too much.
TEST_F(OrderedLevelsTest, ChainsOfTasks) {
  constexpr size_t Few = 200, Places = 300;
  std::vector<cl_uint> At = numbers<cl_uint>(Few, Places),
                       From = numbers<cl_uint>(2 * Few, Places, 2);
  const std::pair<const char *, AccessesOf> Bodies[] = {
      {"x[at[i]] = i;", // write after write
       [&](size_t I) {
         return std::vector<Access>{{At[I], true}};
       }},
      {"x[at[i]] = x[f[2 * i]] + x[f[2 * i + 1]];",
       [&](size_t I) {
         return std::vector<Access>{
             {From[2 * I], false}, {From[2 * I + 1], false}, {At[I], true}};
       }},
      // Only write after read; the chains of tasks go backwards.
      {"uint s = x[300 + i]; if (i % 3) x[300 + i - i % 3] = s + i;",
       [&](size_t I) {
         std::vector<Access> All = {{300 + I, false}};
         if (I % 3)
           All.push_back({300 + I - I % 3, true});
         return All;
       }},
      // Readers of one element do not wait for each other.
      {"if (i % 50 == 49) x[0] = i; else x[i + 1] = x[0];", [&](size_t I) {
         return I % 50 == 49 ? std::vector<Access>{{0, true}}
                             : std::vector<Access>{{0, false}, {I + 1, true}};
       }}};
  for (const auto &[Body, Of] : Bodies) {
    SCOPED_TRACE(Body);
    OrderedText T = {"x",
                     "__global uint *x, __global const uint *at, "
                     "__global const uint *f",
                     std::string("uint i = get_global_id(0); ") + Body, ""};
    OrderedCall Call(std::vector<cl_uint>(600, 7), At, From);
    Levels Expected = minimalLevels(Few, Of);
    Program P = build(orderedSource(T));
    const cl_uint Mode = CL_TASKLET_ORDERED_TASKS_TKL;
    cl_ordered_stats_tkl Stats = {};
    EXPECT_EQ(runOn(queueOf(Mode), P, "k", Few, Call, &Stats),
              sequential(T, Few, Call));
    EXPECT_EQ(Stats.executor, Mode);
    EXPECT_EQ(Stats.levels, Expected.Count);
    EXPECT_EQ(Stats.conflicts, Expected.Conflicts);
    EXPECT_EQ(Stats.widest, Expected.Widest);
  }
}

TEST_F(OrderedLevelsTest, LevelsOfTwoArrays) {
  std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements);
  OrderedText T = {"x, y",
                   "__global uint *x, __global uint *y, __global const "
                   "uint *at",
                   "uint i = get_global_id(0); x[at[i]] = y[at[i] / 2]; "
                   "y[at[i]] = i;",
                   ""};
  expectLevels(T,
               OrderedCall(std::vector<cl_uint>(Elements),
                           std::vector<cl_uint>(Elements), At),
               [&](size_t I) {
                 return std::vector<Access>{{At[I], true},
                                            {Elements + At[I] / 2, false},
                                            {Elements + At[I], true}};
               });
}

/// The same array twice: the elements of both are the same.
TEST_F(OrderedLevelsTest, LevelsOfOneArrayTwice) {
  std::vector<cl_uint> At = numbers<cl_uint>(Items, Elements);
  OrderedText T = {"x, y",
                   "__global uint *x, __global uint *y, __global const "
                   "uint *at",
                   "uint i = get_global_id(0); x[at[i]] = y[at[i] / 2];", ""};
  OrderedCall Call;
  size_t B = Call.buffer(std::vector<cl_uint>(Elements));
  Call.addWhole(B);
  Call.addWhole(B);
  Call.add(At);
  expectLevels(T, Call, [&](size_t I) {
    return std::vector<Access>{{At[I], true}, {At[I] / 2, false}};
  });
}

/// A float4 covers four floats.
TEST_F(OrderedLevelsTest, LevelsOfAccessesOfTwoSizes) {
  std::vector<cl_uint> At = numbers<cl_uint>(Items, 4 * Elements);
  OrderedText T = {"x", "__global float *x, __global const uint *at",
                   R"(uint i = get_global_id(0);
                      if (i & 1) x[at[i]] = i;
                      else vstore4((float4)i, at[i] / 4, x);)",
                   ""};
  expectLevels(T, OrderedCall(std::vector<float>(4 * Elements), At),
               [&](size_t I) {
                 if (I & 1)
                   return std::vector<Access>{{At[I], true}};
                 size_t First = At[I] / 4 * 4;
                 return std::vector<Access>{{First, true},
                                            {First + 1, true},
                                            {First + 2, true},
                                            {First + 3, true}};
               });
}

TEST_F(OrderedLevelsTest, LevelsWithoutConflicts) {
  OrderedText T = {"x", "__global uint *x",
                   "uint i = get_global_id(0); x[i] = 3 * x[i] + i;", ""};
  expectLevels(T, OrderedCall(std::vector<cl_uint>(Items)), [](size_t I) {
    return std::vector<Access>{{I, true}};
  });
}
