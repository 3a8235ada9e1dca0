//===- Check.h - Are the forces right, is the energy kept? ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Serial code on the host, in double precision, that knows nothing of trees.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_CHECK_H
#define TASKLET_SAMPLES_BARNES_HUT_CHECK_H

#include "Snapshot.h"

#include <string>

namespace barneshut {

/// Up to so many bodies the potential energy is summed over all pairs; with
/// more it comes from the potentials that the force tasks computed.
constexpr size_t LargestDirectEnergy = 10000;

struct Energy {
  double Kinetic = 0;
  double Potential = 0;
  double total() const { return Kinetic + Potential; }
};

[[nodiscard]] Energy energyOf(const Snapshot &Now, double Eps);

/// |momentum now - momentum then|, as a fraction of the sum of mass * speed.
[[nodiscard]] double momentumDrift(const Snapshot &Then, const Snapshot &Now);

/// |force of the device - direct sum| / |direct sum| of some bodies.
struct ForceErrors {
  size_t Samples = 0;
  double Median = 0;
  double Percentile95 = 0;
  double Max = 0;
};

/// Checks \p Samples bodies chosen by chance, or all if there are not more.
[[nodiscard]] ForceErrors forceErrors(const Snapshot &Now, double Eps,
                                      size_t Samples, uint64_t Seed);

/// |acceleration - other acceleration| / |other acceleration| of all bodies.
struct Differences {
  double Median = 0;
  double Max = 0;
};

[[nodiscard]] Differences differences(const Snapshot &One,
                                      const Snapshot &Other);

/// The median error that --theta may cause: 1 % at 0.5, growing with the square
/// (the first term that a centre of mass neglects is of second order), but not
/// below what single precision can give.
[[nodiscard]] double largestMedian(double Theta);

/// Repeats the leapfrog of one step of \p Dt on the host, with the forces of
/// the device. Returns what differs by more than rounding, or "".
[[nodiscard]] std::string findWrongStep(const Snapshot &Before,
                                        const Snapshot &After, double Dt);

/// Returns what is wrong with the end of the simulation, or "". \p TreeMass is
/// the mass of the tree's root.
[[nodiscard]] std::string findMistake(const Snapshot &Now, double TreeMass,
                                      const ForceErrors &Errors, double Theta);

} // namespace barneshut

#endif
