//===- Command.h - One command of a kernel that spawns ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Several commands of the driver that look like one to the wait list, the
/// event, the queue and the end of the process. The plan (LaunchPlan.h) says
/// what these commands are.
///
/// For us a command ends when it is *resolved*: the driver says that the last
/// step is complete, and the plan has looked at what the steps left. The first
/// to notice resolves it: the driver's callback, or a thread of the application
/// that waits or asks. The others wait until that is done. By then all messages
/// about the command are out.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_COMMAND_H
#define TASKLET_HOST_LAUNCH_COMMAND_H

#include "launch/LaunchPlan.h"
#include "objects/EventState.h"

#include <functional>
#include <vector>

namespace tasklet {

class Command : public EventState {
public:
  /// What must be right before the first step is enqueued.
  static cl_int check(const CommandCall &Call, const QueueState &Queue,
                      const KernelState &Kernel, const LaunchRange &Range);
  /// Enqueues all steps. The call's event, if wanted, becomes the
  /// application's. \p Job is for ordered kernels.
  static cl_int launch(const CommandCall &Call, KernelState &Kernel,
                       cl_kernel Handle, const LaunchRange &Range,
                       const OrderJob &Job = {});
  ~Command() override;

  Command *asCommand() override { return this; }
  Outcomes outcomes() const override { return {Own}; }
  cl_int getProfilingInfo(cl_profiling_info Name, size_t Size, void *Value,
                          size_t *SizeRet) override;
  /// CL_INVALID_EVENT if it is no command with tasks, or
  /// CL_PROFILING_INFO_NOT_AVAILABLE, or CL_SUCCESS and \p Use was called.
  cl_int withStatistics(const std::function<void(const Statistics &)> &Use);
  /// The same of an ordered kernel.
  cl_int
  withOrderStatistics(const std::function<void(const OrderStatistics &)> &Use);

private:
  std::shared_ptr<ContextState> Context;
  std::string KernelName;
  cl_command_type Type;
  std::vector<cl_event> WaitList; ///< the application's
  /// What it waits for besides (QueueState::Order).
  cl_event Behind = nullptr;
  Outcomes Before; ///< of commands with tasks in it
  std::shared_ptr<Outcome> Own;
  LaunchPlan Plan;
  template <typename Function> decltype(auto) withPlan(Function Use) {
    return std::visit(Use, Plan);
  }
  template <typename Function> decltype(auto) withPlan(Function Use) const {
    return std::visit(Use, Plan);
  }
  cl_event firstEvent() const {
    return withPlan([](const auto &P) { return P.first(); });
  }
  cl_event lastEvent() const {
    return withPlan([](const auto &P) { return P.last(); });
  }

  /// Recursive: the application hears of a failure while it is held, and may
  /// then ask about the command.
  std::recursive_mutex ResolveMutex;
  bool Resolved = false;           ///< guarded by ResolveMutex, as the next is
  cl_int Resolution = CL_COMPLETE; ///< Own, before others may see it

  static void CL_CALLBACK onComplete(cl_event, cl_int Status, void *Data);

  /// The event in Behind, if there must be one. The caller holds
  /// Queue.EnqueueMutex.
  std::vector<cl_event> waitBehind(const QueueState &Queue);
  void abandon(cl_event LastStep);
  std::shared_ptr<Command> self() {
    return std::static_pointer_cast<Command>(shared_from_this());
  }
  cl_event driverEvent() const override { return lastEvent(); }
  cl_event eventFor(cl_int Status) const override {
    return Status == CL_COMPLETE ? lastEvent() : firstEvent();
  }
  cl_int settled(cl_int Final) override { return resolve(Final); }
  cl_int inProgress(cl_int Open) const override;
  cl_command_type seemingType() const override { return Type; }
  cl_int resolve(cl_int DriverStatus);
};

/// The command with tasks to which \p Event belongs; null if there is none.
std::shared_ptr<Command> findCommand(cl_event Event);

} // namespace tasklet

#endif
