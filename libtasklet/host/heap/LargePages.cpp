//===- LargePages.cpp - Memory on large pages -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/LargePages.h"

#include <algorithm>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <thread>
#include <time.h>

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

/// Asks for one page, and waits for it. False: the system does not know the question,
/// or has no memory.
static bool populateAt([[maybe_unused]] char *Place) {
#ifdef MADV_POPULATE_WRITE
  return madvise(Place, PageSize, MADV_POPULATE_WRITE) == 0;
#else
  return false;
#endif
}

/// Of this thread: others that run meanwhile do not count.
static double processorSeconds() {
  timespec Time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return double(Time.tv_sec) + double(Time.tv_nsec) * 1e-9;
}

/// To clear pages takes 0.1 to 0.3 ms for each; where the host of the machine has to
/// find them, it took 15 to 30.
static constexpr uint64_t ProbedPages = 32;
static constexpr double SlowPage = 1.25e-3;

bool LargePages::comeFast() const {
  if (IsAsked)
    return true;
  const uint64_t Pages = std::min(Size / PageSize, ProbedPages);
  const double End = processorSeconds() + SlowPage * double(Pages);
  for (uint64_t Page = 0; Page < Pages; ++Page) {
    if (!populateAt(Begin + Page * PageSize))
      return true; // Who writes finds out.
    if (processorSeconds() > End)
      return false;
  }
  return true;
}

void LargePages::populate() const {
  // Of this thread, on Linux: who has work to do goes first.
  setpriority(PRIO_PROCESS, 0, 19);
  // One by one: meanwhile nobody else in the process gets memory.
  for (uint64_t At = 0; At < Size && populateAt(Begin + At); At += PageSize)
    ;
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
