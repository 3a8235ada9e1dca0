//===- DeviceFixture.h - A device, a context, a queue -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The start of every test application on a device. The tests use OpenCL as
/// applications do, and know nothing of the layers between them and the driver.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_DEVICEFIXTURE_H
#define TASKLET_TEST_DEVICEFIXTURE_H

#include "TestFolder.h"

#include "CL/cl_tkl_tasklets.h"
#include <CL/cl.h>
#include <gtest/gtest.h>
#include <vector>

namespace tasklet {

/// A source that the fake compiler takes for a program with tasks.
constexpr char TaskSource[] = "__task int f(int x);";
/// One that it takes for the program of fake-ordered.cl.
constexpr char OrderedSource[] = "__ordered __kernel void k();";

class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// A new context and queue, after the environment was changed. \p Parts of
  /// the device belong to the context as well.
  void restart(cl_command_queue_properties Properties = 0,
               const std::vector<cl_device_id> &Parts = {});

  cl_program makeProgram(const char *Source);
  cl_int build(cl_program Program, const char *Options = "");
  std::string buildLog(cl_program Program);
  /// The target of the programs that the driver takes.
  std::string target();
  std::string binaryOf(cl_program Program);
  /// A program of this binary for each of the \p Devices, or for the device.
  cl_program fromBinary(const std::string &Binary, cl_int &Error,
                        std::vector<cl_device_id> Devices = {},
                        std::vector<cl_int> *Status = nullptr);
  /// A built program of TaskSource does what it should.
  void expectRuns(cl_program Program);
  static cl_command_queue makeQueue(cl_context Context, cl_device_id Device,
                                    cl_command_queue_properties Properties = 0);
  /// A kernel of a built program that is released with the fixture.
  cl_kernel makeKernel(const char *Name, const char *Source = TaskSource);
  cl_mem makeBuffer(size_t Ints);
  std::vector<int> read(cl_mem Buffer, size_t Ints);
  void write(cl_mem Buffer, const std::vector<int> &Content);
  /// Waits for the ordered command of \p Event, and releases that.
  cl_ordered_stats_tkl finish(cl_event Event);

  /// Sets the arguments of `squares` and enqueues it.
  cl_int enqueueSquares(cl_kernel Kernel, cl_mem Out, int Scale, size_t Items,
                        cl_event *Event = nullptr,
                        std::vector<cl_event> Waits = {});
  /// Enqueues `squares` with FAULT, which fails the command later: its event
  /// ends with the status \p Wanted.
  void expectFailsLater(cl_kernel Kernel, cl_mem Out, const char *Fault,
                        cl_int Wanted);

  /// A function that no loader exports.
  template <typename Function> Function extension(const char *Name) {
    auto Found = reinterpret_cast<Function>(
        clGetExtensionFunctionAddressForPlatform(Platform, Name));
    EXPECT_NE(Found, nullptr) << Name;
    return Found;
  }

  cl_platform_id Platform = nullptr;
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  /// The messages that the context's callback was given.
  std::vector<std::string> Messages;

private:
  std::vector<cl_program> Programs;
  std::vector<cl_kernel> Kernels;
  std::vector<cl_mem> Buffers;

  void releaseAll();
};

/// Checks out[i] = Scale * i * i.
void expectSquares(const std::vector<int> &Out, int Scale);

} // namespace tasklet

#endif
