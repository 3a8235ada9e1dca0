//===- main.cpp - Copies of a few rows, made by all lanes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("copy_rows", [&] {
    int64_t Rows = 1000, Length = 100;
    Options Opts("copy_rows", "Copies every third of ROWS rows; all lanes of a "
                              "warp help those that have a row to copy.");
    Opts.addPositional("ROWS", Rows, 1, 1000000, "1 to 1000000");
    Opts.add("length", Length, 1, 4096, "words in a row, 1 to 4096");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    const cl::Program Program = buildProgram(Dev, "copy_rows.cl");

    const size_t Words = static_cast<size_t>(Rows * Length);
    std::vector<cl_uchar> Wanted(static_cast<size_t>(Rows));
    std::vector<cl_int> Source(Words), Expected(Words, -1);
    for (size_t I = 0; I < Words; ++I)
      Source[I] = static_cast<cl_int>(I);
    for (size_t Row = 0; Row < Wanted.size(); Row += 3) {
      Wanted[Row] = 1;
      const auto Begin = static_cast<ptrdiff_t>(Row) * Length;
      std::copy_n(Source.begin() + Begin, Length, Expected.begin() + Begin);
    }
    const cl::Buffer WantedBuffer(Dev.Context, Wanted.begin(), Wanted.end(),
                                  /*readOnly=*/true);
    const cl::Buffer From(Dev.Context, Source.begin(), Source.end(), true);
    const cl::Buffer To(Dev.Context, CL_MEM_READ_WRITE, Words * sizeof(cl_int));
    bool Right = true;
    for (const char *Name : {"by_hand", "by_library"}) {
      cl::Kernel Kernel(Program, Name);
      Kernel.setArg(0, WantedBuffer);
      Kernel.setArg(1, From);
      Kernel.setArg(2, To);
      Kernel.setArg(3, static_cast<cl_uint>(Length));
      Dev.Queue.enqueueFillBuffer(To, cl_int(-1), 0, Words * sizeof(cl_int));
      Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange,
                                     cl::NDRange(Wanted.size()));
      std::vector<cl_int> Result(Words);
      Dev.Queue.enqueueReadBuffer(To, CL_TRUE, 0, Words * sizeof(cl_int),
                                  Result.data());
      const bool Same = Result == Expected;
      printf("%-10s %s\n", Name,
             Same ? "every third row was copied, and nothing else" : "WRONG");
      Right &= Same;
    }
    return Right ? 0 : 1;
  });
}
