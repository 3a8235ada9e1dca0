//===- SizeTest.cpp - Large programs --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Programs whose tasks do not all fit into the dispatch kernel, so that some
// stay functions (SeparateSteps.h) and hand over to each other and to the rest.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>
#include <functional>
#include <sstream>

using namespace tasklet::test;

using SizeTest = DeviceTest;

/// "before 0 between 0 after", "before 1 between 1 after", ...
static std::string repeat(int Times, const std::string &Before,
                          const std::string &Between,
                          const std::string &After) {
  std::ostringstream Text;
  for (int I = 0; I < Times; ++I)
    Text << Before << I << Between << I << After;
  return Text.str();
}

TEST_F(SizeTest, SixHundredSpawnsInARow) {
  Buffer<int> Out(1), Seen(600);
  run(R"(
    __task int square(int n) { return n * n; }
    __task int whole(int n, __global int *seen) {
      int x[600];)" +
          repeat(600, "x[", "] <- square(n + ", ");\n") + R"(
      force (x) {
        int sum = 0;
        for (int i = 0; i < 600; ++i) {
          sum += x[i];
          seen[i] = x[i];
        }
        return sum;
      }
    }
    __kernel void k(__global int *out, __global int *seen, int n) {
      out[0] <- whole(n, seen);
    })",
      "k", 1, Out, Seen, 5);
  int Sum = 0;
  for (int I = 0; I < 600; ++I)
    Sum += (5 + I) * (5 + I);
  expectEach(Out, [&](int) { return Sum; });
  expectEach(Seen, [](int I) { return (5 + I) * (5 + I); });
}

TEST_F(SizeTest, TwoHundredVariablesThatMayBePending) {
  std::ostringstream Source;
  Source << "__task int square(int n) { return n * n; }\n"
            "__task int whole(int n, __global int *when) {\n";
  for (int I = 0; I < 200; ++I)
    Source << "int x" << I << " = " << I << "; if (when[" << I << "]) x" << I
           << " <- square(n + " << I << ");\n";
  Source << "force (x0";
  for (int I = 1; I < 200; ++I)
    Source << ", x" << I;
  Source << ") { return 0" << repeat(200, " + x", " * ", "") << "; } }\n"
         << "__kernel void k(__global int *out, __global int *when, int n) {"
            "  out[0] <- whole(n, when);"
            "}";
  std::vector<int> When(200);
  uint32_t Sum = 0;
  for (uint32_t I = 0; I < 200; ++I) {
    When[I] = I % 3 == 1 || I % 7 > 4;
    Sum += (When[I] ? (50 + I) * (50 + I) : I) * I;
  }
  Buffer<int> Out(1), Conditions(When);
  run(Source.str(), "k", 1, Out, Conditions, 50);
  expectEach(Out, [&](int) { return Sum; });
}

TEST_F(SizeTest, HundredTasksThatSpawnEachOther) {
  constexpr int Tasks = 100;
  std::ostringstream Source;
  Source << repeat(Tasks, "__task int f", "(int n); // ", "\n");
  for (int I = 0; I < Tasks; ++I)
    Source << "__task int f" << I << "(int n) { if (n < 1) return " << I
           << "; int a, b; a <- f" << (I + 1) % Tasks << "(n - 1); b <- f"
           << (7 * I + 3) % Tasks << "(n - 2); force (a, b) { return a * "
           << I + 3 << " + b; } }\n";
  Source << "__kernel void k(__global int *out, int n) { out[0] <- f0(n); }";
  Buffer<int> Out(1);
  run(Source.str(), "k", 1, Out, 14);
  std::function<uint32_t(int, int)> Serial = [&](int I, int N) {
    return N < 1 ? I
                 : Serial((I + 1) % Tasks, N - 1) * (I + 3) +
                       Serial((7 * I + 3) % Tasks, N - 2);
  };
  expectEach(Out, [&](int) { return Serial(0, 14); });
}

// The small task is in the dispatch kernel, the large ones are not. Each takes
// the place of the one before, with arguments that have to travel.
TEST_F(SizeTest, SmallAndLargeTasksHandOver) {
  std::string Large = R"((state s, int left, __global int *out) {
      int x[100];
      if (left < 0) {)" +
                      repeat(100, "x[", "] <- square(", ");\n") + R"(
        force (x) { for (int i = 0; i < 100; ++i) out[1 + i] += x[i]; return; }
      }
      s.count++; s.sum = s.sum * 3 + left;
      )";
  Buffer<int> Out(std::vector<int>(101));
  run("typedef struct { int count; long pad; uint sum; } state;\n"
      "__task int square(int n) { return n * n; }\n"
      "__task void large(state s, int left, __global int *out);\n"
      "__task void other(state s, int left, __global int *out);\n"
      "__task void small(int left, state s, __global int *out) {\n"
      "  if (left == 0) { out[0] = s.sum; () <- large(s, -1, out); return; }\n"
      "  s.sum += s.count;\n"
      "  () <- large(s, left - 1, out);\n"
      "}\n"
      "__task void large" +
          Large + "() <- other(s, left, out); }\n__task void other" + Large +
          R"(() <- small(left, s, out); }
    __kernel void k(__global int *out, int n) {
      state s = {0, 0, 1};
      () <- small(n, s, out);
    })",
      "k", 1, Out, 10000);
  uint32_t Sum = 1, Count = 0;
  for (int Left = 10000; Left-- > 0;) {
    Sum += Count;
    for (int Task = 0; Task < 2; ++Task) {
      ++Count;
      Sum = Sum * 3 + Left;
    }
  }
  expectEach(Out, [&](int I) { return I == 0 ? Sum : (I - 1) * (I - 1); });
}
