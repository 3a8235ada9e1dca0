//===- SharedCommand.cpp - One command on several devices -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/SharedCommand.h"

#include "launch/DeviceFacts.h"
#include "launch/LaunchByMode.h"
#include "objects/KernelUses.h"
#include "objects/MemoryObjects.h"
#include "support/ErrorName.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace tasklet;

/// So few work-items go one by one; of more, pieces are multiples of ManyItems,
/// so that the driver finds a size for their work-groups.
static constexpr size_t FewItems = 1024, ManyItems = 64;

static std::string kernelName(cl_kernel Kernel) {
  return queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
           return next().clGetKernelInfo(Kernel, CL_KERNEL_FUNCTION_NAME, Size,
                                         Value, SizeRet);
         })
      .c_str();
}

/// All but the markers.
void SharedCommand::releaseParts() {
  for (Share &Each : Shares) {
    for (cl_event *Event : {&Each.Start, &Each.Done})
      if (*Event)
        next().clReleaseEvent(std::exchange(*Event, nullptr));
    if (Each.Kernel)
      next().clReleaseKernel(std::exchange(Each.Kernel, nullptr));
    if (Each.Pieces) {
      queues().erase(Each.Pieces);
      next().clReleaseCommandQueue(std::exchange(Each.Pieces, nullptr));
    }
    Each.State.reset();
  }
  for (cl_mem Each : std::exchange(Memory, {}))
    next().clReleaseMemObject(Each);
}

SharedCommand::~SharedCommand() {
  releaseParts();
  for (const Share &Each : Shares)
    if (Each.End)
      next().clReleaseEvent(Each.End);
  for (cl_event Event : WaitList)
    next().clReleaseEvent(Event);
}

//===----------------------------------------------------------------------===//
// Launch
//===----------------------------------------------------------------------===//

/// What is wrong with one share; CL_SUCCESS: nothing. \p Why says it in words,
/// unless the code is all that the plain function would give.
static cl_int checkShare(const cl_tasklet_share_tkl &Share,
                         const QueueState &Queue, KernelState *State,
                         std::string &Why) {
  cl_context Context = nullptr;
  if (!Share.kernel ||
      next().clGetKernelInfo(Share.kernel, CL_KERNEL_CONTEXT, sizeof(Context),
                             &Context, nullptr) != CL_SUCCESS)
    return CL_INVALID_KERNEL;
  if (Context != Queue.Context) {
    Why = "kernel and queue are of different contexts";
    return CL_INVALID_CONTEXT;
  }
  if (State && State->mode() == LaunchMode::Ordered) {
    Why = "kernel '" + State->Name +
          "' is ordered, and no device knows what the others have done; "
          "enqueue it on one queue";
    return CL_INVALID_KERNEL;
  }
  if (Queue.Owner->Process != processId()) {
    Why = ContextState::MadeBeforeFork;
    return CL_INVALID_CONTEXT;
  }
  return CL_SUCCESS;
}

/// Whether the driver would refuse groups of this size for \p Kernel. Else only
/// some pieces of the range would run.
static cl_int checkGroups(cl_kernel Kernel, cl_device_id Device,
                          const LaunchRange &Range) {
  size_t Most = 0, Items = 1;
  cl_bool TakesRest = CL_TRUE; // The last group of a dimension may be smaller.
  next().clGetKernelWorkGroupInfo(Kernel, Device, CL_KERNEL_WORK_GROUP_SIZE,
                                  sizeof(Most), &Most, nullptr);
  next().clGetDeviceInfo(Device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                         sizeof(TakesRest), &TakesRest, nullptr);
  for (cl_uint I = 0; I < Range.Dimensions; ++I) {
    if (Range.Local[I] > SIZE_MAX / Items ||
        (!TakesRest && Range.Global[I] % Range.Local[I]))
      return CL_INVALID_WORK_GROUP_SIZE;
    Items *= Range.Local[I];
  }
  return Most && Items > Most ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

cl_int SharedCommand::addShare(const cl_tasklet_share_tkl &Wanted) {
  if (!Wanted.queue)
    return CL_INVALID_COMMAND_QUEUE;
  Share New;
  New.Queue = queueState(Wanted.queue);
  if (!New.Queue->Context || !New.Queue->Device)
    return CL_INVALID_COMMAND_QUEUE;
  const std::string Start =
      "no range is shared: share " + std::to_string(Shares.size()) + ": ";
  for (const Share &Each : Shares)
    if (Each.Queue == New.Queue) {
      New.Queue->Owner->report(Start + "its queue is named twice");
      return CL_INVALID_VALUE;
    }
  std::shared_ptr<KernelState> State = kernels().find(Wanted.kernel);
  std::string Why;
  if (cl_int Error = checkShare(Wanted, *New.Queue, State.get(), Why)) {
    if (!Why.empty())
      New.Queue->Owner->report(Start + Why);
    return Error;
  }
  if (!next().clCloneKernel) {
    New.Queue->Owner->report(Start + "the driver has no clCloneKernel (OpenCL "
                                     "2.1), by which arguments are kept");
    return CL_INVALID_OPERATION;
  }
  cl_int Error = CL_SUCCESS;
  // From here on, what there is of it is released with the others.
  Share &Kept = Shares.emplace_back(std::move(New));
  Kept.Kernel = next().clCloneKernel(Wanted.kernel, &Error);
  if (!Kept.Kernel)
    return Error;
  if (State)
    Kept.State = State->clone();
  if (std::shared_ptr<KernelUses> Uses = kernelUses().find(Wanted.kernel))
    for (const void *Maybe : Uses->objects())
      if (cl_mem Object = memoryObjects().retain(Maybe))
        Memory.push_back(Object);
  const QueueState &Queue = *Kept.Queue;
  Kept.Pieces =
      next().clCreateCommandQueue(Queue.Context, Queue.Device, 0, &Error);
  if (!Kept.Pieces)
    return Error;
  queueState(Kept.Pieces)->Choices = Queue.Choices;
  Kept.RunsInCaller = runsInCaller(Queue.Device);
  Kept.Done = next().clCreateUserEvent(Queue.Context, &Error);
  return Error;
}

void SharedCommand::setRange(const LaunchRange &Range) {
  Dimensions = Range.Dimensions;
  HasLocal = Range.Local != nullptr;
  for (cl_uint I = 0; I < Dimensions; ++I) {
    Offset[I] = Range.Offset ? Range.Offset[I] : 0;
    Global[I] = Range.Global[I];
    Local[I] = HasLocal ? Range.Local[I] : 0;
  }
  const cl_uint Last = Dimensions - 1;
  size_t Granule = 1;
  if (HasLocal)
    Granule = Local[Last];
  else if (Dimensions == 1 && Global[0] > FewItems)
    Granule = ManyItems;
  size_t Count = Range.workItems() == 0 ? 0 : Global[Last];
  Rest = RangePieces(Offset[Last], Count, Granule,
                     HasLocal ? RangePieces::Sizes::Any
                              : RangePieces::Sizes::PowersOfTwo,
                     static_cast<unsigned>(Shares.size()));
}

/// As a marker would wait, but in this thread.
static cl_int waitHere(const QueueState &Queue, cl_uint NumWaits,
                       const cl_event *Waits) {
  for (cl_uint I = 0; I < NumWaits; ++I) {
    cl_context Context = nullptr;
    if (next().clGetEventInfo(Waits[I], CL_EVENT_CONTEXT, sizeof(Context),
                              &Context, nullptr) != CL_SUCCESS)
      return CL_INVALID_EVENT_WAIT_LIST;
    if (Context != Queue.Context)
      return CL_INVALID_CONTEXT;
  }
  next().clFinish(Queue.Queue);
  if (NumWaits)
    next().clWaitForEvents(NumWaits, Waits);
  return CL_SUCCESS;
}

cl_int SharedCommand::placeMarkers(const CommandCall &Call) {
  bool IsFirst = true;
  for (Share &Each : Shares) {
    cl_uint NumWaits = IsFirst ? Call.NumWaits : 0;
    if (Each.RunsInCaller) {
      if (cl_int Error = waitHere(*Each.Queue, NumWaits, Call.Waits))
        return Error;
    } else if (Each.Queue->InOrder || NumWaits) {
      if (cl_int Error = next().clEnqueueMarkerWithWaitList(
              Each.Queue->Queue, NumWaits, NumWaits ? Call.Waits : nullptr,
              &Each.Start))
        return Error;
    }
    IsFirst = false;
  }
  for (Share &Each : Shares) {
    if (Each.RunsInCaller)
      continue;
    if (cl_int Error = next().clEnqueueMarkerWithWaitList(
            Each.Queue->Queue, 1, &Each.Done, &Each.End))
      return Error;
    next().clFlush(Each.Queue->Queue);
  }
  return CL_SUCCESS;
}

/// For shares that wait for no event: nothing is left to wait for then.
cl_int SharedCommand::waitInCaller() {
  {
    std::unique_lock<std::mutex> Lock(Mutex);
    AllLeft.wait(Lock, [&] { return HasEnded; });
  }
  for (Share &Each : Shares)
    if (Each.RunsInCaller)
      if (cl_int Error = next().clEnqueueMarkerWithWaitList(
              Each.Queue->Queue, 0, nullptr, &Each.End))
        return Error;
  return CL_SUCCESS;
}

void SharedCommand::openMarkers() {
  for (const Share &Each : Shares)
    next().clSetUserEventStatus(Each.Done, CL_COMPLETE);
}

cl_int SharedCommand::launch(const CommandCall &Call,
                             const std::vector<cl_tasklet_share_tkl> &Shares,
                             const LaunchRange &Range) {
  if (Range.Dimensions < 1 || Range.Dimensions > 3)
    return CL_INVALID_WORK_DIMENSION;
  if (!Range.Global)
    return CL_INVALID_GLOBAL_WORK_SIZE;
  for (cl_uint I = 0; Range.Local && I < Range.Dimensions; ++I)
    if (!Range.Local[I])
      return CL_INVALID_WORK_GROUP_SIZE;
  for (cl_uint I = 0; Range.Offset && I < Range.Dimensions; ++I)
    if (Range.Global[I] > SIZE_MAX - Range.Offset[I])
      return CL_INVALID_GLOBAL_OFFSET;
  if (!Call.NumWaits != !Call.Waits)
    return CL_INVALID_EVENT_WAIT_LIST;
  auto New = std::make_shared<SharedCommand>();
  New->Shares.reserve(Shares.size());
  for (const cl_tasklet_share_tkl &Each : Shares)
    if (cl_int Error = New->addShare(Each))
      return Error;
  for (const Share &Each : New->Shares)
    if (cl_int Error = Range.Local
                           ? checkGroups(Each.Kernel, Each.Queue->Device, Range)
                           : CL_SUCCESS)
      return Error;
  FailureWatch Failures(Call);
  if (Failures.refuses())
    return Failures.refuse();
  New->Before = Failures.uncertain();
  New->setRange(Range);
  std::weak_ptr<SharedCommand> Weak = New;
  New->Own = std::make_shared<Outcome>([Weak]() -> cl_int {
    std::shared_ptr<SharedCommand> Alive = Weak.lock();
    return Alive ? Alive->status() : CL_QUEUED;
  });
  // What stands in the queues would wait for ever if this did not come to its end.
  struct Opener {
    SharedCommand *Of;
    ~Opener() {
      if (Of)
        Of->openMarkers();
    }
  } Unless = {New.get()};
  if (cl_int Error = New->placeMarkers(Call))
    return Error;
  for (cl_uint I = 0; I < Call.NumWaits; ++I)
    if (next().clRetainEvent(Call.Waits[I]) == CL_SUCCESS)
      New->WaitList.push_back(Call.Waits[I]);
  for (const Share &Each : New->Shares)
    Each.Queue->started(New->Own);
  watchAtExit(New.get(), [Weak] {
    std::shared_ptr<SharedCommand> Alive = Weak.lock();
    return Alive ? Alive->stage() : Stage::Ended;
  });
  bool Blocks =
      std::any_of(New->Shares.begin(), New->Shares.end(),
                  [](const Share &Each) { return Each.RunsInCaller; });
  if (!Blocks && Call.Event)
    giveEvent(New->driverEvent(), New, *Call.Event);
  Unless.Of = nullptr;
  New->startThreads();
  if (!Blocks)
    return CL_SUCCESS;
  if (cl_int Error = New->waitInCaller())
    return Error;
  if (Call.Event)
    giveEvent(New->driverEvent(), New, *Call.Event);
  return CL_SUCCESS;
}

/// What has no thread takes no piece. Without any, nothing runs.
void SharedCommand::startThreads() {
  Threads.assign(Shares.size(), Doing::Waiting);
  Working = Shares.size();
  for (unsigned I = 0; I < Shares.size(); ++I)
    try {
      std::thread([Self = self(), I] { Self->runShare(I); }).detach();
    } catch (const std::system_error &) {
      leave();
    }
}

//===----------------------------------------------------------------------===//
// Run
//===----------------------------------------------------------------------===//

/// At the end of the process, the driver may be gone when a thread comes back
/// from it.
void SharedCommand::enter(unsigned Index, Doing Now) {
  std::unique_lock<std::mutex> Lock(Mutex);
  if (ProcessEnds && Now != Doing::Running) {
    Threads[Index] = Doing::Nothing;
    Lock.unlock();
    for (;;)
      pause();
  }
  Threads[Index] = Now;
}

bool SharedCommand::hasFailedBefore() const {
  // A driver may count what waits for a failed event as complete: Intel's does.
  return std::any_of(Before.begin(), Before.end(),
                     [](const auto &Each) { return Each->hasFailed(); }) ||
         std::any_of(WaitList.begin(), WaitList.end(),
                     [](cl_event Each) { return executionStatus(Each) < 0; });
}

cl_int SharedCommand::waitForStart() {
  for (const Share &Each : Shares) {
    if (!Each.Start)
      continue;
    next().clWaitForEvents(1, &Each.Start);
    if (executionStatus(Each.Start) < 0)
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  }
  return hasFailedBefore() ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                           : CL_SUCCESS;
}

cl_int SharedCommand::runPiece(const Share &On,
                               const RangePieces::Piece &Piece) {
  const auto Index = static_cast<unsigned>(&On - Shares.data());
  std::array<size_t, 3> First = Offset, Count = Global;
  First[Dimensions - 1] = Piece.First;
  Count[Dimensions - 1] = Piece.Count;
  const size_t *Groups = HasLocal ? Local.data() : nullptr;
  cl_event Event = nullptr;
  const CommandCall Call = {On.Pieces, CL_COMMAND_NDRANGE_KERNEL, 0, nullptr,
                            &Event};
  const LaunchRange Range = {Dimensions, First.data(), Count.data(), Groups};
  cl_int Error = launchByMode(Call, On.State.get(), On.Kernel, Range, [&] {
    return next().clEnqueueNDRangeKernel(On.Pieces, On.Kernel, Dimensions,
                                         First.data(), Count.data(), Groups, 0,
                                         nullptr, &Event);
  });
  const std::string Which =
      "of kernel '" + kernelName(On.Kernel) + "' on the device '" +
      queryDeviceString(On.Queue->Device, CL_DEVICE_NAME) + "'";
  if (Error) {
    // Whoever found a shortage has said so.
    if (!isShortage(Error))
      On.Queue->Owner->report("a piece " + Which + " cannot start (" +
                              describeError(Error) +
                              "); enqueue the kernel on its queue alone to see "
                              "what it lacks");
    return Error;
  }
  enter(Index, Doing::Running);
  next().clFlush(On.Pieces);
  next().clWaitForEvents(1, &Event);
  enter(Index, Doing::Enqueuing);
  std::shared_ptr<EventState> Known = events().find(Event);
  cl_int Status = Known ? Known->status() : executionStatus(Event);
  if (Known && Status < 0)
    Known->tell();
  else if (Status < 0)
    On.Queue->Owner->report("a piece " + Which + " failed (" +
                            describeError(Status) + ")");
  releaseEvent(Event);
  return std::min(Status, CL_COMPLETE);
}

void SharedCommand::fail(cl_int Code) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Resolution == CL_COMPLETE)
    Resolution = Code;
  Rest.stop();
}

void SharedCommand::runShare(unsigned Index) {
  const Share &On = Shares[Index];
  cl_int Error = waitForStart();
  enter(Index, Doing::Enqueuing);
  if (!Error) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!HasBegun)
      Began = Clock::now();
    HasBegun = true;
  }
  while (!Error) {
    std::optional<RangePieces::Piece> Piece;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      Piece = Rest.take(Index);
    }
    if (!Piece)
      break;
    Clock::time_point Start = Clock::now();
    try {
      Error = runPiece(On, *Piece);
    } catch (const std::exception &) {
      Error = CL_OUT_OF_HOST_MEMORY;
    }
    std::chrono::duration<double> Time = Clock::now() - Start;
    std::lock_guard<std::mutex> Lock(Mutex);
    Rest.done(Index, Time.count());
    if (!Error)
      Taken.push_back({Index, 0, Piece->First, Piece->Count,
                       static_cast<cl_ulong>(Time.count() * 1e9)});
  }
  if (Error)
    fail(Error);
  leave();
}

/// The last one ends the command.
void SharedCommand::leave() {
  cl_int Code;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (--Working)
      return;
    // No thread was to be had.
    if (Resolution == CL_COMPLETE && Rest.isOpen())
      Resolution = CL_OUT_OF_HOST_MEMORY;
    Ended = Clock::now();
    Code = Resolution;
    std::sort(Taken.begin(), Taken.end(),
              [](const auto &A, const auto &B) { return A.first < B.first; });
  }
  if (Code < 0) {
    Outcomes Failed;
    std::copy_if(Before.begin(), Before.end(), std::back_inserter(Failed),
                 [](const auto &Each) { return Each->hasFailed(); });
    Own->blame(Failed);
  }
  Own->settle(Code);
  openMarkers();
  // The end of the process may not come between these and the driver.
  releaseParts();
  unwatchAtExit(this);
  std::lock_guard<std::mutex> Lock(Mutex);
  HasEnded = true;
  AllLeft.notify_all();
}

Stage SharedCommand::stage() {
  std::lock_guard<std::mutex> Lock(Mutex);
  ProcessEnds = true;
  Rest.stop();
  auto Any = [&](Doing What) {
    return std::find(Threads.begin(), Threads.end(), What) != Threads.end();
  };
  return Any(Doing::Enqueuing) ? Stage::Preparing
         : Any(Doing::Waiting) ? Stage::Waiting
                               : Stage::Running;
}

//===----------------------------------------------------------------------===//
// Event
//===----------------------------------------------------------------------===//

cl_int SharedCommand::settled(cl_int Final) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Final == CL_COMPLETE ? Resolution : Final;
}

cl_int SharedCommand::inProgress(cl_int Open) const {
  // Nothing is known of the driver's marker but that it waits.
  return HasBegun ? CL_RUNNING : Open;
}

/// The host's time: of several devices, none has that of the others.
cl_int SharedCommand::getProfilingInfo(cl_profiling_info Name, size_t Size,
                                       void *Value, size_t *SizeRet) {
  cl_ulong End = 0;
  cl_int Error = next().clGetEventProfilingInfo(
      driverEvent(), CL_PROFILING_COMMAND_END, sizeof(End), &End, nullptr);
  if (Error)
    return Error;
  if (status() != CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  if (Name != CL_PROFILING_COMMAND_START)
    return next().clGetEventProfilingInfo(driverEvent(), Name, Size, Value,
                                          SizeRet);
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Time =
      std::chrono::duration_cast<std::chrono::nanoseconds>(Ended - Began);
  cl_ulong Start = End - std::min<cl_ulong>(End, Time.count());
  return returnValue(Start, Size, Value, SizeRet);
}

cl_int SharedCommand::getPieces(std::vector<cl_tasklet_piece_tkl> &List) {
  // One that failed tells what was done.
  if (status() > CL_COMPLETE)
    return CL_PROFILING_INFO_NOT_AVAILABLE;
  std::lock_guard<std::mutex> Lock(Mutex);
  List = Taken;
  return CL_SUCCESS;
}

std::shared_ptr<SharedCommand> tasklet::findShared(cl_event Event) {
  return std::dynamic_pointer_cast<SharedCommand>(events().find(Event));
}
