//===- Uts.h - Unbalanced tree search ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_UTS_H
#define TASKLET_BENCH_PROBLEMS_UTS_H

#include "Tree.h"

#include <vector>

namespace bench {

class Uts : public Problem {
public:
  explicit Uts(const Size &S) : Shape(uts::makeTree(uts::findTree(S.Tree))) {}
  void solve() override {
    const uts::Node Root = {Shape.Root, 0};
    Result = RunsTasks ? spawning(Root, Shape.RootChildren, Shape)
                       : calling(Root, Shape.RootChildren, Shape);
  }
  uint64_t result() const override { return Result.Nodes; }

protected:
  KEEP_CALLS static uts::Tally calling(const uts::Node &Self, uint32_t Children,
                                       const uts::Tree &Shape) {
    uts::Tally Sum = {1, Children == 0, Self.Depth};
    for (uint32_t I = 0; I < Children; ++I) {
      const uts::Node Child = uts::makeChild(Self, I);
      Sum += calling(Child, uts::countChildren(Child, Shape), Shape);
    }
    return Sum;
  }

  static uts::Tally spawning(const uts::Node &Self, uint32_t Children,
                             const uts::Tree &Shape) {
    uts::Tally Sum = {1, Children == 0, Self.Depth};
    if (Children == 0)
      return Sum;
    std::vector<uts::Tally> Parts(Children);
    TaskGroup Group;
    for (uint32_t I = 0; I < Children; ++I) {
      uts::Tally *Part = &Parts[I];
      const auto Visit = [&Self, &Shape, I, Part] {
        const uts::Node Child = uts::makeChild(Self, I);
        *Part = spawning(Child, uts::countChildren(Child, Shape), Shape);
      };
      if (I + 1 < Children)
        Group.spawn(Visit);
      else
        Visit();
    }
    Group.wait();
    for (const uts::Tally &Part : Parts)
      Sum += Part;
    return Sum;
  }

  uts::Tree Shape;
  uts::Tally Result;
};

} // namespace bench

#endif
