//===- GravityCheck.h - Input and check of Barnes-Hut -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_GRAVITYCHECK_H
#define TASKLET_BENCH_PROBLEMS_GRAVITYCHECK_H

#include "Bodies.h"
#include "Octree.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace bench {

/// The sample's softening length, squared.
constexpr float GravityEps2 = float(0.01 * 0.01);

/// The tree of the sample's input, with its default settings.
inline Octree makePlummerTree(size_t Count) {
  const std::vector<barneshut::Body> Bodies = barneshut::makePlummer(Count, 1);
  barneshut::Vec3 Centre = {};
  double Mass = 0;
  for (const barneshut::Body &B : Bodies) {
    Mass += B.Mass;
    for (size_t D = 0; D < 3; ++D)
      Centre[D] += B.Mass * B.Position[D];
  }
  std::vector<Octree::Point> Points;
  for (const barneshut::Body &B : Bodies) {
    Octree::Point P;
    for (size_t D = 0; D < 3; ++D)
      P.At[D] = static_cast<float>(B.Position[D] - Centre[D] / Mass);
    P.Mass = static_cast<float>(B.Mass);
    Points.push_back(P);
  }
  return Octree(std::move(Points), 16, 1 / 0.5f);
}

/// Compares some forces with the sum over all bodies, in double precision. Empty
/// if they are right.
inline std::string wrongForces(const std::vector<Octree::Point> &Bodies,
                               const std::vector<Octree::Point> &Forces) {
  std::vector<double> Errors;
  for (size_t I = 0; I < Bodies.size(); I += 1 + Bodies.size() / 100) {
    double Exact[3] = {}, Size = 0, Error = 0;
    for (const Octree::Point &Q : Bodies) {
      double D[3], D2 = double(GravityEps2);
      for (size_t K = 0; K < 3; ++K) {
        D[K] = double(Q.At[K]) - double(Bodies[I].At[K]);
        D2 += D[K] * D[K];
      }
      for (size_t K = 0; K < 3; ++K)
        Exact[K] += double(Q.Mass) * D[K] / (D2 * std::sqrt(D2));
    }
    for (size_t K = 0; K < 3; ++K) {
      Size += Exact[K] * Exact[K];
      Error += std::pow(double(Forces[I].At[K]) - Exact[K], 2);
    }
    Errors.push_back(std::sqrt(Error / std::max(Size, 1e-30)));
  }
  std::nth_element(Errors.begin(), Errors.begin() + Errors.size() / 2,
                   Errors.end());
  // Written so that a NaN is too much.
  return Errors[Errors.size() / 2] < 0.01 ? "" : "the forces are wrong";
}

} // namespace bench

#endif
