//===- Plummer.cpp - A star cluster in equilibrium ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The model is that of H. C. Plummer (1911), sampled as described by Aarseth,
// Henon and Wielen (Astronomy and Astrophysics 37, 1974, p. 183, appendix).
//
//===----------------------------------------------------------------------===//

#include "Bodies.h"

#include <cmath>
#include <random>

using namespace barneshut;

namespace {

constexpr double Pi = 3.14159265358979323846;

/// The outermost thousandth of the mass is left out: it would reach to
/// hundreds of radii.
constexpr double LargestMassFraction = 0.999;

/// Turns the length unit of the model, its scale radius, into the N-body unit.
constexpr double LengthUnit = 3 * Pi / 16;

class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}

  /// Between 0 and 1, both excluded. The distributions of the standard library
  /// differ between its makers; this does not.
  double uniform() {
    return (static_cast<double>(Engine() >> 11) + 0.5) * 0x1p-53;
  }

  Vec3 onSphere(double Radius) {
    const double Z = 2 * uniform() - 1;
    const double Phi = 2 * Pi * uniform();
    const double Rho = Radius * std::sqrt(1 - Z * Z);
    return {Rho * std::cos(Phi), Rho * std::sin(Phi), Radius * Z};
  }

private:
  std::mt19937_64 Engine;
};

/// The speed as a fraction q of the escape speed: its density is proportional
/// to q^2 (1 - q^2)^(7/2), which stays below 0.1.
double speedFraction(Random &Rng) {
  for (;;) {
    const double Q = Rng.uniform();
    if (0.1 * Rng.uniform() < Q * Q * std::pow(1 - Q * Q, 3.5))
      return Q;
  }
}

/// Moves the centre of mass to the origin and to rest. All masses are equal.
void centre(std::vector<Body> &Bodies) {
  Vec3 Position = {}, Velocity = {};
  for (const Body &B : Bodies)
    for (size_t D = 0; D < 3; ++D) {
      Position[D] += B.Position[D] / static_cast<double>(Bodies.size());
      Velocity[D] += B.Velocity[D] / static_cast<double>(Bodies.size());
    }
  for (Body &B : Bodies)
    for (size_t D = 0; D < 3; ++D) {
      B.Position[D] -= Position[D];
      B.Velocity[D] -= Velocity[D];
    }
}

} // namespace

std::vector<Body> barneshut::makePlummer(size_t Count, uint64_t Seed) {
  Random Rng(Seed);
  std::vector<Body> Bodies(Count);
  for (Body &B : Bodies) {
    B.Mass = 1 / static_cast<double>(Count);
    const double Inside = LargestMassFraction * Rng.uniform();
    const double Radius = 1 / std::sqrt(std::pow(Inside, -2.0 / 3.0) - 1);
    B.Position = Rng.onSphere(LengthUnit * Radius);
    const double Escape =
        std::sqrt(2 / LengthUnit) * std::pow(1 + Radius * Radius, -0.25);
    B.Velocity = Rng.onSphere(speedFraction(Rng) * Escape);
  }
  centre(Bodies);
  return Bodies;
}
