//===- Queens.cpp - Placements of queens ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <optional>

using namespace gpu;

namespace {

/// \p Placed counts the queens that are placed on the way.
uint32_t countWays(uint32_t Board, uint32_t Columns, uint32_t Left,
                   uint32_t Right, uint64_t &Placed) {
  ++Placed;
  if (Columns == Board)
    return 1;
  uint32_t Ways = 0;
  for (uint32_t Open = Board & ~(Columns | Left | Right); Open;
       Open &= Open - 1) {
    uint32_t Queen = Open & -Open;
    Ways += countWays(Board, Columns | Queen, (Left | Queen) << 1,
                      (Right | Queen) >> 1, Placed);
  }
  return Ways;
}

class Queens : public Problem {
public:
  Queens(Engine &On, int N) : Problem(On), N(N), Found(On, 1) {
    On.load("nqueens");
  }
  void prepare() override { Found.write({~0u}); }
  Run run() override { return On.run("start", {Found, N}); }
  std::string check() override {
    if (!Expected) // Takes seconds for 16.
      Expected = countWays((1u << N) - 1, 0, 0, 0, Placed);
    uint32_t Ways = Found.read()[0];
    return Ways == *Expected ? ""
                             : "it says " + std::to_string(Ways) + ", not " +
                                   std::to_string(*Expected);
  }

  double units(const Run &) override { return double(Placed); }

private:
  int N;
  Array<uint32_t> Found;
  uint64_t Placed = 0;
  std::optional<uint32_t> Expected;
};

} // namespace

std::unique_ptr<Problem> gpu::makeQueens(Engine &On, const std::string &Size) {
  return std::make_unique<Queens>(On, parseNumber(Size, 1, 16));
}
