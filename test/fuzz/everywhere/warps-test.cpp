//===- warps-test.cpp - Kernels in warps that go their own ways -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Barriers of the work-group beside everywhere blocks, which fuzz-warps makes
/// few of, and mistakes that must be found.
///
//===----------------------------------------------------------------------===//

#include "Native.h"
#include "WarpTrial.h"
#include "Warps.h"

#include <gtest/gtest.h>

#include <functional>

using namespace tasklet::simd;

namespace {

/// Where a work-item is; all of its work-group are `items`.
struct Place {
  int Item, Items, Lanes, First; ///< First: the first lane of its warp.
};
using Model = std::function<int(const Place &)>;

const char *const Head =
    "__kernel void k(__global int *out, __global int *n) {\n"
    "  int item = get_local_id(1) * get_local_size(0) +\n"
    "             get_local_id(0);\n"
    "  int items = get_local_size(0) * get_local_size(1);\n"
    "  int id = get_group_id(0) * items + item;\n";

std::string runShape(const Native &Code, const Grid &G, const Model &Serial) {
  unsigned Items = G.Local[0] * G.Local[1];
  return inChild([&] {
    std::string Error;
    for (uint64_t Seed = 0; Seed < 6 && Error.empty(); ++Seed) {
      std::vector<int> Out(Items * G.Groups), None(1);
      Error = runKernel(Code.kernel("k"), {Out.data(), None.data()}, G, Seed,
                        Turns(Seed % 3));
      for (unsigned I = 0; I < Out.size() && Error.empty(); ++I) {
        int Item = I % Items, First = Item / G.WarpSize * G.WarpSize;
        int Want = Serial({Item, int(Items),
                           int(std::min(G.WarpSize, Items - First)), First});
        if (Out[I] != Want)
          Error = "out[" + std::to_string(I) + "]: " + std::to_string(Out[I]) +
                  " instead of " + std::to_string(Want);
      }
    }
    return Error;
  });
}

/// For many shapes, in 6 orders each.
void compareAll(const std::string &Body, const Model &Serial) {
  // 0: the target nvptx, with warps of 32.
  for (unsigned Warp : {0u, 2u, 8u, 64u})
    for (const char *Level : {"-O0 -w", "-O2 -w"}) {
      // The slowest.
      if (Warp == 64 && Level[2] == '0')
        continue;
      Native Code;
      ASSERT_EQ("", Code.build(Head + Body + "\n}\n", Level, Warp));
      unsigned W = Warp ? Warp : 32;
      const Grid Shapes[] = {{W, {W, 1}, 1},     {W, {3 * W, 1}, 2},
                             {W, {1, 1}, 2},     {W, {2 * W + W / 2, 1}, 1},
                             {W, {5, 7}, 1},     {W, {W, 3}, 2},
                             {W, {W + 1, 1}, 2}, {W, {W / 2 + 1, 2}, 1}};
      for (const Grid &G : Shapes)
        EXPECT_EQ("", runShape(Code, G, Serial))
            << Level << ", warps of " << W << ", " << G.Local[0] << " x "
            << G.Local[1] << ", " << G.Groups << " groups";
    }
}

/// How often the warp goes through a loop that each lane leaves by itself.
int most(const Place &P, const std::function<int(int Item)> &Times) {
  int Most = 0;
  for (int I = P.First; I < P.First + P.Lanes; ++I)
    Most = std::max(Most, Times(I));
  return Most;
}

TEST(Warps, LoopsOfDifferentLength) {
  // The last warp makes most turns.
  compareAll(R"(
  int x = 0;
  for (int i = 0; i < item % 40; ++i) {
    x += i;
    everywhere { x += 1000; }
  }
  out[id] = x;)",
             [](const Place &P) {
               int Turns = P.Item % 40;
               return Turns * (Turns - 1) / 2 +
                      1000 * most(P, [](int I) { return I % 40; });
             });
}

TEST(Warps, BarriersAround) {
  compareAll(R"(
  __local int shared[512];
  int x = item;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < (item * 7 + round) % 4; ++i)
      everywhere { x += 100; }
    shared[item] = item * 10 + round;
    barrier(CLK_LOCAL_MEM_FENCE);
    x += shared[(item + 1) % items];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[id] = x;)",
             [](const Place &P) {
               int X = P.Item;
               for (int Round = 0; Round < 3; ++Round)
                 X +=
                     100 * most(P, [&](int I) { return (I * 7 + Round) % 4; }) +
                     (P.Item + 1) % P.Items * 10 + Round;
               return X;
             });
}

TEST(Warps, BarriersOfBranchesThatAllTake) {
  // All go the same way, which the compiler does not know.
  compareAll(R"(
  __local int shared[512];
  int x = 0;
  shared[item] = item;
  for (int i = 0; i < 3 + n[0]; ++i) {
    if ((i + n[0]) % 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      x += shared[(item + 1) % items];
      barrier(CLK_LOCAL_MEM_FENCE);
      shared[item] += 1;
    } else {
      for (int j = item % 9; j < 8; ++j)
        everywhere { x += 1000; }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 2)
      break;
  }
  out[id] = x;)",
             [](const Place &P) {
               return (P.Item + 1) % P.Items + 2000 * most(P, [](int I) {
                                                 return std::max(0, 8 - I % 9);
                                               });
             });
}

TEST(Warps, BarrierThatNobodyReaches) {
  // Warps make different numbers of turns around it.
  compareAll(R"(
  __local int shared[512];
  int x = 0;
  for (int i = 0; i < item % 40; ++i) {
    everywhere { x += 1000; }
    if (n[0] == 1)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
  shared[item] = item;
  barrier(CLK_LOCAL_MEM_FENCE);
  x += shared[(item + 1) % items];
  out[id] = x;)",
             [](const Place &P) {
               return (P.Item + 1) % P.Items +
                      1000 * most(P, [](int I) { return I % 40; });
             });
}

TEST(Warps, BarrierBeforeTheEndOfALoop) {
  compareAll(R"(
  __local int shared[512];
  int x = 0, i = 0;
  while (1) {
    if (item % 3 == i)
      everywhere { x += 1000; }
    if (++i == 4 + n[0]) {
      shared[item] = i * item;
      barrier(CLK_LOCAL_MEM_FENCE);
      break;
    }
    if (i == 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      continue;
    }
  }
  x += shared[items - 1 - item];
  out[id] = x;)",
             [](const Place &P) {
               int X = 4 * (P.Items - 1 - P.Item);
               for (int I = 0; I < 3; ++I)
                 X += 1000 * most(P, [&](int Item) { return Item % 3 == I; });
               return X;
             });
}

TEST(Warps, BarriersOfSomeGroups) {
  // Only lanes of the second half come to the block by themselves, so that
  // some warps never visit it.
  compareAll(R"(
  __local int shared[512];
  int x = 0;
  for (int i = 0; i < 2; ++i) {
    if (item >= items / 2)
      for (int j = 0; j < item % 3; ++j)
        everywhere { x += 1000; }
    if (get_group_id(0) == 0) {
      shared[item] = item + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      x += shared[items - 1 - item] - i;
      barrier(CLK_LOCAL_MEM_FENCE);
    } else {
      x += items - 1 - item;
    }
  }
  out[id] = x;)",
             [](const Place &P) {
               return 2 * (P.Items - 1 - P.Item) +
                      2000 * most(P, [&](int I) {
                        return I >= P.Items / 2 ? I % 3 : 0;
                      });
             });
}

TEST(Warps, FunctionsOfTheWarp) {
  // What fuzz-warps makes no use of. Finding equal values takes each warp as
  // long as it has different ones.
  compareAll(R"(
  int x = 0;
  for (int i = 0; i <= item % 3; ++i)
    everywhere {
      uint lane = get_sub_group_local_id();
      uint4 same = sub_group_match_any(item * item % 7);
      x += popcount(same.x) + popcount(same.y);
      if (lane % 2) {
        same = sub_group_match_any(item % 3);
        x += (popcount(same.x) + popcount(same.y)) * 100;
      }
      x += sub_group_clustered_reduce_add(item, 2) * 10000;
      int below = sub_group_scan_exclusive_max(item % 5);
      x += lane && below == 4;
    }
  out[id] = x;)",
             [](const Place &P) {
               int Lane = P.Item - P.First, X = 0, Highest = -1;
               for (int L = 0; L < P.Lanes; ++L) {
                 int I = P.First + L;
                 X += I * I % 7 == P.Item * P.Item % 7;
                 if (L % 2 && Lane % 2 && I % 3 == P.Item % 3)
                   X += 100;
                 if (L / 2 == Lane / 2)
                   X += I * 10000;
                 if (L < Lane)
                   Highest = std::max(Highest, I % 5);
               }
               X += Lane && Highest == 4;
               return X * most(P, [](int I) { return I % 3 + 1; });
             });
}

/// A plain program, for one warp of 4 and one of 2 lanes.
std::string plain(const std::string &Body) {
  Native Code;
  std::string Error = Code.buildPlain(Head + Body + "\n}\n");
  if (!Error.empty())
    return Error;
  Grid G{4, {6, 1}, 1};
  return inChild(
      [&] {
        std::string Error;
        for (uint64_t Seed = 0; Seed < 12 && Error.empty(); ++Seed) {
          int Out[6] = {}, None[1] = {};
          Error = runKernel(Code.kernel("k"), {Out, None}, G, Seed,
                            Turns(Seed % 3));
        }
        return Error;
      },
      2);
}

void expectError(const std::string &Text, const std::string &Body) {
  std::string Error = plain(Body);
  EXPECT_NE(std::string::npos, Error.find(Text))
      << Body << "\n'" << Error << "'";
}

TEST(Warps, FindsMistakes) {
  EXPECT_EQ("", plain("if (item < 4) sub_group_any(1);"
                      "barrier(CLK_LOCAL_MEM_FENCE);"));
  // Other calls of the same function, and other functions.
  expectError("they never meet", "if (item % 2) sub_group_any(1);"
                                 "else { out[id] = 1; sub_group_any(2); }");
  expectError("they never meet",
              "if (item % 2) sub_group_any(1); else sub_group_all(1);");
  expectError("they never meet", "if (item % 2) sub_group_any(1);"
                                 "else barrier(CLK_LOCAL_MEM_FENCE);");
  expectError("has ended", "if (item % 2) sub_group_any(1);");
  expectError("has ended", "if (item < 4) barrier(CLK_LOCAL_MEM_FENCE);");
  expectError("they never meet",
              "if (item < 4) barrier(CLK_LOCAL_MEM_FENCE);"
              "else { out[id] = 1; barrier(CLK_LOCAL_MEM_FENCE); }");
  expectError("asks for lane 2 of 2", "sub_group_shuffle(item, 2);");
  expectError("does not end", "while (item == 3) sub_group_any(0);"
                              "for (volatile int i = 1; i;) ;");
  expectError("it crashed", "*(volatile __global int *)8 = 1;");
  expectError("_Z3sinf", "out[id] = sin((float)item);");
}

} // namespace
