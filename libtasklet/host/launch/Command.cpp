//===- Command.cpp - One command of a kernel that spawns ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/Command.h"

#include "objects/ExitWait.h"
#include "support/ErrorName.h"
#include "support/ProcessId.h"

#include <algorithm>
#include <iterator>

using namespace tasklet;

Command::~Command() {
  for (cl_event Event : WaitList)
    next().clReleaseEvent(Event);
  if (Behind)
    next().clReleaseEvent(Behind);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

/// A step after the first could not be enqueued. Those before it may still use
/// our memory, so the command lives until they are done.
void Command::abandon(cl_event LastStep) {
  next().clRetainEvent(LastStep);
  auto *Self = new std::shared_ptr<Command>(self());
  auto Forget = [](cl_event Event, cl_int, void *Data) {
    delete static_cast<std::shared_ptr<Command> *>(Data);
    next().clReleaseEvent(Event);
  };
  if (next().clSetEventCallback(LastStep, CL_COMPLETE, Forget, Self) !=
      CL_SUCCESS) {
    next().clWaitForEvents(1, &LastStep);
    Forget(LastStep, CL_COMPLETE, Self);
  }
}

/// Checks what must be right before the first step is enqueued, and what makes
/// PoCL 3.1 crash. The driver finds the rest. To PoCL a local size of 0 in
/// dimension 0 is 1; so it is to ordered commands, which no driver checks.
static cl_int checkArguments(const CommandCall &Call, const LaunchRange &Range,
                             LaunchMode Mode) {
  if (Range.Dimensions < 1 || Range.Dimensions > 3)
    return CL_INVALID_WORK_DIMENSION;
  cl_uint First = Mode == LaunchMode::Ordered ? 1 : 0;
  for (cl_uint I = First; Range.Local && I < Range.Dimensions; ++I)
    if (!Range.Local[I])
      return CL_INVALID_WORK_GROUP_SIZE;
  if (!Call.NumWaits != !Call.Waits)
    return CL_INVALID_EVENT_WAIT_LIST;
  for (cl_uint I = 0; I < Call.NumWaits; ++I)
    if (!Call.Waits[I])
      return CL_INVALID_EVENT_WAIT_LIST;
  return CL_SUCCESS;
}

cl_int Command::check(const CommandCall &Call, const QueueState &Queue,
                      const KernelState &K, const LaunchRange &Range) {
  if (!Queue.Context || !Queue.Device)
    return CL_INVALID_COMMAND_QUEUE;
  if (Queue.Context != K.Program->Context)
    return CL_INVALID_CONTEXT;
  return checkArguments(Call, Range, K.mode());
}

std::vector<cl_event> Command::waitBehind(const QueueState &Queue) {
  if (!Queue.InOrder || !Queue.Order.LastMayFail)
    return {};
  // Its events live as long as it does.
  std::shared_ptr<const void> Alive = Queue.Order.Owner.lock();
  if (!Alive || executionStatus(Queue.Order.Event) <= CL_COMPLETE ||
      next().clRetainEvent(Queue.Order.Event) != CL_SUCCESS)
    return {};
  Behind = Queue.Order.Event;
  return {Behind};
}

cl_int Command::launch(const CommandCall &Call, KernelState &K,
                       cl_kernel Handle, const LaunchRange &Range,
                       const OrderJob &Job) {
  std::shared_ptr<QueueState> Q = queueState(Call.Queue);
  if (cl_int Error = check(Call, *Q, K, Range))
    return Error;
  // An empty range places no root; the driver knows what to say about it.
  if (Range.workItems() == 0) {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    next().clSetKernelArg(Handle, K.Spawning->HiddenArg, sizeof(cl_mem),
                          nullptr);
    cl_int Error = next().clEnqueueNDRangeKernel(
        Call.Queue, Handle, Range.Dimensions, Range.Offset, Range.Global,
        Range.Local, Call.NumWaits, Call.Waits, Call.Event);
    if (!Error && Job.Inspects)
      Job.Order->madeEmpty();
    return Error;
  }

  if (Q->Owner->Process != processId()) {
    Q->Owner->report("kernel '" + K.Name +
                     "' cannot start: " + ContextState::MadeBeforeFork);
    return CL_INVALID_CONTEXT;
  }

  FailureWatch Failures(Call);
  if (Failures.refuses())
    return Failures.refuse();
  auto New = std::make_shared<Command>();
  std::weak_ptr<Command> Weak = New;
  New->Context = Q->Owner;
  New->KernelName = K.Name;
  New->Type = Call.Type;
  New->Before = Failures.uncertain();
  New->Own = std::make_shared<Outcome>([Weak]() -> cl_int {
    std::shared_ptr<Command> Alive = Weak.lock();
    return Alive ? Alive->status() : CL_QUEUED;
  });
  for (cl_uint I = 0; Call.Waits && I < Call.NumWaits; ++I)
    if (next().clRetainEvent(Call.Waits[I]) == CL_SUCCESS)
      New->WaitList.push_back(Call.Waits[I]);
  if (K.mode() == LaunchMode::Ordered)
    New->Plan.emplace<OrderPlan>(Job);
  auto Enqueue = [&](auto &Plan) -> cl_int {
    std::lock_guard<std::mutex> Lock(Q->EnqueueMutex);
    const bool MayFailEarly = Call.mayFailEarly();
    const std::vector<cl_event> Waits = Call.after(New->waitBehind(*Q));
    CommandCall Ordered = Call;
    Ordered.NumWaits = cl_uint(Waits.size());
    Ordered.Waits = Waits.empty() ? nullptr : Waits.data();
    if (cl_int Error = Plan.prepare(Q, Ordered, K, Handle, Range))
      return Error;
    if (cl_int Error = Plan.enqueue(Ordered, K, Handle, Range)) {
      for (cl_event End : Plan.ends())
        New->abandon(End);
      if (isShortage(Error))
        Q->Owner->report("kernel '" + K.Name +
                         "' cannot start: the driver takes no command (" +
                         describeError(Error) + "); " + Plan.shortageAdvice() +
                         ", or make a new context if the device was lost");
      return Error;
    }
    Plan.leaveMemory(*Q);
    Q->Order.LastMayFail = MayFailEarly;
    if (!MayFailEarly) {
      Q->Order.Owner = New;
      Q->Order.Event = Plan.last();
    }
    watchAtExit(New.get(), [Weak, &Plan] {
      std::shared_ptr<Command> Alive = Weak.lock();
      return Alive ? Plan.stage() : Stage::Ended;
    });
    Q->started(New->Own);
    return CL_SUCCESS;
  };
  if (cl_int Error = New->withPlan(Enqueue))
    return Error;
  cl_event Last = New->lastEvent();
  if (Call.Event)
    giveEvent(Last, New, *Call.Event);
  // The callback owns the command until the driver is done with its memory.
  auto *Self = new std::shared_ptr<Command>(New);
  if (next().clSetEventCallback(Last, CL_COMPLETE, onComplete, Self) !=
      CL_SUCCESS) {
    delete Self;
    next().clWaitForEvents(1, &Last);
    New->status();
  }
  return CL_SUCCESS;
}

//===----------------------------------------------------------------------===//
// End
//===----------------------------------------------------------------------===//

void CL_CALLBACK Command::onComplete(cl_event, cl_int Status, void *Data) {
  auto *Self = static_cast<std::shared_ptr<Command> *>(Data);
  (*Self)->resolve(Status);
  delete Self;
}

static bool driverFailed(const std::vector<cl_event> &Events) {
  return std::any_of(Events.begin(), Events.end(),
                     [](cl_event Event) { return executionStatus(Event) < 0; });
}

cl_int Command::resolve(cl_int DriverStatus) {
  bool IsDone = DriverStatus == CL_COMPLETE;
  // All that this command waited for is complete, unless the driver failed this
  // command early.
  Outcomes Failed;
  if (IsDone)
    std::copy_if(Before.begin(), Before.end(), std::back_inserter(Failed),
                 [](const auto &Each) { return Each->hasFailed(); });
  // A driver may count what waits for a failed event as complete: Intel's does.
  bool Inherited = !Failed.empty() || (IsDone && driverFailed(WaitList));
  std::lock_guard<std::recursive_mutex> Lock(ResolveMutex);
  if (Resolved)
    return Resolution;
  Resolved = true;
  Resolution = DriverStatus;
  if (IsDone)
    Resolution = withPlan([](auto &P) { return P.resolve(); });
  if (Inherited)
    Resolution = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  if (Resolution < 0)
    Own->blame(Failed);
  // All messages go out before anybody can see the outcome. So whoever gets the
  // code from clFinish or another event finds the message there.
  if (IsDone)
    withPlan([&](auto &P) { P.report(Inherited); });
  else if (!driverFailed(WaitList)) // Whoever fails one of these knows why.
    Context->report("kernel '" + KernelName +
                    "' failed: the device did not finish it (" +
                    describeError(DriverStatus) +
                    "). Perhaps an earlier command on its queue failed; if the "
                    "device was lost, make a new context");
  withPlan([](auto &P) { P.releaseMemory(); });
  Own->settle(Resolution);
  unwatchAtExit(this);
  return Resolution;
}

//===----------------------------------------------------------------------===//
// Event
//===----------------------------------------------------------------------===//

cl_int Command::inProgress(cl_int) const {
  cl_int First = executionStatus(firstEvent());
  // The user's kernel may be done while its tasks are not.
  return First <= CL_RUNNING ? CL_RUNNING : First;
}

cl_int Command::getProfilingInfo(cl_profiling_info Name, size_t Size,
                                 void *Value, size_t *SizeRet) {
  // The driver has times as soon as the user's kernel is done; a command has
  // none before its end.
  if (status() != CL_COMPLETE) {
    cl_int Error =
        next().clGetEventProfilingInfo(lastEvent(), Name, Size, Value, SizeRet);
    return Error == CL_SUCCESS ? CL_PROFILING_INFO_NOT_AVAILABLE : Error;
  }
  if (Name == CL_PROFILING_COMMAND_END || Name == CL_PROFILING_COMMAND_COMPLETE)
    return withPlan(
        [&](auto &P) { return P.getEndTime(Name, Size, Value, SizeRet); });
  return next().clGetEventProfilingInfo(firstEvent(), Name, Size, Value,
                                        SizeRet);
}

cl_int
Command::withStatistics(const std::function<void(const Statistics &)> &Use) {
  const auto *Tasks = std::get_if<TaskPlan>(&Plan);
  if (!Tasks)
    return CL_INVALID_EVENT;
  if (executionStatus(Tasks->last()) != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  resolve(CL_COMPLETE);
  Use(Tasks->statistics());
  return CL_SUCCESS;
}

cl_int Command::withOrderStatistics(
    const std::function<void(const OrderStatistics &)> &Use) {
  const auto *Order = std::get_if<OrderPlan>(&Plan);
  if (!Order)
    return CL_INVALID_EVENT;
  if (executionStatus(Order->last()) != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  resolve(CL_COMPLETE);
  Use(Order->statistics());
  return CL_SUCCESS;
}

std::shared_ptr<Command> tasklet::findCommand(cl_event Event) {
  std::shared_ptr<EventState> Found = events().find(Event);
  Command *AsCommand = Found ? Found->asCommand() : nullptr;
  return AsCommand ? std::shared_ptr<Command>(Found, AsCommand) : nullptr;
}
