//===- OrderLaunch.h - What the launch of an ordered kernel needs -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERLAUNCH_H
#define TASKLET_HOST_LAUNCH_ORDERLAUNCH_H

#include "launch/LaunchRange.h"
#include "objects/KernelState.h"
#include "objects/QueueState.h"
#include "order/ConflictSpace.h"
#include "order/DependenceTest.h"
#include "order/OrderLayout.h"
#include "order/OrderStatistics.h"

namespace tasklet {

/// A kernel with its present arguments, a range, and a queue for it.
struct OrderLaunch {
  const std::shared_ptr<QueueState> &Queue;
  KernelState &Kernel;
  cl_kernel Handle;
  const LaunchRange &Range;
  LaunchSettings Settings;
  std::vector<ParameterMemory> Arguments;
  /// The bytes of all arguments that are no buffers.
  std::map<cl_uint, std::string> Values;
  ConflictSpace Space;
  size_t Local[3] = {}; ///< the local size, as the work-items see it

  OrderRequest Request = {};
  OrderFacts Facts;
  bool IsBeside = false, IsChain = false, MayTryBins = false; ///< OrderChoice
  tkl_order_header Header = {};
  cl_int Code = CL_SUCCESS; ///< of the driver, if it has no memory

  OrderLaunch(const std::shared_ptr<QueueState> &Queue, KernelState &Kernel,
              cl_kernel Handle, const LaunchRange &Range);

  /// Finds the local size. Returns what the driver would say of the range, which
  /// it does not get, or what is wrong with the settings, after a message.
  [[nodiscard]] cl_int check();
  /// Fills the request and what is known about the choice. \p ForOrder: for an
  /// order of the application.
  void choose(bool ForOrder);

  /// Whether it is looked first whether there are owners, and later commands look
  /// for levels if there are none.
  bool mayTakeLevels() const {
    return Request.Plan == TKL_ORDER_OWNERS && Request.TriesOwners && !IsChain;
  }
  void takeLevels();

  /// Dimensions, range, offset and local size.
  void writeRange(tkl_order_header &To) const;
  /// What the layout leaves open.
  void completeHeader();

private:
  bool readsClock() const;
  uint64_t traceBytes() const;
  uint64_t countSums() const;
  bool mayRepeat(bool ForOrder) const;
  Dependence findDependence() const;
};

} // namespace tasklet

#endif
