//===- RoundTrip.cpp - How far two processors are apart -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "RoundTrip.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <sched.h>
#include <thread>
#include <vector>

/// From now on, this thread runs on \p Processor alone.
static void stayOn(int Processor) {
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Processor, &Set);
  sched_setaffinity(0, sizeof(Set), &Set);
}

/// Sends a number there and back so many times.
static double measure(int Here, int There) {
  constexpr int Turns = 20000;
  std::atomic<int> Number{0};
  double Nanoseconds = 0;
  std::thread Other([&] {
    stayOn(There);
    for (int I = 0; I < Turns; ++I) {
      while (Number.load() != 2 * I + 1)
        ;
      Number.store(2 * I + 2);
    }
  });
  // Not the caller, who may run anywhere later on.
  std::thread Own([&] {
    stayOn(Here);
    const auto Begin = std::chrono::steady_clock::now();
    for (int I = 0; I < Turns; ++I) {
      Number.store(2 * I + 1);
      while (Number.load() != 2 * I + 2)
        ;
    }
    Nanoseconds = std::chrono::duration<double, std::nano>(
                      std::chrono::steady_clock::now() - Begin)
                      .count();
  });
  Own.join();
  Other.join();
  return Nanoseconds / Turns;
}

double ordered::roundTripTime() {
  cpu_set_t Set;
  CPU_ZERO(&Set);
  std::vector<int> Processors;
  if (sched_getaffinity(0, sizeof(Set), &Set) == 0)
    for (int I = 0; I < CPU_SETSIZE; ++I)
      if (CPU_ISSET(I, &Set))
        Processors.push_back(I);
  if (Processors.size() < 2)
    return 0;
  double Least = measure(Processors[0], Processors[1]);
  for (int Try = 0; Try < 4; ++Try)
    Least = std::min(Least, measure(Processors[0], Processors[1]));
  return Least;
}
