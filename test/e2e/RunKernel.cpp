//===- RunKernel.cpp - Run one kernel of a file, print what it wrote ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// usage: run_kernel [--until=PATH] FILE KERNEL N[/LOCAL] [BUILD-OPTIONS]
//
// FILE is OpenCL C, or bitcode if its name ends with .bc. Runs
//   KERNEL(__global int *out, int n)
// with N work-items, in groups of LOCAL if that is given, and prints out[0] ..
// out[N-1], one per line. BUILD-OPTIONS is one argument, as clBuildProgram
// takes it. With --until it ends as soon as the file PATH is there. An ordinary OpenCL program, built twice: linked with libtasklet
// (run_kernel) and without it (run_kernel_plain), where only the layer can
// bring tasks in.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace tasklet::test;

static cl_program create(const std::string &File, const std::string &Content) {
  cl_context Context = Device::get()->Context;
  cl_int Status, Binary = CL_SUCCESS;
  const char *Text = Content.c_str();
  size_t Size = Content.size();
  cl_program P;
  if (File.size() > 3 && File.compare(File.size() - 3, 3, ".bc") == 0) {
    auto *Bytes = reinterpret_cast<const unsigned char *>(Text);
    P = clCreateProgramWithBinary(Context, 1, &Device::get()->Id, &Size, &Bytes,
                                  &Binary, &Status);
    check(Status, "clCreateProgramWithBinary");
  } else {
    P = clCreateProgramWithSource(Context, 1, &Text, &Size, &Status);
    check(Status, "clCreateProgramWithSource");
  }
  return P;
}

/// Never asks about the command: a thread of the driver is the one that ends
/// it, while this one ends the process.
[[noreturn]] static void runUntil(const char *FileName, const Kernel &K,
                                  size_t N) {
  cl_command_queue Queue = Device::get()->Queue;
  check(clEnqueueNDRangeKernel(Queue, K.get(), 1, nullptr, &N, nullptr, 0,
                               nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFlush(Queue), "clFlush");
  while (!std::ifstream(FileName))
    ;
  std::exit(0);
}

static int runFile(int Argc, char **Argv) {
  const char *Awaited = nullptr;
  if (Argc > 1 && std::string(Argv[1]).rfind("--until=", 0) == 0) {
    Awaited = Argv[1] + strlen("--until=");
    --Argc, ++Argv;
  }
  if (Argc < 4 || Argc > 5)
    throw std::runtime_error("usage: run_kernel [--until=PATH] FILE KERNEL "
                             "N[/LOCAL] [BUILD-OPTIONS]; several options are "
                             "one argument, in quotation marks");
  if (!Device::get())
    throw std::runtime_error("no OpenCL device");
  std::ifstream In(Argv[1], std::ios::binary);
  if (!In)
    throw std::runtime_error(std::string("cannot read ") + Argv[1]);
  std::string Content{std::istreambuf_iterator<char>(In), {}};
  Program P(create(Argv[1], Content));
  cl_int Status = clBuildProgram(P.get(), 1, &Device::get()->Id,
                                 Argc > 4 ? Argv[4] : "", nullptr, nullptr);
  std::fputs(P.buildLog().c_str(), stderr);
  check(Status, "clBuildProgram");

  int N = std::atoi(Argv[3]);
  std::vector<size_t> Local;
  if (const char *Slash = std::strchr(Argv[3], '/'))
    Local.push_back(std::strtoul(Slash + 1, nullptr, 10));
  Buffer<int> Out(N);
  Kernel K = P.kernel(Argv[2]);
  K.setArgs(Out, N);
  if (Awaited)
    runUntil(Awaited, K, static_cast<size_t>(N));
  check(K.launch(Range({size_t(N)}, Local)), Argv[2]);
  for (int Value : Out.read())
    std::printf("%d\n", Value);
  return 0;
}

int main(int Argc, char **Argv) {
  try {
    return runFile(Argc, Argv);
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "run_kernel: %s\n%s", Error.what(),
                 Device::get() ? Device::get()->Messages.c_str() : "");
    return 1;
  }
}
