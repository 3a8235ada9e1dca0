//===- ProcessId.cpp - Which process this is ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ProcessId.h"

#include <atomic>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace tasklet;

/// Memory that is 0 again in the child of a fork (Linux 4.14); null where the
/// system does not have it.
static std::atomic<pid_t> *makeNote() {
  const size_t Page = size_t(sysconf(_SC_PAGESIZE));
  void *Memory = mmap(nullptr, Page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return nullptr;
  if (madvise(Memory, Page, MADV_WIPEONFORK) != 0) {
    munmap(Memory, Page);
    return nullptr;
  }
  return new (Memory) std::atomic<pid_t>(0);
}

pid_t tasklet::processId() {
  // It is used until the end of the process, so nobody gives it back.
  static std::atomic<pid_t> *const Note = makeNote();
  if (!Note)
    return getpid();
  pid_t Known = Note->load(std::memory_order_relaxed);
  if (!Known) {
    Known = getpid();
    Note->store(Known, std::memory_order_relaxed);
  }
  return Known;
}
