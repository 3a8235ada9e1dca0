//===- OrderedRaceTest.cpp - Ordered kernels that find their races --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// As RaceTest.cpp, for what `__ordered` does not monitor.
///
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

using namespace tasklet::test;

TEST_F(RaceTest, OrderedAndNothingToFind) {
  Buffer<int> X(std::vector<int>(8)), Y(std::vector<int>(8));
  EXPECT_EQ(find("__kernel __ordered(x) void k(__global int *x) {}", 8, X),
            Found{});
  const std::string Source = R"(
    __kernel __ordered(x) void k(__global int *x, __global int *y) {
      int i = get_global_id(0);
      x[0] += i;
      x[i / 2] = x[0];
      y[i] = x[i];
      y[i] += 1;
    })";
  EXPECT_EQ(find(Source, 8, X, Y), Found{});
  EXPECT_EQ(find(Source, 0, X, Y), Found{});
}

TEST_F(RaceTest, OrderedParameterLeftOut) {
  Buffer<int> X(std::vector<int>(8)), Y(std::vector<int>(8));
  const auto source = [](const char *Names) {
    return std::string("__kernel __ordered(") + Names +
           R"() void k(__global int *x, __global int *y) {
      int i = get_global_id(0);
      x[0] += i;
      y[1 + i / 4] = i; //left
      if (i == 6) x[1] = y[1]; //read
    })";
  };
  EXPECT_EQ(find(source("x"), 8, X, Y),
            (Found{"read read, write left: byte 4 of 'y', unordered 'y'",
                   "write left, write left: byte 4 of 'y', unordered 'y'"}));
  EXPECT_EQ(find(source("x, y"), 8, X, Y), Found{});
  EXPECT_EQ(find(source("x"), 1, X, Y), Found{});
  // The result is that of the loop all the same.
  EXPECT_EQ(X.read()[0], 2 * 28);
}

TEST_F(RaceTest, OrderedMemoryThatIsShared) {
  Buffer<int> X(std::vector<int>(8)), Y(std::vector<int>(8));
  const std::string Source = R"(
    __kernel __ordered(x) void k(__global int *x, __global int *y) {
      *x += 1;
      y[3] += 1; //y
    })";
  EXPECT_EQ(find(Source, 4, X, Y).size(), 2u);
  EXPECT_EQ(find(Source, 4, X, X), Found{}); // monitored after all
}

/// An access that is monitored in part.
TEST_F(RaceTest, OrderedMemoryThatEnds) {
  Program P = build(R"(
    __kernel __ordered(x) void k(__global int *x, __global int *y, int at) {
      *x += 1;
      vstore4((int4)(1), 0, y + at);
    })");
  Overlap Buffers;
  Kernel K = P.kernel("k");
  cl_mem X = Buffers.Part.get(), Y = Buffers.Whole.get();
  K.setArg(0, X);
  K.setArg(1, Y);
  const auto said = [&](cl_int At) {
    K.setArg(2, At);
    return report([&] { check(K.launch(2), "k"); });
  };
  EXPECT_NE(said(1022).find("byte 4088 of 'y'"), std::string::npos);
  EXPECT_EQ(said(1024), "");
  EXPECT_EQ(said(2044), "");
  EXPECT_NE(said(2046).find("byte 8192 of 'y'"), std::string::npos);
}

TEST_F(RaceTest, OrderedAtomics) {
  Buffer<int> X(std::vector<int>(8)), Y(std::vector<int>(8));
  const auto source = [](const char *What) {
    return std::string(R"(
    __kernel __ordered(x) void k(__global int *x, __global int *y) {
      *x += 1;
      atomic_inc(y); //atomic
      )") + What +
           "\n}";
  };
  EXPECT_EQ(find(source(""), 4, X, Y), Found{});
  EXPECT_EQ(find(source("*x += *y; //plain"), 2, X, Y),
            (Found{"atomic write atomic, read plain: byte 0 of 'y', "
                   "unordered 'y'"}));
}

/// Two dimensions, a helper function, and tasks in the same program.
TEST_F(RaceTest, OrderedBesideTasks) {
  Buffer<int> X(std::vector<int>(8)), Y(std::vector<int>(8));
  const std::string Source = R"(
    void store(__global int *p, int v) { *p = v; } //store
    __task void put(__global int *p) { *p = 1; } //put
    __kernel void tasks(__global int *x) {
      () <- put(x); //spawn
      () <- put(x);
    }
    __kernel __ordered(x) void k(__global int *x, __global int *y) {
      *x += 1;
      store(y + get_global_id(1), get_global_id(0));
    })";
  Program P = build(Source);
  std::string Text = report([&] { run(P, "k", Range({3, 2}), X, Y); });
  EXPECT_NE(Text.find("kernel 'k' has 1 race:"), std::string::npos) << Text;
  EXPECT_NE(Text.find("    work-item 0\n    work-item 1\n"), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("2:45 in kernel 'k'"), std::string::npos) << Text;
  Text = report([&] { run(P, "tasks", 1, X); });
  EXPECT_NE(Text.find("kernel 'tasks' has 1 race:"), std::string::npos) << Text;
}
