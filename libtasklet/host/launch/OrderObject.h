//===- OrderObject.h - An analysis that the application holds ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What is behind a cl_order_tkl. KeptAnalyses.h has analyses of which the
/// library decides whether they still hold. Of these, the application does.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDEROBJECT_H
#define TASKLET_HOST_LAUNCH_ORDEROBJECT_H

#include "launch/OrderLaunch.h"
#include "launch/WaitList.h"
#include "objects/KeptAnalyses.h"

namespace tasklet {

class OrderObject {
public:
  OrderObject(const std::shared_ptr<QueueState> &Queue,
              const KernelState &Kernel, const LaunchRange &Range);
  ~OrderObject();
  OrderObject(const OrderObject &) = delete;
  OrderObject &operator=(const OrderObject &) = delete;

  const std::shared_ptr<ContextState> Context;
  const cl_context Handle;
  const cl_device_id Device;
  std::atomic<int> AppReferences{1};

  /// CL_SUCCESS, or a code if the order cannot be for this: \p Why says why.
  cl_int checkTarget(const QueueState &Queue, const KernelState &Kernel,
                     const LaunchRange &Range, std::string &Why) const;
  cl_int checkArguments(const OrderLaunch &L, std::string &Why) const;

  /// What the command with this launch will fill. \p Memory is null if there is
  /// nothing to fill. Called before anybody else knows of the order.
  void made(const OrderLaunch &L, HeapLease Memory);
  /// The range has no work-items.
  void madeEmpty();

  uint32_t plan() const { return Request.Plan; } ///< TKL_ORDER_*
  const OrderRequest &request() const { return Request; }
  const OrderFacts &facts() const { return Facts; }

  /// A command's share; Use is null if another command has the memory.
  struct Share {
    std::shared_ptr<AnalysisUse> Use;
    HeapLease Memory;
    tkl_order_header Header;
  };
  /// \p Streamed: what its streams would hold.
  Share take(const AnalysisQueue &Queue, const CommandCall &Call,
             const StreamContent &Streamed = {});

  /// What the first command that made the analysis tells of it.
  void learn(const cl_ordered_stats_tkl &Stats);

  /// As clGetOrderInfoTKL.
  cl_int getInfo(cl_order_info_tkl Name, size_t Size, void *Value,
                 size_t *SizeRet) const;

private:
  const std::weak_ptr<BuiltProgram> Program;
  const std::string Kernel;
  std::vector<uint64_t> Offset, Global;

  // Written by made().
  size_t Local[3] = {};
  std::vector<tkl_order_param> Params;
  std::vector<uint64_t> RootFirsts; ///< as in ConflictSpace
  SerialReason Shares = SerialReason::None;
  bool ReachesBack = false; ///< as in ConflictSpace
  std::map<uint32_t, ParameterMemory> Inspected;
  std::map<cl_uint, std::string> Values;
  std::map<uint32_t, ParameterMemory> Buffers; ///< only null or not, mostly
  OrderRequest Request = {};
  OrderFacts Facts;
  HeapLease Memory;
  uint64_t Bytes = 0;

  mutable std::mutex Mutex;
  tkl_order_header Header = {}; ///< guarded by Mutex, as what follows
  AnalysisUses Uses;
  std::optional<cl_ordered_stats_tkl> Known;
  StreamChoice Streams;
};

/// The values that decide what work-items touch.
std::map<cl_uint, std::string>
inspectedValues(const ManifestOrder &Order,
                const std::map<cl_uint, std::string> &Values);

ObjectTable<cl_order_tkl, OrderObject> &orders();

} // namespace tasklet

#endif
