//===- Check.cpp - Are the forces right, is the energy kept? --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace barneshut;

namespace {

/// Distances that count as zero, as in barnes_hut.cl.
constexpr double Tiny = 1e-12;

double norm(const Vec3 &V) {
  return std::sqrt(V[0] * V[0] + V[1] * V[1] + V[2] * V[2]);
}

/// 1 / the softened distance.
double inverseDistance(const Vec3 &D, double Eps) {
  const double R2 = D[0] * D[0] + D[1] * D[1] + D[2] * D[2] + Eps * Eps;
  return R2 > Tiny * Tiny ? 1 / std::sqrt(R2) : 0;
}

Vec3 directForce(const std::vector<Body> &Bodies, size_t Target, double Eps) {
  Vec3 Sum = {};
  for (const Body &B : Bodies) {
    const Vec3 D = minus(B.Position, Bodies[Target].Position);
    const double Inverse = inverseDistance(D, Eps);
    const double Factor = B.Mass * Inverse * Inverse * Inverse;
    for (size_t K = 0; K < 3; ++K)
      Sum[K] += Factor * D[K];
  }
  return Sum;
}

double directPotentialEnergy(const std::vector<Body> &Bodies, double Eps) {
  double Sum = 0;
  for (size_t I = 0; I < Bodies.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      Sum -=
          Bodies[I].Mass * Bodies[J].Mass *
          inverseDistance(minus(Bodies[I].Position, Bodies[J].Position), Eps);
  return Sum;
}

Vec3 momentum(const std::vector<Body> &Bodies) {
  Vec3 Sum = {};
  for (const Body &B : Bodies)
    for (size_t K = 0; K < 3; ++K)
      Sum[K] += B.Mass * B.Velocity[K];
  return Sum;
}

double relativeError(const Vec3 &Value, const Vec3 &Exact) {
  const double Difference = norm(minus(Value, Exact));
  const double Size = norm(Exact);
  // No force where there should be none is right, and everything else wrong.
  if (Size == 0)
    return Difference == 0 ? 0 : std::numeric_limits<double>::infinity();
  // A NaN has no place in an order.
  const double Error = Difference / Size;
  return std::isnan(Error) ? std::numeric_limits<double>::infinity() : Error;
}

} // namespace

Energy barneshut::energyOf(const Snapshot &Now, double Eps) {
  Energy Result;
  for (size_t I = 0; I < Now.Bodies.size(); ++I) {
    const Body &B = Now.Bodies[I];
    const double Speed = norm(B.Velocity);
    Result.Kinetic += 0.5 * B.Mass * Speed * Speed;
    // Each pair is in the potentials of both its bodies.
    Result.Potential += 0.5 * B.Mass * Now.Potential[I];
  }
  if (Now.Bodies.size() <= LargestDirectEnergy)
    Result.Potential = directPotentialEnergy(Now.Bodies, Eps);
  return Result;
}

double barneshut::momentumDrift(const Snapshot &Then, const Snapshot &Now) {
  double Scale = 0;
  for (const Snapshot *S : {&Then, &Now}) {
    double Sum = 0;
    for (const Body &B : S->Bodies)
      Sum += B.Mass * norm(B.Velocity);
    Scale = std::max(Scale, Sum);
  }
  const double Change =
      norm(minus(momentum(Now.Bodies), momentum(Then.Bodies)));
  return Scale > 0 ? Change / Scale : 0;
}

ForceErrors barneshut::forceErrors(const Snapshot &Now, double Eps,
                                   size_t Samples, uint64_t Seed) {
  std::vector<size_t> Chosen(Now.Bodies.size());
  std::iota(Chosen.begin(), Chosen.end(), size_t(0));
  ForceErrors Result;
  Result.Samples = std::min(Samples, Chosen.size());
  if (!Result.Samples)
    return Result;
  std::mt19937_64 Rng(Seed);
  for (size_t I = 0; I < Result.Samples; ++I)
    std::swap(Chosen[I], Chosen[I + Rng() % (Chosen.size() - I)]);

  std::vector<double> Errors;
  for (size_t I = 0; I < Result.Samples; ++I)
    Errors.push_back(relativeError(Now.Acceleration[Chosen[I]],
                                   directForce(Now.Bodies, Chosen[I], Eps)));
  std::sort(Errors.begin(), Errors.end());
  Result.Median = Errors[(Errors.size() - 1) / 2];
  Result.Percentile95 = Errors[(Errors.size() - 1) * 95 / 100];
  Result.Max = Errors.back();
  return Result;
}

Differences barneshut::differences(const Snapshot &One, const Snapshot &Other) {
  std::vector<double> All;
  for (size_t I = 0; I < One.Bodies.size(); ++I)
    All.push_back(relativeError(One.Acceleration[I], Other.Acceleration[I]));
  std::sort(All.begin(), All.end());
  return {All[(All.size() - 1) / 2], All.back()};
}

double barneshut::largestMedian(double Theta) {
  return std::max(0.01 * (Theta / 0.5) * (Theta / 0.5), 1e-4);
}

std::string barneshut::findWrongStep(const Snapshot &Before,
                                     const Snapshot &After, double Dt) {
  // Each value goes through a few operations of 24 bits.
  constexpr double Rounding = 1e-6;
  for (size_t I = 0; I < Before.Bodies.size(); ++I) {
    const Body &Old = Before.Bodies[I], &New = After.Bodies[I];
    for (size_t K = 0; K < 3; ++K) {
      const double OldKick = 0.5 * Dt * Before.Acceleration[I][K];
      const double NewKick = 0.5 * Dt * After.Acceleration[I][K];
      const double Speed = Old.Velocity[K] + OldKick;
      const double Position = Old.Position[K] + Dt * Speed;
      const double SpeedScale =
          std::fabs(Old.Velocity[K]) + std::fabs(OldKick) + std::fabs(NewKick);
      const double Scale = std::fabs(Old.Position[K] - Before.Origin[K]) +
                           std::fabs(Dt) * SpeedScale;
      if (!(std::fabs(New.Position[K] - Position) <=
            Rounding * Scale + 1e-15 * std::fabs(Before.Origin[K])))
        return "the last step moved body " + std::to_string(I) +
               " to another place than the leapfrog does";
      if (!(std::fabs(New.Velocity[K] - Speed - NewKick) <=
            Rounding * SpeedScale))
        return "the last step gave body " + std::to_string(I) +
               " another velocity than the leapfrog does";
    }
  }
  return "";
}

std::string barneshut::findMistake(const Snapshot &Now, double TreeMass,
                                   const ForceErrors &Errors, double Theta) {
  double Mass = 0;
  for (size_t I = 0; I < Now.Bodies.size(); ++I) {
    const Body &B = Now.Bodies[I];
    Mass += B.Mass;
    const double All = norm(B.Position) + norm(B.Velocity) +
                       norm(Now.Acceleration[I]) + Now.Potential[I];
    if (!std::isfinite(All))
      return "body " + std::to_string(I) + " has values that are not finite";
  }
  // Rounding: every level of the tree adds up to eight numbers.
  if (!(std::fabs(TreeMass - Mass) <= 1e-4 * Mass))
    return "the root of the tree has the mass " + std::to_string(TreeMass) +
           ", the bodies together have " + std::to_string(Mass);
  if (!(Errors.Median <= largestMedian(Theta)))
    return "the median force error is above the bound";
  return "";
}
