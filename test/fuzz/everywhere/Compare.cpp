//===- Compare.cpp - Run programs with everywhere in all three ways -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Lower.h"
#include "Reference.h"

using namespace tasklet::fuzz;

namespace tasklet::simd {

std::string compareWithMachine(const Test &T) {
  return firstDifference(T.P, T.Expected, runMachine(T.P, [&](unsigned Lanes) {
                           return lower(T.P, Lanes);
                         }));
}

std::string sourceOf(const std::vector<Test> &Tests, Fault Planted) {
  std::string Source = printPrelude();
  for (size_t I = 0; I < Tests.size(); ++I)
    Source += printCl(Tests[I].P, "p" + std::to_string(I), Planted);
  return Source;
}

Outcome runOnDevice(Device &D, const Program &P, const std::string &Kernel) {
  Outcome Out{Layout(P)};
  std::vector<int32_t> Counters(Out.Counters.size());
  // No buffer is empty.
  std::vector<int64_t> Shown = Out.Shown;
  Shown.push_back(0);
  Range R;
  R.Global[0] = P.Local[0] * P.Groups;
  R.Global[1] = P.Local[1];
  R.Local[0] = P.Local[0];
  R.Local[1] = P.Local[1];
  D.run(Kernel, {bufferOf(Out.Words), bufferOf(Counters), bufferOf(Shown)}, R);
  Out.Counters.assign(Counters.begin(), Counters.end());
  Shown.pop_back();
  Out.Shown = Shown;
  return Out;
}

Settings withWarp(Settings S, unsigned WarpSize) {
  S.BuildOptions += " -tkl-warp-size=" + std::to_string(WarpSize);
  return S;
}

std::vector<Report> compareWithDevice(const std::vector<Test> &Tests,
                                      const Settings &S, Fault Planted) {
  std::vector<Test> Some;
  auto Part = [&](size_t From, size_t To) {
    Some.assign(Tests.begin() + From, Tests.begin() + To);
    return Batch{
        Some.size(), sourceOf(Some, Planted), [&](Device &D, size_t I) {
          return firstDifference(
              Some[I].P, Some[I].Expected,
              runOnDevice(D, Some[I].P, "p" + std::to_string(I) + "_kernel"));
        }};
  };
  return runEach(Tests.size(), Part, withWarp(S, Tests[0].P.WarpSize));
}

} // namespace tasklet::simd
