//===- Command.cpp - One command of a kernel that spawns ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Command.h"

#include "ErrorName.h"
#include "ExitWait.h"
#include "TickClock.h"
#include "TraceFile.h"
#include "WaitList.h"

#include <algorithm>
#include <cstdio>
#include <set>

using namespace tasklet;

Command::~Command() {
  releaseBuffers();
  for (cl_event Event : {Written, Kernel, Last})
    if (Event)
      next().clReleaseEvent(Event);
  for (cl_event Event : Dispatches)
    next().clReleaseEvent(Event);
  for (cl_event Event : WaitList)
    next().clReleaseEvent(Event);
}

void Command::releaseBuffers() {
  for (cl_mem Buffer : Buffers)
    next().clReleaseMemObject(Buffer);
  Buffers.clear();
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

/// Product of the global sizes; nothing useful if they are invalid, which the
/// driver will find.
static uint64_t countWorkItems(const LaunchArguments &Arguments) {
  uint64_t Items = 1;
  for (cl_uint I = 0; I < Arguments.Dimensions; ++I) {
    uint64_t Size = Arguments.Global ? Arguments.Global[I] : 0;
    if (Size && Items > UINT64_MAX / Size)
      return UINT64_MAX;
    Items *= Size;
  }
  return Items;
}

template <typename T> static T askDevice(cl_device_id Device, cl_uint Name) {
  T Value = 0;
  next().clGetDeviceInfo(Device, Name, sizeof(Value), &Value, nullptr);
  return Value;
}

/// Only x86 processors let every program read a counter that all cores share;
/// Arm's may be reserved for the system, and GPUs have one for each core.
static bool hasClock([[maybe_unused]] cl_device_id Device) {
#if defined(__x86_64__) || defined(__i386__)
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
#else
  return false;
#endif
}

/// \p Nanoseconds in ticks of the workers' counter, at least 1.
static uint64_t ticksOf(uint64_t Nanoseconds) {
  double Length = tickClock().tickLength();
  return Length > 0 ? std::max<uint64_t>(1, uint64_t(Nanoseconds / Length))
                    : Nanoseconds;
}

/// Decides on the heap's layout and gets one. Reports what is wrong.
cl_int Command::prepare(const std::shared_ptr<QueueState> &Own, KernelState &K,
                        const LaunchArguments &Arguments) {
  QueueState &Q = *Own;
  LaunchChoices Choices;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Choices = K.Choices;
  }
  LaunchSettings Settings = Q.settings().with(Choices, Chooser::Kernel);
  Crews = {{Own, Settings.Workers}};
  uint64_t Workers = Settings.Workers;
  std::set<std::string> WorkersNames = {workersName(Settings.WorkersBy)};
  for (std::shared_ptr<QueueState> &Helper : Q.helpers()) {
    LaunchSettings Its = Helper->settings().with(Choices, Chooser::Kernel);
    WorkersNames.insert(workersName(Its.WorkersBy));
    Workers += Its.Workers;
    Crews.push_back({std::move(Helper), Its.Workers});
  }
  for (const Crew &Each : Crews)
    if (!Each.Queue->KeepsDevice.exchange(true))
      Context->Heaps->keep(Each.Queue->Device);
  const Manifest &Info = K.Built->Info;
  std::string Error = Settings.error();
  Request.HeapSize = Settings.HeapSize;
  Request.HeapSizeGiven = Settings.HeapSizeGiven;
  Request.HeapSizeBy = Settings.HeapSizeBy;
  Request.WorkersBy = Settings.WorkersBy;
  Request.WorkItems = countWorkItems(Arguments);
  Request.Workers =
      static_cast<uint32_t>(std::min<uint64_t>(Workers, TKL_MAX_WORKERS));
  Request.MaxAllocation =
      askDevice<cl_ulong>(Q.Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  Request.RootBytes = K.Spawning->RootBytes;
  Request.RecordSize = Info.RecordSize;
  Request.ChunkSize = Info.ChunkSize;
  const TraceSettings &Trace = Settings.Trace;
  Request.HasClock = hasClock(Q.Device);
  if (Error.empty() && Workers > TKL_MAX_WORKERS) {
    std::string Names;
    for (const std::string &Name : WorkersNames)
      Names += (Names.empty() ? "" : " and ") + Name;
    Error = "its queue and the helpers of that have " +
            std::to_string(Workers) +
            " workers together, and a command can have " +
            std::to_string(TKL_MAX_WORKERS) + "; set " + Names +
            " to fewer for each";
  }
  if (!Trace.Path.empty() && !Info.TracedSteps.empty()) {
    Request.HasClock &= !Trace.CountTasks;
    Request.TraceSize = Trace.Size;
    Request.TraceShortest =
        Request.HasClock
            ? ticksOf(Trace.Shortest.value_or(TraceSettings::DefaultShortest))
            : Trace.Shortest.value_or(TraceSettings::DefaultShortestInTasks);
  }
  tkl_heap_header Header;
  if (!Error.empty() || !layOutHeap(Request, Header, Error)) {
    Context->report("kernel '" + K.Name + "' cannot start: " + Error);
    return CL_OUT_OF_RESOURCES;
  }

  // A queue in order can use one heap for all its commands: the next one
  // writes the header after the one before has been read back.
  if (Q.InOrder)
    Memory = Context->Heaps->again(Q.LastHeap, Header.size);
  if (!Memory) {
    cl_int Code = CL_SUCCESS;
    Memory = Context->Heaps->acquire(Header.size, Code);
    if (!Memory) {
      Context->report("kernel '" + K.Name + "' cannot start: no heap of " +
                      formatSize(Header.size) + " bytes can be made (" +
                      describeError(Code) + "); set " +
                      heapSizeName(Settings.HeapSizeBy) + " to less");
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  }
  // Workers write their traces anew.
  Image.assign(Header.deque_offset - traceBytes(Header), 0);
  memcpy(Image.data(), &Header, sizeof(Header));
  Answer.assign(Header.deque_offset, 0);
  return CL_SUCCESS;
}

/// A step after the first could not be enqueued. The write may still read our
/// memory, so the command lives until that is done.
void Command::abandon(cl_event LastStep) {
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

cl_int Command::enqueueSteps(QueueState &Q, KernelState &K, cl_kernel Handle,
                             const LaunchArguments &A) {
  cl_mem Buffer = Memory->Buffer;
  // Every step waits for the one before by its event, so the order of the
  // queue does not matter.
  cl_int Error =
      next().clEnqueueWriteBuffer(Q.Queue, Buffer, CL_FALSE, 0, Image.size(),
                                  Image.data(), A.NumWaits, A.Waits, &Written);
  if (Error)
    return Error;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    for (auto &[Index, Argument] : K.buffers())
      if (Argument && next().clRetainMemObject(Argument) == CL_SUCCESS)
        Buffers.push_back(Argument);
    Error = next().clSetKernelArg(Handle, K.Spawning->HiddenArg, sizeof(cl_mem),
                                  &Buffer);
    if (!Error)
      Error = next().clEnqueueNDRangeKernel(Q.Queue, Handle, A.Dimensions,
                                            A.Offset, A.Global, A.Local, 1,
                                            &Written, &Kernel);
  }
  if (!Error)
    Error = enqueueDispatches(*K.Built);
  if (!Error)
    Error = next().clEnqueueReadBuffer(
        Q.Queue, Buffer, CL_FALSE, 0, Answer.size(), Answer.data(),
        static_cast<cl_uint>(Dispatches.size()), Dispatches.data(), &Last);
  if (Error) {
    std::vector<cl_event> Ends = Dispatches;
    if (Ends.empty())
      Ends = {Kernel ? Kernel : Written};
    for (cl_event End : Ends) {
      next().clRetainEvent(End);
      abandon(End);
    }
  }
  // Queues wait for each other's events, which reach the device with a flush.
  if (Crews.size() > 1)
    for (const Crew &Each : Crews)
      next().clFlush(Each.Queue->Queue);
  Crews.clear();
  return Error;
}

/// One launch on each queue, whose work-items are numbered on from those of the
/// queues before. All wait for the user's kernel only: each may come so late
/// that it finds no work.
cl_int Command::enqueueDispatches(BuiltProgram &Program) {
  std::lock_guard<std::mutex> Lock(Program.DispatchMutex);
  cl_mem Buffer = Memory->Buffer;
  cl_int Error =
      next().clSetKernelArg(Program.Dispatch, 0, sizeof(cl_mem), &Buffer);
  size_t First = 0, One = 1;
  for (const Crew &Each : Crews) {
    if (Error)
      break;
    size_t Workers = Each.Workers;
    cl_event Event = nullptr;
    Error = next().clEnqueueNDRangeKernel(Each.Queue->Queue, Program.Dispatch,
                                          1, First ? &First : nullptr, &Workers,
                                          &One, 1, &Kernel, &Event);
    if (!Error)
      Dispatches.push_back(Event);
    First += Workers;
  }
  return Error;
}

/// What must be right before the first step is enqueued, and what makes PoCL
/// 3.1 crash when it is not. The driver finds the rest.
static cl_int checkArguments(const LaunchArguments &Arguments) {
  if (Arguments.Dimensions < 1 || Arguments.Dimensions > 3)
    return CL_INVALID_WORK_DIMENSION;
  for (cl_uint I = 0; Arguments.Local && I < Arguments.Dimensions; ++I)
    if (!Arguments.Local[I])
      return CL_INVALID_WORK_GROUP_SIZE;
  if (!Arguments.NumWaits != !Arguments.Waits)
    return CL_INVALID_EVENT_WAIT_LIST;
  for (cl_uint I = 0; I < Arguments.NumWaits; ++I)
    if (!Arguments.Waits[I])
      return CL_INVALID_EVENT_WAIT_LIST;
  return CL_SUCCESS;
}

cl_int Command::launch(cl_command_queue QueueHandle, KernelState &K,
                       cl_kernel Handle, const LaunchArguments &Arguments,
                       cl_event *Event) {
  std::shared_ptr<QueueState> Q = queueState(QueueHandle);
  if (!Q->Context || !Q->Device)
    return CL_INVALID_COMMAND_QUEUE;
  if (Q->Context != K.Program->Context)
    return CL_INVALID_CONTEXT;
  if (cl_int Error = checkArguments(Arguments))
    return Error;
  // An empty range places no root; the driver knows what to say about it.
  if (countWorkItems(Arguments) == 0) {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    next().clSetKernelArg(Handle, K.Spawning->HiddenArg, sizeof(cl_mem),
                          nullptr);
    return next().clEnqueueNDRangeKernel(
        QueueHandle, Handle, Arguments.Dimensions, Arguments.Offset,
        Arguments.Global, Arguments.Local, Arguments.NumWaits, Arguments.Waits,
        Event);
  }

  if (Q->Owner->Process != getpid()) {
    Q->Owner->report("kernel '" + K.Name +
                     "' cannot start: its context was made before this process "
                     "was forked, and drivers do not survive that; make the "
                     "context in the process that uses it");
    return CL_INVALID_CONTEXT;
  }

  EventList Before = findUncertain(Arguments.NumWaits, Arguments.Waits);
  if (anyDoomed(Before))
    return enqueueFailed(QueueHandle, Arguments.Type, Arguments.NumWaits,
                         Arguments.Waits, std::move(Before), Event);
  auto New = std::make_shared<Command>(std::move(Before));
  New->Context = Q->Owner;
  New->Queue = Q;
  New->KernelName = K.Name;
  New->TracedSteps = K.Built->Info.TracedSteps;
  New->Type = Arguments.Type;
  for (cl_uint I = 0; Arguments.Waits && I < Arguments.NumWaits; ++I)
    if (next().clRetainEvent(Arguments.Waits[I]) == CL_SUCCESS)
      New->WaitList.push_back(Arguments.Waits[I]);
  {
    std::lock_guard<std::mutex> Lock(Q->EnqueueMutex);
    if (cl_int Error = New->prepare(Q, K, Arguments))
      return Error;
    if (cl_int Error = New->enqueueSteps(*Q, K, Handle, Arguments)) {
      if (isShortage(Error))
        Q->Owner->report("kernel '" + K.Name +
                         "' cannot start: the driver takes no command (" +
                         describeError(Error) + "); set " +
                         heapSizeName(New->Request.HeapSizeBy) +
                         " to less if memory is short, or make a new context "
                         "if the device was lost");
      return Error;
    }
    Q->LastHeap = New->Memory;
    watchAtExit(New);
    Q->started(New);
  }
  if (Event) {
    // One reference for the application, one for us.
    next().clRetainEvent(New->Last);
    New->AppReferences = 1;
    events().insert(New->Last, New);
    *Event = New->Last;
  }
  // The callback owns the command until the driver is done with its memory.
  auto *Self = new std::shared_ptr<Command>(New);
  if (next().clSetEventCallback(New->Last, CL_COMPLETE, onComplete, Self) !=
      CL_SUCCESS) {
    delete Self;
    next().clWaitForEvents(1, &New->Last);
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
  // What it waited for is complete, unless the driver failed it early.
  bool Behind = DriverStatus == CL_COMPLETE && settleBefore();
  std::lock_guard<std::recursive_mutex> Lock(ResolveMutex);
  if (Resolved)
    return Resolution;
  Resolved = true;
  const tkl_heap_header &Header = answer();
  Resolution = DriverStatus < 0 ? DriverStatus
               : Behind         ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
               : Header.status == TKL_OK ? CL_COMPLETE
                                         : CL_OUT_OF_RESOURCES;
  // Before others see the failure, who take the news then. What it failed by
  // has news itself.
  HasNews = Resolution < 0 && !Behind;
  // All that is to be said is said before anybody can see the outcome: who gets
  // the code from clFinish or another event finds the message there.
  // Whoever fails an event in a wait list knows why.
  if (DriverStatus >= 0 && !Behind && Header.status != TKL_OK)
    Context->report(describeFault(KernelName, Header, Request));
  else if (DriverStatus < 0 && !driverFailed(WaitList))
    Context->report("kernel '" + KernelName +
                    "' failed: the device did not finish it (" +
                    describeError(DriverStatus) +
                    "). Perhaps an earlier command on its queue failed; if the "
                    "device was lost, make a new context");
  if (Context->Settings.Stats && DriverStatus >= 0)
    reportStatistics();
  if (!Context->Settings.Trace.Path.empty() && DriverStatus >= 0)
    trace();
  setOutcome(Resolution);
  Context->Heaps->drop(Memory);
  releaseBuffers();
  if (std::shared_ptr<QueueState> Q = Queue.lock())
    Q->finished(self(), Resolution < 0);
  unwatchAtExit(this);
  return Resolution;
}

void Command::reportStatistics() const {
  fputs(Statistics(answer())
            .describe(KernelName, Resolution < 0, tickClock().tickLength())
            .c_str(),
        stderr);
}

void Command::trace() {
  std::string Problem =
      traceFile(Context->Settings.Trace.Path)
          .add({KernelName, &answer(), TracedSteps, Resolution < 0},
               tickClock().scale());
  if (!Problem.empty())
    Context->report(Problem);
}

cl_int Command::status() {
  cl_int Status = executionStatus(Last);
  if (Status <= CL_COMPLETE)
    return resolve(Status);
  cl_int First = executionStatus(Kernel);
  // The user's kernel may be done while its tasks are not.
  return First <= CL_RUNNING ? CL_RUNNING : First;
}

Command::Stage Command::stage() {
  cl_int Status = executionStatus(Last);
  if (Status == CL_COMPLETE &&
      (Context->Settings.Stats || !Context->Settings.Trace.Path.empty()))
    return Stage::Reporting; // until nobody watches it any more
  if (Status <= CL_COMPLETE)
    return Stage::Ended;
  if (std::all_of(Dispatches.begin(), Dispatches.end(), [](cl_event Event) {
        return executionStatus(Event) <= CL_RUNNING;
      }))
    return Stage::Running;
  return executionStatus(Written) < CL_QUEUED ? Stage::Preparing
                                              : Stage::Waiting;
}

cl_int
Command::withStatistics(const std::function<void(const Statistics &)> &Use) {
  if (executionStatus(Last) != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  Use(Statistics(answer()));
  return CL_SUCCESS;
}
