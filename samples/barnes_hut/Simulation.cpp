//===- Simulation.cpp - Time steps on one device --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Simulation.h"

using namespace barneshut;

Simulation::Simulation(const Settings &S, const std::vector<Body> &Bodies)
    : TimeStep(S.TimeStep), Origin(centreOf(Bodies)), Device(S) {
  Device.reserve(Bodies.size());
  std::vector<DeviceBody> All;
  for (const Body &B : Bodies)
    All.push_back(toDevice(B, All.size(), Origin));
  Device.write(All);
  SetUpSeconds = SetUp.seconds();
}

void Simulation::advance(double Dt, PhaseTime &Phase) {
  Device.advance(Dt, Phase);
  checkRange(Device);
}

void Simulation::start() {
  // In no time, so nothing moves.
  advance(0, Start);
  Device.build(Start);
  Device.forces(Start);
  Device.kick(0, Start);
}

void Simulation::step() {
  advance(TimeStep, Integrate);
  Device.build(Build);
  Device.forces(Forces);
  Device.kick(TimeStep, Integrate);
  for (PhaseTime *Phase : {&Integrate, &Build, &Forces})
    ++Phase->Steps;
}

Snapshot Simulation::read() const {
  return makeSnapshot(Device.read(), Device.readAccelerations(), Origin);
}
