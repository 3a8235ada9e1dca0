//===- OpenClEngine.cpp - Programs through libtasklet ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Engine.h"

#include "Device.h"
#include "Extension.h"
#include "ProgramFile.h"
#include "Report.h"

using namespace gpu;

namespace {

struct OpenClBuffer : Buffer {
  cl::Buffer Memory;
};

cl::Buffer &memory(Buffer &Of) {
  return static_cast<OpenClBuffer &>(Of).Memory;
}

class OpenClEngine : public Engine {
public:
  explicit OpenClEngine(const std::string &Name)
      : Dev(sample::openDevice(Name)) {}

  std::string describe() const override {
    return std::string(Dev.Id.getInfo<CL_DEVICE_NAME>().c_str()) + ", " +
           Dev.Platform.getInfo<CL_PLATFORM_NAME>().c_str();
  }

  std::unique_ptr<Buffer> allocate(size_t Bytes) override {
    auto Made = std::make_unique<OpenClBuffer>();
    Made->Memory = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Bytes);
    return Made;
  }

  void write(Buffer &To, const void *From, size_t Bytes) override {
    Dev.Queue.enqueueWriteBuffer(memory(To), CL_TRUE, 0, Bytes, From);
  }

  void read(const Buffer &From, void *To, size_t Bytes) override {
    Dev.Queue.enqueueReadBuffer(memory(const_cast<Buffer &>(From)), CL_TRUE, 0,
                                Bytes, To);
  }

  void load(const std::string &Name) override {
    Program = sample::buildProgram(Dev, "gpu/" + Name + ".cl");
  }

  Run run(const std::string &Name,
          const std::vector<Argument> &Arguments) override {
    const cl::Kernel Kernel = makeKernel(Name, Arguments);
    cl::Event Done;
    const sample::Run Ran = sample::runKernel(Dev, Kernel, 1, &Done);
    const cl_tasklet_stats_tkl Stats = sample::statistics(Dev, Done);
    return {Ran.KernelSeconds, Ran.WallSeconds, Stats.heap_size,
            Stats.heap_used,   Stats.tasks,     Stats.steals,
            Stats.blocked};
  }

  void loadPtx(const std::string &Name) override {
    const std::string Text = readProgram("gpu/" + Name + ".ptx");
    try {
      Program =
          cl::Program(Dev.Context, {Dev.Id},
                      {std::vector<unsigned char>(Text.begin(), Text.end())});
      Program.build();
    } catch (const cl::Error &Error) {
      throw Failure("the device takes no PTX (" +
                    sample::errorName(Error.err()) + "): " + describe());
    }
  }

  double launch(const std::string &Name, const std::vector<Argument> &Arguments,
                size_t Items, size_t Group) override {
    cl::Event Done;
    Dev.Queue.enqueueNDRangeKernel(makeKernel(Name, Arguments), cl::NullRange,
                                   Items, Group, nullptr, &Done);
    Done.wait();
    return double(Done.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                  Done.getProfilingInfo<CL_PROFILING_COMMAND_START>()) /
           1e9;
  }

private:
  cl::Kernel makeKernel(const std::string &Name,
                        const std::vector<Argument> &Arguments) const {
    cl::Kernel Kernel(Program, Name.c_str());
    for (cl_uint I = 0; I < Arguments.size(); ++I) {
      if (Buffer *const *Memory = std::get_if<Buffer *>(&Arguments[I]))
        Kernel.setArg(I, memory(**Memory));
      else if (const int32_t *Signed = std::get_if<int32_t>(&Arguments[I]))
        Kernel.setArg(I, *Signed);
      else
        Kernel.setArg(I, std::get<uint32_t>(Arguments[I]));
    }
    return Kernel;
  }

  sample::Device Dev;
  cl::Program Program;
};

} // namespace

std::unique_ptr<Engine> gpu::openOpenCl(const std::string &Device) {
  return std::make_unique<OpenClEngine>(Device);
}
