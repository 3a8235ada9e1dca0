//===- KeptAnalyses.cpp - Analyses that can be used again -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/KeptAnalyses.h"

#include "objects/MemoryVersions.h"
#include "order/AnalysisToken.h"

#include <algorithm>
#include <iterator>

using namespace tasklet;

bool KeptAnalyses::Entry::isOf(const AnalysisKey &Key) const {
  return Kernel == Key.Kernel && Program.lock() == Key.Program;
}

bool AnalysisUses::isFree(const AnalysisQueue &Queue, cl_uint NumWaits,
                          const cl_event *Waits) {
  dropEnded();
  // Those that could not be enqueued say nothing about those before.
  while (!Open.empty() && Open.back().Use->HasEnded && !Open.back().Use->Event)
    Open.pop_back();
  if (Open.empty() || (Queue.InOrder && Open.back().Queue.lock() == Queue.Name))
    return true;
  cl_event Event = Open.back().Use->Event;
  return Event && std::find(Waits, Waits + NumWaits, Event) != Waits + NumWaits;
}

void AnalysisUses::dropEnded() {
  for (; !Open.empty() && Open.front().Use->HasEnded; Open.pop_front())
    if (const AnalysisUse &Use = *Open.front().Use;
        Open.front().Counts && !Use.IsIdle) {
      if (Use.RanBeside)
        Times.addBeside(Use.Ticks);
      else
        Times.add(Use.Ran, Use.Ticks);
    }
}

void AnalysisUses::restart() {
  dropEnded();
  Times = OrderTimes();
  for (Entry &Each : Open)
    Each.Counts = false;
}

std::shared_ptr<AnalysisUse> AnalysisUses::add(const AnalysisQueue &Queue) {
  Last = std::make_shared<AnalysisUse>();
  Open.push_back({Last, Queue.Name, true});
  return Last;
}

void KeptAnalyses::clear() {
  std::lock_guard<std::mutex> Lock(Mutex);
  while (!Entries.empty())
    drop(Entries.begin());
}

/// The caller holds Mutex.
void KeptAnalyses::drop(std::list<Entry>::iterator Which) {
  if (Which->Memory)
    Pool->drop(Which->Memory, Which->Memory->Size);
  Entries.erase(Which);
}

/// Drops those of memory that exists no longer. The caller holds Mutex.
void KeptAnalyses::dropForgotten() {
  for (auto It = Entries.begin(); It != Entries.end();) {
    auto Each = It++;
    if (std::any_of(Each->Roots.begin(), Each->Roots.end(),
                    [](const void *Root) {
                      return Root && !memoryVersions().isWatched(Root);
                    }))
      drop(Each);
  }
}

KeptAnalyses::Share KeptAnalyses::find(const AnalysisKey &Key,
                                       const AnalysisQueue &Queue) {
  Share Found;
  std::lock_guard<std::mutex> Lock(Mutex);
  dropForgotten();
  for (auto It = Entries.begin(); It != Entries.end(); ++It) {
    if (!It->isOf(Key) || It->Plan != Key.Plan)
      continue;
    if (It->Values != Key.Values) {
      Found.Reason = "the arguments or the range are others";
      continue;
    }
    if (!It->Uses.isFree(Queue)) {
      Found.Reason = "the analysis is in use on another queue";
      Found.IsBusy = true;
      return Found;
    }
    if (const AnalysisUse &Last = *It->Uses.last(); !Last.IsIdle) {
      It->HasBegun = true;
      if (Last.HasEnded)
        It->Executor = Last.Executor;
    }
    Found.IsReady = It->Versions == Key.Versions;
    if (!Found.IsReady) {
      Found.Reason = "memory that it depends on may have changed";
      It->Versions = Key.Versions;
      It->Header.keep = newAnalysisToken();
      It->HasBegun = false;
      It->Executor = 0;
      It->Uses.restart();
      It->Trials.end(It->Runs, It->Never >> TKL_ORDER_BINS & 1);
      It->Runs = 0;
      It->Never = 0;
      It->Streams = StreamChoice();
    } else {
      Found.Times = It->Uses.times();
      Found.Runs = ++It->Runs;
      Found.Never = It->Never;
      Found.Reason.clear();
      Found.Executor = It->Executor;
    }
    Found.Trials = It->Trials;
    Found.Use = It->Uses.add(Queue);
    Found.Memory = It->Memory;
    Found.Header = It->Header;
    Found.Header.reuse = Found.IsReady && It->HasBegun ? Found.Header.keep : 0;
    if (Found.IsReady)
      It->Streams.choose(Key.Streamed, Found.Header);
    Entries.splice(Entries.begin(), Entries, It);
    return Found;
  }
  return Found;
}

/// The caller holds Mutex.
std::list<KeptAnalyses::Entry>::iterator
KeptAnalyses::entryOf(const AnalysisKey &Key) {
  return std::find_if(Entries.begin(), Entries.end(), [&](const Entry &Each) {
    return Each.isOf(Key) && Each.Plan == Key.Plan &&
           Each.Values == Key.Values && Each.Versions == Key.Versions;
  });
}

std::optional<KeptAnalyses::Knowledge>
KeptAnalyses::look(const AnalysisKey &Key, const AnalysisQueue &Queue) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto It = entryOf(Key);
  if (It == Entries.end())
    return std::nullopt;
  if (const AnalysisUse &Last = *It->Uses.last(); Last.HasEnded && !Last.IsIdle)
    It->Executor = Last.Executor;
  return Knowledge{It->Uses.times(), It->Executor, It->Uses.countOpen(),
                   It->Uses.isFree(Queue)};
}

void KeptAnalyses::never(const AnalysisKey &Key, uint32_t Plan) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (auto It = entryOf(Key); It != Entries.end())
    It->Never |= 1u << Plan;
}

void KeptAnalyses::tryBins(const AnalysisKey &Key) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (auto It = entryOf(Key); It != Entries.end())
    It->Trials.begin(It->Runs);
}

HeapLease KeptAnalyses::takeOver(const AnalysisKey &Key, uint64_t Size,
                                 const AnalysisQueue &Queue) {
  std::lock_guard<std::mutex> Lock(Mutex);
  size_t Count = 0;
  auto Oldest = Entries.end();
  for (auto It = Entries.begin(); It != Entries.end(); ++It)
    if (It->isOf(Key) && It->kind() == Entry::Large) {
      ++Count;
      if (It->Uses.isFree(Queue) && It->Memory->Size >= Size)
        Oldest = It;
    }
  if (Count < MostOfKernel[Entry::Large] || Oldest == Entries.end())
    return nullptr;
  HeapLease Memory = Oldest->Memory;
  drop(Oldest);
  return Memory;
}

std::shared_ptr<AnalysisUse> KeptAnalyses::insert(const AnalysisKey &Key,
                                                  const AnalysisQueue &Queue,
                                                  const HeapLease &Memory,
                                                  tkl_order_header &Header,
                                                  uint64_t Limit) {
  if (Limit == 0 || (Memory && Memory->Size > Limit))
    return nullptr;
  Header.keep = newAnalysisToken();
  Header.reuse = 0;
  if (Memory)
    Pool->keepAside(Memory);
  AnalysisUses Uses;
  std::shared_ptr<AnalysisUse> Use = Uses.add(Queue);
  std::lock_guard<std::mutex> Lock(Mutex);
  Entries.push_front({Key.Program, Key.Kernel, Key.Plan, Key.Values, Key.Roots,
                      Key.Versions, Memory, Header, std::move(Uses), false, 0,
                      0, 0, BinTrials(), StreamChoice()});
  uint64_t Bytes = 0;
  size_t OfKernel[std::size(MostOfKernel)] = {};
  for (auto It = Entries.begin(); It != Entries.end();) {
    auto Each = It++;
    const uint64_t Size = Each->bytes();
    Bytes += Size;
    const Entry::Kind Kind = Each->kind();
    OfKernel[Kind] += Each->isOf(Key);
    if (Bytes > Limit ||
        (OfKernel[Kind] > MostOfKernel[Kind] && Each->isOf(Key))) {
      Bytes -= Size;
      drop(Each);
    }
  }
  return Use;
}

void KeptAnalyses::purge() {
  std::lock_guard<std::mutex> Lock(Mutex);
  for (auto It = Entries.begin(); It != Entries.end();) {
    auto Each = It++;
    if (Each->Program.expired())
      drop(Each);
  }
}

uint64_t KeptAnalyses::bytes() {
  std::lock_guard<std::mutex> Lock(Mutex);
  dropForgotten();
  uint64_t Bytes = 0;
  for (const Entry &Each : Entries)
    Bytes += Each.bytes();
  return Bytes;
}
