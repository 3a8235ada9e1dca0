//===- DeviceTest.h - Fixture for tests on an OpenCL device -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a device test a source string, its buffers, one call and a comparison:
/// \code
///   TEST_F(DeviceTest, DoublesEachElement) {
///     Buffer<int> Out(8);
///     run("__kernel void k(__global int *o, int by) {...}", "k", 8, Out, 2);
///     expectEach(Out, [](int I) { return 2 * I; });
///   }
/// \endcode
/// The program is an ordinary OpenCL application: nothing here knows of tasks.
/// If the API refuses a call, the fixture throws, and GoogleTest reports a
/// failure.
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_DEVICETEST_H
#define TASKLET_TEST_E2E_DEVICETEST_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace tasklet::test {

/// Throws a std::runtime_error that names \p What unless \p Status is success.
void check(cl_int Status, const char *What);

/// Whether programs with tasks reach the device as bitcode. Else they do as
/// SPIR-V, which cannot say as much; tests leave that out, with a word.
bool takesBitcode(cl_device_id Device);

/// The device that all tests of this process share. TASKLET_TEST_PLATFORM
/// picks the first platform whose name contains it; without it, the first
/// platform that has a device is taken.
struct Device {
  cl_platform_id Platform = nullptr;
  cl_device_id Id = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  /// All that the implementation has told the context's callback so far.
  std::string Messages;

  /// Null where there is no device.
  static Device *get();
};

/// Device memory of \p Size elements, filled with a pattern that no test
/// expects, between guards that must not change.
class RawBuffer {
public:
  explicit RawBuffer(size_t Bytes);
  cl_mem get() const { return Memory.get(); }
  void write(const void *Data);
  /// Throws if a guard has changed.
  void read(void *Data) const;

private:
  size_t Bytes;
  std::shared_ptr<_cl_mem> Whole;
  std::shared_ptr<_cl_mem> Memory;
};

template <typename T> class Buffer {
public:
  explicit Buffer(size_t Size) : Size(Size), Raw(Size * sizeof(T)) {}
  explicit Buffer(const std::vector<T> &Values) : Buffer(Values.size()) {
    Raw.write(Values.data());
  }
  std::vector<T> read() const {
    std::vector<T> Values(Size);
    Raw.read(Values.data());
    return Values;
  }
  size_t size() const { return Size; }
  cl_mem get() const { return Raw.get(); }

private:
  size_t Size;
  RawBuffer Raw;
};

/// A `__local` argument of that many bytes.
struct Local {
  size_t Bytes;
};

/// Global and local size; a plain number is a one-dimensional range whose
/// local size the implementation chooses.
struct Range {
  Range(size_t Global) : Global{Global} {}
  Range(std::vector<size_t> Global, std::vector<size_t> Local = {},
        std::vector<size_t> Offset = {})
      : Global(Global), Local(Local), Offset(Offset) {}
  std::vector<size_t> Global, Local, Offset;
};

class Kernel {
public:
  explicit Kernel(cl_kernel Handle);
  cl_kernel get() const { return Handle.get(); }

  template <typename... Args> void setArgs(const Args &...Values) {
    cl_uint Index = 0;
    (setArg(Index++, Values), ...);
  }
  template <typename T> void setArg(cl_uint Index, const Buffer<T> &Value) {
    cl_mem Memory = Value.get();
    setArg(Index, sizeof(Memory), &Memory);
  }
  void setArg(cl_uint Index, Local Value) {
    setArg(Index, Value.Bytes, nullptr);
  }
  template <typename T> void setArg(cl_uint Index, const T &Value) {
    static_assert(std::is_trivially_copyable_v<T>, "not a kernel argument");
    setArg(Index, sizeof(Value), &Value);
  }

  /// Enqueues the kernel and waits; the command's own status if the device
  /// reported a failure.
  cl_int launch(const Range &NDRange);

private:
  void setArg(cl_uint Index, size_t Size, const void *Value);
  std::shared_ptr<_cl_kernel> Handle;
};

class Program {
public:
  explicit Program(cl_program Handle);
  cl_program get() const { return Handle.get(); }
  Kernel kernel(const char *Name) const;
  std::string buildLog() const;

private:
  std::shared_ptr<_cl_program> Handle;
};

/// A task that takes some steps.
inline constexpr char FibTask[] = R"(
  __task int fib(int n) {
    if (n < 2) return n;
    int a, b;
    a <- fib(n - 1);
    b <- fib(n - 2);
    force (a, b) { return a + b; }
  }
)";

/// The function of an extension; throws if there is none of that name.
template <typename Function> Function extensionFunction(const char *Name) {
  auto Found = reinterpret_cast<Function>(
      clGetExtensionFunctionAddressForPlatform(Device::get()->Platform, Name));
  if (!Found)
    throw std::runtime_error(std::string("no ") + Name);
  return Found;
}

class DeviceTest : public ::testing::Test {
protected:
  /// Without a device, skips visibly, or fails if TASKLET_REQUIRE_DEVICE is 1.
  void SetUp() override;

  /// TASKLET_TEST_OPTIONS: build options that all programs get.
  static const char *moreOptions();
  /// Throws with the build log if the source does not compile.
  static Program build(const std::string &Source,
                       const std::string &Options = "");
  /// Builds a program that may be wrong; stores the status of clBuildProgram in
  /// \p Status.
  static Program tryBuild(const std::string &Source, const std::string &Options,
                          cl_int &Status);

  template <typename... Args>
  static void run(const Program &P, const char *Name, const Range &NDRange,
                  const Args &...Values) {
    Kernel K = P.kernel(Name);
    K.setArgs(Values...);
    check(K.launch(NDRange), Name);
  }
  template <typename... Args>
  static void run(const std::string &Source, const char *Name,
                  const Range &NDRange, const Args &...Values) {
    run(build(Source), Name, NDRange, Values...);
  }

  /// Compares element I of the buffer with Serial(I).
  template <typename T, typename Fn>
  static void expectEach(const Buffer<T> &Out, Fn Serial) {
    std::vector<T> Values = Out.read();
    for (size_t I = 0; I < Values.size(); ++I)
      EXPECT_EQ(Values[I], static_cast<T>(Serial(static_cast<int>(I))))
          << "element " << I;
  }
};

} // namespace tasklet::test

#endif // TASKLET_TEST_E2E_DEVICETEST_H
