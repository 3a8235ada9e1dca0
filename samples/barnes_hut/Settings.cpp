//===- Settings.cpp - What the user asked for -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "Bodies.h"

using namespace barneshut;

bool barneshut::parseSettings(int Argc, const char *const *Argv,
                              Settings &Result) {
  sample::Options Opts(
      "barnes_hut",
      "Moves bodies by their gravity (Barnes-Hut method, leapfrog), every step "
      "on the\ndevice by tasks; checks the forces and paints the bodies. With "
      "--json or --paced\nit computes the forces at the start only, --runs "
      "times.");
  Opts.add("bodies", Result.Bodies, 0, 10000000, "bodies of the Plummer model");
  Opts.add("seed", Result.Seed, 0, INT64_MAX, "seed of the Plummer model");
  Opts.add("input", Result.Input,
           "read the bodies from this file instead: mass, position, velocity");
  Opts.add("steps", Result.Steps, 0, 1000000000, "time steps");
  Opts.add("dt", Result.TimeStep, -1e6, 1e6, "length of a time step");
  // Up to 1, a body never takes a node that holds the body itself for a point.
  Opts.add("theta", Result.Theta, 0, 1,
           "opening angle; 0 sums over all pairs of bodies");
  Opts.add("eps", Result.Eps, 0, LargestNumber, "softening length");
  Opts.add("leaf", Result.Leaf, 1, 1024,
           "divide the cells with more bodies than this");
  Opts.add("group", Result.Group, 1, 1000000,
           "divide the force tasks with more bodies than this");
  Opts.add("check-samples", Result.CheckSamples, 0, 1000000,
           "bodies whose force is checked by direct summation");
  Opts.add("output", Result.Output, "picture to write; '' for none");
  Result.Run.addTo(Opts);
  return Opts.parse(Argc, Argv);
}
