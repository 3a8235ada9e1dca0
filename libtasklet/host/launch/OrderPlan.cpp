//===- OrderPlan.cpp - How an ordered kernel is run -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderPlan.h"

#include "heap/LargePages.h"
#include "launch/AnalysisKeys.h"
#include "launch/CommandStage.h"
#include "launch/DeviceFacts.h"
#include "launch/OrderAlternatives.h"
#include "launch/OrderMemory.h"
#include "launch/OrderStreams.h"
#include "objects/KernelUses.h"
#include "objects/MemoryVersions.h"
#include "order/AnalysisToken.h"
#include "support/ErrorName.h"
#include "trace/TickClock.h"
#include "trace/TraceFile.h"

#include <cstdio>

using namespace tasklet;

OrderPlan::~OrderPlan() {
  releaseMemory();
  for (cl_event Event : {Written, Kernel, PhasesRead, Last})
    if (Event)
      next().clReleaseEvent(Event);
}

void OrderPlan::releaseMemory() {
  if (Job.Order && Answer->complete == 1 && !Answer->reused)
    Job.Order->learn(statistics().Total);
  if (Use) {
    const bool WasBeside = Answer->reason == TKL_REASON_BESIDE;
    const bool IsFinal = Answer->complete == 1 && !WasBeside;
    Use->Executor = IsFinal ? Answer->executor : 0;
    // What it took to inspect before is not to be counted. Bins that are used again
    // begin with what counts as that.
    const bool HasBins = Answer->reused && Answer->executor == TKL_ORDER_BINS;
    const bool IsRunOnly =
        Answer->complete == 1 && (Answer->inspected == 0 || HasBins);
    Use->Ran = IsRunOnly ? Answer->executor : 0;
    Use->RanBeside = Answer->complete == 1 && WasBeside && !IsRunOnly;
    Use->Ticks = Answer->executed + (HasBins ? Answer->inspected : 0);
    Use->HasEnded = true;
    Use.reset();
  }
  if (Timed) {
    Timed->Ran = Answer->complete == 1 ? Answer->executor : 0;
    Timed->Ticks = Answer->inspected + Answer->executed;
    Timed->HasEnded = true;
    Timed.reset();
  }
  if (Memory)
    Context->Orders->drop(Memory, Memory->Size);
  Small.reset();
}

//===----------------------------------------------------------------------===//
// Prepare
//===----------------------------------------------------------------------===//

static AnalysisQueue placeOf(const OrderLaunch &L) {
  return {L.Queue, L.Queue->InOrder};
}

/// Memory for a plain order of \p Size bytes, with what finds races; null if it is
/// too large, or if there is none.
static SharedPiece takePiece(const OrderLaunch &L, uint64_t Size) {
  return Size <= SharedSlabs::PieceBytes && !L.Header.trace_capacity &&
                 sharesMemoryWithHost(L.Queue->Device)
             ? L.Queue->Owner->Slabs.take()
             : nullptr;
}

/// Lays out an order, as large as \p Request allows, and gets memory for it,
/// which may be \p Another that is there already. Where there is none, half of
/// that is tried, and so on. False: a serial command must do, or L.Code.
bool OrderPlan::acquire(
    OrderLaunch &L, OrderRequest Request,
    const std::function<HeapLease(uint64_t Size)> &Another) {
  while (layOutOrder(Request, L.Header)) {
    uint64_t Size = L.Header.size + Races.bytes();
    if (Request.isPlain())
      Small = takePiece(L, Size);
    if (!Small)
      Memory = Another(Size);
    if (!Small && !Memory)
      Memory = Context->Orders->acquire(Size, true, L.Code);
    if (Small || Memory) {
      L.completeHeader();
      return true;
    }
    if (Request.isPlain())
      return false;
    Request.MaxBytes = L.Header.size / 2;
  }
  return false;
}

/// An in-order queue can use one buffer for all its commands: a command writes
/// the header after the header of the one before has been read back.
static auto ofCommandBefore(const OrderLaunch &L) {
  return [&L](uint64_t Size) -> HeapLease {
    return L.Queue->InOrder
               ? L.Queue->Owner->Orders->again(L.Queue->LastOrder, Size)
               : nullptr;
  };
}

/// Finds an analysis, or memory for one. Otherwise says why there is none; then
/// what it has got so far is of no use. With L.IsBeside an analysis is only
/// wanted for later commands.
SerialReason OrderPlan::prepareAnalysis(OrderLaunch &L) {
  AnalysisKey Key;
  L.Facts.NotReused = makeKey(L, Key);
  bool IsKept = L.Facts.NotReused.empty();
  if (IsKept) {
    OrderStreams Streams = findStreams(L, /*IsPromised=*/false);
    Key.Streamed = std::move(Streams.Content);
    // Streams must not drive out what is kept, nor what comes later.
    const uint64_t Bytes = Streams.Room + Context->Analyses->bytes();
    L.Request.StreamBytes =
        Bytes <= mostKeptBytes(L) / 3 * 2 ? Streams.Room : 0;
    KeptAnalyses::Share Share = Context->Analyses->find(Key, placeOf(L));
    if (L.IsBeside) {
      const uint32_t Better = findBetterPlan(*Context->Analyses, L, Key, Share);
      if (Better != L.Request.Plan) {
        Share.Use->IsIdle = true;
        Share.Use->HasEnded = true;
        L.IsBeside = false;
        L.Request.Plan = Better;
        SerialReason Reason = prepareAnalysis(L);
        if (Use)
          return Reason;
        // To inspect each time would not pay.
        Context->Analyses->never(Key, Better);
        return SerialReason::Slower;
      }
    }
    if (L.mayTakeLevels() && Share.Executor == TKL_ORDER_SERIAL) {
      // An earlier command has found that there are no owners.
      Share.Use->IsIdle = true;
      Share.Use->HasEnded = true;
      L.takeLevels();
      return prepareAnalysis(L);
    }
    L.Facts.NotReused = Share.Reason;
    if (Share.Use) {
      Use = std::move(Share.Use);
      if (L.IsBeside && Share.Times.areLevelsSlower()) {
        Use->IsIdle = true;
        return SerialReason::Slower;
      }
      Memory = std::move(Share.Memory);
      if (Share.Executor == 0 && lacksPages(L, *Memory)) {
        Memory->Pages->askForAll(); // The command has come again.
        Use->IsIdle = true;
        return SerialReason::Pages;
      }
      L.Header = Share.Header;
      if (L.IsBeside)
        L.Header.flags |= TKL_ORDER_BESIDE;
      if (Share.Executor == TKL_ORDER_SERIAL)
        L.Header.workers = 1; // Others would only wait.
      return SerialReason::None;
    }
    IsKept = !Share.IsBusy;
  }
  if (L.IsBeside && !IsKept)
    return SerialReason::Once;
  L.Request.MaxBytes = mostOrderBytes(L);
  auto OfOneTooMany = [&](uint64_t Size) {
    return Context->Analyses->takeOver(Key, Size, placeOf(L));
  };
  if (IsKept ? !acquire(L, L.Request, OfOneTooMany)
             : !acquire(L, L.Request, ofCommandBefore(L)))
    return SerialReason::Memory;
  if (IsKept && L.Header.segment < L.Header.items) {
    L.Facts.NotReused = "the range is analysed piece by piece";
  } else if (IsKept) {
    Use = Context->Analyses->insert(Key, placeOf(L), Memory, L.Header,
                                    mostKeptBytes(L));
    if (!Use)
      L.Facts.NotReused = "it is larger than what is kept";
  }
  if (L.IsBeside && !Use)
    return SerialReason::Once;
  if (Use && lacksPages(L, *Memory)) {
    Use->IsIdle = true;
    // Beside this command, so that the next one need not wait as long.
    if (!L.IsBeside)
      Memory->Pages->askForAll();
    return SerialReason::Pages;
  }
  if (L.IsBeside)
    L.Header.flags |= TKL_ORDER_BESIDE;
  return SerialReason::None;
}

/// Gets memory for copies; else says why there is none.
SerialReason OrderPlan::prepareCopies(OrderLaunch &L) {
  L.Request.MaxBytes = mostOrderBytes(L);
  return acquire(L, L.Request, ofCommandBefore(L)) ? SerialReason::None
                                                   : SerialReason::Copies;
}

/// Of a plan without analysis: counts and times commands that would have the same
/// one, and takes bins if many did. False: the plan stays.
bool OrderPlan::takeBins(OrderLaunch &L) {
  AnalysisKey Key;
  if (!L.MayTryBins || !makeKey(L, Key).empty())
    return false;
  KeptAnalyses &All = *Context->Analyses;
  KeptAnalyses::Share Share = All.find(Key, placeOf(L));
  if (!Share.Use) {
    tkl_order_header None = {};
    if (!Share.IsBusy)
      Timed = All.insert(Key, placeOf(L), nullptr, None, mostKeptBytes(L));
    return false;
  }
  Timed = std::move(Share.Use);
  const OrderRequest Before = L.Request;
  L.Request.Plan = findBetterPlan(All, L, Key, Share);
  if (L.Request.Plan == Before.Plan)
    return false;
  Timed->IsIdle = true;
  if (prepareAnalysis(L) == SerialReason::None && Use) {
    L.Facts.Reason = SerialReason::None;
    return true;
  }
  if (!Use) // To inspect each time would not pay.
    All.never(Key, L.Request.Plan);
  releaseMemory();
  L.Request = Before;
  L.Facts.NotReused.clear();
  return false;
}

/// Gets memory for a command that runs in order.
bool OrderPlan::prepareSerial(OrderLaunch &L) {
  L.Request.Workers = 1; // Others would only wait.
  if (RaceSearch::isFor(L.Kernel) && !Job.Inspects) {
    std::vector<uint64_t> Ordered(L.Kernel.Spawning->HiddenArg);
    for (uint32_t Index : L.Kernel.Spawning->Order.Monitored) {
      const ParameterMemory &Each = L.Arguments[Index];
      // What is not known may be anywhere.
      Ordered[Index] = Each.IsKnown ? Each.Bytes : UINT64_MAX;
    }
    Races.prepareOrdered(*Context, L.Kernel, mostOrderBytes(L) / 2,
                         std::move(Ordered));
  }
  while (!acquire(L, L.Request, ofCommandBefore(L)))
    if (!Races.halve())
      return false;
  if (Races.bytes())
    L.Header.races = L.Header.size;
  return true;
}

/// Gets memory for an order of the application. False: there is none, or not
/// for the whole range.
bool OrderPlan::prepareOrder(OrderLaunch &L) {
  L.Request.MaxBytes = spareOrderBytes(L.Queue->Device);
  auto None = [](uint64_t) -> HeapLease { return nullptr; };
  auto Get = [&] {
    return acquire(L, L.Request, None) && L.Header.segment == L.Header.items;
  };
  L.Request.StreamBytes = roomInOrder(L);
  // Streams are no reason to have no order, or one with fewer marks.
  if (L.Request.StreamBytes && (!Get() || !L.Header.stream_bytes)) {
    Memory = nullptr;
    L.Request.StreamBytes = 0;
  }
  if (!Memory && !Get())
    return false;
  L.Header.keep = newAnalysisToken();
  return true;
}

/// Begins with the order of the application. Where another command has it, gets
/// memory to inspect anew. False: there is none.
bool OrderPlan::useOrder(OrderLaunch &L, const CommandCall &Call) {
  OrderObject::Share Share = Job.Order->take(
      placeOf(L), Call, findStreams(L, /*IsPromised=*/true).Content);
  if (Share.Use) {
    Use = std::move(Share.Use);
    Memory = std::move(Share.Memory);
    L.Header = Share.Header;
    return true;
  }
  L.Facts.NotReused = "another command may be using the order; name its event "
                      "in the wait list";
  L.Request.MaxBytes = mostOrderBytes(L);
  L.Request.StreamBytes = 0; // They would be written for one command.
  return acquire(L, L.Request, ofCommandBefore(L));
}

std::string OrderPlan::describeLackOfMemory(const std::string &Kernel,
                                            OrderRequest Request, cl_int Code) {
  uint64_t Most = Request.MaxBytes;
  Request.MaxBytes = UINT64_MAX;
  tkl_order_header Whole;
  std::string Size = layOutOrder(Request, Whole)
                         ? " of " + std::to_string(Whole.size) + " bytes"
                         : std::string();
  return "kernel '" + Kernel + "' gets no order: there is no memory for one" +
         Size +
         (Code ? " (" + describeError(Code) + ")"
               : ", only " + std::to_string(Most)) +
         "; free memory, or enqueue the kernel without an order";
}

/// Lets others know of what the command may write.
static void noteWrites(cl_kernel Handle, const ManifestKernel &Info,
                       const std::vector<ParameterMemory> &Arguments) {
  if (!memoryVersions().isActive())
    return;
  std::shared_ptr<KernelUses> Uses = kernelUses().find(Handle);
  bool WritesShared = Uses && Uses->usesShared();
  for (uint32_t Index : Info.Order.Written) {
    const ParameterMemory &Each = Arguments[Index];
    if (Each.Root)
      memoryVersions().wrote(Each.Root);
    WritesShared |= !Each.IsKnown;
  }
  if (WritesShared)
    memoryVersions().wroteShared();
}

cl_int OrderPlan::prepare(const std::shared_ptr<QueueState> &Own,
                          const CommandCall &Call, KernelState &K,
                          cl_kernel Handle, const LaunchRange &Range) {
  Context = Own->Owner;
  KernelName = K.Name;
  OrderLaunch L(Own, K, Handle, Range);
  if (cl_int Error = L.check())
    return Error;
  if (std::string Why = RaceSearch::refusal(*Context, K);
      !Why.empty() && !Job.Inspects) {
    Context->report("kernel '" + KernelName + "' cannot start: " + Why);
    return CL_OUT_OF_RESOURCES;
  }
  Context->Orders->keep(Own->Device);
  OrderRequest &Request = L.Request;
  std::string Why;
  if (!Job.Order || Job.Inspects) {
    L.choose(/*ForOrder=*/Job.Order != nullptr);
  } else if (cl_int Error = Job.Order->checkArguments(L, Why)) {
    Context->report("kernel '" + KernelName + "' cannot start: " + Why);
    return Error;
  } else {
    Request = Job.Order->request();
    L.Facts = Job.Order->facts();
  }
  L.Facts.Inspects = Job.Inspects;
  if (RaceSearch::isFor(K) && !Job.Inspects &&
      Request.Plan != TKL_ORDER_SERIAL) {
    Request.Plan = TKL_ORDER_SERIAL;
    Request.IsIndependent = false;
    L.Facts.Reason = SerialReason::Races;
  }
  const bool MayTakeBins =
      Request.isPlain() || Request.Plan == TKL_ORDER_COPIES;
  const bool TakesBins = MayTakeBins && !RaceSearch::isFor(K) && takeBins(L);
  if (!TakesBins && !Request.isPlain()) {
    SerialReason Reason = SerialReason::None;
    if (Request.Plan == TKL_ORDER_COPIES)
      Reason = prepareCopies(L);
    else if (!Job.Order)
      Reason = prepareAnalysis(L);
    else if (!(Job.Inspects ? prepareOrder(L) : useOrder(L, Call)))
      Reason = SerialReason::Memory;
    if (Reason != SerialReason::None && Job.Inspects) {
      Context->report(describeLackOfMemory(KernelName, Request, L.Code));
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
    if (Reason != SerialReason::None) {
      releaseMemory();
      Request.Plan = TKL_ORDER_SERIAL;
      L.Facts.Reason = Reason;
    }
  }
  const bool HasOrder = !Request.isPlain();
  if (!HasOrder) {
    if (Request.IsIndependent ? !acquire(L, Request, ofCommandBefore(L))
                              : !prepareSerial(L)) {
      Context->report("kernel '" + K.Name + "' cannot start: no buffer of " +
                      formatSize(L.Header.size) + " bytes can be made (" +
                      describeError(L.Code) + "); free memory");
      return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    }
  }
  if (Job.Inspects) {
    Job.Order->made(L, HasOrder ? Memory : nullptr);
    if (HasOrder)
      Use = Job.Order->take(placeOf(L), Call).Use;
    L.Header.flags |= TKL_ORDER_INSPECT_ONLY;
  } else {
    noteWrites(Handle, *K.Spawning, L.Arguments);
  }
  Facts = L.Facts;
  Image.assign(L.Header.saved_offset, 0);
  memcpy(Image.data(), &L.Header, sizeof(L.Header));
  // Who owns an element owns those beside it in other arrays.
  const std::vector<tkl_order_param> Params = L.Header.plan == TKL_ORDER_OWNERS
                                                  ? L.Space.paramsInRoots()
                                                  : L.Space.Params;
  memcpy(Image.data() + L.Header.params_offset, Params.data(),
         Params.size() * sizeof(tkl_order_param));
  return CL_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Enqueue
//===----------------------------------------------------------------------===//

cl_int OrderPlan::writeOrder(const CommandCall &Call) {
  if (Small) {
    memcpy(Small.get(), Image.data(), Image.size());
    return CL_SUCCESS;
  }
  return next().clEnqueueWriteBuffer(Call.Queue, Memory->Buffer, CL_FALSE, 0,
                                     Image.size(), Image.data(), Call.NumWaits,
                                     Call.Waits, &Written);
}

/// The order is the argument \p Index of \p Handle.
cl_int OrderPlan::setOrder(cl_kernel Handle, cl_uint Index) const {
  return Small ? next().clSetKernelArgSVMPointer(Handle, Index, Small.get())
               : next().clSetKernelArg(Handle, Index, sizeof(cl_mem),
                                       &Memory->Buffer);
}

cl_int OrderPlan::readOrder(const CommandCall &Call,
                            std::vector<cl_event> Before) {
  if (Small) {
    cl_int Error = next().clRetainEvent(Kernel);
    if (!Error)
      Last = Kernel;
    return Error;
  }
  cl_int Error = CL_SUCCESS;
  const auto &Header = *reinterpret_cast<tkl_order_header *>(Image.data());
  if (Header.trace_capacity) {
    Phases.resize(Header.trace_capacity);
    size_t Bytes = Phases.size() * sizeof(tkl_order_record);
    Error = next().clEnqueueReadBuffer(
        Call.Queue, Memory->Buffer, CL_FALSE, Header.size - Bytes, Bytes,
        Phases.data(), cl_uint(Before.size()), Before.data(), &PhasesRead);
    Before = Call.after({PhasesRead});
  }
  return Error
             ? Error
             : next().clEnqueueReadBuffer(
                   Call.Queue, Memory->Buffer, CL_FALSE, 0, sizeof(*Answer),
                   Answer.get(), cl_uint(Before.size()), Before.data(), &Last);
}

cl_int OrderPlan::enqueue(const CommandCall &Call, KernelState &K,
                          cl_kernel Handle, const LaunchRange &) {
  // Every step waits for the event of the one before, so it does not matter
  // whether the queue is in order.
  cl_int Error = writeOrder(Call);
  const auto &Header = *reinterpret_cast<tkl_order_header *>(Image.data());
  if (!Error && Races.bytes())
    Error = Races.write(Call.Queue, Memory->Buffer, Header.races, Written);
  if (Error)
    return Error;
  std::vector<cl_event> First;
  if (cl_event Ready = Races.written() ? Races.written() : Written)
    First.push_back(Ready);
  First = Call.after(std::move(First));
  size_t Global = Header.workers, OfOne = 1;
  {
    std::lock_guard<std::mutex> Lock(K.ArgumentMutex);
    Error = setOrder(Handle, K.Spawning->HiddenArg);
    if (!Error)
      Error = next().clEnqueueNDRangeKernel(
          Call.Queue, Handle, 1, nullptr, &Global, &OfOne,
          cl_uint(First.size()), First.empty() ? nullptr : First.data(),
          &Kernel);
  }
  if (!Error && Races.bytes())
    Error = Races.read(Call.Queue, Memory->Buffer, Header.races, {Kernel});
  if (!Error)
    Error = readOrder(Call,
                      Call.after({Races.wasRead() ? Races.wasRead() : Kernel}));
  for (AnalysisUse *Each : {Use.get(), Timed.get()})
    if (!Error && Each)
      Each->Event = Last;
  return Error;
}

std::string OrderPlan::shortageAdvice() const {
  return "free memory if it is short";
}

std::vector<cl_event> OrderPlan::ends() const {
  for (cl_event Event :
       {Last, PhasesRead, Races.wasRead(), Kernel, Races.written(), Written})
    if (Event)
      return {Event};
  return {};
}

Stage OrderPlan::stage() const {
  return stageOf(*Context, Written ? Written : Kernel, {Kernel}, Last);
}

//===----------------------------------------------------------------------===//
// Resolve
//===----------------------------------------------------------------------===//

cl_int OrderPlan::resolve() {
  if (Small)
    memcpy(Answer.get(), Small.get(), sizeof(*Answer));
  return hasFailed() ? CL_OUT_OF_RESOURCES : CL_COMPLETE;
}

bool OrderPlan::hasFailed() const {
  return Answer->abi != TKL_ABI_VERSION || Answer->complete != 1 ||
         Races.fails(*Context);
}

OrderStatistics OrderPlan::statistics() const {
  OrderFacts Known = Facts;
  if (Answer->reuse && !Answer->reused)
    Known.NotReused = "the command that was to make it did not end well";
  std::call_once(TicksAreMeasured,
                 [this] { TickLength = tickClock().tickLength(); });
  return OrderStatistics(*Answer, Known, TickLength);
}

void OrderPlan::report(bool Inherited) const {
  bool Failed = Inherited || hasFailed();
  bool Complete = Answer->complete == 1;
  if (!Job.Inspects)
    Races.report(*Context, KernelName, Complete, true);
  // A command that it waited for has said why.
  if (Failed && !Inherited)
    Context->report(
        Complete ? Races.describeFailure()
                 : "kernel '" + KernelName +
                       "' failed: the buffer that its workers share has been "
                       "overwritten, perhaps by the program itself");
  if (Context->Settings.Stats)
    fputs(statistics().describe(KernelName, Failed).c_str(), stderr);
  const TraceSettings &Trace = Context->Settings.Trace;
  if (Trace.Path.empty())
    return;
  tkl_order_header Header = *Answer;
  Header.has_clock &= !Trace.CountTasks;
  std::string Problem =
      traceFile(Trace.Path)
          .add(TracedOrder{KernelName, Header, Phases, statistics(), Failed},
               tickClock().scale());
  if (!Problem.empty())
    Context->report(Problem);
}

cl_int OrderPlan::getEndTime(cl_profiling_info Name, size_t Size, void *Value,
                             size_t *SizeRet) const {
  return next().clGetEventProfilingInfo(Kernel, Name, Size, Value, SizeRet);
}
