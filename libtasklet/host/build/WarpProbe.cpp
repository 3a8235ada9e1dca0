//===- WarpProbe.cpp - In which order sub-groups are ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "build/WarpProbe.h"

#include "build/DriverBuild.h"
#include "compile/WarpOrder.h"
#include "support/ErrorName.h"
#include "support/ObjectTable.h"

#include <map>
#include <mutex>

using namespace tasklet;

static constexpr size_t Groups = 2;

namespace {

/// The driver's objects that the probe makes, released with it.
struct Means {
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
  cl_kernel Kernel = nullptr;
  cl_mem Buffer = nullptr;

  ~Means() {
    if (Buffer)
      next().clReleaseMemObject(Buffer);
    if (Kernel)
      next().clReleaseKernel(Kernel);
    if (Program)
      next().clReleaseProgram(Program);
    if (Queue)
      next().clReleaseCommandQueue(Queue);
    if (Context)
      next().clReleaseContext(Context);
  }
};

enum class Order { Unknown, Linear, Other };

class Probe {
public:
  Probe(cl_device_id Device, const TargetDevice &Target, unsigned Width)
      : Device(Device), Target(Target), Width(Width) {}

  Order run() {
    if (!build())
      return Order::Unknown;
    std::vector<GroupShape> Shapes = probeShapes(Width, Target.MostWorkItems);
    if (Shapes.empty())
      Reason = "this one's work-groups are too small to tell";
    for (const GroupShape &Shape : Shapes) {
      Order Seen = runIn(Shape);
      if (Seen != Order::Linear)
        return Seen;
    }
    return Shapes.empty() ? Order::Unknown : Order::Linear;
  }

  /// Why the order is not linear, or not known.
  std::string Reason;

private:
  bool build();
  Order runIn(const GroupShape &Shape);
  bool fails(cl_int Code, const std::string &What) {
    if (Code != CL_SUCCESS)
      Reason = "this one's are not known, because " + What + " (" +
               describeError(Code) + ")";
    return Code != CL_SUCCESS;
  }

  cl_device_id Device;
  TargetDevice Target;
  unsigned Width;
  Means Own;
};

} // namespace

bool Probe::build() {
  cl_int Error = CL_SUCCESS;
  Own.Context =
      next().clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Error);
  if (fails(Error, "it gives no context"))
    return false;
  Own.Queue = next().clCreateCommandQueue(Own.Context, Device, 0, &Error);
  if (fails(Error, "it gives no queue"))
    return false;
  std::string Text = probeSource(Width);
  const char *Source = Text.c_str();
  Own.Program = next().clCreateProgramWithSource(Own.Context, 1, &Source,
                                                 nullptr, &Error);
  const char *Options = Target.Number >= 300   ? "-w -cl-std=CL3.0"
                        : Target.Number >= 200 ? "-w -cl-std=CL2.0"
                                               : "-w";
  if (Own.Program)
    Error = buildWithDriver(Own.Program, {Device}, Options);
  if (Error == CL_SUCCESS)
    Own.Kernel = next().clCreateKernel(Own.Program, "probe", &Error);
  return !fails(Error, "its driver does not build the program that looks");
}

Order Probe::runIn(const GroupShape &Shape) {
  size_t Items = Shape[0] * Shape[1] * Shape[2];
  std::vector<ProbeWord> Words(Groups * Items);
  size_t Bytes = Words.size() * sizeof(ProbeWord);
  cl_int Error = CL_SUCCESS;
  if (Own.Buffer)
    next().clReleaseMemObject(Own.Buffer);
  Own.Buffer = next().clCreateBuffer(Own.Context, CL_MEM_COPY_HOST_PTR, Bytes,
                                     Words.data(), &Error);
  const size_t Global[] = {Groups * Shape[0], Shape[1], Shape[2]};
  if (Error == CL_SUCCESS)
    Error =
        next().clSetKernelArg(Own.Kernel, 0, sizeof(Own.Buffer), &Own.Buffer);
  if (Error == CL_SUCCESS)
    Error =
        next().clEnqueueNDRangeKernel(Own.Queue, Own.Kernel, 3, nullptr, Global,
                                      Shape.data(), 0, nullptr, nullptr);
  if (Error == CL_SUCCESS)
    Error = next().clEnqueueReadBuffer(Own.Queue, Own.Buffer, CL_TRUE, 0, Bytes,
                                       Words.data(), 0, nullptr, nullptr);
  std::string Where = "work-groups of " + std::to_string(Shape[0]) + " x " +
                      std::to_string(Shape[1]) + " x " +
                      std::to_string(Shape[2]);
  if (fails(Error, "the program that looks does not run in " + Where))
    return Order::Unknown;
  for (size_t Group = 0; Group < Groups; ++Group)
    if (!isLinear(&Words[Group * Items], Items, Width)) {
      Reason = "this one's are not, in " + Where;
      return Order::Other;
    }
  return Order::Linear;
}

std::string tasklet::judgeSubGroups(cl_device_id Device,
                                    const TargetDevice &Target,
                                    unsigned Width) {
  // Parts of a device behave like the whole device.
  Device = wholeDevice(Device);
  using Key = std::pair<cl_device_id, unsigned>;
  static std::mutex Mutex;
  auto &Known = immortal<std::map<Key, std::string>>();
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (auto It = Known.find({Device, Width}); It != Known.end())
      return It->second;
  }
  // Not under the lock: if the process is forked meanwhile, the copy of the
  // lock would stay locked for ever.
  Probe Now(Device, Target, Width);
  if (Now.run() != Order::Unknown) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Known[{Device, Width}] = Now.Reason;
  }
  return Now.Reason;
}
