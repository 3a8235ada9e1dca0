//===- Snapshot.h - The bodies at one moment --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_SNAPSHOT_H
#define TASKLET_SAMPLES_BARNES_HUT_SNAPSHOT_H

#include "Bodies.h"
#include "Engine.h"

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

/// The centre of mass of \p Bodies, one at least. Around it the single
/// precision of the device is spent on the bodies and not on where they are
/// together.
[[nodiscard]] Vec3 centreOf(const std::vector<Body> &Bodies);

/// \p B as number \p Id, seen from \p Origin.
[[nodiscard]] DeviceBody toDevice(const Body &B, size_t Id, const Vec3 &Origin);

/// Bodies of the device, in any order, with accelerations and potentials.
/// Throws WrongResult unless their numbers are 0 to one less than their count.
[[nodiscard]] Snapshot makeSnapshot(const std::vector<DeviceBody> &Bodies,
                                    const std::vector<cl_float4> &Accelerations,
                                    const Vec3 &Origin);

/// Throws WrongResult if the last advance() of \p Device has lost bodies: the
/// tree needs positions that can be compared.
void checkRange(const Engine &Device);

} // namespace barneshut

#endif
