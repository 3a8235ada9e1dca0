//===- Serial.h - The loops of ordered.cl, one after the other --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What ordered kernels are measured against. Compiled at -O3 for the processor
/// of this machine, whatever the build type is. Pointers may share memory, as
/// those of the kernels may: a compiler that knew better would know what ordered
/// kernels are there to find out.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_ORDERED_SERIAL_H
#define TASKLET_BENCH_ORDERED_SERIAL_H

#include <cstddef>
#include <cstdint>

namespace ordered {

void serialRandAcc(size_t N, float *A, float *B, const int *W, const int *R,
                   const float *V);
void serialRandAcc3(size_t N, float *A, float *B, const int *W, const int *R,
                    const int *S, const int *T, const float *V);
void serialDoAll(size_t N, float *A, const int *W, const float *V);
void serialConv2d(int N, float *B, const float *A);
void serialFdtd(int N, unsigned Steps, float *Ex, float *Ey, float *Hz);
void serialGemm(int N, float *C, const float *A, const float *B);
void serialMvt(int N, float *X1, float *X2, const float *A, const float *Y1,
               const float *Y2);
void serialScatterAdd(size_t N, float *X, const int *At, const float *V);
void serialScatterVectors(size_t N, float *X, const int *At, const float *V);
void serialHistogram(size_t N, uint32_t *H, const uint32_t *Key, uint32_t Mask);
void serialLowerSolve(size_t N, double *X, const int *Row, const int *Col,
                      const double *A, const double *B);
void serialGaussSeidel(size_t N, double *X, const int *Row, const int *Col,
                       const double *A, const double *B, double D);
void serialEdges(size_t N, float *Sum, const int *Edge, const float *Weight);
void serialAssembly(size_t N, float *Value, const int *Place,
                    const float *Size);
void serialChain(size_t N, float *X, const float *V);

} // namespace ordered

#endif
