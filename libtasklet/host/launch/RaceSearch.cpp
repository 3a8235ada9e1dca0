//===- RaceSearch.cpp - A command that looks for its races ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/RaceSearch.h"

#include "objects/SharedMemory.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet;

RaceSearch::~RaceSearch() {
  for (cl_event Event : {HeadWritten, HeadRead})
    if (Event)
      next().clReleaseEvent(Event);
}

void RaceSearch::prepare(const ContextState &Context, KernelState &Kernel,
                         uint64_t Memory) {
  Bytes = std::max(MinimumRaceMemory, Memory & ~uint64_t(4095));
  const Manifest &Info = Kernel.Built->Info;
  // Where the variable is wrong, the command fails and says so.
  const CheckSettings &Check = Context.Settings.Check;
  if (!Check.Races && Check.Error.empty() &&
      !Kernel.Built->SaidThatItChecks.exchange(true))
    fprintf(stderr,
            "tasklet: kernel '%s' looks for races, with one worker, though "
            "TASKLET_CHECK is not 'races': its program was compiled with "
            "--check=races; compile it without, or, where pyopencl keeps "
            "binaries, set PYOPENCL_NO_CACHE=1\n",
            Kernel.Name.c_str());
  Facts.Kernel = Kernel.Name;
  Facts.Places = Info.RacePlaces;
  std::lock_guard<std::mutex> Lock(Kernel.ArgumentMutex);
  auto add = [&](cl_uint Index, uint64_t Size) {
    const ManifestArgument *Known = Info.findArgument(Kernel.Name, Index);
    Facts.Arguments.push_back({Index,
                               Known && Known->Name
                                   ? "'" + *Known->Name + "'"
                                   : "argument " + std::to_string(Index),
                               Size});
  };
  for (auto &[Index, Argument] : Kernel.buffers()) {
    size_t Size = 0;
    if (Argument && !next().clGetMemObjectInfo(Argument, CL_MEM_SIZE,
                                               sizeof(Size), &Size, nullptr))
      add(Index, Size);
  }
  for (auto &[Index, Pointer] : Kernel.pointers())
    if (std::optional<SharedRange> Range = sharedMemory().find(Pointer))
      add(Index, Range->Size - (static_cast<const char *>(Pointer) -
                                static_cast<const char *>(Range->Base)));
}

void RaceSearch::prepareOrdered(const ContextState &Context,
                                KernelState &Kernel, uint64_t Memory,
                                std::vector<uint64_t> Ordered) {
  prepare(Context, Kernel, Memory);
  Facts.IsOrdered = true;
  Facts.Ordered = std::move(Ordered);
}

bool RaceSearch::halve() {
  if (Bytes <= MinimumRaceMemory)
    return false;
  Bytes = std::max(MinimumRaceMemory, Bytes / 2 & ~uint64_t(4095));
  return true;
}

void RaceSearch::limit(uint64_t Most) {
  Bytes = std::min(Bytes, Most & ~uint64_t(4095));
}

cl_int RaceSearch::write(cl_command_queue Queue, cl_mem Buffer, uint64_t Offset,
                         cl_event After) {
  Written = std::make_unique<tkl_race_head>(layOutRaces(Bytes));
  size_t Count = std::min<size_t>(Facts.Ordered.size(), TKL_RACE_ARGUMENTS);
  std::copy_n(Facts.Ordered.begin(), Count, Written->ordered);
  Written->ordered_count = Count;
  return next().clEnqueueWriteBuffer(Queue, Buffer, CL_FALSE, Offset,
                                     sizeof(*Written), Written.get(), 1, &After,
                                     &HeadWritten);
}

cl_int RaceSearch::read(cl_command_queue Queue, cl_mem Buffer, uint64_t Offset,
                        const std::vector<cl_event> &After) {
  Found = std::make_unique<tkl_race_head>();
  return next().clEnqueueReadBuffer(
      Queue, Buffer, CL_FALSE, Offset, sizeof(*Found), Found.get(),
      static_cast<cl_uint>(After.size()), After.data(), &HeadRead);
}

// Programs in Python are often binaries without anybody's doing.
static const char Unchecked[] =
    "its program was compiled without --check=races; compile it with that, or, "
    "where pyopencl keeps binaries, set PYOPENCL_NO_CACHE=1";

std::string RaceSearch::refusal(const ContextState &Context,
                                const KernelState &Kernel) {
  if (!Context.Settings.Check.Fail || !Kernel.MayRace || isFor(Kernel))
    return "";
  return std::string(Unchecked) + "; TASKLET_CHECK=races goes on all the same";
}

static void sayUnchecked(const std::string &Kernel) {
  fprintf(stderr, "tasklet: kernel '%s' was not checked: %s\n", Kernel.c_str(),
          Unchecked);
}

cl_int RaceSearch::admitPlain(ContextState &Context,
                              const KernelState &Kernel) {
  std::string Why = Context.Settings.Check.Error;
  if (Why.empty())
    Why = refusal(Context, Kernel);
  if (!Why.empty()) {
    Context.report("kernel '" + Kernel.Name + "' cannot start: " + Why);
    return CL_OUT_OF_RESOURCES;
  }
  if (Context.Settings.Check.Races && Kernel.MayRace && !isFor(Kernel))
    sayUnchecked(Kernel.Name);
  return CL_SUCCESS;
}

bool RaceSearch::fails(const ContextState &Context) const {
  return Context.Settings.Check.Fail && Found &&
         (foundRaces(*Found) || !checkedAll(*Found));
}

void RaceSearch::report(const ContextState &Context, const std::string &Kernel,
                        bool Complete, bool MayRace) const {
  if (Found && Complete)
    fputs(describeRaces(*Found, Facts).c_str(), stderr);
  else if (Context.Settings.Check.Races && !Bytes && MayRace)
    sayUnchecked(Kernel);
}

std::string RaceSearch::describeFailure() const {
  std::string Text = "kernel '" + Facts.Kernel + "' failed: ";
  if (Found && !foundRaces(*Found))
    return Text + "it was checked in part only, as standard error says; mend "
                  "that, or set TASKLET_CHECK=races to go on all the same";
  return Text + "its " + (Facts.IsOrdered ? "work-items" : "tasks") +
         " race, as standard error says; mend them, or set "
         "TASKLET_CHECK=races to go on all the same";
}
