//===- LargePages.cpp - Memory on large pages -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/LargePages.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>

using namespace tasklet;

static constexpr uint64_t PageSize = 2 << 20;

std::shared_ptr<LargePages> LargePages::map(uint64_t Size) {
  Size = (Size + PageSize - 1) / PageSize * PageSize;
  // Where it begins is the system's choice; so one page more.
  void *Place = mmap(nullptr, Size + PageSize, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Place == MAP_FAILED)
    return nullptr;
  char *First = static_cast<char *>(Place);
  uint64_t Before = -reinterpret_cast<uintptr_t>(First) % PageSize;
  if (Before)
    munmap(First, Before);
  munmap(First + Before + Size, PageSize - Before);
  madvise(First + Before, Size, MADV_HUGEPAGE);
  return std::shared_ptr<LargePages>(new LargePages(First + Before, Size));
}

LargePages::~LargePages() { munmap(Begin, Size); }

void LargePages::populate() const {
  // Of this thread, on Linux: who has work to do goes first.
  setpriority(PRIO_PROCESS, 0, 19);
#ifdef MADV_POPULATE_WRITE
  // One by one: meanwhile nobody else in the process gets memory.
  for (uint64_t At = 0; At < Size; At += PageSize)
    if (madvise(Begin + At, PageSize, MADV_POPULATE_WRITE))
      break;
#endif
  HasAll = true;
}

void LargePages::askForAll() const {
  if (IsAsked.exchange(true))
    return;
  try {
    std::thread([Self = shared_from_this()] { Self->populate(); }).detach();
  } catch (const std::system_error &) {
    HasAll = true; // Who writes waits.
  }
}
