//===- OrderPlan.h - How an ordered kernel is run ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The plan (LaunchPlan.h) of the mode `ordered` has three steps:
///
///   write    header and parameters of the order (ordered/tkl_order.h)
///   kernel   the user's, which the passes have turned into one that workers
///            run; its range is in the order
///   read     the header; the command is complete with this one
///
/// Where the order is header and parameters alone, and the host reaches it
/// (SharedSlabs.h), the plan is the kernel: it writes before that, and reads after it.
///
/// A program that finds its races runs all in order, and has a step before and
/// after the kernel (RaceSearch.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERPLAN_H
#define TASKLET_HOST_LAUNCH_ORDERPLAN_H

#include "heap/SharedSlabs.h"
#include "launch/OrderLaunch.h"
#include "launch/OrderObject.h"
#include "launch/RaceSearch.h"
#include "launch/WaitList.h"
#include "objects/ContextState.h"
#include "objects/ExitWait.h"
#include "objects/KeptAnalyses.h"
#include "objects/KernelState.h"
#include "objects/QueueState.h"
#include "order/OrderLayout.h"
#include "order/OrderStatistics.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace tasklet {

/// A command that makes or uses an order of the application.
struct OrderJob {
  std::shared_ptr<OrderObject> Order; ///< null: neither
  bool Inspects = false;              ///< makes it, and runs no work-item
};

class OrderPlan {
public:
  explicit OrderPlan(OrderJob Job) : Job(std::move(Job)) {}
  OrderPlan(const OrderPlan &) = delete;
  OrderPlan &operator=(const OrderPlan &) = delete;
  ~OrderPlan();

  // As in TaskPlan.
  cl_int prepare(const std::shared_ptr<QueueState> &Own,
                 const CommandCall &Call, KernelState &Kernel, cl_kernel Handle,
                 const LaunchRange &Range);
  cl_int enqueue(const CommandCall &Call, KernelState &Kernel, cl_kernel Handle,
                 const LaunchRange &Range);
  cl_int resolve();
  void report(bool Inherited) const;
  void releaseMemory();

  std::vector<cl_event> ends() const;
  cl_event last() const { return Last; }
  cl_event first() const { return Kernel; }
  Stage stage() const;
  cl_int getEndTime(cl_profiling_info Name, size_t Size, void *Value,
                    size_t *SizeRet) const;
  /// Nobody else may write where an analysis is kept.
  void leaveMemory(QueueState &Own) const {
    if (!Use && Memory)
      Own.LastOrder = Memory;
  }
  std::string shortageAdvice() const;

  OrderStatistics statistics() const;

  /// An order of the application does not fit in memory. \p Code is that of the
  /// driver, or CL_SUCCESS if it was not asked.
  static std::string describeLackOfMemory(const std::string &Kernel,
                                          OrderRequest Request, cl_int Code);

private:
  const OrderJob Job;
  std::shared_ptr<ContextState> Context;
  std::string KernelName;
  /// One of the two has the order.
  HeapLease Memory;
  SharedPiece Small;
  OrderFacts Facts;
  /// Measured at the first question for the command's times, so that all later
  /// ones get the same answer.
  mutable std::once_flag TicksAreMeasured;
  mutable double TickLength = 0;
  /// Header and parameters as written; the header as read back. Most commands
  /// are no ordered ones, so what is large here does not lie in all of them.
  std::vector<char> Image;
  const std::unique_ptr<tkl_order_header> Answer =
      std::make_unique<tkl_order_header>();
  std::vector<tkl_order_record> Phases; ///< of a trace, as read back
  /// One for each step. The phases are read before the header.
  cl_event Written = nullptr, Kernel = nullptr, PhasesRead = nullptr,
           Last = nullptr;

  /// The command's share in an analysis that is kept; null if there is none.
  std::shared_ptr<AnalysisUse> Use;
  /// That of one without analysis, if it is to be known what it takes.
  std::shared_ptr<AnalysisUse> Timed;

  RaceSearch Races; ///< behind the order

  bool acquire(OrderLaunch &L, OrderRequest Request,
               const std::function<HeapLease(uint64_t Size)> &Another);
  SerialReason prepareAnalysis(OrderLaunch &L);
  bool prepareOrder(OrderLaunch &L);
  SerialReason prepareCopies(OrderLaunch &L);
  bool takeBins(OrderLaunch &L);
  bool prepareSerial(OrderLaunch &L);
  bool hasFailed() const;
  cl_int writeOrder(const CommandCall &Call);
  cl_int setOrder(cl_kernel Handle, cl_uint Index) const;
  cl_int readOrder(const CommandCall &Call, std::vector<cl_event> Before);
  bool useOrder(OrderLaunch &L, const CommandCall &Call);
};

} // namespace tasklet

#endif
