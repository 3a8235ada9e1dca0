//===- Findings.cpp - What the checks found -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include <cmath>
#include <cstdio>

using namespace barneshut;

std::string barneshut::grouped(uint64_t Number) {
  std::string Text = std::to_string(Number);
  for (size_t I = Text.size(); I > 3; I -= 3)
    Text.insert(I - 3, ",");
  return Text;
}

void barneshut::printConservation(const Snapshot &Then, const Snapshot &Now,
                                  double Eps) {
  const Energy Before = energyOf(Then, Eps), After = energyOf(Now, Eps);
  const double Drift = After.total() - Before.total();
  std::printf("energy     %.6g before, %.6g after, drift %.2e", Before.total(),
              After.total(), Drift);
  if (Before.total() != 0)
    std::printf(" = %.4f %%", 100 * Drift / std::fabs(Before.total()));
  std::printf("\n           potential energy %s\n",
              Now.Bodies.size() <= LargestDirectEnergy
                  ? "summed over all pairs on the host"
                  : "from the potentials of the force tasks");
  if (Before.Potential != 0)
    std::printf("virial     2 T / |W| = %.4f before, %.4f after\n",
                -2 * Before.Kinetic / Before.Potential,
                -2 * After.Kinetic / After.Potential);
  std::printf("momentum   drift %.2e of the sum of mass * speed\n",
              momentumDrift(Then, Now));
}

void barneshut::printForceErrors(const ForceErrors &Errors, double Theta) {
  if (!Errors.Samples) {
    std::printf("forces     not checked\n");
    return;
  }
  std::printf(
      "forces     relative error against direct summation (%s checked):\n"
      "           median %.4f %%, 95 %% below %.4f %%, largest %.4f %%"
      "\n           (the median may be %.2f %% at theta %g)\n",
      grouped(Errors.Samples).c_str(), 100 * Errors.Median,
      100 * Errors.Percentile95, 100 * Errors.Max, 100 * largestMedian(Theta),
      Theta);
}
