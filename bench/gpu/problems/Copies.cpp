//===- Copies.cpp - Rows copied by whole warps ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

using namespace gpu;

namespace {

constexpr uint32_t Every = 2; ///< Each second work-item wants its row.
constexpr size_t Group = 64;  ///< as in bench/everywhere/copies.cl

/// Figure 1 (d) of the paper on everywhere blocks.
class Copies : public Problem {
public:
  Copies(Engine &On, bool ByHand, uint32_t Words)
      : Problem(On), Kernel(ByHand ? "by_hand" : "block"), Words(Words),
        Rows((1u << 24) / Words / Group * Group), Source(Rows * Words),
        From(On, Source.size()), To(On, Source.size()) {
    for (size_t I = 0; I < Source.size(); ++I)
      Source[I] = int32_t(I * 2654435761u);
    From.write(Source);
    if (ByHand)
      On.loadPtx("copies_by_hand");
    else
      On.load("copies");
  }
  void prepare() override { To.write(std::vector<int32_t>(Source.size(), -1)); }
  Run run() override {
    Run Ran = {};
    Ran.Kernel = Ran.Total =
        On.launch(Kernel, {From, To, Words, Every}, Rows, Group);
    return Ran;
  }
  std::string check() override {
    const std::vector<int32_t> Found = To.read();
    for (size_t I = 0; I < Found.size(); ++I)
      if (Found[I] != (I / Words % Every ? -1 : Source[I]))
        return "word " + std::to_string(I) + " is wrong";
    return "";
  }
  double units(const Run &) override { return double(Source.size()) / Every; }

private:
  const char *Kernel;
  uint32_t Words;
  size_t Rows;
  std::vector<int32_t> Source;
  Array<int32_t> From, To;
};

} // namespace

std::unique_ptr<Problem> gpu::makeCopies(Engine &On, const std::string &Size) {
  return std::make_unique<Copies>(On, false,
                                  uint32_t(parseNumber(Size, 1, 1 << 18)));
}

std::unique_ptr<Problem> gpu::makeCopiesByHand(Engine &On,
                                               const std::string &Size) {
  return std::make_unique<Copies>(On, true,
                                  uint32_t(parseNumber(Size, 1, 1 << 18)));
}
