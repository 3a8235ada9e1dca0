//===- Engine.h - What runs a program on a GPU ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Two ways to the same GPU, with one face for the problems. One is OpenCL, as
/// users have it: libtasklet compiles the program and runs it on any device, so
/// this way is tested on processors, too. The other is NVIDIA's CUDA driver,
/// which runs the PTX that taskletc makes, where that driver is there and no
/// OpenCL of NVIDIA.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_ENGINE_H
#define TASKLET_BENCH_GPU_ENGINE_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace gpu {

/// No device, no program, a command that fails: in words for the user.
class Failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Memory of the device, as long as its engine lives.
class Buffer {
public:
  virtual ~Buffer() = default;
};

/// What a kernel gets: __global memory, an int, or a uint.
using Argument = std::variant<Buffer *, int32_t, uint32_t>;

/// How one run of a kernel with tasks went.
struct Run {
  /// Seconds on the device: from the start of the user's kernel to the end of
  /// the last task.
  double Kernel;
  /// Seconds for the host: from the call until it knows that all went well.
  double Total;
  uint64_t Reserved; ///< bytes that the command had for tasks
  uint64_t Used;     ///< of them
  uint64_t Tasks;
  uint64_t Steals;  ///< tasks that another worker took
  uint64_t Blocked; ///< stacks that a worker left, to be continued by a thief
};

class Engine {
public:
  virtual ~Engine() = default;

  /// Its name and that of the way to it, for the table.
  virtual std::string describe() const = 0;
  virtual std::unique_ptr<Buffer> allocate(size_t Bytes) = 0;
  virtual void write(Buffer &To, const void *From, size_t Bytes) = 0;
  virtual void read(const Buffer &From, void *To, size_t Bytes) = 0;
  /// Compiles, or loads, programs/\p Name.cl. The kernels that run() names are
  /// those of the program that was loaded last.
  virtual void load(const std::string &Name) = 0;
  /// Runs one work-item of \p Kernel and all that it spawns.
  virtual Run run(const std::string &Kernel,
                  const std::vector<Argument> &Arguments) = 0;
  /// Loads programs/\p Name.ptx, which is written by hand. Throws Failure if the
  /// device takes no PTX.
  virtual void loadPtx(const std::string &Name) = 0;
  /// Runs \p Kernel, which has no tasks, in groups of \p Group work-items.
  /// Returns the seconds that it took on the device.
  virtual double launch(const std::string &Kernel,
                        const std::vector<Argument> &Arguments, size_t Items,
                        size_t Group) = 0;
};

/// The first OpenCL device whose name contains \p Device.
std::unique_ptr<Engine> openOpenCl(const std::string &Device);
/// The first device of the CUDA driver. Throws Failure if there is no such
/// driver.
std::unique_ptr<Engine> openCuda();

} // namespace gpu

#endif
