//===- Orders.cpp - Ordered kernels in every order ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Orders.h"
#include "Extension.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

using namespace sample;

const std::vector<Order> &sample::allOrders() {
  static const std::vector<Order> All = {
      {"serial", CL_TASKLET_ORDERED_SERIAL_TKL},
      {"levels", CL_TASKLET_ORDERED_LEVELS_TKL},
      {"passes", CL_TASKLET_ORDERED_PASSES_TKL},
      {"bins", CL_TASKLET_ORDERED_BINS_TKL},
      {"tasks", CL_TASKLET_ORDERED_TASKS_TKL},
      {"copies", CL_TASKLET_ORDERED_COPIES_TKL},
      {"owners", CL_TASKLET_ORDERED_OWNERS_TKL},
      {"auto", CL_TASKLET_ORDERED_AUTO_TKL}};
  return All;
}

const char *sample::executorName(cl_uint Executor) {
  for (const Order &O : allOrders())
    if (O.Value == Executor)
      return O.Name;
  return "unknown";
}

void sample::setOrder(const cl::Kernel &Kernel, cl_uint Order,
                      cl_uint Workers) {
  check(clSetKernelExecInfo(Kernel(), CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL,
                            sizeof(Order), &Order),
        "clSetKernelExecInfo");
  if (Workers)
    check(clSetKernelExecInfo(Kernel(), CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                              sizeof(Workers), &Workers),
          "clSetKernelExecInfo");
}

OrderedRun sample::runOrdered(const Device &Dev, const cl::Kernel &Kernel,
                              const cl::NDRange &Range) {
  OrderedRun Result;
  cl::Event Done;
  Result.Seconds = runKernel(Dev, Kernel, Range, &Done).WallSeconds;
  check(findExtension<clGetOrderedStatsTKL_fn>(Dev, "clGetOrderedStatsTKL")(
            Done(), &Result.Stats),
        "clGetOrderedStatsTKL");
  return Result;
}

double sample::median(std::vector<double> All) {
  std::sort(All.begin(), All.end());
  const size_t Middle = All.size() / 2;
  return All.size() % 2 ? All[Middle] : (All[Middle - 1] + All[Middle]) / 2;
}

void OrderOptions::addTo(Options &Opts) {
  std::vector<std::string> Names = {"most", "all"};
  for (const Order &O : allOrders())
    Names.push_back(O.Name);
  Only = "most";
  Opts.add("runs", Runs, 1, 1000, "runs after the first one");
  Opts.add("device", Device, "use the first device with this in its name");
  Opts.add("order", Only, "most: all but passes; or one of them", Names);
}

int sample::compareOrders(const char *Name, const Device &Dev,
                          const OrderedProblem &P, const OrderOptions &How) {
  const auto Once = [&](OrderedRun &Result) {
    P.Reset();
    Dev.Queue.finish();
    Result = runOrdered(Dev, P.Kernel, P.Range);
    return P.Check();
  };
  const auto Complain = [&](const char *Order, const std::string &Wrong) {
    std::fprintf(stderr, "%s: wrong result with the order '%s': %s\n", Name,
                 Order, Wrong.c_str());
    return 1;
  };
  // The driver compiles at the first launch, which is no part of any order.
  setOrder(P.Kernel, CL_TASKLET_ORDERED_SERIAL_TKL);
  OrderedRun First;
  std::string Wrong = Once(First);
  if (!Wrong.empty())
    return Complain("serial", Wrong);
  std::printf("serial C++ %.3f ms\n\n", 1e3 * P.SerialSeconds);
  std::printf("order   ran as  workers  first, ms  later, ms  C++/later  "
              "inspected, ms   levels   widest  reused\n");
  for (const Order &O : allOrders()) {
    // On a device with few workers, a pass for each level may take minutes.
    if (How.Only == "most" ? O.Value == CL_TASKLET_ORDERED_PASSES_TKL
                           : How.Only != "all" && How.Only != O.Name)
      continue;
    setOrder(P.Kernel, O.Value);
    Wrong = Once(First);
    std::vector<double> Times;
    OrderedRun Later;
    for (int64_t I = 0; Wrong.empty() && I < How.Runs; ++I) {
      Wrong = Once(Later);
      Times.push_back(Later.Seconds);
    }
    if (!Wrong.empty())
      return Complain(O.Name, Wrong);
    const double Typical = median(Times);
    const cl_ordered_stats_tkl &Stats = First.Stats;
    std::printf("%-6s  %-6s  %7u  %9.3f  %9.3f  %9.2f  %13.3f  %7" PRIu64
                "  %7" PRIu64 "  %s\n",
                O.Name, executorName(Stats.executor), Stats.workers,
                1e3 * First.Seconds, 1e3 * Typical, P.SerialSeconds / Typical,
                1e-6 * static_cast<double>(Stats.inspect_time), Stats.levels,
                Stats.widest, Later.Stats.reused ? "yes" : "no");
  }
  std::printf("\nAll runs gave what the serial loop gives, bit for bit.\n");
  return 0;
}
