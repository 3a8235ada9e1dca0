//===- main.cpp - What a failed command says ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Extension.h"
#include "Options.h"
#include "Report.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace sample;

static std::string lastMessage(const Device &Dev) {
  auto Get =
      findExtension<clGetTaskletMessageTKL_fn>(Dev, "clGetTaskletMessageTKL");
  size_t Size = 0;
  check(Get(Dev.Context(), 0, nullptr, &Size), "clGetTaskletMessageTKL");
  std::string Text(Size, 0);
  check(Get(Dev.Context(), Size, Text.data(), nullptr),
        "clGetTaskletMessageTKL");
  Text.pop_back(); // The zero.
  return Text;
}

int main(int Argc, char **Argv) {
  return runSample("messages", [&] {
    int64_t Length = 1000000;
    Options Opts("messages", "Runs a chain of LENGTH tasks with the smallest "
                             "heap, and gives it more as long as it is told "
                             "to.");
    Opts.addPositional("LENGTH", Length, 0, 1000000, "0 to 1000000");
    if (!Opts.parse(Argc, Argv))
      return 0;
    const Device Dev = openDevice();
    cl::Kernel Kernel(buildProgram(Dev, "messages.cl"), "start");
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(cl_uint));
    Kernel.setArg(0, Out);
    Kernel.setArg(1, static_cast<cl_uint>(Length));

    // The message names what to set, and to how much.
    constexpr const char Setting[] =
        "set CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL to ";
    cl_ulong Bytes = CL_TKL_TASKLETS_MIN_HEAP_SIZE;
    for (;;) {
      check(clSetKernelExecInfo(Kernel(),
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(Bytes), &Bytes),
            "clSetKernelExecInfo");
      Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, cl::NDRange(1));
      if (clFinish(Dev.Queue()) == CL_SUCCESS)
        break;
      const std::string Text = lastMessage(Dev);
      printf("message    %s\n", Text.c_str());
      const size_t Found = Text.find(Setting);
      const cl_ulong More =
          Found == std::string::npos
              ? 0
              : std::strtoull(Text.c_str() + Found + std::strlen(Setting),
                              nullptr, 10);
      if (More <= Bytes)
        throw SetupError("there is no heap that is large enough");
      Bytes = More;
    }
    cl_uint Counted = 0;
    Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Counted), &Counted);
    const bool Right = Counted == static_cast<cl_uint>(Length);
    printf("check      %s\n", Right ? "the chain has its length" : "WRONG");
    return Right ? 0 : 1;
  });
}
