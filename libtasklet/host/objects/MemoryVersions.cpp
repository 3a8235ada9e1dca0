//===- MemoryVersions.cpp - Whether memory has changed --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/MemoryVersions.h"

#include "support/ObjectTable.h"

using namespace tasklet;

uint64_t MemoryVersions::watch(const void *Root, bool IsShared) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Active = true;
  auto [It, IsNew] = Entries.try_emplace(Root, Entry{0, IsShared});
  if (IsNew)
    It->second.Version = ++Last;
  return It->second.Version;
}

bool MemoryVersions::isWatched(const void *Root) const {
  std::lock_guard<std::mutex> Lock(Mutex);
  return Entries.count(Root) != 0;
}

void MemoryVersions::wrote(const void *Memory) {
  if (!Active)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  // The address of a part that is gone may be that of a root now: both count.
  if (auto It = Entries.find(Memory); It != Entries.end())
    It->second.Version = ++Last;
  auto Part = Parts.find(Memory);
  if (Part == Parts.end())
    return;
  if (auto It = Entries.find(Part->second); It != Entries.end())
    It->second.Version = ++Last;
}

void MemoryVersions::wroteShared() {
  if (!Active)
    return;
  std::lock_guard<std::mutex> Lock(Mutex);
  for (auto &[Root, Each] : Entries)
    if (Each.IsShared)
      Each.Version = ++Last;
}

void MemoryVersions::forget(const void *Memory) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Entries.erase(Memory);
  Parts.erase(Memory);
}

void MemoryVersions::alias(const void *Part, const void *Root) {
  std::lock_guard<std::mutex> Lock(Mutex);
  auto Further = Parts.find(Root);
  Parts[Part] = Further == Parts.end() ? Root : Further->second;
}

MemoryVersions &tasklet::memoryVersions() { return immortal<MemoryVersions>(); }
