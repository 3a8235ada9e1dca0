//===- Sorts.cpp - Cilksort and mergesort ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace gpu;

namespace {

class Sort : public Problem {
public:
  Sort(Engine &On, const char *Program, int Count)
      : Problem(On), Count(Count), Numbers(Count), Data(On, Count),
        Spare(On, Count) {
    On.load(Program);
    std::mt19937 Random(1);
    for (int32_t &Each : Numbers)
      Each = int32_t(Random());
    Sorted = Numbers;
    std::sort(Sorted.begin(), Sorted.end());
  }
  void prepare() override { Data.write(Numbers); }
  Run run() override { return On.run("start", {Data, Spare, Count}); }
  std::string check() override {
    return Data.read() == Sorted ? "" : "the numbers are not sorted";
  }
  double units(const Run &) override {
    return Count * std::log2(double(Count) + 1);
  }

private:
  int Count;
  std::vector<int32_t> Numbers, Sorted;
  Array<int32_t> Data, Spare;
};

std::unique_ptr<Problem> makeSort(Engine &On, const char *Program,
                                  const std::string &Size) {
  return std::make_unique<Sort>(On, Program, parseNumber(Size, 1, 1 << 30));
}

} // namespace

std::unique_ptr<Problem> gpu::makeCilksort(Engine &On,
                                           const std::string &Size) {
  return makeSort(On, "cilksort", Size);
}

std::unique_ptr<Problem> gpu::makeMergesort(Engine &On,
                                            const std::string &Size) {
  return makeSort(On, "mergesort", Size);
}
