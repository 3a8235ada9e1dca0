//===- Mergesort.h - Sorting by merging -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_MERGESORT_H
#define TASKLET_BENCH_PROBLEMS_MERGESORT_H

#include "Numbers.h"

#include <vector>

namespace bench {

/// mergesort.cl says why its parts are as they are.
class Mergesort : public Problem {
public:
  explicit Mergesort(const Size &S)
      : Input(sample::randomIntegers(size_t(checkSize(S.N, 1, 1000000000)), 1)),
        Data(Input), Spare(Input.size()) {}
  void prepare() override { Data = Input; }
  void solve() override {
    const auto N = static_cast<uint32_t>(Data.size());
    if (RunsTasks)
      spawningSort(Data.data(), Spare.data(), Data.data(), N);
    else
      callingSort(Data.data(), Spare.data(), Data.data(), N);
  }
  uint64_t result() const override { return sample::checksum(Data); }

protected:
  static constexpr uint32_t SmallSort = 32;
  static constexpr uint32_t SmallMerge = 1024;

  static void sortSmall(const int32_t *From, int32_t *To, uint32_t Count) {
    for (uint32_t I = 0; I < Count; ++I) {
      const int32_t Moving = From[I];
      uint32_t Hole = I;
      for (; Hole > 0 && To[Hole - 1] > Moving; --Hole)
        To[Hole] = To[Hole - 1];
      To[Hole] = Moving;
    }
  }

  /// Two sorted ranges that become one.
  struct Merge {
    const int32_t *A;
    uint32_t ACount;
    const int32_t *B;
    uint32_t BCount;
    int32_t *To;

    bool isSmall() const { return ACount + BCount <= SmallMerge; }

    void run() const {
      uint32_t I = 0, J = 0;
      while (I < ACount && J < BCount) {
        const bool FromB = B[J] < A[I];
        To[I + J] = FromB ? B[J] : A[I];
        J += FromB;
        I += !FromB;
      }
      for (; I < ACount; ++I)
        To[I + J] = A[I];
      for (; J < BCount; ++J)
        To[I + J] = B[J];
    }

    /// Cuts at the middle of the longer range: what comes before stays here,
    /// the rest is returned.
    Merge cut() {
      uint32_t ACut, BCut;
      if (ACount >= BCount) {
        ACut = ACount / 2;
        BCut = countSmaller(B, BCount, A[ACut]);
      } else {
        BCut = BCount / 2;
        ACut = countSmaller(A, ACount, B[BCut]);
      }
      const Merge Rest = {A + ACut, ACount - ACut, B + BCut, BCount - BCut,
                          To + ACut + BCut};
      ACount = ACut;
      BCount = BCut;
      return Rest;
    }
  };

  static uint32_t countSmaller(const int32_t *Data, uint32_t Count,
                               int32_t Limit) {
    uint32_t Low = 0;
    while (Low < Count) {
      const uint32_t Middle = Low + (Count - Low) / 2;
      if (Data[Middle] < Limit)
        Low = Middle + 1;
      else
        Count = Middle;
    }
    return Low;
  }

  KEEP_CALLS static void callingMerge(Merge M) {
    if (M.isSmall())
      return M.run();
    const Merge Rest = M.cut();
    callingMerge(M);
    callingMerge(Rest);
  }

  static void spawningMerge(Merge M) {
    if (M.isSmall())
      return M.run();
    const Merge Rest = M.cut();
    TaskGroup Group;
    Group.spawn([M] { spawningMerge(M); });
    spawningMerge(Rest);
    Group.wait();
  }

  KEEP_CALLS static void callingSort(int32_t *Data, int32_t *Spare, int32_t *To,
                                     uint32_t Count) {
    if (Count <= SmallSort)
      return sortSmall(Data, To, Count);
    int32_t *Halves = To == Data ? Spare : Data;
    const uint32_t Middle = Count / 2;
    callingSort(Data, Spare, Halves, Middle);
    callingSort(Data + Middle, Spare + Middle, Halves + Middle, Count - Middle);
    callingMerge({Halves, Middle, Halves + Middle, Count - Middle, To});
  }

  static void spawningSort(int32_t *Data, int32_t *Spare, int32_t *To,
                           uint32_t Count) {
    if (Count <= SmallSort)
      return sortSmall(Data, To, Count);
    int32_t *Halves = To == Data ? Spare : Data;
    const uint32_t Middle = Count / 2;
    TaskGroup Group;
    Group.spawn([=] { spawningSort(Data, Spare, Halves, Middle); });
    spawningSort(Data + Middle, Spare + Middle, Halves + Middle,
                 Count - Middle);
    Group.wait();
    spawningMerge({Halves, Middle, Halves + Middle, Count - Middle, To});
  }

  std::vector<int32_t> Input, Data, Spare;
};

} // namespace bench

#endif
