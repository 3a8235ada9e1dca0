//===- Lu.h - Triangular factors of a matrix --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_LU_H
#define TASKLET_BENCH_PROBLEMS_LU_H

#include "Numbers.h"

#include <random>
#include <stdexcept>
#include <vector>

namespace bench {

/// lu.cl says what it is.
class Lu : public Problem {
public:
  static constexpr uint32_t Block = 16, LargestSize = 8192;

  explicit Lu(const Size &S)
      : N(uint32_t(checkSize(S.N, Block, LargestSize))),
        Factors(makeFactors(N)), Input(multiply(Factors, N)), A(Input) {}
  void prepare() override { A = Input; }
  void solve() override {
    if (RunsTasks)
      spawning(A.data(), N, N);
    else
      calling(A.data(), N, N);
  }
  uint64_t result() const override {
    if (A != Factors)
      throw std::runtime_error("lu: these are not the factors");
    return sample::checksumOfBits(A);
  }

  const std::vector<double> &input() const { return Input; }
  const std::vector<double> &factors() const { return Factors; }

protected:
  /// L and U in one matrix, of small whole numbers, and powers of two in the
  /// diagonal. So all that is computed is exact, whatever is fused.
  static std::vector<double> makeFactors(uint32_t N) {
    if (N & (N - 1))
      throw sample::UsageError("N: " + std::to_string(N) +
                               " is no power of two");
    std::mt19937 Random(1);
    std::vector<double> Result(size_t(N) * N);
    for (uint32_t I = 0; I < N; ++I)
      for (uint32_t J = 0; J < N; ++J)
        Result[size_t(I) * N + J] =
            I == J ? 1 << Random() % 4 : int(Random() % 7) - 3;
    return Result;
  }

  static std::vector<double> multiply(const std::vector<double> &Of,
                                      uint32_t N) {
    std::vector<double> Result(Of.size());
    for (uint32_t I = 0; I < N; ++I)
      for (uint32_t K = 0; K <= I; ++K) {
        const double L = K == I ? 1 : Of[size_t(I) * N + K];
        for (uint32_t J = K; J < N; ++J)
          Result[size_t(I) * N + J] += L * Of[size_t(K) * N + J];
      }
    return Result;
  }

  // In 64 bits: g++ makes no vectors of addresses that might wrap around.

  static void factorBlock(double *A, size_t Stride) {
    for (size_t K = 0; K < Block; ++K)
      for (size_t I = K + 1; I < Block; ++I) {
        const double Factor = A[I * Stride + K] / A[K * Stride + K];
        A[I * Stride + K] = Factor;
        for (size_t J = K + 1; J < Block; ++J)
          A[I * Stride + J] -= Factor * A[K * Stride + J];
      }
  }

  static void lowerBlock(double *__restrict M, const double *__restrict L,
                         size_t Stride) {
    for (size_t I = 0; I < Block; ++I)
      for (size_t K = 0; K < I; ++K)
        for (size_t J = 0; J < Block; ++J)
          M[I * Stride + J] -= L[I * Stride + K] * M[K * Stride + J];
  }

  static void upperBlock(double *__restrict M, const double *__restrict U,
                         size_t Stride) {
    for (size_t I = 0; I < Block; ++I)
      for (size_t K = 0; K < Block; ++K) {
        const double Factor = M[I * Stride + K] / U[K * Stride + K];
        M[I * Stride + K] = Factor;
        for (size_t J = K + 1; J < Block; ++J)
          M[I * Stride + J] -= Factor * U[K * Stride + J];
      }
  }

  static void subtractBlock(double *__restrict M, const double *__restrict V,
                            const double *__restrict W, size_t Stride) {
    for (size_t I = 0; I < Block; ++I)
      for (size_t K = 0; K < Block; ++K)
        for (size_t J = 0; J < Block; ++J)
          M[I * Stride + J] -= V[I * Stride + K] * W[K * Stride + J];
  }

  // Serial

  KEEP_CALLS static void subtract(double *M, const double *V, const double *W,
                                  uint32_t Size, uint32_t Stride) {
    if (Size == Block)
      return subtractBlock(M, V, W, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, B = Part * Stride, RB = B + R;
    subtract(M, V, W, Part, Stride);
    subtract(M + R, V, W + R, Part, Stride);
    subtract(M + B, V + B, W, Part, Stride);
    subtract(M + RB, V + B, W + R, Part, Stride);
    subtract(M, V + R, W + B, Part, Stride);
    subtract(M + R, V + R, W + RB, Part, Stride);
    subtract(M + B, V + RB, W + B, Part, Stride);
    subtract(M + RB, V + RB, W + RB, Part, Stride);
  }

  KEEP_CALLS static void solveColumns(double *M, const double *L, uint32_t Part,
                                      uint32_t Stride) {
    const uint32_t B = Part * Stride;
    solveLower(M, L, Part, Stride);
    subtract(M + B, L + B, M, Part, Stride);
    solveLower(M + B, L + B + Part, Part, Stride);
  }

  KEEP_CALLS static void solveLower(double *M, const double *L, uint32_t Size,
                                    uint32_t Stride) {
    if (Size == Block)
      return lowerBlock(M, L, Stride);
    const uint32_t Part = Size / 2;
    solveColumns(M, L, Part, Stride);
    solveColumns(M + Part, L, Part, Stride);
  }

  KEEP_CALLS static void solveRows(double *M, const double *U, uint32_t Part,
                                   uint32_t Stride) {
    const uint32_t B = Part * Stride;
    solveUpper(M, U, Part, Stride);
    subtract(M + Part, M, U + Part, Part, Stride);
    solveUpper(M + Part, U + B + Part, Part, Stride);
  }

  KEEP_CALLS static void solveUpper(double *M, const double *U, uint32_t Size,
                                    uint32_t Stride) {
    if (Size == Block)
      return upperBlock(M, U, Stride);
    const uint32_t Part = Size / 2;
    solveRows(M, U, Part, Stride);
    solveRows(M + Part * Stride, U, Part, Stride);
  }

  KEEP_CALLS static void calling(double *A, uint32_t Size, uint32_t Stride) {
    if (Size == Block)
      return factorBlock(A, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, B = Part * Stride, RB = B + R;
    calling(A, Part, Stride);
    solveLower(A + R, A, Part, Stride);
    solveUpper(A + B, A, Part, Stride);
    subtract(A + RB, A + B, A + R, Part, Stride);
    calling(A + RB, Part, Stride);
  }

  // By tasks

  static void spawnSubtract(double *M, const double *V, const double *W,
                            uint32_t Size, uint32_t Stride) {
    if (Size == Block)
      return subtractBlock(M, V, W, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, B = Part * Stride, RB = B + R;
    TaskGroup Group;
    const auto Spawn = [&Group, Part, Stride](double *To, const double *X,
                                              const double *Y) {
      Group.spawn([=] { spawnSubtract(To, X, Y, Part, Stride); });
    };
    Spawn(M, V, W);
    Spawn(M + R, V, W + R);
    Spawn(M + B, V + B, W);
    spawnSubtract(M + RB, V + B, W + R, Part, Stride);
    Group.wait();
    Spawn(M, V + R, W + B);
    Spawn(M + R, V + R, W + RB);
    Spawn(M + B, V + RB, W + B);
    spawnSubtract(M + RB, V + RB, W + RB, Part, Stride);
    Group.wait();
  }

  static void spawnColumns(double *M, const double *L, uint32_t Part,
                           uint32_t Stride) {
    const uint32_t B = Part * Stride;
    spawnLower(M, L, Part, Stride);
    spawnSubtract(M + B, L + B, M, Part, Stride);
    spawnLower(M + B, L + B + Part, Part, Stride);
  }

  static void spawnLower(double *M, const double *L, uint32_t Size,
                         uint32_t Stride) {
    if (Size == Block)
      return lowerBlock(M, L, Stride);
    const uint32_t Part = Size / 2;
    TaskGroup Group;
    Group.spawn([=] { spawnColumns(M, L, Part, Stride); });
    spawnColumns(M + Part, L, Part, Stride);
    Group.wait();
  }

  static void spawnRows(double *M, const double *U, uint32_t Part,
                        uint32_t Stride) {
    const uint32_t B = Part * Stride;
    spawnUpper(M, U, Part, Stride);
    spawnSubtract(M + Part, M, U + Part, Part, Stride);
    spawnUpper(M + Part, U + B + Part, Part, Stride);
  }

  static void spawnUpper(double *M, const double *U, uint32_t Size,
                         uint32_t Stride) {
    if (Size == Block)
      return upperBlock(M, U, Stride);
    const uint32_t Part = Size / 2;
    TaskGroup Group;
    Group.spawn([=] { spawnRows(M, U, Part, Stride); });
    spawnRows(M + Part * Stride, U, Part, Stride);
    Group.wait();
  }

  static void spawning(double *A, uint32_t Size, uint32_t Stride) {
    if (Size == Block)
      return factorBlock(A, Stride);
    const uint32_t Part = Size / 2;
    const uint32_t R = Part, B = Part * Stride, RB = B + R;
    spawning(A, Part, Stride);
    TaskGroup Group;
    Group.spawn([=] { spawnLower(A + R, A, Part, Stride); });
    spawnUpper(A + B, A, Part, Stride);
    Group.wait();
    spawnSubtract(A + RB, A + B, A + R, Part, Stride);
    spawning(A + RB, Part, Stride);
  }

  uint32_t N;
  std::vector<double> Factors, Input, A;
};

} // namespace bench

#endif
