//===- Simulation.h - Drives barnes_hut.cl ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds the bodies on the device and runs the four kernels of a time step.
/// The host only starts them: between two steps it reads the small structure
/// at the start of the buffer, nothing else.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_SIMULATION_H
#define TASKLET_SAMPLES_BARNES_HUT_SIMULATION_H

#include "Bodies.h"
#include "Device.h"
#include "Layout.h"
#include "Settings.h"

#include <stdexcept>
#include <vector>

namespace barneshut {

/// The device computed something that cannot be right, or went out of range.
class WrongResult : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All that is known about the bodies at one moment, in the host's order and
/// widened from the single precision of the device.
struct Snapshot {
  std::vector<Body> Bodies;
  std::vector<Vec3> Acceleration;
  Vec3 Origin = {};              ///< Of the device's coordinates.
  std::vector<double> Potential; ///< Of each body in the field of the others.
};

/// The commands of one phase, added up.
struct PhaseTime {
  sample::Run Total;
  size_t Steps = 0; ///< Time steps (or other rounds) that \p Total is made of.
};

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
  sample::Run repeatForces();

  [[nodiscard]] Snapshot read() const;

  /// The structure at the start of the buffer, as of the last step.
  const DeviceSim &header() const { return Header; }
  std::string deviceName() const;
  size_t bufferSize() const { return Size; }

  double SetUpSeconds = 0;
  PhaseTime Start, Integrate, Build, Forces;

private:
  void layOut(const Settings &S, size_t Count);
  void upload(const std::vector<Body> &Bodies);
  void run(cl::Kernel &Kernel, PhaseTime &Phase);
  void advance(double TimeStep, PhaseTime &Phase);
  void kick(double TimeStep, PhaseTime &Phase);
  template <typename T>
  std::vector<T> readArray(cl_ulong Offset, size_t Count) const;

  double TimeStep;
  Vec3 Origin = {}; ///< Of the device's coordinates, in the host's.
  sample::Device Dev;
  cl::Kernel AdvanceKernel, BuildKernel, ForcesKernel, KickKernel;
  cl::Buffer Buffer;
  size_t Size = 0; ///< Of the buffer, in bytes.
  DeviceSim Header = {};
};

} // namespace barneshut

#endif
