//===- OrderedFixture.h - Fixture for ordered kernels -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle of an ordered kernel is the same text as an ordinary function,
/// which one work-item of a plain kernel calls for each work-item in turn. That
/// kernel is in a program of its own, which is not ours to compile.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_ORDEREDFIXTURE_H
#define TASKLET_TEST_E2E_ORDEREDFIXTURE_H

#include "CL/cl_tkl_tasklets.h"
#include "DeviceTest.h"

#include <random>

namespace tasklet::test {

/// An ordered kernel. The body may use the work-item functions, the helpers may
/// not.
struct OrderedText {
  std::string Mark; ///< `x` or `x, y`; empty: without a list
  std::string Params;
  std::string Body;
  std::string Helpers;
};

using Bytes = std::vector<unsigned char>;

/// An argument: a value, or a part of one of the buffers of a command.
struct OrderedArgument {
  Bytes Value;
  size_t Buffer = 0, Offset = 0, Size = 0;
  bool IsBuffer = false;
};

/// What an ordered kernel is called with.
class OrderedCall {
public:
  OrderedCall() = default;
  template <typename... Args> explicit OrderedCall(const Args &...Values) {
    (add(Values), ...);
  }
  /// A buffer with this content; returns its number.
  template <typename T> size_t buffer(const std::vector<T> &Values) {
    const auto *Begin = reinterpret_cast<const unsigned char *>(Values.data());
    Buffers.emplace_back(Begin, Begin + Values.size() * sizeof(T));
    return Buffers.size() - 1;
  }
  void addPart(size_t Buffer, size_t Offset, size_t Size) {
    Arguments.push_back({{}, Buffer, Offset, Size, true});
  }
  void addWhole(size_t Buffer) { addPart(Buffer, 0, Buffers[Buffer].size()); }
  template <typename T> void add(const std::vector<T> &Values) {
    addWhole(buffer(Values));
  }
  template <typename T> void add(const T &Value) {
    static_assert(std::is_trivially_copyable_v<T>, "not a kernel argument");
    const auto *Begin = reinterpret_cast<const unsigned char *>(&Value);
    Arguments.push_back({Bytes(Begin, Begin + sizeof(T)), 0, 0, 0, false});
  }

  std::vector<Bytes> Buffers;
  std::vector<OrderedArgument> Arguments;
};

/// Random numbers less than \p Below.
template <typename T = cl_int>
std::vector<T> numbers(size_t Count, unsigned Below, unsigned Seed = 1) {
  std::mt19937 Random(Seed);
  std::vector<T> Values(Count);
  for (T &Value : Values)
    Value = static_cast<T>(Random() % Below);
  return Values;
}

class OrderedTest : public DeviceTest {
protected:
  static constexpr size_t Items = 6000;
  /// Few work-items meet in so much memory.
  static constexpr unsigned Elements = 20000;

  /// Arguments for IndexedParams.
  static OrderedCall indexed(unsigned Seed = 1) {
    return OrderedCall(numbers<cl_uint>(Elements, 1000, Seed),
                       numbers<cl_uint>(Items, Elements, Seed + 1),
                       numbers<cl_uint>(Items, Elements, Seed + 2));
  }
  static constexpr char IndexedParams[] =
      "__global uint *x, __global const uint *at, __global const uint *to";

  /// Whether levels are possible; asked of the mode `passes`, which gives up
  /// only after many levels.
  enum Inspection { Inspected, InOrder, Either };

  struct Mode {
    const char *Name;
    cl_uint Value;
    std::shared_ptr<_cl_command_queue> Queue;
  };
  /// One queue for each mode.
  static const std::vector<Mode> &modes();

  static std::string orderedSource(const OrderedText &T);
  static std::string oracleSource(const OrderedText &T);

  /// Runs the kernel in each mode. All buffers must be what the oracle leaves.
  static void expectSequential(const OrderedText &T, const Range &NDRange,
                               const OrderedCall &Call,
                               Inspection Wanted = Inspected,
                               const std::string &Options = "");
  /// Likewise with a program that was built somehow.
  static void expectSequential(const Program &P, const OrderedText &T,
                               const Range &NDRange, const OrderedCall &Call,
                               Inspection Wanted = Inspected);
  /// What the oracle leaves.
  static std::vector<Bytes> sequential(const OrderedText &T,
                                       const Range &NDRange,
                                       const OrderedCall &Call);
  /// What the kernel leaves.
  static std::vector<Bytes> runOn(cl_command_queue Queue, const Program &P,
                                  const char *Name, const Range &NDRange,
                                  const OrderedCall &Call,
                                  cl_ordered_stats_tkl *Stats = nullptr);
  /// Of this mode, and with so many workers, unless that is 0.
  static std::shared_ptr<_cl_command_queue>
  makeQueue(cl_command_queue_properties Properties, cl_uint Mode,
            cl_uint Workers = 0) {
    const cl_queue_properties List[] = {
        CL_QUEUE_PROPERTIES,
        Properties,
        CL_QUEUE_TASKLET_ORDERED_TKL,
        Mode,
        Workers ? cl_queue_properties(CL_QUEUE_TASKLET_WORKERS_TKL) : 0,
        Workers,
        0};
    cl_int Status;
    std::shared_ptr<_cl_command_queue> Queue(
        clCreateCommandQueueWithProperties(Device::get()->Context,
                                           Device::get()->Id, List, &Status),
        clReleaseCommandQueue);
    check(Status, "clCreateCommandQueueWithProperties");
    return Queue;
  }
  /// Runs \p K with its present arguments on so many work-items, with an order of
  /// the application or without.
  static cl_ordered_stats_tkl launch(cl_command_queue Queue, const Kernel &K,
                                     size_t Items,
                                     cl_order_tkl Order = nullptr);
  /// An order of the application for \p K with its present arguments.
  static std::shared_ptr<_cl_order_tkl>
  makeOrder(cl_command_queue Queue, const Kernel &K, size_t Items);
  /// Waits for the command.
  static cl_ordered_stats_tkl statsOf(cl_event Event);
};

} // namespace tasklet::test

#endif // TASKLET_TEST_E2E_ORDEREDFIXTURE_H
