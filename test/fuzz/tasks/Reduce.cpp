//===- Reduce.cpp - Make a failing program small --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include <cstdio>

namespace tasklet::fuzz {
Reduction reduce(const Test &Failing, const Settings &S, const Report &Why,
                 bool QuickToo, unsigned Seconds) {
  Reduction R;
  R.Why = Why;
  Settings Tried = S;
  Tried.QuickDriver |= QuickToo;
  auto Start = Clock::now();
  if (Why.V == Verdict::Hung) {
    Tried.TimeoutSeconds = 10;
  } else {
    // Some cuts lead to a hang, which must not take the time of many others:
    // none of them has more to do than the whole program.
    runTogether({Failing}, Tried);
    auto Once = Clock::now() - Start;
    Tried.TimeoutSeconds =
        5 + 4 * std::chrono::duration_cast<std::chrono::seconds>(Once).count();
  }
  auto LastTold = Start;
  auto Deadline = Start + std::chrono::seconds(Seconds);
  auto Fails = [&](const Test &T) {
    Report Again = runTogether({T}, Tried)[0];
    if (!sameFailure(Again, Why))
      return false;
    R.Why = Again;
    return true;
  };
  auto Tell = [&](const Shrinking &Now) {
    if (Clock::now() - LastTold < std::chrono::seconds(5))
      return;
    LastTold = Clock::now();
    auto Spent =
        std::chrono::duration_cast<std::chrono::seconds>(LastTold - Start);
    std::printf("reducing: %zu of %zu lines after %u tries, %lld s\n",
                linesOf(Now.Smallest.P), linesOf(Failing.P), Now.Tries,
                static_cast<long long>(Spent.count()));
    std::fflush(stdout);
  };
  if (Tried.QuickDriver != S.QuickDriver) {
    // Cheaper, but it may end at a failure of the unoptimised driver alone.
    R.S = shrink(Failing, Fails, Deadline, Tell);
    Tried = S;
    if (Fails(R.S.Smallest))
      return R;
    Deadline += Clock::now() - Start;
  }
  R.S = shrink(Failing, Fails, Deadline, Tell);
  return R;
}

} // namespace tasklet::fuzz
