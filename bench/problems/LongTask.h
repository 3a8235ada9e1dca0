//===- LongTask.h - Work that cannot be divided -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_LONGTASK_H
#define TASKLET_BENCH_PROBLEMS_LONGTASK_H

namespace bench {

class LongTask : public Problem {
public:
  explicit LongTask(const Size &S)
      : Rounds(uint32_t(checkSize(S.N, 0, UINT32_MAX))) {}
  void solve() override {
    if (RunsTasks) {
      TaskGroup Group;
      Group.spawn([this] { Result = calling(1, Rounds); });
      Group.wait();
    } else {
      Result = calling(1, Rounds);
    }
  }
  uint64_t result() const override { return Result; }

protected:
  KEEP_CALLS static uint32_t calling(uint32_t Word, uint32_t Rounds) {
    for (uint32_t I = 0; I < Rounds; ++I) {
      Word ^= Word << 13;
      Word ^= Word >> 17;
      Word ^= Word << 5;
    }
    return Word;
  }

  uint32_t Rounds;
  uint32_t Result = 0;
};

} // namespace bench

#endif
