//===- client.cpp - An application with the C++ bindings ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// client PROGRAM: as C++ applications do it, with functors, exceptions and
/// objects that are released in any order.
///
//===----------------------------------------------------------------------===//
#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

static void expect(bool Condition, const char *What) {
  if (!Condition)
    throw std::runtime_error(What);
}

static std::vector<int> serial(int Items, int N) {
  std::vector<int> Sums(Items);
  for (int I = 0; I < Items; ++I)
    for (int J = 0; J < N + I; ++J)
      Sums[I] += J * J;
  return Sums;
}

static void run(const char *FileName) {
  std::ifstream File(FileName);
  std::string Source((std::istreambuf_iterator<char>(File)),
                     std::istreambuf_iterator<char>());
  cl::Context Context(CL_DEVICE_TYPE_ALL);
  cl::Device Device = Context.getInfo<CL_CONTEXT_DEVICES>().at(0);
  cl::CommandQueue Queue(Context, Device, CL_QUEUE_PROFILING_ENABLE);
  cl::Program Program(Context, Source);
  Program.build("-cl-kernel-arg-info");
  expect(Program.getInfo<CL_PROGRAM_KERNEL_NAMES>() == "sums",
         "the program has other kernels");

  // The vector's memory, and a buffer of the device.
  constexpr int Items = 64, N = 30;
  std::vector<int> Result(Items, -1);
  cl::Buffer Out(Context, Result.begin(), Result.end(), /*readOnly=*/false);
  cl::KernelFunctor<cl::Buffer, int> Sums(Program, "sums");
  cl::Event Event = Sums(cl::EnqueueArgs(Queue, cl::NDRange(Items)), Out, N);
  Event.wait();
  expect(Event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE,
         "the event is not complete");
  expect(Event.getProfilingInfo<CL_PROFILING_COMMAND_END>() >=
             Event.getProfilingInfo<CL_PROFILING_COMMAND_START>(),
         "the profile runs backwards");
  cl::copy(Queue, Out, Result.begin(), Result.end());
  expect(Result == serial(Items, N), "the results are wrong");

  // A kernel by itself, asked for everything that the bindings can ask.
  std::vector<cl::Kernel> Kernels;
  Program.createKernels(&Kernels);
  expect(Kernels.size() == 1, "there are other kernels");
  cl::Kernel Kernel = Kernels.at(0);
  Kernels.clear();
  expect(Kernel.getInfo<CL_KERNEL_NUM_ARGS>() == 2,
         "there is a hidden argument");
  expect(Kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(0) == "int*",
         "the first argument has another type");
  expect(Kernel.getInfo<CL_KERNEL_PROGRAM>()() == Program(),
         "the kernel has another program");
  expect(Kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Device) > 0,
         "the kernel has no work-group size");
  try {
    Kernel.setArg(2, Out);
    expect(false, "an argument too many was taken");
  } catch (const cl::Error &Error) {
    expect(Error.err() == CL_INVALID_ARG_INDEX, "the wrong error was thrown");
  }

  // Saved and loaded; the first program is gone by then.
  cl::Program::Binaries Binaries = Program.getInfo<CL_PROGRAM_BINARIES>();
  Program = cl::Program();
  cl::Program Loaded(Context, {Device}, Binaries);
  Loaded.build();
  cl::Kernel Again(Loaded, "sums");
  Again.setArg(0, Out);
  Again.setArg(1, N + 1);
  Queue.enqueueNDRangeKernel(Again, cl::NullRange, cl::NDRange(Items));
  cl::copy(Queue, Out, Result.begin(), Result.end());
  expect(Result == serial(Items, N + 1), "the loaded program's are wrong");
}

int main(int Count, char **Words) {
  try {
    run(Count == 2 ? Words[1] : "");
  } catch (const cl::BuildError &Error) {
    for (const auto &[Device, Log] : Error.getBuildLog())
      fprintf(stderr, "%s\n", Log.c_str());
    return 1;
  } catch (const cl::Error &Error) {
    fprintf(stderr, "%s: OpenCL error %d\n", Error.what(), Error.err());
    return 1;
  } catch (const std::exception &Error) {
    fprintf(stderr, "%s\n", Error.what());
    return 1;
  }
  puts("passed");
  return 0;
}
