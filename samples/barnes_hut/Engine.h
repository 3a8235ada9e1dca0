//===- Engine.h - The kernels of barnes_hut.cl ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds bodies on the device, in one buffer, and runs the four kernels of a
/// time step. barnes_hut and barnes_hut_mpi share it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_ENGINE_H
#define TASKLET_SAMPLES_BARNES_HUT_ENGINE_H

#include "Device.h"
#include "Layout.h"
#include "Settings.h"

#include <vector>

namespace barneshut {

/// A body as the device knows it.
struct DeviceBody {
  cl_float4 Position; ///< s[3]: mass.
  cl_float4 Velocity; ///< s[3]: how many bodies and nodes pulled at it.
  cl_uint Id;         ///< Its number in the host's order.
};

/// The commands of one phase, added up.
struct PhaseTime {
  sample::Run Total;
  size_t Steps = 0; ///< Time steps (or other rounds) that \p Total is made of.
};

class Engine {
public:
  /// Compiles the kernels. Throws sample::SetupError.
  explicit Engine(const Settings &S);

  /// Makes room for \p Bodies, 1 at least, and for others that only pull at
  /// them, with their nodes. What was there is lost. Throws sample::SetupError
  /// if that does not fit.
  void reserve(size_t Bodies, size_t OtherBodies = 0, size_t OtherNodes = 0);

  /// Copies \p Bodies, 1 at least, to the device. \p OthersFollow:
  /// writeOthers() will be called between build() and forces().
  void write(const std::vector<DeviceBody> &Bodies, bool OthersFollow = false);
  /// Copies trees of bodies that only pull to where the next nodes and bodies
  /// would be. They count from there: see firstOther().
  void writeOthers(const std::vector<DeviceNode> &Nodes,
                   const std::vector<cl_float4> &Positions);

  /// The bodies, in the order of the tree.
  [[nodiscard]] std::vector<DeviceBody> read() const;
  /// Of these bodies: acceleration; s[3]: potential.
  [[nodiscard]] std::vector<cl_float4> readAccelerations() const;
  /// Masses and places of these bodies only.
  [[nodiscard]] std::vector<cl_float4> readPositions() const;
  /// The nodes of the tree, of which some are not used.
  [[nodiscard]] std::vector<DeviceNode> readNodes() const;

  void advance(double Dt, PhaseTime &Phase);
  void build(PhaseTime &Phase) { run(BuildKernel, Phase); }
  void forces(PhaseTime &Phase) { run(ForcesKernel, Phase); }
  void kick(double Dt, PhaseTime &Phase);
  /// Computes the forces once more, with the same outcome: for measurements.
  sample::Run repeatForces();

  /// The structure at the start of the buffer, as of the last command.
  const DeviceSim &header() const { return Header; }
  /// Bodies that the last advance() left out of range, or with a NaN.
  size_t lost() const { return static_cast<size_t>(Header.Bounds.Lo.s[3]); }
  /// How many nodes the tree may have: the number of the node behind it.
  cl_uint firstOther() const { return 2 * Header.Bodies - 1; }
  std::string deviceName() const;
  size_t bufferSize() const { return Size; }
  /// What has room: bodies, those that only pull, and their nodes.
  size_t roomForBodies() const { return Bodies; }
  size_t roomForOtherBodies() const { return OtherBodies; }
  size_t roomForOtherNodes() const { return OtherNodes; }

private:
  void run(cl::Kernel &Kernel, PhaseTime &Phase);
  template <typename T>
  std::vector<T> readArray(cl_ulong Offset, size_t Count) const;
  template <typename T>
  void writeArray(cl_ulong Offset, const std::vector<T> &Array);

  sample::Device Dev;
  cl::Kernel AdvanceKernel, BuildKernel, ForcesKernel, KickKernel;
  cl::Buffer Buffer;
  size_t Size = 0; ///< Of the buffer, in bytes.
  size_t Bodies = 0, OtherBodies = 0, OtherNodes = 0;
  DeviceSim Header = {};
};

} // namespace barneshut

#endif
