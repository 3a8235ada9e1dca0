//===- Trees.cpp - A full tree, and one with fewer and fewer children -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace gpu;

namespace {

constexpr int Reads = 256, Steps = 256; ///< of each node, as in GTaP's table
constexpr uint32_t Inputs = 1 << 20;
constexpr uint32_t Children = 3; ///< at most, of a node of the pruned tree

uint32_t scramble(uint32_t X) {
  X ^= X >> 15;
  X *= 0x2c1b3c6du;
  X ^= X >> 12;
  return X;
}

/// What programs/trees.cl computes for a node, in the same order.
double work(const std::vector<double> &Input, uint32_t Node) {
  uint32_t Seed = scramble(Node + 0x51ed270bu);
  double Sum = 0;
  for (uint32_t I = 0; I < Reads; ++I)
    Sum += Input[scramble(Seed + I * 0x9e3779b1u) & (Inputs - 1)];
  uint32_t Mix = Seed + uint32_t(int32_t(Sum));
  for (uint32_t I = 0; I < Steps; ++I) {
    double Y = std::fma(double(scramble(Seed + I)), 1.0000001192092896,
                        0.9999999403953552);
    uint64_t Bits;
    memcpy(&Bits, &Y, sizeof(Bits));
    Mix ^= uint32_t(Bits);
  }
  return Mix;
}

class Tree : public Problem {
public:
  Tree(Engine &On, int Height, size_t Outs)
      : Problem(On), Height(Height), Values(makeInput()), Input(On, Values),
        Out(On, Outs), Outs(Outs) {
    On.load("trees");
  }
  void prepare() override {
    Out.write(
        std::vector<double>(Outs, std::numeric_limits<double>::quiet_NaN()));
  }

protected:
  int Height;
  std::vector<double> Values;
  Array<double> Input, Out;
  size_t Outs;

  static std::vector<double> makeInput() {
    std::mt19937 Random(1);
    std::uniform_real_distribution<double> Between(-1, 1);
    std::vector<double> Made(Inputs);
    for (double &Each : Made)
      Each = Between(Random);
    return Made;
  }
  static std::string wrongNode(uint32_t Node) {
    return "node " + std::to_string(Node) + " has a wrong value";
  }
};

class FullTree : public Tree {
public:
  FullTree(Engine &On, int Height)
      : Tree(On, Height, (size_t(2) << Height) - 1) {}
  Run run() override {
    return On.run("start_full", {Input, Inputs - 1, Out, Height, Reads, Steps});
  }
  /// All nodes are there; the values of some, up to 10,000, are compared.
  std::string check() override {
    const std::vector<double> Found = Out.read();
    const size_t Every = Outs / 10000 + 1;
    for (size_t Node = 0; Node < Outs; ++Node)
      if (std::isnan(Found[Node]) ||
          (Node % Every == 0 && Found[Node] != work(Values, uint32_t(Node))))
        return wrongNode(uint32_t(Node));
    return "";
  }
};

/// Nodes share places, so only their number is compared, and that the value in a
/// place is one of a node that belongs there: of those that are alone.
class PrunedTree : public Tree {
public:
  PrunedTree(Engine &On, int Height) : Tree(On, Height, Inputs), Nodes(On, 1) {}
  void prepare() override {
    Tree::prepare();
    Nodes.write({-1});
  }
  Run run() override {
    return On.run("start_pruned",
                  {Input, Inputs - 1, Out, Nodes, Height, Reads, Steps});
  }
  std::string check() override {
    if (Owners.empty()) {
      Owners.assign(Inputs, Nobody);
      Expected = count(0, Height);
    }
    int32_t Count = Nodes.read()[0];
    if (Count != Expected)
      return "it has " + std::to_string(Count) + " nodes, not " +
             std::to_string(Expected);
    const std::vector<double> Found = Out.read();
    size_t Compared = 0;
    for (uint32_t Place = 0; Place < Inputs; ++Place) {
      if (std::isnan(Found[Place]) != (Owners[Place] == Nobody))
        return "place " + std::to_string(Place) +
               (Owners[Place] == Nobody ? " belongs to no node, and has a value"
                                        : " has no value");
      if (Owners[Place] < Several && Compared++ < 10000 &&
          Found[Place] != work(Values, uint32_t(Owners[Place])))
        return wrongNode(uint32_t(Owners[Place]));
    }
    return "";
  }

private:
  static constexpr uint64_t Nobody = ~0ull, Several = 1ull << 32;
  Array<int32_t> Nodes;
  std::vector<uint64_t> Owners; ///< of each place: a node, or one of the above
  int32_t Expected = 0;

  int32_t count(uint32_t Node, int Left) {
    uint64_t &Owner = Owners[Node & (Inputs - 1)];
    Owner = Owner == Nobody ? Node : Several;
    int32_t Sum = 1;
    uint32_t S = scramble(Node ^ uint32_t(Left) * 0x85ebca6bu);
    for (uint32_t K = 0; Left > 0 && K < Children; ++K) {
      S = scramble(S + K + 1);
      if (int32_t(S % uint32_t(Height)) < Left)
        Sum += count(Node * Children + K + 1, Left - 1);
    }
    return Sum;
  }
};

} // namespace

std::unique_ptr<Problem> gpu::makeTree(Engine &On, const std::string &Size) {
  return std::make_unique<FullTree>(On, parseNumber(Size, 0, 25));
}

std::unique_ptr<Problem> gpu::makePruned(Engine &On, const std::string &Size) {
  return std::make_unique<PrunedTree>(On, parseNumber(Size, 1, 40));
}
