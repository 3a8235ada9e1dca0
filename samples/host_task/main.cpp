//===- main.cpp - A task that the host spawns -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"

#include <CL/cl_tkl_tasklets.h>

#include <cstdio>

using namespace sample;

namespace {

/// As host_task.cl has it.
struct Longest {
  cl_uint Start, Steps;
};

/// The functions of the extension, which no loader exports.
struct Extension {
  explicit Extension(const cl::Platform &Platform)
      : Create(find<clCreateTaskletKernelTKL_fn>(Platform,
                                                 "clCreateTaskletKernelTKL")),
        Stats(find<clGetTaskletStatsTKL_fn>(Platform, "clGetTaskletStatsTKL")),
        WorkerStats(find<clGetTaskletWorkerStatsTKL_fn>(
            Platform, "clGetTaskletWorkerStatsTKL")),
        Message(find<clGetTaskletMessageTKL_fn>(Platform,
                                                "clGetTaskletMessageTKL")) {}

  clCreateTaskletKernelTKL_fn Create;
  clGetTaskletStatsTKL_fn Stats;
  clGetTaskletWorkerStatsTKL_fn WorkerStats;
  clGetTaskletMessageTKL_fn Message;

private:
  template <typename Function>
  static Function find(const cl::Platform &Platform, const char *Name) {
    auto Found = reinterpret_cast<Function>(
        clGetExtensionFunctionAddressForPlatform(Platform(), Name));
    if (!Found)
      throw SetupError(std::string(Name) +
                       " is missing; link libtasklet, or set "
                       "OPENCL_LAYERS to libtasklet-layer.so");
    return Found;
  }
};

} // namespace

static Longest searchSerially(cl_uint To) {
  Longest Best = {1, 0};
  for (cl_uint Start = 1; Start < To; ++Start) {
    cl_uint Steps = 0;
    for (uint64_t N = Start; N != 1; ++Steps)
      N = N & 1 ? 3 * N + 1 : N / 2;
    if (Steps > Best.Steps)
      Best = {Start, Steps};
  }
  return Best;
}

int main(int Argc, char **Argv) {
  return runSample("host_task", [&] {
    int64_t Limit = 100000;
    Options Opts("host_task", "Finds the longest Collatz sequence that begins "
                              "below LIMIT, by a task without a kernel.");
    Opts.addPositional("LIMIT", Limit, 2, 10000000, "2 to 10000000");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    const Extension Tasklets(Dev.Platform);
    const cl::Program Program = buildProgram(Dev, "host_task.cl");

    // This queue runs tasks by two workers with a heap of 16 MiB.
    const cl_queue_properties Properties[] = {CL_QUEUE_TASKLET_WORKERS_TKL, 2,
                                              CL_QUEUE_TASKLET_HEAP_SIZE_TKL,
                                              16 << 20, 0};
    cl_int Error = CL_SUCCESS;
    const cl::CommandQueue Queue(clCreateCommandQueueWithProperties(
        Dev.Context(), Dev.Id(), Properties, &Error));
    if (Error != CL_SUCCESS)
      throw cl::Error(Error, "clCreateCommandQueueWithProperties");

    cl::Kernel Task(Tasklets.Create(Program(), "longest", &Error));
    if (Error != CL_SUCCESS)
      throw cl::Error(Error, "clCreateTaskletKernelTKL");
    const cl::Buffer Result(Dev.Context, CL_MEM_WRITE_ONLY, sizeof(Longest));
    Task.setArg(0, cl_uint(1));
    Task.setArg(1, static_cast<cl_uint>(Limit));
    Task.setArg(2, Result);
    cl::Event Done;
    Queue.enqueueNDRangeKernel(Task, cl::NullRange, cl::NDRange(1),
                               cl::NullRange, nullptr, &Done);
    Longest Found = {};
    Queue.enqueueReadBuffer(Result, CL_TRUE, 0, sizeof(Found), &Found);
    printf("longest    begins at %u, %u steps\n", Found.Start, Found.Steps);

    cl_tasklet_stats_tkl Stats;
    if ((Error = Tasklets.Stats(Done(), &Stats)) != CL_SUCCESS)
      throw cl::Error(Error, "clGetTaskletStatsTKL");
    printf(
        "tasks      %llu by %u workers, %llu steals, %llu KiB of heap used\n",
        static_cast<unsigned long long>(Stats.tasks), Stats.workers,
        static_cast<unsigned long long>(Stats.steals),
        static_cast<unsigned long long>(Stats.heap_used >> 10));

    cl_tasklet_worker_stats_tkl Workers[2];
    if ((Error = Tasklets.WorkerStats(Done(), 2, Workers, nullptr)) !=
        CL_SUCCESS)
      throw cl::Error(Error, "clGetTaskletWorkerStatsTKL");
    for (const cl_tasklet_worker_stats_tkl &Worker : Workers) {
      const cl_ulong Whole = Worker.busy + Worker.stealing + Worker.idle;
      printf("worker     %llu tasks, %.0f %% of the time busy\n",
             static_cast<unsigned long long>(Worker.tasks),
             Whole ? 100.0 * Worker.busy / Whole : 0.0);
    }

    // More than any device has is refused, and the context is told why.
    const cl_ulong TooMuch = cl_ulong(1) << 60;
    Error =
        clSetKernelExecInfo(Task(), CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                            sizeof(TooMuch), &TooMuch);
    char Text[512] = "";
    Tasklets.Message(Dev.Context(), sizeof(Text), Text, nullptr);
    printf("message    %s: %s\n", errorName(Error).c_str(), Text);

    const Longest Expected = searchSerially(static_cast<cl_uint>(Limit));
    const bool Right =
        Found.Start == Expected.Start && Found.Steps == Expected.Steps &&
        Stats.tasks == static_cast<cl_ulong>(2 * (Limit - 1) - 1) && Error < 0;
    printf("check      %s\n", Right ? "same as the serial program" : "WRONG");
    return Right ? 0 : 1;
  });
}
