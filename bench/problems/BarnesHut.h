//===- BarnesHut.h - Forces by the Barnes-Hut method ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_BARNESHUT_H
#define TASKLET_BENCH_PROBLEMS_BARNESHUT_H

#include "GravityCheck.h"
#include "Octree.h"
#include "Vector8.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace bench {

/// The sample's kernel `forces`, with its default settings. The result is the
/// number of pulls; rounding differs between compilers, and may once in a while
/// open a node more or less.
class BarnesHut : public Problem {
public:
  explicit BarnesHut(const Size &S)
      : Tree(makePlummerTree(size_t(checkSize(S.N, 1, 10000000)))),
        Forces(Tree.Bodies.size()) {}
  void solve() override { Pulls = RunsTasks ? spawning(0) : calling(0); }
  uint64_t result() const override {
    checkForces();
    return Pulls;
  }

protected:
  static constexpr uint32_t Group = 256;
  static constexpr float Eps2 = GravityEps2;

  struct Pull {
    Float8 X, Y, Z, Potential;

    /// The pull of mass M at the distance (DX, DY, DZ), D2 squared.
    void add(const Float8 &DX, const Float8 &DY, const Float8 &DZ,
             const Float8 &D2, float M) {
      const Float8 R2 = D2 + Eps2;
      const Float8 Inverse =
          where(R2 > Octree::Tiny * Octree::Tiny, inverseRoot(R2));
      const Float8 MInverse = M * Inverse;
      const Float8 MInverse3 = MInverse * Inverse * Inverse;
      X += MInverse3 * DX;
      Y += MInverse3 * DY;
      Z += MInverse3 * DZ;
      Potential -= MInverse;
    }
  };

  /// Up to eight bodies, First to Last, walk the tree together.
  uint32_t pullBodies(uint32_t First, uint32_t Last) {
    const std::vector<Octree::Point> &Bodies = Tree.Bodies;
    Float8 X, Y, Z;
    for (uint32_t I = 0; I < 8; ++I) {
      const Octree::Point &P = Bodies[std::min(First + I, Last)];
      X[I] = P.At[0];
      Y[I] = P.At[1];
      Z[I] = P.At[2];
    }
    Pull Sum = {};
    uint32_t Sources = 0;
    for (uint32_t At = 0; At != Octree::End;) {
      const Octree::Node &N = Tree.Nodes[At];
      const Float8 DX = N.Com.At[0] - X, DY = N.Com.At[1] - Y,
                   DZ = N.Com.At[2] - Z;
      const Float8 D2 = DX * DX + DY * DY + DZ * DZ;
      if (!any(D2 < N.Reach2)) {
        Sum.add(DX, DY, DZ, D2, N.Com.Mass);
        ++Sources;
        At = N.Next;
        continue;
      }
      if (!(N.Count & Octree::LeafBit)) {
        ++At;
        continue;
      }
      const uint32_t End = N.First + (N.Count & ~Octree::LeafBit);
      for (uint32_t I = N.First; I < End; ++I) {
        const Octree::Point &Q = Bodies[I];
        const Float8 EX = Q.At[0] - X, EY = Q.At[1] - Y, EZ = Q.At[2] - Z;
        Sum.add(EX, EY, EZ, EX * EX + EY * EY + EZ * EZ, Q.Mass);
      }
      Sources += End - N.First;
      At = N.Next;
    }
    const float Self = 1 / std::sqrt(Eps2);
    for (uint32_t I = First; I <= Last; ++I) {
      const uint32_t K = I - First;
      Forces[I] = {{Sum.X[K], Sum.Y[K], Sum.Z[K]},
                   Sum.Potential[K] + Bodies[I].Mass * Self};
    }
    return Sources * (Last - First + 1);
  }

  uint64_t pullRange(uint32_t First, uint32_t End) {
    uint64_t Result = 0;
    for (uint32_t I = First; I < End; I += 8)
      Result += pullBodies(I, std::min(I + 7, End - 1));
    return Result;
  }

  bool isSmall(const Octree::Node &N) const {
    return N.Count & Octree::LeafBit || N.Count <= Group;
  }

  uint64_t pullSmall(const Octree::Node &N) {
    return pullRange(N.First, N.First + (N.Count & ~Octree::LeafBit));
  }

  KEEP_CALLS uint64_t calling(uint32_t At) {
    const Octree::Node &N = Tree.Nodes[At];
    if (isSmall(N))
      return pullSmall(N);
    uint64_t Sum = 0;
    for (uint32_t Kid = At + 1; Kid != N.Next; Kid = Tree.Nodes[Kid].Next)
      Sum += calling(Kid);
    return Sum;
  }

  uint64_t spawning(uint32_t At) {
    const Octree::Node &N = Tree.Nodes[At];
    if (isSmall(N))
      return pullSmall(N);
    uint64_t Parts[8] = {};
    uint32_t Kids = 0;
    TaskGroup Group;
    for (uint32_t Kid = At + 1; Kid != N.Next; Kid = Tree.Nodes[Kid].Next) {
      uint64_t *Part = &Parts[Kids++];
      Group.spawn([this, Kid, Part] { *Part = spawning(Kid); });
    }
    Group.wait();
    return std::accumulate(Parts, Parts + Kids, uint64_t(0));
  }

  void checkForces() const {
    if (const std::string Wrong = wrongForces(Tree.Bodies, Forces);
        !Wrong.empty())
      throw std::runtime_error("barnes_hut: " + Wrong);
  }

  Octree Tree;
  std::vector<Octree::Point> Forces; ///< Acceleration, potential.
  uint64_t Pulls = 0;
};

} // namespace bench

#endif
