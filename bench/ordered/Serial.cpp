//===- Serial.cpp - The loops of ordered.cl, one after the other ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Serial.h"

#include <cmath>

using namespace ordered;

void ordered::serialRandAcc(size_t N, float *A, float *B, const int *W,
                            const int *R, const float *V) {
  for (size_t I = 0; I < N; ++I) {
    A[W[I]] = V[I];
    B[I] = A[R[I]];
  }
}

void ordered::serialRandAcc3(size_t N, float *A, float *B, const int *W,
                             const int *R, const int *S, const int *T,
                             const float *V) {
  for (size_t I = 0; I < N; ++I) {
    A[W[I]] = V[I];
    B[I] = A[R[I]] + A[S[I]] + A[T[I]];
  }
}

void ordered::serialDoAll(size_t N, float *A, const int *W, const float *V) {
  for (size_t I = 0; I < N; ++I)
    A[W[I]] = V[I];
}

void ordered::serialConv2d(int N, float *B, const float *A) {
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J) {
      const float *P = A + I * N + J;
      float S = 0.2f * P[-N - 1];
      S = std::fma(0.5f, P[-1], S);
      S = std::fma(-0.8f, P[N - 1], S);
      S = std::fma(-0.3f, P[-N], S);
      S = std::fma(0.6f, P[0], S);
      S = std::fma(-0.9f, P[N], S);
      S = std::fma(0.4f, P[-N + 1], S);
      S = std::fma(0.7f, P[1], S);
      B[I * N + J] = std::fma(0.1f, P[N + 1], S);
    }
}

void ordered::serialFdtd(int N, unsigned Steps, float *Ex, float *Ey,
                         float *Hz) {
  for (unsigned Step = 0; Step < Steps; ++Step) {
    for (int J = 0; J < N; ++J)
      Ey[J] = 1;
    for (int I = 1; I < N; ++I)
      for (int J = 0; J < N; ++J) {
        const int At = I * N + J;
        Ey[At] = std::fma(-0.5f, Hz[At] - Hz[At - N], Ey[At]);
      }
    for (int I = 0; I < N; ++I)
      for (int J = 1; J < N; ++J) {
        const int At = I * (N + 1) + J;
        Ex[At] = std::fma(-0.5f, Hz[I * N + J] - Hz[I * N + J - 1], Ex[At]);
      }
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < N; ++J) {
        const int At = I * (N + 1) + J;
        const float Turn =
            Ex[At + 1] - Ex[At] + Ey[(I + 1) * N + J] - Ey[I * N + J];
        Hz[I * N + J] = std::fma(-0.7f, Turn, Hz[I * N + J]);
      }
  }
}

void ordered::serialGemm(int N, float *C, const float *A, const float *B) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      float S = 0.5f * C[I * N + J];
      for (int K = 0; K < N; ++K)
        S = std::fma(1.5f * A[I * N + K], B[K * N + J], S);
      C[I * N + J] = S;
    }
}

void ordered::serialMvt(int N, float *X1, float *X2, const float *A,
                        const float *Y1, const float *Y2) {
  for (int I = 0; I < N; ++I) {
    float S = X1[I];
    for (int J = 0; J < N; ++J)
      S = std::fma(A[I * N + J], Y1[J], S);
    X1[I] = S;
  }
  for (int I = 0; I < N; ++I) {
    float S = X2[I];
    for (int J = 0; J < N; ++J)
      S = std::fma(A[J * N + I], Y2[J], S);
    X2[I] = S;
  }
}

void ordered::serialScatterAdd(size_t N, float *X, const int *At,
                               const float *V) {
  for (size_t I = 0; I < N; ++I)
    X[At[I]] += V[I];
}

void ordered::serialScatterVectors(size_t N, float *X, const int *At,
                                   const float *V) {
  for (size_t I = 0; I < N; ++I) {
    float *To = X + 3 * static_cast<size_t>(At[I]);
    To[0] += V[I];
    To[1] -= V[I];
    To[2] = std::fma(2.0f, V[I], To[2]);
  }
}

void ordered::serialHistogram(size_t N, uint32_t *H, const uint32_t *Key,
                              uint32_t Mask) {
  for (size_t I = 0; I < N; ++I)
    ++H[Key[I] & Mask];
}

void ordered::serialLowerSolve(size_t N, double *X, const int *Row,
                               const int *Col, const double *A,
                               const double *B) {
  for (size_t I = 0; I < N; ++I) {
    const int Diagonal = Row[I + 1] - 1;
    double S = B[I];
    for (int K = Row[I]; K < Diagonal; ++K)
      S = std::fma(-A[K], X[Col[K]], S);
    X[I] = S / A[Diagonal];
  }
}

void ordered::serialGaussSeidel(size_t N, double *X, const int *Row,
                                const int *Col, const double *A,
                                const double *B, double D) {
  for (size_t I = 0; I < N; ++I) {
    double S = B[I];
    for (int K = Row[I]; K < Row[I + 1]; ++K)
      S = std::fma(-A[K], X[Col[K]], S);
    X[I] = S / D;
  }
}

void ordered::serialEdges(size_t N, float *Sum, const int *Edge,
                          const float *Weight) {
  for (size_t E = 0; E < N; ++E) {
    Sum[Edge[2 * E]] += Weight[E];
    Sum[Edge[2 * E + 1]] -= Weight[E];
  }
}

static float stiffness(int K) {
  const int Between = K / 4 ^ K % 4;
  return Between == 0 ? 4 : Between == 3 ? -2 : -1;
}

void ordered::serialAssembly(size_t N, float *Value, const int *Place,
                             const float *Size) {
  for (size_t E = 0; E < N; ++E)
    for (int K = 0; K < 16; ++K) {
      const int At = Place[16 * E + K];
      Value[At] = std::fma(Size[E], stiffness(K), Value[At]);
    }
}

void ordered::serialChain(size_t N, float *X, const float *V) {
  for (size_t I = 0; I < N; ++I)
    X[I + 1] = std::fma(0.5f, X[I], V[I]);
}
