//===- Device.h - Programs on an OpenCL device ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The few calls of OpenCL that `kite run` needs. The functions return an exit
/// code and have told the reason on standard error if it is not ExitDone.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_DEVICE_H
#define TASKLET_KITE_TOOLS_DEVICE_H

#include <cstdint>
#include <string>

#include <CL/cl_tkl_tasklets.h>

namespace tasklet::kite {

class Device {
public:
  Device() = default;
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  ~Device();

  /// The first device whose name contains \p NamePart.
  int open(const std::string &NamePart);
  /// Makes the kernel \p Name of a program of Tasklets.
  int build(const std::string &Source, const std::string &Name);

  /// The next argument of the kernel.
  int addArgument(const std::string &Bytes);
  /// An array, with its length. \p Memory lives as long as this object.
  int addArray(const std::string &Bytes, uint64_t Length, cl_mem &Memory);
  /// An array of \p Length elements in \p Bytes bytes, without values.
  int addRoom(uint64_t Bytes, uint64_t Length, cl_mem &Memory);

  /// Runs one work-item, to its end.
  int run();
  int read(cl_mem Memory, uint64_t Size, void *To);

  /// Bytes of the largest array.
  uint64_t largestArray() const;

private:
  int addMemory(cl_mem Memory, uint64_t Length, cl_int Error);
  /// Why a command failed.
  std::string lastMessage() const;

  cl_device_id Id = nullptr;
  std::string Name;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
  cl_kernel Kernel = nullptr;
  cl_uint Arguments = 0;
};

} // namespace tasklet::kite

#endif
