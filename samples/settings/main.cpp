//===- main.cpp - Who chooses the heap and the workers of a command -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"

#include <cstdio>

using namespace sample;

int main(int Argc, char **Argv) {
  return runSample("settings", [&] {
    int64_t Limit = 1000;
    Options Opts("settings", "Sums the squares below LIMIT with heaps and "
                             "workers that three parties choose.");
    Opts.addPositional("LIMIT", Limit, 1, 1000000, "1 to 1000000");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Device Dev = openDevice();

    // The context chooses for all of its commands...
    const cl_context_properties ForAll[] = {
        CL_CONTEXT_PLATFORM,
        reinterpret_cast<cl_context_properties>(Dev.Platform()),
        CL_CONTEXT_TASKLET_WORKERS_TKL,
        1,
        CL_CONTEXT_TASKLET_HEAP_SIZE_TKL,
        4 << 20,
        0};
    cl_int Error = CL_SUCCESS;
    Dev.Context = cl::Context(
        clCreateContext(ForAll, 1, &Dev.Id(), nullptr, nullptr, &Error));
    check(Error, "clCreateContext");
    const cl::CommandQueue Plain(Dev.Context, Dev.Id);
    // ...this queue for its own...
    const cl_queue_properties ForQueue[] = {CL_QUEUE_TASKLET_WORKERS_TKL, 2,
                                            CL_QUEUE_TASKLET_HEAP_SIZE_TKL,
                                            8 << 20, 0};
    const cl::CommandQueue Own(clCreateCommandQueueWithProperties(
        Dev.Context(), Dev.Id(), ForQueue, &Error));
    check(Error, "clCreateCommandQueueWithProperties");
    // ...and this kernel for commands that are enqueued from then on.
    const cl::Program Program = buildProgram(Dev, "settings.cl");
    cl::Kernel Anyones(Program, "sum"), Choosy(Program, "sum");
    const cl_uint Workers = 3;
    const cl_ulong Bytes = 16 << 20;
    check(clSetKernelExecInfo(Choosy(), CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                              sizeof(Workers), &Workers),
          "clSetKernelExecInfo");
    check(clSetKernelExecInfo(Choosy(),
                              CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                              sizeof(Bytes), &Bytes),
          "clSetKernelExecInfo");

    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_ulong));
    const cl_ulong N = static_cast<cl_ulong>(Limit) - 1;
    const cl_ulong Expected = N * (N + 1) * (2 * N + 1) / 6;
    bool Right = true;
    auto Run = [&](const char *Chosen, const cl::CommandQueue &Queue,
                   cl::Kernel &Kernel, cl_uint Workers_, cl_ulong MiB) {
      Kernel.setArg(0, Out);
      Kernel.setArg(1, static_cast<cl_uint>(Limit));
      cl::Event Done;
      Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(1),
                                 cl::NullRange, nullptr, &Done);
      cl_ulong Sum = 0;
      Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Sum), &Sum);
      const cl_tasklet_stats_tkl Stats = statistics(Dev, Done);
      printf("%-10s %u workers, %llu MiB of heap\n", Chosen, Stats.workers,
             static_cast<unsigned long long>(Stats.heap_size >> 20));
      Right &= Sum == Expected && Stats.workers == Workers_ &&
               Stats.heap_size >> 20 == MiB;
    };
    Run("context", Plain, Anyones, 1, 4);
    Run("queue", Own, Anyones, 2, 8);
    Run("kernel", Own, Choosy, 3, 16);
    printf("check      %s\n",
           Right ? "as chosen, and the sums are right" : "WRONG");
    return Right ? 0 : 1;
  });
}
