//===- Essential.cpp - What others need of a tree -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Essential.h"

using namespace barneshut;

namespace {

/// The device finds distances in single precision, which must not make it want
/// to look into a node that was sent without what is inside.
constexpr double Rounding = 1 + 1e-6;

/// The square of the distance from \p P to the next point of the box.
double squaredDistance(const cl_float4 &P, const Region &Box) {
  double Sum = 0;
  for (size_t D = 0; D < 3; ++D) {
    const double At = P.s[D];
    const double Nearest =
        std::min(std::max(At, double(Box.Low[D])), double(Box.High[D]));
    Sum += (At - Nearest) * (At - Nearest);
  }
  return Sum;
}

} // namespace

void barneshut::addEssential(const std::vector<DeviceNode> &Tree,
                             const std::vector<cl_float4> &Positions,
                             const Region &Target, bool Whole,
                             EssentialTrees &Result) {
  std::vector<DeviceNode> &Nodes = Result.Nodes.All;
  std::vector<cl_float4> &Bodies = Result.Bodies.All;
  const size_t NodesBefore = Nodes.size(), BodiesBefore = Bodies.size();
  const auto NodeNumber = [&] {
    return static_cast<cl_uint>(Nodes.size() - NodesBefore);
  };
  // A copied node whose subtree is not complete, and where the tree goes on.
  struct Open {
    size_t Copy;
    cl_uint Next;
  };
  std::vector<Open> Stack;
  const cl_uint End = Tree.front().Next;
  for (cl_uint At = 0; At != End;) {
    while (!Stack.empty() && Stack.back().Next == At) {
      Nodes[Stack.back().Copy].Next = NodeNumber();
      Stack.pop_back();
    }
    const DeviceNode &N = Tree[At];
    DeviceNode Copy = N;
    Copy.First = 0;
    Copy.Next = NodeNumber() + 1;
    if (!Whole && squaredDistance(N.Com, Target) >= Rounding * N.Reach2) {
      // Nobody there looks inside.
      Copy.Reach2 = 0;
      Copy.Count = LeafMark;
      At = N.Next;
    } else if (N.Count & LeafMark) {
      Copy.First = static_cast<cl_uint>(Bodies.size() - BodiesBefore);
      const auto First = Positions.begin() + N.First;
      Bodies.insert(Bodies.end(), First, First + (N.Count & ~LeafMark));
      At = N.Next;
    } else {
      Stack.push_back({Nodes.size(), N.Next});
      ++At;
    }
    Nodes.push_back(Copy);
  }
  for (const Open &O : Stack)
    Nodes[O.Copy].Next = NodeNumber();
  Result.Nodes.Counts[Target.Rank] = static_cast<int>(NodeNumber());
  Result.Bodies.Counts[Target.Rank] =
      static_cast<int>(Bodies.size() - BodiesBefore);
}

void barneshut::joinTrees(EssentialTrees &Trees, cl_uint FirstNode,
                          cl_uint FirstBody) {
  size_t Node = 0;
  cl_uint Body = FirstBody;
  for (size_t Rank = 0; Rank < Trees.Nodes.Counts.size(); ++Rank) {
    const cl_uint Base = FirstNode + static_cast<cl_uint>(Node);
    const size_t End = Node + static_cast<size_t>(Trees.Nodes.Counts[Rank]);
    for (; Node < End; ++Node) {
      Trees.Nodes.All[Node].Next += Base;
      Trees.Nodes.All[Node].First += Body;
    }
    Body += static_cast<cl_uint>(Trees.Bodies.Counts[Rank]);
  }
  const cl_uint End = FirstNode + static_cast<cl_uint>(Node);
  for (DeviceNode &N : Trees.Nodes.All)
    if (N.Next == End)
      N.Next = EndOfTree;
}
