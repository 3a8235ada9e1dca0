//===- Measure.cpp - Runs that are timed ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>

using namespace sample;

namespace {

std::chrono::microseconds processorTime() {
  rusage Usage = {};
  getrusage(RUSAGE_SELF, &Usage);
  return std::chrono::seconds(Usage.ru_utime.tv_sec + Usage.ru_stime.tv_sec) +
         std::chrono::microseconds(Usage.ru_utime.tv_usec +
                                   Usage.ru_stime.tv_usec);
}

/// Waits until no thread of this process computes any more: pools of threads
/// look for work for a while before they sleep, and would disturb the program
/// whose turn is next. Gives up after a second.
void waitUntilQuiet() {
  constexpr std::chrono::microseconds Pause(5000);
  for (int I = 0; I < 200; ++I) {
    const std::chrono::microseconds Before = processorTime();
    std::this_thread::sleep_for(Pause);
    if (processorTime() - Before < Pause / 10)
      return;
  }
}

void sayDone(const Run &R) {
  waitUntilQuiet();
  std::printf("{\"seconds\": %.9f}\n", R.KernelSeconds);
  std::fflush(stdout);
}

bool isFaster(const Run &A, const Run &B) {
  return A.KernelSeconds < B.KernelSeconds;
}

} // namespace

Run &Run::operator+=(const Run &Other) {
  KernelSeconds += Other.KernelSeconds;
  WallSeconds += Other.WallSeconds;
  Counted |= Other.Counted;
  Tasks += Other.Tasks;
  Steals += Other.Steals;
  Workers = std::max(Workers, Other.Workers);
  HeapUsed = std::max(HeapUsed, Other.HeapUsed);
  return *this;
}

Run sample::medianRun(const RunOptions &How, const std::function<Run()> &Once) {
  const Run WarmUp = Once();
  std::vector<Run> All;
  if (How.Paced) {
    sayDone(WarmUp);
    for (std::string Line; std::getline(std::cin, Line);) {
      All.push_back(Once());
      sayDone(All.back());
    }
    if (All.empty())
      All.push_back(WarmUp);
  } else {
    for (int64_t I = 0; I < How.Runs; ++I)
      All.push_back(Once());
  }
  const auto Middle = All.begin() + static_cast<std::ptrdiff_t>(All.size() / 2);
  std::nth_element(All.begin(), Middle, All.end(), isFaster);
  Run Result = *Middle;
  for (const Run &R : All)
    Result.HeapUsed = std::max(Result.HeapUsed, R.HeapUsed);
  return Result;
}
