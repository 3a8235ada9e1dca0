//===- Fib.h - Fibonacci numbers by plain recursion -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_FIB_H
#define TASKLET_BENCH_PROBLEMS_FIB_H

namespace bench {

class Fib : public Problem {
public:
  explicit Fib(const Size &S) : N(int(checkSize(S.N, 0, 46))) {}
  void solve() override { Result = RunsTasks ? spawning(N) : calling(N); }
  uint64_t result() const override { return static_cast<uint64_t>(Result); }

protected:
  KEEP_CALLS static int calling(int N) {
    return N < 2 ? N : calling(N - 1) + calling(N - 2);
  }

  static int spawning(int N) {
    if (N < 2)
      return N;
    int A;
    TaskGroup Group;
    Group.spawn([&A, N] { A = spawning(N - 1); });
    const int B = spawning(N - 2);
    Group.wait();
    return A + B;
  }

  int N;
  int Result = -1;
};

} // namespace bench

#endif
