//===- Bodies.h - What the simulation is about ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_BODIES_H
#define TASKLET_SAMPLES_BARNES_HUT_BODIES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace barneshut {

using Vec3 = std::array<double, 3>;

inline Vec3 plus(const Vec3 &A, const Vec3 &B) {
  return {A[0] + B[0], A[1] + B[1], A[2] + B[2]};
}

inline Vec3 minus(const Vec3 &A, const Vec3 &B) {
  return {A[0] - B[0], A[1] - B[1], A[2] - B[2]};
}

struct Body {
  double Mass = 0;
  Vec3 Position = {};
  Vec3 Velocity = {};
};

/// Masses, positions and velocities beyond this size are rejected: the device
/// computes in single precision, where the square of a distance must fit.
constexpr double LargestNumber = 1e15;

/// A Plummer sphere of \p Count equal masses in N-body units (the constant of
/// gravity and the mass are 1, the energy is -1/4), at rest around the origin.
/// The same \p Seed gives the same bodies everywhere.
[[nodiscard]] std::vector<Body> makePlummer(size_t Count, uint64_t Seed);

/// Reads one body per line: mass, position and velocity, 7 numbers between
/// blanks, tabs or commas. `#` starts a comment; empty lines do not count.
/// Throws sample::UsageError with file, line and reason.
[[nodiscard]] std::vector<Body> readBodies(const std::string &FileName);

} // namespace barneshut

#endif
