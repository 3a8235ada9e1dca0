//===- Subject.h - A program with tasks, and one without --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Two programs with the same kernels: one spawns tasks, the other computes the
/// same in loops and goes to the driver unchanged. An application must see the
/// same results with both:
/// \code
///   TEST(KernelInfo, Name) {
///     expectSame([](Subject &S) {
///       cl_kernel K = S.kernel("sums");
///       S.note("name", clGetKernelInfo(K, CL_KERNEL_FUNCTION_NAME, ...));
///     });
///   }
/// \endcode
/// So the driver is the oracle, and no test contains its answers. The oracle
/// itself may be wrong: where PoCL violates the specification, the case is left
/// out here, or has a test of its own that gives the reason.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_API_SUBJECT_H
#define TASKLET_TEST_E2E_API_SUBJECT_H

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace tasklet::test {

class Subject {
public:
  Subject(bool Tasks, cl_command_queue_properties Properties,
          const char *Options);
  ~Subject();

  const bool Tasks;
  cl_platform_id Platform = nullptr;
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
  cl_program Program = nullptr;

  /// These objects are released with the subject.
  cl_program program(const char *Options);
  cl_kernel kernel(const char *Name) { return kernel(Program, Name); }
  cl_kernel kernel(cl_program From, const char *Name);
  /// Ints that are -1, unless \p Content gives others.
  cl_mem buffer(size_t Ints);
  cl_mem buffer(std::vector<int> Content);
  cl_command_queue queue(cl_command_queue_properties Properties);
  cl_event userEvent();
  /// Keeps an event that the application was given.
  cl_event keep(cl_event Event);

  std::vector<int> read(cl_mem Buffer, size_t Ints);
  template <typename T>
  cl_int set(cl_kernel Kernel, cl_uint Index, const T &Value) {
    return clSetKernelArg(Kernel, Index, sizeof(Value), &Value);
  }
  /// One dimension.
  cl_int enqueue(cl_kernel Kernel, size_t Items,
                 const std::vector<cl_event> &Waits = {},
                 cl_event *Event = nullptr, cl_command_queue Where = nullptr);

  /// Adds a line to the notes by which the two subjects are compared.
  template <typename T> void note(const std::string &What, const T &Value) {
    Log << What << ": " << Value << '\n';
  }
  void note(const std::string &What, const std::vector<int> &Values);
  /// A query with a result of type T: its code, the value, the size.
  template <typename T, typename Query>
  void noteQuery(const std::string &What, Query Ask) {
    T Value = T();
    size_t Size = 0;
    cl_int Code = Ask(sizeof(Value), &Value, &Size);
    Log << What << ": " << Code << ' ' << Value << ' ' << Size << '\n';
    noteSizes(What, Ask, sizeof(T));
  }
  template <typename Query> void noteText(const std::string &What, Query Ask) {
    char Text[1000] = "";
    size_t Size = 0;
    cl_int Code = Ask(sizeof(Text), Text, &Size);
    Log << What << ": " << Code << " '" << Text << "' " << Size << '\n';
    noteSizes(What, Ask, Size);
  }
  std::string log() const { return Log.str(); }

private:
  std::ostringstream Log;
  std::vector<std::function<void()>> Releases;

  /// The same query with no room, with too little, and for the size alone.
  template <typename Query>
  void noteSizes(const std::string &What, Query Ask, size_t Size) {
    char Room[1000];
    size_t Wanted = 0;
    Log << What << ", other sizes: " << Ask(0, nullptr, &Wanted) << ' '
        << Wanted << ' ' << (Size ? Ask(Size - 1, Room, nullptr) : 0) << ' '
        << Ask(sizeof(Room), Room, nullptr) << '\n';
  }
};

/// Runs \p Use on both subjects and compares what they noted.
void expectSame(const std::function<void(Subject &)> &Use,
                cl_command_queue_properties Properties = 0,
                const char *Options = "");

/// Runs \p Use on the subject with tasks.
void withTasks(const std::function<void(Subject &)> &Use,
               cl_command_queue_properties Properties = 0,
               const char *Options = "");

/// The source of the subjects.
std::string subjectSource(bool Tasks);

} // namespace tasklet::test

#endif
