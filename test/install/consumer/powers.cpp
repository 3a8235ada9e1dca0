#include "powers.h"

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include "sums_bc.h"

std::vector<long> sumsByTasks(std::size_t Count) {
  const cl::Device Device = cl::Device::getDefault();
  const cl::Context Context(Device);
  const cl::CommandQueue Queue(Context, Device);
  cl::Program Program(Context, {Device}, {{sums_bc, sums_bc + sums_bc_size}});
  Program.build();
  cl::Kernel Kernel(Program, "start");
  const cl::Buffer Out(Context, CL_MEM_WRITE_ONLY, Count * sizeof(cl_long));
  Kernel.setArg(0, Out);
  Queue.enqueueNDRangeKernel(Kernel, cl::NullRange, Count);
  std::vector<long> Sums(Count);
  Queue.enqueueReadBuffer(Out, CL_TRUE, 0, Count * sizeof(cl_long),
                          Sums.data());
  return Sums;
}
