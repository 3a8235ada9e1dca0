//===- main.cpp - Two parts of a device, or two devices, one command ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

using namespace sample;

/// The sieve of Eratosthenes.
static cl_uint countSerially(size_t To) {
  std::vector<bool> Composite(To);
  cl_uint Count = 0;
  for (size_t N = 2; N < To; ++N) {
    if (Composite[N])
      continue;
    ++Count;
    for (size_t M = N * N; M < To; M += N)
      Composite[M] = true;
  }
  return Count;
}

/// Parts of one compute unit each; the whole device if it cannot be divided.
static std::vector<cl::Device> parts(const Device &Dev) {
  const cl_device_partition_property Equally[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                  1, 0};
  cl_uint Count = 0;
  if (clCreateSubDevices(Dev.Id(), Equally, 0, nullptr, &Count) != CL_SUCCESS)
    return {Dev.Id};
  std::vector<cl_device_id> Ids(Count);
  check(clCreateSubDevices(Dev.Id(), Equally, Count, Ids.data(), nullptr),
        "clCreateSubDevices");
  return {Ids.begin(), Ids.end()};
}

static std::vector<cl::Device> devices(const Device &Dev) {
  std::vector<cl::Device> All;
  Dev.Platform.getDevices(CL_DEVICE_TYPE_ALL, &All);
  return All;
}

/// Memory in which several devices may work at the same time.
static std::shared_ptr<void> allocateShared(const cl::Context &Context,
                                            size_t Bytes) {
  std::shared_ptr<void> Memory(
      clSVMAlloc(Context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                 Bytes, 0),
      [Context](void *Given) { clSVMFree(Context(), Given); });
  if (!Memory)
    throw SetupError("the devices have no fine-grained shared memory");
  return Memory;
}

int main(int Argc, char **Argv) {
  return runSample("helper_queues", [&] {
    int64_t Limit = 1000000;
    bool Devices = false;
    Options Opts("helper_queues", "Counts the primes below LIMIT on one part "
                                  "of the device, helped by another one.");
    Opts.addPositional("LIMIT", Limit, 1, 100000000, "1 to 100000000");
    Opts.addSwitch("devices", Devices,
                   "take two devices of the platform instead of two parts");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Whole = openDevice();
    const std::vector<cl::Device> Parts =
        Devices ? devices(Whole) : parts(Whole);
    // A queue on a part needs a context that was made for the part.
    const cl::Context Context(Parts);
    const cl::CommandQueue Queue(Context, Parts.front());
    const Device Dev = {Whole.Platform, Parts.front(), Context, Queue};
    cl::Kernel Kernel(buildProgram(Dev, "helper_queues.cl"), "count");
    // Parts share all memory.
    const std::shared_ptr<void> Shared =
        Devices ? allocateShared(Context, sizeof(cl_uint)) : nullptr;
    const cl::Buffer Out(
        Context, CL_MEM_READ_WRITE | (Devices ? CL_MEM_USE_HOST_PTR : 0),
        sizeof(cl_uint), Shared.get());
    Kernel.setArg(0, Out);
    Kernel.setArg(1, static_cast<cl_uint>(Limit));

    auto Run = [&](cl_uint &Primes) {
      cl::Event Done;
      Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(1),
                                 cl::NullRange, nullptr, &Done);
      Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Primes), &Primes);
      return statistics(Dev, Done).workers;
    };
    cl_uint Alone = 0, Together = 0;
    const cl_uint Workers = Run(Alone);
    printf("alone      %u primes by %u workers\n", Alone, Workers);
    if (Parts.size() > 1) {
      // From now on, tasks of commands on the first queue run on both.
      const cl::CommandQueue Helper(Context, Parts[1]);
      const cl_command_queue Helpers[] = {Helper()};
      check(findExtension<clSetTaskletHelperQueuesTKL_fn>(
                Dev, "clSetTaskletHelperQueuesTKL")(Queue(), 1, Helpers),
            "clSetTaskletHelperQueuesTKL");
    }
    const cl_uint All = Run(Together);
    const bool Enough = Parts.size() == 1 || All > Workers;
    printf("together   %u primes by %u workers\n", Together, All);

    const cl_uint Expected = countSerially(static_cast<size_t>(Limit));
    const bool Right = Enough && Alone == Expected && Together == Expected;
    printf("check      %s\n", Right ? "same as the serial program" : "WRONG");
    return Right ? 0 : 1;
  });
}
