//===- KiteLoopTest.cpp - Indexes that go bad within loops ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks of indexes are done before a loop where that is possible. A bad index
/// must still end the command at its element, with all effects of before and
/// none of later ones. The same loops run here, with numbers of 32 bits that
/// wrap.
///
//===----------------------------------------------------------------------===//
#include "DeviceTest.h"
#include "LastMessage.h"

#include <CL/cl_tkl_tasklets.h>

#include <functional>
#include <random>

using namespace tasklet::test;

namespace {

constexpr char Loops[] = R"(
export task nest(v: array(int), start: int, down: int, across: int, rows: int, columns: int) {
  i = 0;
  while (i < rows) {
    k = 0;
    while (k < columns) {
      v[start + i * down + k * across] += 1;
      k += 1;
    }
    i += 1;
  }
}
export task falling(v: array(int), from: int, end: int, offset: int) {
  while (from > end) {
    v[from + offset] += 1;
    from -= 1;
  }
}
export task range(v: array(int), first: int, second: int, last: int) {
  for (i = [first, second..last]) { v[i] += 1; }
}
export task early(v: array(int), start: int, step: uint, count: int) {
  k: uint = 0;
  while (k < uint(count) && v[int(k)] != 3) {
    v[uint(start) + k * step] += 1;
    k += 1;
  }
}
)";

int wrap(int64_t N) { return int(uint32_t(uint64_t(N))); }

/// An array whose elements count the accesses, up to one that is bad.
struct Elements {
  std::vector<cl_int> Values;
  bool Failed = false;
  int64_t Bad = 0;

  bool check(int64_t Index) {
    if (!Failed && (Index < 0 || Index >= int64_t(Values.size()))) {
      Failed = true;
      Bad = Index;
    }
    return !Failed;
  }
  void increment(int64_t Index) {
    if (check(Index))
      ++Values[size_t(Index)];
  }
};

using Numbers = std::vector<int>;
using Serial = std::function<void(Elements &, const Numbers &)>;

void nest(Elements &V, const Numbers &N) {
  for (int64_t I = 0; I < N[3]; ++I)
    for (int64_t K = 0; K < N[4] && !V.Failed; ++K)
      V.increment(wrap(N[0] + I * N[1] + K * N[2]));
}

void falling(Elements &V, const Numbers &N) {
  for (int64_t From = N[0]; From > N[1] && !V.Failed; --From)
    V.increment(wrap(From + N[2]));
}

void range(Elements &V, const Numbers &N) {
  const int64_t Step = int64_t(N[1]) - N[0];
  for (int64_t I = N[0]; (Step > 0 ? I <= N[2] : I >= N[2]) && !V.Failed;
       I += Step)
    V.increment(I);
}

void early(Elements &V, const Numbers &N) {
  for (int64_t K = 0; K < N[2] && V.check(K) && V.Values[size_t(K)] != 3; ++K)
    V.increment(uint32_t(wrap(N[0] + K * N[1])));
}

class KiteLoopTest : public DeviceTest {
protected:
  /// Runs task \p Name with \p N, and compares all of it. True if it failed.
  static bool compare(const Program &P, const char *Name, const Serial &Run,
                      const Numbers &N, size_t Length) {
    Elements Expected = {std::vector<cl_int>(Length)};
    Run(Expected, N);
    Buffer<cl_int> V(std::vector<cl_int>(Length, 0));
    Kernel K = P.kernel(Name);
    if (N.size() == 3)
      K.setArgs(V, cl_ulong(Length), N[0], N[1], N[2]);
    else
      K.setArgs(V, cl_ulong(Length), N[0], N[1], N[2], N[3], N[4]);
    const cl_int Status = K.launch(1);
    std::string Call = Name;
    for (int Number : N)
      Call += " " + std::to_string(Number);
    EXPECT_EQ(Status < 0, Expected.Failed) << Call;
    EXPECT_EQ(V.read(), Expected.Values) << Call;
    if (Expected.Failed) {
      EXPECT_NE(lastMessage().find("index " + std::to_string(Expected.Bad) +
                                   " is outside of an array of length " +
                                   std::to_string(Length)),
                std::string::npos)
          << Call << ": " << lastMessage();
    }
    return Expected.Failed;
  }
};

constexpr int Most = std::numeric_limits<int>::max();
constexpr int Least = std::numeric_limits<int>::min();

} // namespace

TEST_F(KiteLoopTest, FailAtTheirElements) {
  Program P = build(Loops, "-x kite");
  // The last one is bad, in the middle of the loops, the first one, none.
  EXPECT_TRUE(compare(P, "nest", nest, {0, 8, 1, 4, 8}, 31));
  EXPECT_TRUE(compare(P, "nest", nest, {0, 8, 1, 4, 8}, 13));
  EXPECT_TRUE(compare(P, "nest", nest, {-1, 8, 1, 4, 8}, 32));
  EXPECT_FALSE(compare(P, "nest", nest, {0, 8, 1, 4, 8}, 32));
  // Nothing runs, so nothing is bad.
  EXPECT_FALSE(compare(P, "nest", nest, {-9, 8, 1, 0, 8}, 4));
  EXPECT_FALSE(compare(P, "nest", nest, {-9, 8, 1, 4, 0}, 4));
  EXPECT_FALSE(compare(P, "falling", falling, {-9, 8, 0}, 4));
  EXPECT_FALSE(compare(P, "range", range, {3, 4, 2}, 1));
  EXPECT_FALSE(compare(P, "early", early, {-9, 8, 0}, 4));
  // Sums that wrap, some of them back into the array.
  EXPECT_FALSE(compare(P, "falling", falling, {Most, Most - 5, Least + 6}, 8));
  EXPECT_FALSE(
      compare(P, "falling", falling, {Least + 3, Least, Least + 4}, 8));
  EXPECT_TRUE(compare(P, "falling", falling, {Least + 3, Least, Most - 2}, 8));
  EXPECT_TRUE(compare(P, "nest", nest, {4, Least, 1, 3, 1}, 8));
  EXPECT_TRUE(compare(P, "nest", nest, {4, 0, Most, 1, 3}, 8));
  // A loop that ends before its bad index.
  EXPECT_FALSE(compare(P, "early", early, {3, 0, 99}, 8));
  EXPECT_TRUE(compare(P, "early", early, {0, 1, 9}, 8));
}

TEST_F(KiteLoopTest, RandomNumbers) {
  Program P = build(Loops, "-x kite");
  std::mt19937 Random(7);
  const auto Pick = [&](int Low, int High) {
    return Low + int(Random() % unsigned(High - Low + 1));
  };
  // Small numbers, and now and then some near to a border.
  const auto Any = [&](int Low, int High) {
    switch (Pick(0, 19)) {
    case 0:
      return Most - Pick(0, 9);
    case 1:
      return Least + Pick(0, 9);
    default:
      return Pick(Low, High);
    }
  };
  int Failed = 0;
  constexpr int Count = 400;
  for (int I = 0; I < Count; ++I) {
    const size_t Length = size_t(Pick(1, 99));
    const int From = Any(-2, 40), First = Any(-2, 40);
    Failed += compare(
        P, "nest", nest,
        {Any(-1, 30), Any(-9, 9), Any(-5, 5), Pick(0, 5), Pick(0, 5)}, Length);
    Failed +=
        compare(P, "falling", falling,
                {From, wrap(int64_t(From) - Pick(-2, 30)), Any(-9, 9)}, Length);
    const int Step = Pick(1, 9) * (Pick(0, 1) ? 1 : -1);
    if (const int64_t Last = First + int64_t(Step) * Pick(0, 9);
        wrap(Last) == Last && wrap(int64_t(First) + Step) - Step == First)
      Failed +=
          compare(P, "range", range, {First, First + Step, int(Last)}, Length);
    Failed +=
        compare(P, "early", early, {Any(0, 9), Any(0, 9), Pick(0, 20)}, Length);
  }
  // Both kinds come.
  EXPECT_GT(Failed, Count / 2);
  EXPECT_LT(Failed, 3 * Count);
}
