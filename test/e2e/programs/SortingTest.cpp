//===- SortingTest.cpp - Sorting programs ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>

using namespace tasklet::test;

using SortingPrograms = Programs;
INSTANTIATE_PROGRAMS(SortingPrograms);

static bool keyLess(const cl_int2 &A, const cl_int2 &B) {
  return A.s[0] < B.s[0];
}

/// Few different keys, so that an unstable sort is seen: the second component
/// is where the element was.
static std::vector<cl_int2> numbered(const std::vector<int> &Keys) {
  std::vector<cl_int2> Elements(Keys.size());
  for (size_t I = 0; I < Keys.size(); ++I)
    Elements[I] = {{Keys[I], static_cast<int>(I)}};
  return Elements;
}

static void expectElements(const Buffer<cl_int2> &Out,
                           const std::vector<cl_int2> &Serial) {
  std::vector<cl_int2> Values = Out.read();
  for (size_t I = 0; I < Values.size(); ++I) {
    EXPECT_EQ(Values[I].s[0], Serial[I].s[0]) << "key " << I;
    EXPECT_EQ(Values[I].s[1], Serial[I].s[1]) << "companion " << I;
  }
}

TEST_P(SortingPrograms, MergeSort) {
  Program P = load("merge_sort");
  std::vector<cl_int2> Serial = numbered(randomNumbers(5000, -300, 300));
  Buffer<cl_int2> Data(Serial), Spare(Serial.size());
  Buffer<unsigned> Rank(Serial.size());
  run(P, "sort_and_rank", 1, Data, Spare, unsigned(Serial.size()), Rank);
  std::stable_sort(Serial.begin(), Serial.end(), keyLess);
  expectElements(Data, Serial);
  std::vector<unsigned> Ranks(Serial.size());
  for (size_t I = 1; I < Serial.size(); ++I)
    Ranks[I] = Ranks[I - 1] + keyLess(Serial[I - 1], Serial[I]);
  expectEqual(Rank, Ranks);
}

TEST_P(SortingPrograms, MergeSortOfSegments) {
  Program P = load("merge_sort");
  std::vector<cl_int2> Serial = numbered(randomNumbers(3000, 0, 9));
  const std::vector<unsigned> Begin = {0,   0,   1,    3,    19,   36,
                                       300, 301, 1500, 2000, 2999, 3000};
  Buffer<cl_int2> Data(Serial), Spare(Serial.size());
  run(P, "sort_segments", Begin.size() - 1, Data, Spare,
      Buffer<unsigned>(Begin));
  for (size_t I = 0; I + 1 < Begin.size(); ++I)
    std::stable_sort(Serial.begin() + Begin[I], Serial.begin() + Begin[I + 1],
                     keyLess);
  expectElements(Data, Serial);
}

TEST_P(SortingPrograms, SampleSort) {
  Program P = load("sample_sort");
  for (unsigned Largest : {0u, 7u, ~0u})
    for (unsigned Size : {1u, 48u, 49u, 6000u}) {
      std::vector<unsigned> Serial = randomNumbers(Size, 0u, Largest);
      Buffer<unsigned> Data(Serial), Spare(Size);
      run(P, "sort_all", 1, Data, Spare, Size);
      std::sort(Serial.begin(), Serial.end());
      expectEqual(Data, Serial);
    }
}

TEST_P(SortingPrograms, BitonicSort) {
  Program P = load("bitonic_sort");
  constexpr size_t Rows = 3, Columns = 4;
  for (unsigned Size : {8u, 16u, 512u}) { // eight to a vector
    std::vector<float> Serial =
        randomNumbers(Rows * Columns * Size, -1.0f, 1.0f);
    Buffer<float> Data(Serial);
    run(P, "sort_rows", Range({Columns, Rows}), Data, Size / 8);
    for (size_t Block = 0; Block < Rows * Columns; ++Block) {
      auto First = Serial.begin() + Block * Size;
      std::sort(First, First + Size);
      if (Block % Columns % 2 == 1)
        std::reverse(First, First + Size);
    }
    expectEqual(Data, Serial);
  }
}
