//===- Quicksort.h - Sorting in place ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_QUICKSORT_H
#define TASKLET_BENCH_PROBLEMS_QUICKSORT_H

#include "Numbers.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace bench {

/// quicksort.cl says why its parts are as they are.
class Quicksort : public Problem {
public:
  explicit Quicksort(const Size &S)
      : Input(sample::randomIntegers(size_t(checkSize(S.N, 1, 1000000000)), 1)),
        Data(Input) {}
  void prepare() override { Data = Input; }
  void solve() override {
    const auto N = static_cast<uint32_t>(Data.size());
    sort(Data.data(), N);
    // The sample's kernel does this as well.
    Disorder = 0;
    for (uint32_t I = 1; I < N; ++I)
      Disorder += Data[I - 1] > Data[I];
  }
  uint64_t result() const override {
    if (Disorder)
      throw std::runtime_error("quicksort: the numbers are not in order");
    return sample::checksum(Data);
  }

protected:
  static constexpr uint32_t Small = 32;

  virtual void sort(int32_t *Data, uint32_t N) {
    if (RunsTasks)
      spawning(Data, 0, N);
    else
      calling(Data, 0, N);
  }

  static void sortSmall(int32_t *Data, uint32_t Lo, uint32_t Hi) {
    for (uint32_t I = Lo + 1; I < Hi; ++I) {
      const int32_t Moving = Data[I];
      uint32_t Hole = I;
      for (; Hole > Lo && Data[Hole - 1] > Moving; --Hole)
        Data[Hole] = Data[Hole - 1];
      Data[Hole] = Moving;
    }
  }

  static int32_t choosePivot(const int32_t *Data, uint32_t Lo, uint32_t Hi) {
    const int32_t A = Data[Lo], B = Data[Lo + (Hi - Lo) / 2], C = Data[Hi - 1];
    return std::max(std::min(A, B), std::min(std::max(A, B), C));
  }

  static uint32_t partition(int32_t *Data, uint32_t Lo, uint32_t Hi) {
    const int32_t Pivot = choosePivot(Data, Lo, Hi);
    uint32_t I = Lo, J = Hi - 1;
    for (;;) {
      while (Data[I] < Pivot)
        ++I;
      while (Data[J] > Pivot)
        --J;
      if (I >= J)
        return J + 1;
      std::swap(Data[I], Data[J]);
      ++I;
      --J;
    }
  }

  KEEP_CALLS static void calling(int32_t *Data, uint32_t Lo, uint32_t Hi) {
    if (Hi - Lo <= Small) {
      sortSmall(Data, Lo, Hi);
      return;
    }
    const uint32_t Middle = partition(Data, Lo, Hi);
    calling(Data, Lo, Middle);
    calling(Data, Middle, Hi);
  }

  static void spawning(int32_t *Data, uint32_t Lo, uint32_t Hi) {
    if (Hi - Lo <= Small) {
      sortSmall(Data, Lo, Hi);
      return;
    }
    const uint32_t Middle = partition(Data, Lo, Hi);
    TaskGroup Group;
    Group.spawn([=] { spawning(Data, Lo, Middle); });
    spawning(Data, Middle, Hi);
    Group.wait();
  }

private:
  std::vector<int32_t> Input, Data;
  uint32_t Disorder = 1;
};

} // namespace bench

#endif
