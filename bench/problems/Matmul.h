//===- Matmul.h - Multiplying matrices by quarters --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_MATMUL_H
#define TASKLET_BENCH_PROBLEMS_MATMUL_H

#include "Matrix.h"
#include "Vector8.h"

#include <algorithm>
#include <vector>

namespace bench {

class Matmul : public Problem {
public:
  explicit Matmul(const Size &S)
      : N(uint32_t(checkSize(S.N, matmul::Block, matmul::LargestSize))),
        A(matmul::makeMatrix(N, 1)), B(matmul::makeMatrix(N, 2)), C(A.size()) {
    if (N & (N - 1))
      throw sample::UsageError("N: " + std::to_string(N) +
                               " is no power of two");
  }
  void prepare() override { std::fill(C.begin(), C.end(), 0.0f); }
  void solve() override {
    if (RunsTasks)
      spawning(A.data(), B.data(), C.data(), N, N);
    else
      calling(A.data(), B.data(), C.data(), N, N);
  }
  uint64_t result() const override { return sample::checksum(C); }

protected:
  static void multiplyBlock(const float *A, const float *B, float *C,
                            uint32_t Stride) {
    for (uint32_t Row = 0; Row < matmul::Block; ++Row) {
      for (uint32_t Column = 0; Column < matmul::Block; Column += 8) {
        float *To = C + Row * Stride + Column;
        Float8 Sum = load8(To);
        for (uint32_t K = 0; K < matmul::Block; ++K)
          Sum += A[Row * Stride + K] * load8(B + K * Stride + Column);
        store8(Sum, To);
      }
    }
  }

  KEEP_CALLS static void calling(const float *A, const float *B, float *C,
                                 uint32_t Size, uint32_t Stride) {
    if (Size == matmul::Block)
      return multiplyBlock(A, B, C, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, L = Part * Stride, RL = L + R;
    calling(A, B, C, Part, Stride);
    calling(A, B + R, C + R, Part, Stride);
    calling(A + L, B, C + L, Part, Stride);
    calling(A + L, B + R, C + RL, Part, Stride);
    calling(A + R, B + L, C, Part, Stride);
    calling(A + R, B + RL, C + R, Part, Stride);
    calling(A + RL, B + L, C + L, Part, Stride);
    calling(A + RL, B + RL, C + RL, Part, Stride);
  }

  static void spawning(const float *A, const float *B, float *C, uint32_t Size,
                       uint32_t Stride) {
    if (Size == matmul::Block)
      return multiplyBlock(A, B, C, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, L = Part * Stride, RL = L + R;
    TaskGroup Group;
    const auto Spawn = [&Group, Part, Stride](const float *X, const float *Y,
                                              float *Z) {
      Group.spawn([=] { spawning(X, Y, Z, Part, Stride); });
    };
    Spawn(A, B, C);
    Spawn(A, B + R, C + R);
    Spawn(A + L, B, C + L);
    spawning(A + L, B + R, C + RL, Part, Stride);
    Group.wait();
    Spawn(A + R, B + L, C);
    Spawn(A + R, B + RL, C + R);
    Spawn(A + RL, B + L, C + L);
    spawning(A + RL, B + RL, C + RL, Part, Stride);
    Group.wait();
  }

  uint32_t N;
  std::vector<float> A, B, C;
};

} // namespace bench

#endif
