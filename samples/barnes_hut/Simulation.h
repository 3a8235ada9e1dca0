//===- Simulation.h - Time steps on one device ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Moves the bodies, which stay on the device. The host only starts kernels:
/// between two steps it reads the small structure at the start of the buffer,
/// nothing else.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_SIMULATION_H
#define TASKLET_SAMPLES_BARNES_HUT_SIMULATION_H

#include "Engine.h"
#include "Snapshot.h"

namespace barneshut {

class Simulation {
public:
  /// Compiles the kernels and copies \p Bodies, which must not be empty, to
  /// the device. Throws sample::SetupError if they do not fit.
  Simulation(const Settings &S, const std::vector<Body> &Bodies);

  /// Computes the forces at the start: to be called once, before step(). It
  /// runs every kernel once, because drivers may compile a kernel at its first
  /// launch only, as PoCL does, and that is no part of what a step costs.
  void start();
  /// Does one time step. Throws WrongResult if a body is lost.
  void step();

  /// Computes the forces once more, with the same outcome: for measurements.
  sample::Run repeatForces() { return Device.repeatForces(); }

  [[nodiscard]] Snapshot read() const;

  /// The structure at the start of the buffer, as of the last step.
  const DeviceSim &header() const { return Device.header(); }
  std::string deviceName() const { return Device.deviceName(); }
  size_t bufferSize() const { return Device.bufferSize(); }

  double SetUpSeconds = 0;
  PhaseTime Start, Integrate, Build, Forces;

private:
  void advance(double TimeStep, PhaseTime &Phase);

  double TimeStep;
  sample::Stopwatch SetUp;
  Vec3 Origin = {}; ///< Of the device's coordinates, in the host's.
  Engine Device;
};

} // namespace barneshut

#endif
