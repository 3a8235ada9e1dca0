//===- Fib.cpp - Tasks that do nothing but spawn --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <utility>

using namespace gpu;

namespace {

class Fib : public Problem {
public:
  Fib(Engine &On, int N) : Problem(On), N(N), Out(On, 1) { On.load("fib"); }
  void prepare() override { Out.write({-1}); }
  Run run() override { return On.run("start", {N, Out}); }
  std::string check() override {
    int Before = 0, Expected = 1;
    for (int I = 1; I < N; ++I)
      Before = std::exchange(Expected, Before + Expected);
    int Found = Out.read()[0];
    return Found == Expected ? ""
                             : "it says " + std::to_string(Found) + ", not " +
                                   std::to_string(Expected);
  }

private:
  int N;
  Array<int32_t> Out;
};

} // namespace

std::unique_ptr<Problem> gpu::makeFib(Engine &On, const std::string &Size) {
  return std::make_unique<Fib>(On, parseNumber(Size, 1, 46));
}
