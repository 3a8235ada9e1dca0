//===- Domain.h - The bodies of one rank ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_MPI_DOMAIN_H
#define TASKLET_SAMPLES_BARNES_HUT_MPI_DOMAIN_H

#include "Engine.h"
#include "Essential.h"
#include "Snapshot.h"

namespace barneshut {

/// What one rank did, in all rounds since the last forget().
struct Account {
  // Seconds, with the time that others are waited for.
  double Move = 0;     ///< Kicks and drifts, and reading the bodies.
  double Balance = 0;  ///< Finding owners; bodies on their way.
  double Build = 0;    ///< The tree of the own bodies.
  double Exchange = 0; ///< Essential trees.
  double Forces = 0;
  uint64_t Rounds = 0; ///< Time steps, or the start.
  uint64_t Pulls = 0;  ///< Pairs of a body and what pulled at it.
  uint64_t Arrived = 0;
  uint64_t OtherNodes = 0, OtherBodies = 0; ///< That came in essential trees.
  uint64_t Bodies = 0;                      ///< Now.

  double seconds() const { return Move + Balance + Build + Exchange + Forces; }
};

/// The bodies that this rank owns, and their part of each time step. All
/// functions but the last two are collective.
class Domain {
public:
  /// \p All bodies, one at least, the same on all ranks. Each keeps some.
  /// \p WholeTrees are exchanged, for comparison.
  Domain(World &Ranks, const Settings &S, const std::vector<Body> &All,
         bool WholeTrees);

  /// Computes the forces at the start: to be called once, before step().
  void start();
  /// Does one time step. Throws WrongResult if a body is lost.
  void step();

  /// All bodies of all ranks, on rank 0.
  [[nodiscard]] Snapshot gather();
  /// The mass of all trees, each without what came from others.
  [[nodiscard]] double treeMass();
  [[nodiscard]] std::vector<Account> accounts();

  void forget() { Mine = Account(); }
  std::string deviceName() const { return Device.deviceName(); }

private:
  void balance();
  void computeForces();
  void build(bool OthersFollow);
  EssentialTrees exchangeTrees(const std::vector<Region> &Regions);
  Region region() const;
  /// Adds the time since the last call to \p Phase.
  void lap(double &Phase);

  World &Ranks;
  double TimeStep;
  bool WholeTrees;
  Vec3 Origin; ///< Of the devices' coordinates, on all ranks.
  Engine Device;
  std::vector<DeviceBody> Bodies; ///< As they came from others.
  Account Mine;
  PhaseTime Unused; ///< Clocks of ranks tell more than those of commands.
  double Last = 0;
};

} // namespace barneshut

#endif
