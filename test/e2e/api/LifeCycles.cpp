//===- LifeCycles.cpp - From creation to release, many times --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// life_cycles COUNT: creates everything that a command with tasks needs, runs
/// it, and releases everything, COUNT times. Before that the same without
/// tasks: what memory that takes is the driver's. Fails if tasks take more.
/// LeakSanitizer, which this program is linked with, looks for the rest when it
/// ends.
///
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace tasklet::test;

/// Bytes that are resident.
static long residentBytes() {
  long Total = 0, Resident = 0;
  std::ifstream("/proc/self/statm") >> Total >> Resident;
  return Resident * sysconf(_SC_PAGESIZE);
}

static void fail(const char *What, int Round) {
  fprintf(stderr, "%s in round %d\n", What, Round);
  _Exit(1);
}

static cl_uint references(cl_context Context) {
  cl_uint Count = 0;
  clGetContextInfo(Context, CL_CONTEXT_REFERENCE_COUNT, sizeof(Count), &Count,
                   nullptr);
  return Count;
}

/// True as soon as the context has \p Count references; the driver's threads
/// may still be busy with some.
static bool comesDownTo(cl_context Context, cl_uint Count) {
  for (int I = 0; I < 5000 && references(Context) != Count; ++I)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return references(Context) == Count;
}

/// The buffer of the results.
static cl_mem runOnce(Subject &S, int Round) {
  cl_kernel K = S.kernel("sums");
  cl_mem Out = S.buffer(16);
  S.set(K, 0, Out);
  S.set(K, 1, 4);
  cl_event Event = nullptr;
  // With an event that is asked, one that nobody wants, and one that is
  // released while the command runs.
  bool Wanted = Round % 3 != 0;
  if (S.enqueue(K, 16, {}, Wanted ? &Event : nullptr) != CL_SUCCESS)
    fail("refused", Round);
  if (Round % 3 == 1) {
    cl_uint References = 0;
    clGetEventInfo(Event, CL_EVENT_REFERENCE_COUNT, sizeof(References),
                   &References, nullptr);
    clSetEventCallback(
        Event, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr);
    clWaitForEvents(1, &Event);
  }
  if (Event)
    clReleaseEvent(Event);
  // Wrong ones leave nothing behind, either.
  cl_kernel Unset = S.kernel("add");
  if (S.enqueue(Unset, 16) != CL_INVALID_KERNEL_ARGS)
    fail("not refused", Round);
  cl_int Code;
  if (cl_kernel Clone = clCloneKernel(K, &Code))
    clReleaseKernel(Clone);
  if (S.read(Out, 1)[0] != 0 + 1 + 4 + 9)
    fail("wrong result", Round);
  return Out;
}

/// Bytes that the last nine tenths of \p Count rounds took. \p Left is how
/// many references contexts have that one buffer is left in: every object of
/// the driver refers to its context. With tasks it is the heap, kept for the
/// next command, and its shared virtual memory refers to the context as well;
/// without, it is the application's, and Left is found out.
static long growth(bool Tasks, int Count, cl_uint &Left) {
  long Start = 0;
  for (int Round = 0; Round < Count; ++Round) {
    if (Round == Count / 10)
      Start = residentBytes();
    cl_context Context;
    cl_mem Kept = nullptr;
    {
      Subject S(Tasks, 0, "");
      Context = S.Context;
      clRetainContext(Context);
      cl_mem Out = runOnce(S, Round);
      if (!Tasks) {
        Kept = Out;
        clRetainMemObject(Kept);
      }
    }
    if (!Tasks && Round == 0)
      Left = references(Context);
    const cl_uint Wanted = Left + Tasks;
    if (!comesDownTo(Context, Wanted)) {
      fprintf(stderr, "%s tasks, %u references instead of %u: ",
              Tasks ? "with" : "without", references(Context), Wanted);
      fail("objects that nobody released", Round);
    }
    if (Kept)
      clReleaseMemObject(Kept);
    clReleaseContext(Context);
  }
  return residentBytes() - Start;
}

int main(int NumWords, char **Words) {
  int Count = NumWords > 1 ? atoi(Words[1]) : 100;
  cl_uint Left = 0;
  long Plain = growth(false, Count, Left), Tasks = growth(true, Count, Left);
  printf("%d cycles: %ld KiB with tasks, %ld KiB without\n", Count,
         Tasks / 1024, Plain / 1024);
  // Some memory comes and goes with the luck of threads and of malloc().
  long Allowed = 2 * std::max(Plain, 0L) + 8L * 1024 * 1024;
  if (Tasks > Allowed)
    printf("tasks may take %ld KiB\n", Allowed / 1024);
  return Tasks > Allowed;
}
