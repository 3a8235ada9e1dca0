//===- Octree.h - The tree that the forces of Barnes-Hut walk ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The tree that the sample's `build` makes, node for node, by serial code:
/// barnes_hut.cl says what the numbers mean. It is built before the clock
/// starts, so it is written to be short.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_OCTREE_H
#define TASKLET_BENCH_PROBLEMS_OCTREE_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench {

struct Octree {
  static constexpr uint32_t End = 0xffffffffu;
  static constexpr uint32_t LeafBit = 0x80000000u;
  static constexpr float Tiny = 1e-12f;

  /// Position and mass.
  struct Point {
    std::array<float, 3> At;
    float Mass;
  };

  struct Node {
    Point Com;
    float Reach2;
    uint32_t First, Count, Next;
  };

  std::vector<Point> Bodies; ///< In the order of the leaves.
  std::vector<Node> Nodes;

  Octree(std::vector<Point> Points, uint32_t Leaf, float InvTheta)
      : Bodies(std::move(Points)), Nodes(2 * Bodies.size() - 1), Leaf(Leaf),
        InvTheta(InvTheta), Spare(Bodies.size()) {
    float Far = 0;
    for (const Point &B : Bodies)
      for (const float Coordinate : B.At)
        Far = std::max(Far, std::fabs(Coordinate));
    int Exponent;
    std::frexp(Far, &Exponent);
    const auto Count = static_cast<uint32_t>(Bodies.size());
    build({{0, 0, 0}, std::ldexp(1.0f, Exponent)}, 0, 0, Count, End);
  }

private:
  /// Centre and half side.
  struct Cell {
    std::array<float, 3> Centre;
    float Half;
  };

  struct Box {
    std::array<float, 3> Lo, Hi;
    float longestSide() const {
      return std::max({Hi[0] - Lo[0], Hi[1] - Lo[1], Hi[2] - Lo[2]});
    }
  };

  Box boundsOf(uint32_t First, uint32_t Count) const {
    Box B = {Bodies[First].At, Bodies[First].At};
    for (uint32_t I = First; I < First + Count; ++I)
      for (size_t D = 0; D < 3; ++D) {
        B.Lo[D] = std::min(B.Lo[D], Bodies[I].At[D]);
        B.Hi[D] = std::max(B.Hi[D], Bodies[I].At[D]);
      }
    return B;
  }

  static Cell shrink(Cell C, const Box &B) {
    while (C.Half > 0.25f * Tiny) {
      bool Upper[3];
      for (size_t D = 0; D < 3; ++D) {
        Upper[D] = B.Lo[D] >= C.Centre[D];
        if (!Upper[D] && !(B.Hi[D] < C.Centre[D]))
          return C;
      }
      C.Half *= 0.5f;
      for (size_t D = 0; D < 3; ++D)
        C.Centre[D] += Upper[D] ? C.Half : -C.Half;
    }
    return C;
  }

  static uint32_t octantOf(const Point &P, const Cell &C) {
    uint32_t Result = 0;
    for (size_t D = 0; D < 3; ++D)
      Result |= uint32_t(P.At[D] >= C.Centre[D]) << D;
    return Result;
  }

  static Cell cellOf(Cell C, uint32_t Octant) {
    C.Half *= 0.5f;
    for (size_t D = 0; D < 3; ++D)
      C.Centre[D] += Octant >> D & 1 ? C.Half : -C.Half;
    return C;
  }

  /// Mass times position, and mass.
  using Weighted = std::array<float, 4>;

  Weighted build(Cell C, uint32_t At, uint32_t First, uint32_t Count,
                 uint32_t Next) {
    const Box B = boundsOf(First, Count);
    Weighted Sum = {};
    const bool IsLeaf = Count <= Leaf || B.longestSide() < Tiny;
    if (IsLeaf) {
      for (uint32_t I = First; I < First + Count; ++I) {
        for (size_t D = 0; D < 3; ++D)
          Sum[D] += Bodies[I].Mass * Bodies[I].At[D];
        Sum[3] += Bodies[I].Mass;
      }
    } else {
      C = shrink(C, B);
      Sum = buildChildren(C, At, First, Count, Next);
    }
    Node &N = Nodes[At];
    float Distance2 = 0;
    for (size_t D = 0; D < 3; ++D) {
      const float Centre = 0.5f * (B.Lo[D] + B.Hi[D]);
      const float Com = Sum[3] > 0 ? Sum[D] / Sum[3] : Centre;
      N.Com.At[D] = std::clamp(Com, B.Lo[D], B.Hi[D]);
      Distance2 += (N.Com.At[D] - Centre) * (N.Com.At[D] - Centre);
    }
    N.Com.Mass = Sum[3];
    const float Reach = B.longestSide() * InvTheta + std::sqrt(Distance2);
    N.Reach2 = B.longestSide() < Tiny ? 0.0f : Reach * Reach;
    N.First = First;
    N.Count = IsLeaf ? Count | LeafBit : Count;
    N.Next = Next;
    return Sum;
  }

  Weighted buildChildren(const Cell &C, uint32_t At, uint32_t First,
                         uint32_t Count, uint32_t Next) {
    std::array<uint32_t, 8> Size = {}, Start = {};
    for (uint32_t I = First; I < First + Count; ++I)
      ++Size[octantOf(Bodies[I], C)];
    uint32_t Last = 0;
    for (uint32_t O = 0, Sum = First; O < 8; Sum += Size[O++]) {
      Start[O] = Sum;
      if (Size[O])
        Last = O;
    }
    for (uint32_t I = First; I < First + Count; ++I)
      Spare[Start[octantOf(Bodies[I], C)]++] = Bodies[I];
    std::copy_n(Spare.begin() + First, Count, Bodies.begin() + First);

    Weighted Sum = {};
    uint32_t KidAt = At + 1, KidFirst = First;
    for (uint32_t O = 0; O < 8; ++O) {
      const uint32_t N = Size[O];
      if (!N)
        continue;
      const uint32_t Room = N <= Leaf ? 1 : 2 * N - 1;
      const Weighted Kid = build(cellOf(C, O), KidAt, KidFirst, N,
                                 O == Last ? Next : KidAt + Room);
      for (size_t D = 0; D < 4; ++D)
        Sum[D] += Kid[D];
      KidAt += Room;
      KidFirst += N;
    }
    return Sum;
  }

  uint32_t Leaf;
  float InvTheta;
  std::vector<Point> Spare;
};

} // namespace bench

#endif
