//===- Orders.h - Ordered kernels in every order ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs an ordered kernel in each of the ways that the library has to bring its
/// work-items into order, compares every run with a serial one, and prints a
/// table. Samples and the benchmark share it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_ORDERS_H
#define TASKLET_SAMPLES_COMMON_ORDERS_H

#include "Device.h"
#include "Options.h"

#include <CL/cl_tkl_tasklets.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace sample {

/// A way to bring work-items into order.
struct Order {
  const char *Name; ///< as in TASKLET_ORDERED
  cl_uint Value;    ///< CL_TASKLET_ORDERED_*_TKL
};
[[nodiscard]] const std::vector<Order> &allOrders();

/// The name of what a command did, by the `executor` of its statistics.
[[nodiscard]] const char *executorName(cl_uint Executor);

/// Tells the kernel which way to take, and how many workers; 0: as many as the
/// device has.
void setOrder(const cl::Kernel &Kernel, cl_uint Order, cl_uint Workers = 0);

/// What one run of an ordered kernel took and did.
struct OrderedRun {
  double Seconds = 0; ///< From the enqueue until the host knew the end.
  cl_ordered_stats_tkl Stats = {};
};
[[nodiscard]] OrderedRun runOrdered(const Device &Dev, const cl::Kernel &Kernel,
                                    const cl::NDRange &Range);

[[nodiscard]] double median(std::vector<double> All);

/// A kernel with its arguments, and how its result is judged.
struct OrderedProblem {
  cl::Kernel Kernel;
  cl::NDRange Range;
  std::function<void()> Reset; ///< Makes memory what it was before any run.
  /// Says what is wrong with the result of a run; nothing if it is right.
  std::function<std::string()> Check;
  double SerialSeconds = 0; ///< What the serial loop in C++ took.
};

/// The options of samples with ordered kernels.
struct OrderOptions {
  int64_t Runs = 3;
  std::string Device, Only;

  /// Declares --runs, --device and --order.
  void addTo(Options &Opts);
};

/// Runs \p P in each order: once as the first time, which inspects, and then
/// \p How.Runs times, of which the median counts. Prints a row for each order.
/// Returns the exit status of a sample: 1 if a result was wrong.
[[nodiscard]] int compareOrders(const char *Name, const Device &Dev,
                                const OrderedProblem &P,
                                const OrderOptions &How);

/// Where two vectors differ first, bit for bit; nothing if they do not.
template <typename T>
[[nodiscard]] std::string firstDifference(const std::vector<T> &Got,
                                          const std::vector<T> &Wanted) {
  for (size_t I = 0; I < Wanted.size(); ++I)
    if (memcmp(&Got[I], &Wanted[I], sizeof(T)) != 0)
      return "element " + std::to_string(I) + " is " + std::to_string(Got[I]) +
             " instead of " + std::to_string(Wanted[I]);
  return std::string();
}

} // namespace sample

#endif
