//===- Settings.cpp - What the user asked for -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include <cstdio>

using namespace barneshut;

void barneshut::addModelOptions(sample::Options &Opts, Settings &S) {
  Opts.add("bodies", S.Bodies, 0, 10000000, "bodies of the Plummer model");
  Opts.add("seed", S.Seed, 0, INT64_MAX, "seed of the Plummer model");
  Opts.add("input", S.Input,
           "read the bodies from this file instead: mass, position, velocity");
  Opts.add("steps", S.Steps, 0, 1000000000, "time steps");
  Opts.add("dt", S.TimeStep, -1e6, 1e6, "length of a time step");
  // Up to 1, a body never takes a node that holds the body itself for a point.
  Opts.add("theta", S.Theta, 0, 1,
           "opening angle; 0 sums over all pairs of bodies");
  Opts.add("eps", S.Eps, 0, LargestNumber, "softening length");
  Opts.add("leaf", S.Leaf, 1, 1024,
           "divide the cells with more bodies than this");
  Opts.add("group", S.Group, 1, 1000000,
           "divide the force tasks with more bodies than this");
  Opts.add("check-samples", S.CheckSamples, 0, 1000000,
           "bodies whose force is checked by direct summation");
}

std::vector<Body> barneshut::bodiesOf(const Settings &S) {
  return S.Input.empty() ? makePlummer(static_cast<size_t>(S.Bodies),
                                       static_cast<uint64_t>(S.Seed))
                         : readBodies(S.Input);
}

std::string barneshut::describe(const Settings &S, size_t Count) {
  char Numbers[200];
  std::snprintf(Numbers, sizeof(Numbers),
                "; %lld steps of %g, theta %g, eps %g",
                static_cast<long long>(S.Steps), S.TimeStep, S.Theta, S.Eps);
  return std::to_string(Count) + (Count == 1 ? " body " : " bodies ") +
         (S.Input.empty() ? "of a Plummer model, seed " + std::to_string(S.Seed)
                          : "of '" + S.Input + "'") +
         Numbers;
}

bool barneshut::parseSettings(int Argc, const char *const *Argv,
                              Settings &Result) {
  sample::Options Opts(
      "barnes_hut",
      "Moves bodies by their gravity (Barnes-Hut method, leapfrog), every step "
      "on the\ndevice by tasks; checks the forces and paints the bodies. With "
      "--json or --paced\nit computes the forces at the start only, --runs "
      "times.");
  addModelOptions(Opts, Result);
  Opts.add("output", Result.Output, "picture to write; '' for none");
  Result.Run.addTo(Opts);
  return Opts.parse(Argc, Argv);
}
