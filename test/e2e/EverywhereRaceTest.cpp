//===- EverywhereRaceTest.cpp - Everywhere blocks that find their races ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// As RaceTest.cpp, for the lanes of everywhere blocks. Warps have 32 lanes.
///
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

#include <chrono>

using namespace tasklet::test;

/// A kernel in which some lanes come to a block, with something in it.
static std::string kernel(const std::string &Before, const std::string &Body,
                          const std::string &After = "") {
  return R"(
    __kernel void k(__global int *o, __global int *q) {
      int i = get_global_id(0);
      )" +
         Before +
         R"(
      if (i % 32 == 5) {
        everywhere (uint lanes) {
          uint lane = get_sub_group_local_id();
          )" +
         Body + R"(
        }
      }
      )" +
         After +
         R"(
    })";
}

TEST_F(RaceTest, EverywhereAndNothingToFind) {
  Buffer<int> O(std::vector<int>(64)), Q(std::vector<int>(64));
  EXPECT_EQ(find(kernel("", ""), 64, O, Q), Found{});
  EXPECT_EQ(find(kernel("o[i] = 1;", "o[i] += lane;", "q[i] = o[i];"),
                 Range({64}, {64}), O, Q),
            Found{});
}

TEST_F(RaceTest, EverywhereLanesAreParallel) {
  Buffer<int> O(std::vector<int>(64)), Q(std::vector<int>(64));
  const std::string Write = "o[i] = lane; //write\n",
                    Read = "q[i] = o[i ^ 1]; //read\n",
                    Barrier = "sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n";
  const Range Two({64}, {64}); // warps
  EXPECT_EQ(anywhere(find(kernel("", Write + Read), Two, O, Q)),
            (Found{"read read, write write: byte N of 'o', two work-items"}));
  EXPECT_EQ(find(kernel("", Write + Barrier + Read), Two, O, Q), Found{});
}

TEST_F(RaceTest, EverywhereOrdersByComingAndLeaving) {
  Buffer<int> O(std::vector<int>(64)), Q(std::vector<int>(64));
  const std::string Write = "o[i] = i; //write\n",
                    Read = "q[i] = o[i ^ 1]; //read\n",
                    Far = "q[i] = o[i ^ 32]; //read\n";
  const Range Two({64}, {64});
  const Found Race = {"read read, write write: byte N of 'o', two work-items"};
  EXPECT_EQ(find(kernel(Write, Read), Two, O, Q), Found{});
  EXPECT_EQ(find(kernel("", Write, Read), Two, O, Q), Found{});
  EXPECT_EQ(find(kernel(Write, "", Read), Two, O, Q), Found{});
  // Lanes of another warp.
  EXPECT_EQ(anywhere(find(kernel(Write, Far), Two, O, Q)), Race);
  EXPECT_EQ(anywhere(find(kernel("", Write, Far), Two, O, Q)), Race);
  // Of one warp that nobody comes to the block.
  EXPECT_EQ(anywhere(find(R"(
    __kernel void k(__global int *o, __global int *q) {
      int i = get_global_id(0);
      )" + Write + R"(
      if (i == 5)
        everywhere (uint lanes) {}
      )" + Read + R"(
    })",
                          Two, O, Q)),
            Race);
}

TEST_F(RaceTest, EverywhereInEverywhere) {
  Buffer<int> O(std::vector<int>(64)), Q(std::vector<int>(64));
  const std::string Write = "o[i] = lane; //write\n",
                    Read = "q[i] = o[i ^ 1]; //read\n",
                    Inner = "if (lane == 7) everywhere (uint inner) {}\n",
                    Rare = "if (i == 7) everywhere (uint inner) {}\n",
                    Barrier = "sub_group_barrier(CLK_GLOBAL_MEM_FENCE);\n";
  const Range Two({64}, {64});
  EXPECT_EQ(find(kernel("", Write + Inner + Read), Two, O, Q), Found{});
  EXPECT_EQ(find(kernel("", Rare + Write + Barrier + Read), Two, O, Q),
            Found{});
  // Of one of the two warps nobody comes to the inner block.
  EXPECT_EQ(anywhere(find(kernel("", Write + Rare + Read), Two, O, Q)),
            (Found{"read read, write write: byte N of 'o', two work-items"}));
}

/// Many lanes read the same words. It takes about as long as if they read on
/// their own, though each word has readers in all warps.
TEST_F(RaceTest, EverywhereOfManyLanes) {
  constexpr size_t Lanes = 2048;
  Buffer<int> O(std::vector<int>(Lanes, 1)), Q(std::vector<int>(Lanes, 0));
  const auto time = [&](const std::string &Where) {
    Program P = build(R"(
      __kernel void k(__global int *o, __global int *q) {
        int i = get_global_id(0), sum = 0;
        everywhere (uint lanes) {
          for (int j = 0; j < 2048; ++j)
            sum += o[)" +
                      Where + R"(];
        }
        q[i] = sum;
      })");
    run(P, "k", Range({Lanes}, {Lanes}), O, Q); // The driver compiles it.
    auto Start = std::chrono::steady_clock::now();
    run(P, "k", Range({Lanes}, {Lanes}), O, Q);
    return std::chrono::steady_clock::now() - Start;
  };
  EXPECT_LT(time("j"), 12 * time("(i + j * 0) % 2048"));
}

TEST_F(RaceTest, EverywhereBesideTasks) {
  Buffer<int> O(std::vector<int>(64)), Q(std::vector<int>(64));
  const auto source = [](const char *Other) {
    return std::string(R"(
    __task void put(__global int *p) { *p = 1; } //put
    __kernel void k(__global int *o, __global int *q) {
      int i = get_global_id(0);
      if (i == 5)
        everywhere (uint lanes) { q[i] = 2; o[i] = 3; } //body
      () <- put(o + i);
      () <- put(q + (i ^ )") +
           Other + R"());
    })";
  };
  const Range Two({64}, {64});
  EXPECT_EQ(find(source("1"), Two, O, Q), Found{});
  EXPECT_EQ(anywhere(find(source("32"), Two, O, Q)),
            (Found{"write body, write put: byte N of 'q', two work-items"}));
}
