//===- SlowPages.cpp - A system that is slow to find memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "SlowPages.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

std::atomic<bool> PagesAreSlow{false};

#ifdef MADV_POPULATE_WRITE
static double processorSeconds() {
  timespec Time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return double(Time.tv_sec) + double(Time.tv_nsec) * 1e-9;
}
#endif

extern "C" int madvise(void *Place, size_t Size, int Advice) noexcept {
#ifdef MADV_POPULATE_WRITE
  const double End = processorSeconds() + 5e-3;
  while (Advice == MADV_POPULATE_WRITE && PagesAreSlow &&
         processorSeconds() < End)
    ;
#endif
  return int(syscall(SYS_madvise, Place, Size, Advice));
}
