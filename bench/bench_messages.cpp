//===- bench_messages.cpp - What messages between processors cost ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints two times in nanoseconds as JSON. A theft is made of both.
///
///   transfer  until a processor has a line that another one has written: half
///             of the time in which two threads on the first two processors of
///             this process hand a line to and fro; 0 if there is only one
///   atomic    of an atomic addition to a line that the processor has
///
/// Both are the shortest of several. Virtual processors may be moved, so that
/// `transfer` is another one a second later.
///
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Report.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <limits>
#include <sched.h>
#include <thread>
#include <vector>

using namespace sample;

namespace {

constexpr int Rounds = 20000, Times = 50;
using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

std::vector<int> usableProcessors() {
  cpu_set_t Set;
  std::vector<int> Found;
  if (!sched_getaffinity(0, sizeof(Set), &Set))
    for (int I = 0; I < CPU_SETSIZE; ++I)
      if (CPU_ISSET(I, &Set))
        Found.push_back(I);
  return Found;
}

void runOn(int Processor) {
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Processor, &Set);
  sched_setaffinity(0, sizeof(Set), &Set);
}

/// Waits for even numbers, or for odd ones, and writes the next one.
void bounce(std::atomic<int> &Ball, int Parity) {
  for (int I = Parity; I < 2 * Rounds; I += 2) {
    while (Ball.load(std::memory_order_acquire) != I)
      ;
    Ball.store(I + 1, std::memory_order_release);
  }
}

} // namespace

static double measureTransfer() {
  const std::vector<int> Usable = usableProcessors();
  if (Usable.size() < 2)
    return 0;
  double Least = std::numeric_limits<double>::infinity();
  for (int T = 0; T < Times; ++T) {
    alignas(128) std::atomic<int> Ball{-1};
    std::thread Other([&] {
      runOn(Usable[1]);
      bounce(Ball, 1);
    });
    std::thread One([&] {
      runOn(Usable[0]);
      bounce(Ball, 0);
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const auto Start = Clock::now();
    Ball.store(0, std::memory_order_release);
    One.join();
    Other.join();
    Least = std::min(Least, Nanoseconds(Clock::now() - Start).count());
  }
  return Least / (2 * Rounds);
}

static double measureAtomic() {
  double Least = std::numeric_limits<double>::infinity();
  for (int T = 0; T < Times; ++T) {
    std::atomic<int> Count{0};
    const auto Start = Clock::now();
    for (int I = 0; I < Rounds; ++I)
      Count.fetch_add(1, std::memory_order_relaxed);
    Least = std::min(Least, Nanoseconds(Clock::now() - Start).count());
  }
  return Least / Rounds;
}

int main(int Argc, char **Argv) {
  return runSample("bench_messages", [&] {
    Options Opts("bench_messages",
                 "Prints what messages between two processors cost.");
    if (!Opts.parse(Argc, Argv))
      return 0;
    std::printf("{\"transfer\": %.2f, \"atomic\": %.2f}\n", measureTransfer(),
                measureAtomic());
    return 0;
  });
}
