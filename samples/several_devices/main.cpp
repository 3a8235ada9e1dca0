//===- main.cpp - One range on all devices of the system ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"
#include "Serial.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sample;

namespace {

/// A device with all that belongs to it: kernels and memory are of one context.
struct Share {
  Device Dev;
  cl::Kernel Kernel;
  cl::Buffer Out;
};

/// All devices that take tasks.
std::vector<Device> allDevices() {
  std::vector<cl::Platform> Platforms;
  std::vector<Device> Found = {openDevice()};
  cl::Platform::get(&Platforms);
  for (const cl::Platform &Platform : Platforms) {
    std::vector<cl::Device> Devices;
    Platform.getDevices(CL_DEVICE_TYPE_ALL, &Devices);
    for (const cl::Device &Id : Devices) {
      const std::string Has = Id.getInfo<CL_DEVICE_EXTENSIONS>();
      if (Id() == Found.front().Id() ||
          Has.find(CL_TKL_TASKLETS_EXTENSION_NAME) == std::string::npos)
        continue;
      const cl::Context Context(Id);
      Found.push_back({Platform, Id, Context, cl::CommandQueue(Context, Id)});
    }
  }
  return Found;
}

} // namespace

int main(int Argc, char **Argv) {
  return runSample("several_devices", [&] {
    int64_t Queens = 10, Devices = 100;
    Options Opts("several_devices", "Counts the ways to place QUEENS queens on "
                                    "all devices that there are.");
    Opts.addPositional("QUEENS", Queens, 4, 15, "4 to 15");
    Opts.add("devices", Devices, 1, 100, "use that many of them at most");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const auto N = static_cast<cl_int>(Queens);
    const size_t Roots = static_cast<size_t>(N) * static_cast<size_t>(N);
    std::vector<Share> Shares;
    for (const Device &Dev : allDevices()) {
      if (Shares.size() == static_cast<size_t>(Devices))
        break;
      const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE,
                           Roots * sizeof(cl_int));
      cl::Kernel Kernel(buildProgram(Dev, "nqueens.cl"), "start_pairs");
      Kernel.setArg(0, N);
      Kernel.setArg(1, Out);
      Shares.push_back({Dev, Kernel, Out});
    }

    // The library gives each device what it can do in the same time.
    std::vector<cl_tasklet_share_tkl> List;
    for (const Share &Each : Shares)
      List.push_back({Each.Dev.Queue(), Each.Kernel()});
    const Device &First = Shares.front().Dev;
    cl::Event Done;
    const Stopwatch Watch;
    check(findExtension<clEnqueueSharedNDRangeKernelTKL_fn>(
              First, "clEnqueueSharedNDRangeKernelTKL")(
              static_cast<cl_uint>(List.size()), List.data(), 1, nullptr,
              &Roots, nullptr, 0, nullptr, &Done()),
          "clEnqueueSharedNDRangeKernelTKL");
    Done.wait();
    const double Seconds = Watch.seconds();

    // Who ran what, and so where the results are.
    const auto GetPieces =
        findExtension<clGetTaskletPiecesTKL_fn>(First, "clGetTaskletPiecesTKL");
    cl_uint Count = 0;
    check(GetPieces(Done(), 0, nullptr, &Count), "clGetTaskletPiecesTKL");
    std::vector<cl_tasklet_piece_tkl> Pieces(Count);
    check(GetPieces(Done(), Count, Pieces.data(), nullptr),
          "clGetTaskletPiecesTKL");
    int Ways = 0;
    std::vector<size_t> Part(Shares.size());
    for (const cl_tasklet_piece_tkl &Each : Pieces) {
      const Share &By = Shares[Each.share];
      std::vector<cl_int> Results(Each.count);
      By.Dev.Queue.enqueueReadBuffer(
          By.Out, CL_TRUE, Each.first * sizeof(cl_int),
          Each.count * sizeof(cl_int), Results.data());
      for (const cl_int Result : Results)
        Ways += Result;
      Part[Each.share] += Each.count;
    }
    for (size_t I = 0; I < Shares.size(); ++I)
      printf("device     %s: %zu of %zu roots\n",
             Shares[I].Dev.Id.getInfo<CL_DEVICE_NAME>().c_str(), Part[I],
             Roots);
    printf("ways       %d, in %u pieces, %.3f s\n", Ways, Count, Seconds);
    uint64_t Calls = 0;
    const bool Right = Ways == nqueens::placeSerial(N, 0, 0, 0, Calls);
    printf("check      %s\n", Right ? "same as the serial program" : "WRONG");
    return Right ? 0 : 1;
  });
}
