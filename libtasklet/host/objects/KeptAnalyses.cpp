//===- KeptAnalyses.cpp - Analyses that can be used again -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/KeptAnalyses.h"

#include <algorithm>
#include <random>

using namespace tasklet;

uint64_t tasklet::newAnalysisToken() {
  // Random, so that no garbage in fresh memory looks like one.
  static std::atomic<uint64_t> Next{uint64_t(std::random_device()()) << 32 |
                                    std::random_device()()};
  uint64_t Token = ++Next;
  return Token ? Token : ++Next;
}

void OrderTimes::add(uint32_t Executor, uint64_t Ticks) {
  if (Executor == 0 || Ticks == 0)
    return;
  bool IsInOrder = Executor == TKL_ORDER_SERIAL;
  uint64_t &Best = IsInOrder ? InOrder : Parallel;
  Best = std::min(Best, Ticks);
  ParallelRuns += !IsInOrder;
}

bool KeptAnalyses::Entry::isOf(const AnalysisKey &Key) const {
  return Kernel == Key.Kernel && Program.lock() == Key.Program;
}

/// Whether a command on \p New may use the buffer: the last one that did has
/// ended, or comes before it.
bool KeptAnalyses::Entry::isFree(const AnalysisQueue &New) const {
  return Use->HasEnded || (New.InOrder && Queue.lock() == New.Name);
}

void KeptAnalyses::clear() {
  std::lock_guard<std::mutex> Lock(Mutex);
  while (!Entries.empty())
    drop(Entries.begin());
}

/// The caller holds Mutex.
void KeptAnalyses::drop(std::list<Entry>::iterator Which) {
  Pool->drop(Which->Memory, Which->Memory->Size);
  Entries.erase(Which);
}

KeptAnalyses::Share KeptAnalyses::find(const AnalysisKey &Key,
                                       const AnalysisQueue &Queue) {
  Share Found;
  std::lock_guard<std::mutex> Lock(Mutex);
  for (auto It = Entries.begin(); It != Entries.end(); ++It) {
    if (!It->isOf(Key))
      continue;
    if (It->Values != Key.Values) {
      Found.Reason = "the arguments or the range are others";
      continue;
    }
    if (!It->isFree(Queue)) {
      Found.Reason = "the analysis is in use on another queue";
      Found.IsBusy = true;
      return Found;
    }
    if (It->Use->HasEnded) {
      It->Executor = It->Use->Executor;
      It->Times.add(It->Use->Ran, It->Use->Ticks);
    }
    Found.IsReady = It->Versions == Key.Versions;
    if (!Found.IsReady) {
      Found.Reason = "memory that it depends on may have changed";
      It->Versions = Key.Versions;
      It->Header.keep = newAnalysisToken();
      It->Executor = 0;
      It->Times = OrderTimes();
    } else {
      Found.IsSlower = It->Times.areLevelsSlower();
      Found.Reason.clear();
      Found.Executor = It->Executor;
    }
    It->Queue = Queue.Name;
    It->Use = Found.Use = std::make_shared<AnalysisUse>();
    Found.Memory = It->Memory;
    Found.Header = It->Header;
    Found.Header.reuse = Found.IsReady ? Found.Header.keep : 0;
    Entries.splice(Entries.begin(), Entries, It);
    return Found;
  }
  return Found;
}

HeapLease KeptAnalyses::takeOver(const AnalysisKey &Key, uint64_t Size,
                                 const AnalysisQueue &Queue) {
  std::lock_guard<std::mutex> Lock(Mutex);
  size_t Count = 0;
  auto Oldest = Entries.end();
  for (auto It = Entries.begin(); It != Entries.end(); ++It)
    if (It->isOf(Key)) {
      ++Count;
      if (It->isFree(Queue) && It->Memory->Size >= Size)
        Oldest = It;
    }
  if (Count < MostOfKernel || Oldest == Entries.end())
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
  if (Memory->Size > Limit)
    return nullptr;
  Header.keep = newAnalysisToken();
  Header.reuse = 0;
  auto Use = std::make_shared<AnalysisUse>();
  std::lock_guard<std::mutex> Lock(Mutex);
  Entries.push_front({Key.Program, Key.Kernel, Key.Values, Key.Versions, Memory,
                      Header, Queue.Name, Use, 0, OrderTimes()});
  uint64_t Bytes = 0;
  size_t OfKernel = 0;
  for (auto It = Entries.begin(); It != Entries.end();) {
    auto Each = It++;
    Bytes += Each->Memory->Size;
    OfKernel += Each->isOf(Key);
    if (Bytes > Limit || (OfKernel > MostOfKernel && Each->isOf(Key))) {
      Bytes -= Each->Memory->Size;
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

uint64_t KeptAnalyses::bytes() const {
  std::lock_guard<std::mutex> Lock(Mutex);
  uint64_t Bytes = 0;
  for (const Entry &Each : Entries)
    Bytes += Each.Memory->Size;
  return Bytes;
}
