//===- TraceEvents.cpp - What the workers of a command recorded -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "trace/TraceEvents.h"

#include <algorithm>
#include <cstring>
#include <map>

using namespace tasklet;

static bool isTask(const TraceSlice &Slice) {
  return !(Slice.Event.flags & TKL_TRACE_SEARCH);
}

/// \p Slices come in the order of their ends. Puts outer ones first, and leaves
/// out a slice that lies only partly within another one.
static void order(std::vector<TraceSlice> &Slices) {
  std::stable_sort(Slices.begin(), Slices.end(),
                   [](const TraceSlice &A, const TraceSlice &B) {
                     return A.Begin != B.Begin ? A.Begin < B.Begin
                                               : A.End > B.End;
                   });
  std::vector<TraceSlice> Good;
  std::vector<int64_t> Open;
  for (const TraceSlice &Slice : Slices) {
    while (!Open.empty() && Open.back() <= Slice.Begin)
      Open.pop_back();
    if (!Open.empty() && Slice.End > Open.back())
      continue;
    Open.push_back(Slice.End);
    Good.push_back(Slice);
  }
  Slices = std::move(Good);
}

void TraceEvents::readWorker(const tkl_heap_header &Header, uint32_t Number,
                             const TickClock::Scale &Scale) {
  size_t Size = sizeof(tkl_trace_head) +
                size_t(Header.trace_capacity) * sizeof(tkl_trace_event);
  const char *Start = reinterpret_cast<const char *>(&Header) +
                      Header.trace_offset + Number * Size;
  tkl_trace_head Head;
  memcpy(&Head, Start, sizeof(Head));
  Dropped += Head.dropped;
  Shortest = std::max<uint64_t>(Shortest, Head.shortest);
  std::vector<TraceSlice> &Slices = Workers[Number];
  uint64_t Count = std::min<uint64_t>(Head.count, Header.trace_capacity);
  Slices.reserve(Count);
  for (uint64_t I = 0; I < Count; ++I) {
    TraceSlice Slice;
    memcpy(&Slice.Event, Start + sizeof(Head) + I * sizeof(tkl_trace_event),
           sizeof(tkl_trace_event));
    auto At = [&](uint64_t Tick) {
      return Header.has_clock ? Scale.at(Tick) : int64_t(Tick);
    };
    Slice.Begin = At(Slice.Event.begin);
    Slice.End = At(Slice.Event.end);
    // As in the statistics, the command ends when the last worker begins to
    // look for work in vain. When each worker notices that does not matter.
    if (Header.has_clock && !isTask(Slice))
      Slice.End = std::min(Slice.End, End);
    // Without a clock, the rest of a task after its children takes no time.
    // Nobody could see it, and whatever begins then would seem to be around it.
    if (Slice.Event.begin < Slice.Event.end && Slice.Begin < Slice.End &&
        Slice.Begin >= Begin)
      Slices.push_back(Slice);
  }
  order(Slices);
  for (const TraceSlice &Slice : Slices)
    End = std::max(End, Slice.End);
}

/// The innermost slice that holds \p Time.
static const TraceSlice *findInnermost(const std::vector<TraceSlice> &Slices,
                                       int64_t Time) {
  // Outer slices begin first and end last.
  auto After = std::upper_bound(
      Slices.begin(), Slices.end(), Time,
      [](int64_t T, const TraceSlice &Slice) { return T < Slice.Begin; });
  for (auto It = std::make_reverse_iterator(After); It != Slices.rend(); ++It)
    if (It->End > Time)
      return &*It;
  return nullptr;
}

void TraceEvents::findSteals() {
  for (uint32_t Thief = 0; Thief < Workers.size(); ++Thief)
    for (const TraceSlice &Slice : Workers[Thief]) {
      uint32_t Victim = Slice.Event.other;
      if (!(Slice.Event.flags & TKL_TRACE_STOLEN) || Victim >= Workers.size())
        continue;
      const TraceSlice *From = findInnermost(Workers[Victim], Slice.Begin);
      if (From && isTask(*From))
        Flows.push_back({true, Victim, Thief, Slice.Begin, Slice.Begin});
    }
}

void TraceEvents::findAdoptions() {
  struct Left {
    uint32_t Worker;
    const TraceSlice *Slice;
  };
  std::multimap<uint32_t, Left> Segments; ///< by name
  for (uint32_t I = 0; I < Workers.size(); ++I)
    for (const TraceSlice &Slice : Workers[I])
      if (Slice.Event.flags & TKL_TRACE_BLOCKED)
        Segments.insert({Slice.Event.id, {I, &Slice}});
  for (uint32_t I = 0; I < Workers.size(); ++I)
    for (const TraceSlice &Slice : Workers[I]) {
      if (!(Slice.Event.flags & TKL_TRACE_ADOPTED))
        continue;
      const Left *Last = nullptr;
      auto [First, After] = Segments.equal_range(Slice.Event.other);
      for (auto It = First; It != After; ++It)
        if (It->second.Slice->End <= Slice.Begin &&
            (!Last || It->second.Slice->End > Last->Slice->End))
          Last = &It->second;
      if (Last)
        Flows.push_back(
            {false, Last->Worker, I, Last->Slice->End - 1, Slice.Begin});
    }
}

TraceEvents::TraceEvents(const tkl_heap_header &Header,
                         const TickClock::Scale &Scale)
    : Workers(Header.workers) {
  const auto *Block = reinterpret_cast<const tkl_worker_block *>(&Header + 1);
  if (Header.has_clock && Header.workers) {
    uint64_t First = Block[0].begin, Last = Block[0].end;
    for (uint32_t I = 1; I < Header.workers; ++I) {
      First = std::min<uint64_t>(First, Block[I].begin);
      Last = std::max<uint64_t>(Last, Block[I].end);
    }
    Begin = Scale.at(First);
    End = std::max(Begin, Scale.at(Last));
  }
  if (!Header.trace_offset)
    return;
  for (uint32_t I = 0; I < Header.workers; ++I)
    readWorker(Header, I, Scale);
  findSteals();
  findAdoptions();
}
