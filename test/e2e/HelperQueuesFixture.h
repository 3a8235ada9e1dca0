//===- HelperQueuesFixture.h - Commands that other queues help --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// For tests whose shared device has a context of several devices, or parts of
/// one, while they run.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_HELPERQUEUESFIXTURE_H
#define TASKLET_TEST_E2E_HELPERQUEUESFIXTURE_H

#include "CL/cl_tkl_tasklets.h"
#include "FunctionsFixture.h"

namespace tasklet::test {

class HelperQueuesTest : public FunctionsTest {
protected:
  /// \p Helper helps \p Queue from now on.
  static void setHelper(cl_command_queue Queue, cl_command_queue Helper) {
    auto Set = extensionFunction<clSetTaskletHelperQueuesTKL_fn>(
        "clSetTaskletHelperQueuesTKL");
    check(Set(Queue, 1, &Helper), "clSetTaskletHelperQueuesTKL");
  }

  /// Not built yet.
  static Program makeProgram(const std::string &Source) {
    const char *Text = Source.c_str();
    cl_int Status = CL_SUCCESS;
    Program P(clCreateProgramWithSource(Device::get()->Context, 1, &Text,
                                        nullptr, &Status));
    check(Status, "clCreateProgramWithSource");
    return P;
  }

  /// Built for all devices of the context.
  static Program buildForAll(const std::string &Source) {
    Program P = makeProgram(Source);
    if (clBuildProgram(P.get(), 0, nullptr, moreOptions(), nullptr, nullptr))
      throw std::runtime_error(P.buildLog());
    return P;
  }

  /// Runs \p K on \p Queue with that many work-items; what each worker did.
  static std::vector<cl_tasklet_worker_stats_tkl>
  runOn(cl_command_queue Queue, const Kernel &K, size_t Items = 1) {
    cl_event Event = nullptr;
    check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &Items, nullptr, 0,
                                 nullptr, &Event),
          "clEnqueueNDRangeKernel");
    check(clWaitForEvents(1, &Event), "clWaitForEvents");
    auto Ask = extensionFunction<clGetTaskletWorkerStatsTKL_fn>(
        "clGetTaskletWorkerStatsTKL");
    cl_uint Count = 0;
    check(Ask(Event, 0, nullptr, &Count), "clGetTaskletWorkerStatsTKL");
    std::vector<cl_tasklet_worker_stats_tkl> Workers(Count);
    check(Ask(Event, Count, Workers.data(), nullptr),
          "clGetTaskletWorkerStatsTKL");
    clReleaseEvent(Event);
    return Workers;
  }

  /// What FibTask computes.
  static int serialFib(int N) {
    return N < 2 ? N : serialFib(N - 1) + serialFib(N - 2);
  }
};

} // namespace tasklet::test

#endif
