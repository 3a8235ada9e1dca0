//===- Batch.h - Run random programs on the device --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Common to the fuzzers that run programs: many programs are built as one
/// source and run in a child process. So a crash or an endless loop is a
/// verdict like any other.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_COMMON_BATCH_H
#define TASKLET_TEST_FUZZ_COMMON_BATCH_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <functional>
#include <string>
#include <vector>

namespace tasklet::fuzz {

/// Throws a description of the error unless \p Status is success.
void check(cl_int Status, const char *What);

struct Settings {
  unsigned Workers = 1;
  std::string BuildOptions;
  bool QuickDriver = true;       ///< See quickenDriver() in Batch.cpp.
  unsigned TimeoutSeconds = 120; ///< For all programs of one call.
};

enum class Verdict { Same, Different, NotBuilt, Failed, Crashed, Hung };
const char *nameOf(Verdict V);

struct Report {
  Verdict V = Verdict::Same;
  std::string Text; ///< What differs, or the build log.
};

/// A number, or a buffer, which the kernel may change.
struct Argument {
  void *Bytes = nullptr;
  size_t Size = 0;
  bool IsBuffer = true;
};
template <typename T> Argument bufferOf(std::vector<T> &Of) {
  return {Of.data(), Of.size() * sizeof(T), true};
}

struct Range {
  size_t Offset[2] = {0, 0}, Global[2] = {1, 1}, Local[2] = {1, 1};
};

/// The device of a process that ends without releasing anything.
class Device {
public:
  Device();
  /// Returns the log if the build fails.
  std::string build(const std::string &Source, const std::string &Options);
  /// Throws a description of any failure.
  void run(const std::string &Kernel, const std::vector<Argument> &Arguments,
           const Range &R);

  /// For fuzzers whose commands need more than run() offers.
  cl_device_id id() const { return Id; }
  cl_context context() const { return Context; }
  cl_program program() const { return Program; }

private:
  cl_device_id Id = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;
};

struct Batch {
  size_t Count = 0; ///< At most 64.
  std::string Source;
  /// Runs one program and returns what it did wrong.
  std::function<std::string(Device &, size_t)> Run;
};

/// Builds all programs as one and runs each, in a child process. After
/// NotBuilt, Crashed or Hung, every program without another verdict gets that
/// one.
std::vector<Report> runTogether(const Batch &B, const Settings &S);

/// As runTogether, but programs that were not built, crashed or hung run again
/// one by one, to find the failing one. \p Part gives the batch of a range of
/// programs, which excludes the second number.
std::vector<Report> runEach(size_t Count,
                            const std::function<Batch(size_t, size_t)> &Part,
                            const Settings &S);

/// Whether a reduced program fails as the whole one did.
bool sameFailure(const Report &A, const Report &B);

/// Folders for compiled code, which are removed with this object: the code is
/// of no use later.
class Caches {
public:
  Caches();
  ~Caches();

private:
  std::string Folder;
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMMON_BATCH_H
