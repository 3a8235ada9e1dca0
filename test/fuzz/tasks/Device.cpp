//===- Device.cpp - Run random task programs on the device ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Print.h"

#include <algorithm>

namespace tasklet::fuzz {
namespace {

std::vector<uint32_t> run(Device &D, const Program &P,
                          const std::string &Name) {
  std::vector<uint32_t> Words(P.bufferWords(), Untouched);
  std::vector<uint32_t> Numbers = P.KernelArgs;
  std::vector<Argument> Arguments = {bufferOf(Words)};
  for (uint32_t &Number : Numbers)
    Arguments.push_back({&Number, sizeof(Number), false});
  D.run(Name, Arguments,
        {{P.Offset, 0}, {P.Global[0], P.Global[1]}, {P.Local[0], P.Local[1]}});
  return Words;
}

std::string firstDifference(const Test &T, const std::vector<uint32_t> &Got) {
  const std::vector<uint32_t> &Want = T.Expected.Words;
  size_t At =
      std::mismatch(Want.begin(), Want.end(), Got.begin()).first - Want.begin();
  if (At == Want.size())
    return "";
  size_t Count = 0;
  for (size_t I = 0; I < Want.size(); ++I)
    Count += Want[I] != Got[I];
  uint64_t Region = T.P.regionWords(T.P.KernelFuel);
  return std::to_string(Count) + " of " + std::to_string(Want.size()) +
         " words differ, first g[" + std::to_string(At) + "] (work-item " +
         std::to_string(At / Region) + ", word " + std::to_string(At % Region) +
         " of its region): " + std::to_string(Got[At]) + " instead of " +
         std::to_string(Want[At]);
}

Batch batchOf(const std::vector<Test> &Tests) {
  return {Tests.size(), sourceOf(Tests), [&Tests](Device &D, size_t I) {
            return firstDifference(
                Tests[I],
                run(D, Tests[I].P, "p" + std::to_string(I) + "_kernel"));
          }};
}

} // namespace

std::string sourceOf(const std::vector<Test> &Tests) {
  std::string Source;
  for (size_t I = 0; I < Tests.size(); ++I)
    Source += print(Tests[I].P, "p" + std::to_string(I));
  return Source;
}

std::vector<Report> runTogether(const std::vector<Test> &Tests,
                                const Settings &S) {
  return runTogether(batchOf(Tests), S);
}

std::vector<Report> runEach(const std::vector<Test> &Tests, const Settings &S) {
  // A batch refers to its tests.
  std::vector<Test> Some;
  return runEach(
      Tests.size(),
      [&](size_t From, size_t To) {
        Some.assign(Tests.begin() + From, Tests.begin() + To);
        return batchOf(Some);
      },
      S);
}

} // namespace tasklet::fuzz
