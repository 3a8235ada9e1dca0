//===- LargeStack.cpp - Room for deep recursion ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/LargeStack.h"

#include <cstdint>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tasklet;

/// Below it, nothing new begins: bytes for the C library and for one statement.
static constexpr size_t Reserve = size_t(1) << 20;
static constexpr size_t Largest = size_t(8) << 30;
static constexpr size_t Smallest = 4 * Reserve;

/// A program that recurses without end is to fail, not to take all memory.
static size_t largestStack() {
  auto Memory = static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) *
                static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return Memory / 2 < Largest ? Memory / 2 / Reserve * Reserve : Largest;
}

static thread_local uintptr_t LowestAddress = 0;

namespace {
struct Job {
  llvm::function_ref<void()> Work;
  uintptr_t Lowest;
};
} // namespace

static void *work(void *Argument) {
  auto *J = static_cast<Job *>(Argument);
  LowestAddress = J->Lowest;
  J->Work();
  return nullptr;
}

bool kite::runOnLargeStack(llvm::function_ref<void()> Work) {
  for (size_t Size = largestStack(); Size >= Smallest;
       Size = Size / 2 / Reserve * Reserve) {
    // Not counted as memory in use before it is.
    void *Stack =
        mmap(nullptr, Size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (Stack == MAP_FAILED)
      continue;
    Job J = {Work, reinterpret_cast<uintptr_t>(Stack) + Reserve};
    pthread_attr_t Attributes;
    pthread_attr_init(&Attributes);
    pthread_attr_setstack(&Attributes, Stack, Size);
    pthread_t Thread;
    bool IsStarted = pthread_create(&Thread, &Attributes, work, &J) == 0;
    pthread_attr_destroy(&Attributes);
    if (IsStarted)
      pthread_join(Thread, nullptr);
    munmap(Stack, Size);
    if (IsStarted)
      return true;
  }
  return false;
}

bool kite::isStackShort() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <
         LowestAddress;
}
