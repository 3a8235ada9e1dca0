//===- main.cpp - Multiplying matrices by tasks ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Matrix.h"
#include "Options.h"
#include "Report.h"

#include <vector>

using namespace sample;

using Matrix = std::vector<float>;

/// By the definition, in whole numbers.
static Matrix multiplySerial(const Matrix &A, const Matrix &B, size_t N) {
  Matrix C;
  std::vector<uint32_t> Row(N);
  for (size_t I = 0; I < N; ++I) {
    std::fill(Row.begin(), Row.end(), 0);
    for (size_t K = 0; K < N; ++K)
      for (size_t J = 0; J < N; ++J)
        Row[J] += static_cast<uint32_t>(A[I * N + K]) *
                  static_cast<uint32_t>(B[K * N + J]);
    C.insert(C.end(), Row.begin(), Row.end());
  }
  return C;
}

/// Tasks of a product: itself and those of eight of half the size.
static uint64_t countCalls(uint32_t Size) {
  return Size == matmul::Block ? 1 : 1 + 8 * countCalls(Size / 2);
}

int main(int Argc, char **Argv) {
  return runSample("matmul", [&] {
    int64_t N = 512;
    RunOptions Common;
    Options Opts("matmul",
                 "Multiplies two matrices of N by N floats by quarters.");
    Opts.addPositional("N", N, matmul::Block, matmul::LargestSize,
                       "rows and columns, a power of two");
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;
    if (N & (N - 1))
      throw UsageError("N: " + std::to_string(N) + " is no power of two");

    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "matmul.cl");
    cl::Kernel Kernel(Program, "start");
    const auto Size = static_cast<cl_uint>(N);
    Matrix A = matmul::makeMatrix(Size, 1), B = matmul::makeMatrix(Size, 2);
    const size_t Bytes = A.size() * sizeof(cl_float);
    const cl_mem_flags Input = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const cl::Buffer InA(Dev.Context, Input, Bytes, A.data());
    const cl::Buffer InB(Dev.Context, Input, Bytes, B.data());
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    Kernel.setArg(0, InA);
    Kernel.setArg(1, InB);
    Kernel.setArg(2, Out);
    Kernel.setArg(3, Size);

    Outcome O;
    O.Problem = "matmul " + std::to_string(N);
    O.Shown = "multiplied";
    O.Units = countCalls(Size);
    const Stopwatch Serial;
    const Matrix Expected = multiplySerial(A, B, Size);
    O.SerialSeconds = Serial.seconds();
    O.Measured = medianRun(Common, [&] {
      Matrix C(A.size()); // zeros
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, Bytes, C.data());
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, Bytes, C.data());
      O.Result = checksum(C);
      for (size_t I = 0; I < C.size() && O.Wrong.empty(); ++I)
        if (C[I] != Expected[I])
          O.Wrong = "row " + std::to_string(I / Size) + ", column " +
                    std::to_string(I % Size) + " is " + std::to_string(C[I]) +
                    " instead of " + std::to_string(Expected[I]);
      return R;
    });
    return report("matmul", O, Common.Json);
  });
}
