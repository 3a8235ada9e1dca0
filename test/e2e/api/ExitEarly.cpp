//===- ExitEarly.cpp - An application that does not wait ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// exit_early MICROSECONDS [thread]: enqueues commands, and ends some time
/// after that, whatever they do, with status 7. Afterwards it lingers for a
/// while after the destructors of all libraries, so that a thread that still
/// needed something of theirs crashes every time and not once in a while.
///
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <chrono>
#include <cstdlib>
#include <thread>

using namespace tasklet::test;

static void sleepFor(long Microseconds) {
  std::this_thread::sleep_for(std::chrono::microseconds(Microseconds));
}

static void launch() {
  // Never released: the process ends in the middle.
  auto *S = new Subject(true, 0, "");
  for (const char *Name : {"sums", "places"}) {
    cl_kernel K = S->kernel(Name);
    cl_mem Out = S->buffer(64);
    S->set(K, 0, Out);
    S->set(K, 1, 1);
    if (S->enqueue(K, 64) != CL_SUCCESS)
      _Exit(1);
  }
  clFlush(S->Queue);
}

int main(int Count, char **Words) {
  // Registered first, so that it runs last.
  atexit([] { sleepFor(400000); });
  if (Count < 2)
    return 1;
  // A second thread that launches, while this one has used OpenCL before.
  if (Count > 2) {
    Subject Other(false, 0, "");
    std::thread(launch).join();
  } else {
    launch();
  }
  sleepFor(atol(Words[1]));
  exit(7);
}
