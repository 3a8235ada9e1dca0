//===- TickClock.cpp - Times of the workers as times of the host ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "trace/TickClock.h"

#include <chrono>
#include <cmath>

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

using namespace tasklet;

static uint64_t readCounter() {
#if defined(__x86_64__) || defined(__i386__)
  return __rdtsc();
#else
  return 0;
#endif
}

static int64_t readClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

TickClock::Reading TickClock::Reading::take() {
  // The thread may be interrupted between the readings, so the quickest of
  // several tries counts.
  Reading Best;
  uint64_t Shortest = UINT64_MAX;
  for (int I = 0; I < 5; ++I) {
    uint64_t Before = readCounter();
    int64_t Now = readClock();
    uint64_t After = readCounter();
    if (After - Before < Shortest) {
      Shortest = After - Before;
      Best = {Before + Shortest / 2, Now};
    }
  }
  return Best;
}

TickClock::TickClock() : Start(Reading::take()) {}

int64_t TickClock::Scale::at(uint64_t Tick) const {
  return Nanoseconds +
         int64_t(std::floor(double(int64_t(Tick - Ticks)) * TickLength));
}

TickClock::Scale TickClock::scale() const {
  // Long enough that the time to read the clocks does not matter.
  constexpr int64_t Enough = 1000000; // nanoseconds
  Reading Now = Reading::take();
  while (Now.Nanoseconds - Start.Nanoseconds < Enough)
    Now = Reading::take();
  if (Now.Ticks <= Start.Ticks)
    return {};
  int64_t Nanoseconds = Now.Nanoseconds - Start.Nanoseconds;
  return {double(Nanoseconds) / double(Now.Ticks - Start.Ticks), Now.Ticks,
          Nanoseconds};
}

const TickClock &tasklet::tickClock() {
  static const TickClock Clock;
  return Clock;
}
