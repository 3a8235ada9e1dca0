//===- OnDevice.cpp - Run made-up programs on a device --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OnDevice.h"

#include "CL/cl_tkl_tasklets.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

using namespace tasklet;

namespace {

constexpr cl_uint WorkerCounts[] = {1, 2, 5};

/// What this process writes to standard output from now on.
class Printed {
  int File = memfd_create("printed", 0);

public:
  Printed() {
    fflush(stdout);
    if (File < 0 || fcntl(File, F_SETFL, O_APPEND) < 0 ||
        dup2(File, STDOUT_FILENO) < 0)
      throw std::runtime_error("standard output cannot be a file in memory");
  }
  /// Since the last call.
  std::string take() {
    fflush(stdout);
    std::string Text(static_cast<size_t>(lseek(File, 0, SEEK_END)), '\0');
    if (pread(File, Text.data(), Text.size(), 0) !=
            static_cast<ssize_t>(Text.size()) ||
        ftruncate(File, 0))
      throw std::runtime_error("what was printed cannot be read");
    return Text;
  }
};

/// Of a process that ends without releasing anything.
class Runner {
  const fuzz::Device &D;
  cl_kernel Kernel;
  cl_command_queue Queues[std::size(WorkerCounts)];
  Printed Output;

public:
  Runner(const fuzz::Device &D, const std::string &Name);
  /// What is wrong with a program that is to print \p Expected.
  std::string run(cl_uint Program, const std::string &Expected);
};

} // namespace

Runner::Runner(const fuzz::Device &D, const std::string &Name) : D(D) {
  cl_int Status;
  Kernel = clCreateKernel(D.program(), Name.c_str(), &Status);
  fuzz::check(Status, "clCreateKernel");
  for (size_t I = 0; I < std::size(WorkerCounts); ++I) {
    cl_queue_properties Properties[] = {CL_QUEUE_TASKLET_WORKERS_TKL,
                                        WorkerCounts[I], 0};
    Queues[I] = clCreateCommandQueueWithProperties(D.context(), D.id(),
                                                   Properties, &Status);
    fuzz::check(Status, "clCreateCommandQueueWithProperties");
  }
}

/// Why the last command of \p Context failed.
static std::string messageOf(cl_context Context) {
  size_t Size = 0;
  if (clGetTaskletMessageTKL(Context, 0, nullptr, &Size) || !Size)
    return "";
  std::string Text(Size, '\0');
  clGetTaskletMessageTKL(Context, Size, Text.data(), nullptr);
  return Text.c_str();
}

static std::string difference(const std::string &Got,
                              const std::string &Wanted) {
  constexpr size_t Most = 180, Before = 60;
  size_t Least = std::min(Got.size(), Wanted.size());
  size_t At = static_cast<size_t>(
      std::mismatch(Got.begin(), Got.begin() + static_cast<long>(Least),
                    Wanted.begin())
          .first -
      Got.begin());
  size_t From = At < Before ? 0 : At - Before;
  return "character " + std::to_string(At) + " and around:\n" +
         Got.substr(From, Most) + "\ninstead of:\n" + Wanted.substr(From, Most);
}

std::string Runner::run(cl_uint Program, const std::string &Expected) {
  fuzz::check(clSetKernelArg(Kernel, 0, sizeof(Program), &Program),
              "clSetKernelArg");
  for (size_t I = 0; I < std::size(WorkerCounts); ++I) {
    std::string With = "with " + std::to_string(WorkerCounts[I]) + " workers: ";
    size_t One = 1;
    cl_event Done = nullptr;
    cl_int Status = clEnqueueNDRangeKernel(Queues[I], Kernel, 1, nullptr, &One,
                                           &One, 0, nullptr, &Done);
    if (!Status) {
      Status = clWaitForEvents(1, &Done);
      clReleaseEvent(Done);
    }
    std::string Got = Output.take();
    if (Status)
      throw std::runtime_error(With + "OpenCL error " + std::to_string(Status) +
                               "\n" + messageOf(D.context()));
    if (Got != Expected)
      return With + difference(Got, Expected);
  }
  return "";
}

std::vector<fuzz::Report>
kite::runOnDevice(const std::string &Source, const std::string &Kernel,
                  const std::vector<std::string> &Expected,
                  const fuzz::Settings &S) {
  // The process that runs the programs makes one.
  std::shared_ptr<Runner> Running;
  fuzz::Batch Whole;
  Whole.Count = Expected.size();
  Whole.Source = Source;
  Whole.Run = [&](fuzz::Device &D, size_t I) {
    if (!Running)
      Running = std::make_shared<Runner>(D, Kernel);
    return Running->run(static_cast<cl_uint>(I), Expected[I]);
  };
  return fuzz::runTogether(Whole, S);
}
