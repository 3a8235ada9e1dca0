//===- TaskPlan.cpp - How a kernel that spawns is run ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/TaskPlan.h"

#include "heap/Prints.h"
#include "launch/CommandStage.h"
#include "launch/DeviceFacts.h"
#include "launch/HelperChecks.h"
#include "launch/TeamCount.h"
#include "objects/EventState.h"
#include "support/ErrorName.h"
#include "trace/TickClock.h"
#include "trace/TraceFile.h"

#include <algorithm>
#include <cstdio>
#include <set>

using namespace tasklet;

TaskPlan::~TaskPlan() {
  releaseMemory();
  for (cl_event Event : {Cleared, Written, Kernel, BlocksRead, Last})
    if (Event)
      next().clReleaseEvent(Event);
  for (cl_event Event : Dispatches)
    next().clReleaseEvent(Event);
}

void TaskPlan::releaseMemory() {
  // It is not mapped if the driver has failed the command.
  if (Mapped && executionStatus(Last) == CL_COMPLETE) {
    next().clEnqueueUnmapMemObject(Queue, Memory->Buffer, Mapped, 0, nullptr,
                                   nullptr);
    next().clFlush(Queue);
  }
  Mapped = nullptr;
  if (Queue)
    next().clReleaseCommandQueue(Queue);
  Queue = nullptr;
  if (Place)
    Context->Heaps->leavePlace(Memory, *Place);
  Place.reset();
  // What was not read back was hardly used: most such commands never ran.
  if (Memory)
    Context->Heaps->drop(Memory, wasRead() ? usedBytes(answer()) : 0);
  for (cl_mem Buffer : Buffers)
    next().clReleaseMemObject(Buffer);
  Buffers.clear();
}

//===----------------------------------------------------------------------===//
// Prepare
//===----------------------------------------------------------------------===//

/// \p Nanoseconds in ticks of the workers' counter, at least 1.
static uint64_t ticksOf(uint64_t Nanoseconds) {
  double Length = tickClock().tickLength();
  return Length > 0 ? std::max<uint64_t>(1, uint64_t(Nanoseconds / Length))
                    : Nanoseconds;
}

/// Whether the tasks of \p K can run on all crews. Reports why not. What one
/// device has written, others see only in memory that they share.
cl_int TaskPlan::checkCrews(KernelState &K) {
  const cl_device_id Own = Crews.front().Queue->Device;
  for (size_t I = 1; I < Crews.size(); ++I) {
    const cl_device_id Helper = Crews[I].Queue->Device;
    std::string Why;
    if (cl_int Error = checkHelp(K, Own, Helper, Why)) {
      Context->report("kernel '" + K.Name + "' cannot start: " + Why);
      return Error;
    }
    if (wholeDevice(Helper) != wholeDevice(Own))
      Kind = HeapKind::ManyDevices;
  }
  return CL_SUCCESS;
}

/// Bytes of the largest buffer that all crews can use.
uint64_t TaskPlan::largestBuffer() const {
  uint64_t Least = UINT64_MAX;
  for (const Crew &Each : Crews)
    Least = std::min<uint64_t>(
        Least,
        askDevice<cl_ulong>(Each.Queue->Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  return Least;
}

/// See HeapPool.
uint64_t TaskPlan::spareBytes() const {
  uint64_t Least = UINT64_MAX;
  for (const Crew &Each : Crews)
    Least = std::min(Least, HeapPool::spareBytes(Each.Queue->Device));
  return Least;
}

/// The workers that \p Queue brings, or its teams.
static uint32_t workersOf(const QueueState &Queue,
                          const LaunchSettings &Settings,
                          const BuiltProgram &Program) {
  return Settings.WorkersUnset && Program.Info.TeamLanes > 1
             ? countTeams(Queue.Device, Program.Dispatch,
                          Program.Info.TeamLanes)
             : Settings.Workers;
}

/// Where the numbers of workers of all crews can be set.
std::string TaskPlan::workersNames(const LaunchChoices &Choices) const {
  std::set<std::string> Names;
  for (const Crew &Each : Crews)
    Names.insert(workersName(
        Each.Queue->settings().with(Choices, Chooser::Kernel).WorkersBy));
  std::string Text;
  for (const std::string &Name : Names)
    Text += (Text.empty() ? "" : " and ") + Name;
  return Text;
}

cl_int TaskPlan::prepare(const std::shared_ptr<QueueState> &Own,
                         const CommandCall &, KernelState &K, cl_kernel,
                         const LaunchRange &Range) {
  QueueState &Q = *Own;
  Context = Q.Owner;
  KernelName = K.Name;
  LaunchChoices Choices;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Choices = K.Choices;
  }
  LaunchSettings Settings = Q.settings().with(Choices, Chooser::Kernel);
  Crews.push_back({Own, workersOf(Q, Settings, *K.Built)});
  bool FindsRaces = RaceSearch::isFor(K);
  if (FindsRaces) // Depth first.
    Crews[0].Workers = 1;
  uint64_t Workers = Crews[0].Workers;
  for (std::shared_ptr<QueueState> &Helper : Q.helpers()) {
    if (FindsRaces)
      break;
    LaunchSettings Its = Helper->settings().with(Choices, Chooser::Kernel);
    const uint32_t More = workersOf(*Helper, Its, *K.Built);
    Workers += More;
    Crews.push_back({std::move(Helper), More});
  }
  for (const Crew &Each : Crews)
    if (!Each.Queue->KeepsDevice.exchange(true))
      Context->Heaps->keep(Each.Queue->Device);
  if (cl_int Refused = checkCrews(K))
    return Refused;
  const Manifest &Info = K.Built->Info;
  Prints = Info.Prints;
  std::string Error = Settings.error();
  MayRace = K.MayRace;
  if (Error.empty())
    Error = RaceSearch::refusal(*Context, K);
  Request.HeapSize = Settings.HeapSize;
  Request.HeapSizeGiven = Settings.HeapSizeGiven;
  Request.HeapSizeBy = Settings.HeapSizeBy;
  Request.WorkersBy = Settings.WorkersBy;
  Request.WorkItems = Range.workItems();
  Request.TeamLanes = Info.TeamLanes;
  Request.Workers =
      static_cast<uint32_t>(std::min<uint64_t>(Workers, TKL_MAX_WORKERS)) *
      Info.TeamLanes;
  Request.MaxAllocation = largestBuffer();
  Request.RootBytes = K.Spawning->RootBytes;
  Request.RecordSize = Info.RecordSize;
  Request.ChunkSize = Info.ChunkSize;
  Request.KnowsSpawns = Info.KnowsSpawns;
  Stack.Places = Info.SpawnPlaces;
  for (cl_uint I = 0; I < Range.Dimensions; ++I) {
    Stack.Offset.push_back(Range.Offset ? Range.Offset[I] : 0);
    Stack.Global.push_back(Range.Global ? Range.Global[I] : 0);
  }
  const TraceSettings &Trace = Settings.Trace;
  Request.HasClock = hasClock(Q.Device, Info.Target);
  if (Error.empty() && Workers > TKL_MAX_WORKERS) {
    Error = "its queue and the helpers of that have " +
            std::to_string(Workers) +
            " workers together, and a command can have " +
            std::to_string(TKL_MAX_WORKERS) + "; set " + workersNames(Choices) +
            " to fewer for each";
  }
  if (!Trace.Path.empty() && !Info.TracedSteps.empty()) {
    TracedSteps = Info.TracedSteps;
    Request.HasClock &= !Trace.CountTasks;
    Request.TraceSize = Trace.Size;
    Request.TraceShortest =
        Request.HasClock
            ? ticksOf(Trace.Shortest.value_or(TraceSettings::DefaultShortest))
            : Trace.Shortest.value_or(TraceSettings::DefaultShortestInTasks);
  }
  if (!Trace.Path.empty() && (FindsRaces || Info.KnowsSpawns) &&
      !K.Built->SaidThatNothingIsTraced.exchange(true))
    fprintf(stderr,
            "tasklet: kernel '%s' is not traced: its program was compiled with "
            "--check=%s; trace it without TASKLET_CHECK\n",
            KernelName.c_str(), FindsRaces ? "races" : "stack");
  if (Crews.size() == 1 && !FindsRaces && isReachedByHost(Q))
    Kind = HeapKind::HostToo;
  const uint64_t Front = Kind == HeapKind::HostToo ? Heap::Front : 0;
  bool Chosen = Settings.HeapSizeGiven != 0;
  if (!Chosen)
    chooseHeapSize(Q);
  else
    Request.HeapSizeUnset = spareBytes();
  const uint64_t Largest = Request.MaxAllocation;
  if (FindsRaces) {
    // They need memory for that rather than for frames: tasks run depth first.
    uint64_t All = std::min(spareBytes(), Largest);
    if (!Chosen)
      Request.HeapSize = std::max(DefaultHeapSize, All / 4 & ~uint64_t(4095));
    Request.HeapSizeUnset = 0; // That is not all that there is.
    Request.FindsRaces = true;
    Request.MaxAllocation -= std::max(MinimumRaceMemory, Largest / 4);
    Races.prepare(*Context, K, All / 2);
  }
  tkl_heap_header Header;
  cl_int Code = CL_SUCCESS;
  do {
    if (!Error.empty() || !layOutHeap(Request, Header, Error)) {
      Context->report("kernel '" + K.Name + "' cannot start: " + Error);
      return CL_OUT_OF_RESOURCES;
    }
    Races.limit(Largest - Header.size);
    const uint64_t Bytes = Front + Header.size + Races.bytes();
    // An in-order queue can use one heap for all its commands: a command writes
    // the header after the header of the one before has been read back, or each
    // has a place of its own for that.
    if (Q.InOrder && !Prints)
      Memory = Context->Heaps->again(Q.LastHeap, Bytes, Kind);
    if (!Memory)
      Memory = Context->Heaps->acquire(Bytes, !Chosen, Code, Kind);
    // The system may refuse what it cannot promise.
  } while (!Memory && (Chosen ? Races.halve() : halveHeapSize()));
  if (!Memory) {
    bool Shared = Kind == HeapKind::ManyDevices;
    Context->report("kernel '" + K.Name + "' cannot start: no heap of " +
                    formatSize(Header.size) + " bytes can be made" +
                    (Shared ? " in memory that its devices share" : "") + " (" +
                    describeError(Code) + "); set " +
                    heapSizeName(Settings.HeapSizeBy) + " to less" +
                    (Shared ? ", or leave helpers of other devices out" : ""));
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  InOneLaunch = K.Spawning->RunsWorkers && Crews.size() == 1 && !FindsRaces &&
                Range.isOne();
  Header.one_launch = InOneLaunch;
  if (Memory->hasPlaces())
    takePlace(Header);
  // The traces are left out: workers write them anew. The blocks of many lanes
  // are megabytes, so the device clears those.
  Image.assign(clearsBlocks() ? sizeof(Header) : bytesOfHost(Header), 0);
  memcpy(Image.data(), &Header, sizeof(Header));
  Answer.assign(Header.deque_offset - Header.apart, 0);
  return CL_SUCCESS;
}

/// Whether the command writes its header and reads it back itself: if the device
/// works in the memory of this process, and no step comes between.
bool TaskPlan::isReachedByHost(const QueueState &Q) const {
  uint64_t HeapSize = std::max(Request.HeapSize, Request.HeapSizeGiven);
  uint64_t Largest = Request.MaxAllocation;
  return !Prints && !clearsBlocks() && !Request.KnowsSpawns &&
         !Request.TraceSize &&
         blockBytes(Request.Workers) <= Heap::PlaceBytes &&
         HeapSize + Heap::Front < Largest &&
         (Request.RootBytes == 0 ||
          Request.WorkItems <
              (Largest - HeapSize - Heap::Front) / Request.RootBytes) &&
         sharesMemoryWithHost(Q.Device);
}

/// Gives the command a place, if there is one. What follows its worker blocks
/// lies behind all places.
void TaskPlan::takePlace(tkl_heap_header &Header) {
  const uint32_t Taken = Context->Heaps->takePlace(Memory);
  if (Taken == Heap::PlaceCount)
    return;
  Place = Taken;
  moveApart(Header, Heap::Front - Taken * Heap::PlaceBytes -
                        uint32_t(bytesOfHost(Header)));
}

/// Where the command's heap begins in Memory, in bytes.
uint64_t TaskPlan::start() const {
  if (!Memory->hasPlaces())
    return 0;
  return Place ? *Place * Heap::PlaceBytes : Heap::Front;
}

/// What many lanes need if memory costs before it is used; 0: no teams.
uint64_t TaskPlan::teamBytes() const {
  if (Request.TeamLanes == 1)
    return 0;
  return std::min(
      Request.MaxAllocation,
      teamHeapSize(Request.Workers, Request.RecordSize, Request.ChunkSize));
}

/// All of the buffer that the command may have, less what lies beside the heap.
void TaskPlan::chooseHeapSize(QueueState &Q) {
  uint64_t Buffer =
      Q.InOrder && !Prints ? Context->Heaps->sizeOf(Q.LastHeap, Kind) : 0;
  if (!Buffer)
    Buffer = spareBytes();
  // layOutHeap says what is too much.
  Request.HeapSize = std::max(Request.HeapSize, teamBytes());
  if (Request.RootBytes && Request.WorkItems > Buffer / Request.RootBytes)
    return;
  // At most; see layOutHeap.
  uint64_t Beside = Request.RootBytes * Request.WorkItems + Request.TraceSize +
                    uint64_t(Request.Workers) * 1024 +
                    (Kind == HeapKind::HostToo ? Heap::Front : 0);
  if (Buffer > Beside)
    Request.HeapSize =
        std::max(Request.HeapSize, (Buffer - Beside) & ~uint64_t(4095));
}

bool TaskPlan::halveHeapSize() {
  Races.halve();
  if (Request.HeapSize <= DefaultHeapSize)
    return false;
  Request.HeapSize =
      std::max(DefaultHeapSize, Request.HeapSize / 2 & ~uint64_t(4095));
  return true;
}

//===----------------------------------------------------------------------===//
// Enqueue
//===----------------------------------------------------------------------===//

/// The heap is the argument \p Index of \p Handle.
cl_int TaskPlan::setHeap(cl_kernel Handle, cl_uint Index) const {
  cl_mem Buffer = Memory->Buffer;
  return Memory->Address
             ? next().clSetKernelArgSVMPointer(Handle, Index,
                                               Memory->Address + start())
             : next().clSetKernelArg(Handle, Index, sizeof(Buffer), &Buffer);
}

cl_int TaskPlan::writeHeader(const CommandCall &Call) {
  if (Place) {
    memcpy(Memory->Address + start(), Image.data(), Image.size());
    return CL_SUCCESS;
  }
  if (!clearsBlocks())
    return next().clEnqueueWriteBuffer(Call.Queue, Memory->Buffer, CL_FALSE,
                                       start(), Image.size(), Image.data(),
                                       Call.NumWaits, Call.Waits, &Written);
  const cl_uint Zero = 0;
  if (cl_int Error = next().clEnqueueFillBuffer(
          Call.Queue, Memory->Buffer, &Zero, sizeof(Zero), Image.size(),
          bytesOfHost(written()) - Image.size(), Call.NumWaits, Call.Waits,
          &Cleared))
    return Error;
  const std::vector<cl_event> Before = Call.after({Cleared});
  return next().clEnqueueWriteBuffer(
      Call.Queue, Memory->Buffer, CL_FALSE, 0, Image.size(), Image.data(),
      cl_uint(Before.size()), Before.data(), &Written);
}

cl_int TaskPlan::enqueue(const CommandCall &Call, KernelState &K,
                         cl_kernel Handle, const LaunchRange &R) {
  cl_mem Buffer = Memory->Buffer;
  // Every step waits for the event of the one before, so it does not matter
  // whether the queue is in order.
  cl_int Error = writeHeader(Call);
  if (!Error && Races.bytes())
    Error = Races.write(Call.Queue, Buffer, written().size, Written);
  if (Error)
    return Error;
  std::vector<cl_event> Before;
  if (cl_event Ready = Races.written() ? Races.written() : Written)
    Before.push_back(Ready);
  Before = Call.after(std::move(Before));
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    for (auto &[Index, Argument] : K.buffers())
      if (Argument && next().clRetainMemObject(Argument) == CL_SUCCESS)
        Buffers.push_back(Argument);
    Error = setHeap(Handle, K.Spawning->HiddenArg);
    if (!Error)
      Error = InOneLaunch ? enqueueInOneLaunch(Call, Handle, Before)
                          : next().clEnqueueNDRangeKernel(
                                Call.Queue, Handle, R.Dimensions, R.Offset,
                                R.Global, R.Local, cl_uint(Before.size()),
                                Before.data(), &Kernel);
  }
  if (!Error && !InOneLaunch)
    Error = enqueueDispatches(Call, *K.Built);
  if (!Error && Races.bytes())
    Error = Races.read(Call.Queue, Buffer, written().size, Dispatches);
  if (!Error)
    Error = Place ? endWithDispatch() : enqueueRead(Call);
  // A queue waits for events of another one, and only a flush brings the
  // commands of these events to the device.
  if (Crews.size() > 1)
    for (const Crew &Each : Crews)
      next().clFlush(Each.Queue->Queue);
  Crews.clear();
  return Error;
}

/// As many work-groups as workers, one of which runs the only work-item first.
cl_int TaskPlan::enqueueInOneLaunch(const CommandCall &Call, cl_kernel Handle,
                                    const std::vector<cl_event> &Before) {
  const size_t Items = Crews.front().Workers, OfOne = 1;
  cl_int Error = next().clEnqueueNDRangeKernel(
      Call.Queue, Handle, 1, nullptr, &Items, &OfOne, cl_uint(Before.size()),
      Before.data(), &Kernel);
  if (!Error && next().clRetainEvent(Kernel) == CL_SUCCESS)
    Dispatches.push_back(Kernel);
  return Error;
}

/// Nothing is to be read back by the device.
cl_int TaskPlan::endWithDispatch() {
  cl_int Error = next().clRetainEvent(Dispatches.front());
  if (!Error)
    Last = Dispatches.front();
  return Error;
}

cl_int TaskPlan::enqueueRead(const CommandCall &Call) {
  std::vector<cl_event> Ran = Dispatches;
  if (Races.wasRead())
    Ran = {Races.wasRead()};
  Ran = Call.after(std::move(Ran));
  cl_int Error = next().clEnqueueReadBuffer(
      Call.Queue, Memory->Buffer, CL_FALSE, start(), Answer.size(),
      Answer.data(), static_cast<cl_uint>(Ran.size()), Ran.data(),
      Prints ? &BlocksRead : &Last);
  if (Error || !Prints)
    return Error;
  Mapped = next().clEnqueueMapBuffer(Call.Queue, Memory->Buffer, CL_FALSE,
                                     CL_MAP_READ, 0, written().size, 1,
                                     &BlocksRead, &Last, &Error);
  if (!Error && next().clRetainCommandQueue(Call.Queue) == CL_SUCCESS)
    Queue = Call.Queue;
  return Error;
}

/// Makes one launch on each queue. The work-items of each launch are numbered
/// on from those of the queues before. All launches wait for the user's kernel
/// only: each may come so late that it finds no work.
cl_int TaskPlan::enqueueDispatches(const CommandCall &Call,
                                   BuiltProgram &Program) {
  std::lock_guard<std::mutex> Lock(Program.DispatchMutex);
  cl_int Error = setHeap(Program.Dispatch, 0);
  const std::vector<cl_event> Before = Call.after({Kernel});
  // A work-group is one worker, or one team.
  size_t First = 0, OfOne = Program.Info.TeamLanes;
  for (const Crew &Each : Crews) {
    if (Error)
      break;
    size_t Items = Each.Workers * OfOne;
    cl_event Event = nullptr;
    Error = next().clEnqueueNDRangeKernel(
        Each.Queue->Queue, Program.Dispatch, 1, First ? &First : nullptr,
        &Items, &OfOne, cl_uint(Before.size()), Before.data(), &Event);
    if (!Error)
      Dispatches.push_back(Event);
    First += Items;
  }
  return Error;
}

std::string TaskPlan::shortageAdvice() const {
  return std::string("set ") + heapSizeName(Request.HeapSizeBy) +
         " to less if memory is short";
}

std::vector<cl_event> TaskPlan::ends() const {
  if (Last)
    return {Last};
  if (BlocksRead)
    return {BlocksRead};
  if (Races.wasRead())
    return {Races.wasRead()};
  if (!Dispatches.empty())
    return Dispatches;
  for (cl_event Event : {Kernel, Races.written(), Written, Cleared})
    if (Event)
      return {Event};
  return {};
}

Stage TaskPlan::stage() const {
  return stageOf(*Context, Written ? Written : Kernel, Dispatches, Last);
}

//===----------------------------------------------------------------------===//
// Resolve
//===----------------------------------------------------------------------===//

cl_int TaskPlan::resolve() {
  if (Place)
    memcpy(Answer.data(), Memory->Address + start(), Answer.size());
  return hasFailed() ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

bool TaskPlan::hasFailed() const {
  return answer().status != TKL_OK || waitersLeft(services()) != 0 ||
         Races.fails(*Context);
}

std::string TaskPlan::describeFailure() const {
  bool Waits = waitersLeft(services()) != 0;
  if (answer().status == TKL_OK && !Waits)
    return Races.describeFailure();
  std::string Text = describeFault(KernelName, answer(), Request, services());
  if (Waits && Races.bytes())
    Text += "; while it is checked for races, each task is over before the "
            "next one starts, so none can wait for what a later one releases";
  if (Request.KnowsSpawns)
    return Text + describePath(path(), Stack);
  uint64_t Item = services().values[0];
  bool Asserted = answer().status == TKL_FAULT_ASSERT;
  if (Asserted && Item) // In the body of the kernel.
    return Text + ", " + describeItem(Item - 1, Stack);
  if (Context->Settings.Check.Stack)
    Text += "; the spawns that led there are not known, since its program was "
            "compiled without --check=stack";
  else if (Asserted)
    Text += "; TASKLET_CHECK=stack shows the spawns that led there";
  return Text;
}

void TaskPlan::report(bool Inherited) const {
  bool Failed = Inherited || hasFailed();
  if (Mapped && wasRead())
    writePrints(static_cast<const char *>(Mapped), written().size, services());
  Races.report(*Context, KernelName, wasRead(), MayRace);
  // A command that it waited for has said why.
  if (Failed && !Inherited)
    Context->report(describeFailure());
  if (Context->Settings.Stats)
    fputs(Statistics(answer())
              .describe(KernelName, Failed, tickClock().tickLength())
              .c_str(),
          stderr);
  if (Context->Settings.Trace.Path.empty())
    return;
  std::string Problem = traceFile(Context->Settings.Trace.Path)
                            .add({KernelName, &answer(), TracedSteps, Failed},
                                 tickClock().scale());
  if (!Problem.empty())
    Context->report(Problem);
}

cl_int TaskPlan::getEndTime(cl_profiling_info Name, size_t Size, void *Value,
                            size_t *SizeRet) const {
  // The latest time of the queues that take times. The command's own queue,
  // which is the first, must take them. All count alike: processors of one
  // driver do.
  cl_ulong End = 0;
  for (cl_event Each : Dispatches) {
    cl_ulong Time = 0;
    cl_int Error = next().clGetEventProfilingInfo(Each, Name, sizeof(Time),
                                                  &Time, nullptr);
    if (Error != CL_SUCCESS && Each == Dispatches.front())
      return Error;
    End = std::max(End, Time);
  }
  return returnValue(End, Size, Value, SizeRet);
}
