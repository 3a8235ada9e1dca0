//===- Domain.cpp - The bodies of one rank --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Domain.h"

#include "Bisection.h"

using namespace barneshut;

namespace {

/// Room for more than now, since bodies come and go.
size_t withReserve(size_t Count) { return Count + Count / 4 + 16; }

size_t count(const World &Ranks) { return static_cast<size_t>(Ranks.size()); }

/// A body on its way to rank 0, to be looked at.
struct Sight {
  DeviceBody Body;
  cl_float4 Acceleration;
};

} // namespace

Domain::Domain(World &Ranks, const Settings &S, const std::vector<Body> &All,
               bool WholeTrees)
    : Ranks(Ranks), TimeStep(S.TimeStep), WholeTrees(WholeTrees),
      Origin(centreOf(All)), Device(S) {
  const auto Rank = static_cast<size_t>(Ranks.rank());
  const auto Size = static_cast<size_t>(Ranks.size());
  for (size_t I = All.size() * Rank / Size; I < All.size() * (Rank + 1) / Size;
       ++I)
    Bodies.push_back(toDevice(All[I], I, Origin));
}

void Domain::lap(double &Phase) {
  const double Now = MPI_Wtime();
  Phase += Now - Last;
  Last = Now;
}

void Domain::start() {
  Last = MPI_Wtime();
  balance();
  computeForces();
  if (!Bodies.empty())
    Device.kick(0, Unused);
  lap(Mine.Move);
  ++Mine.Rounds;
}

void Domain::step() {
  Last = MPI_Wtime();
  if (!Bodies.empty()) {
    Device.advance(TimeStep, Unused);
    checkRange(Device);
    Bodies = Device.read();
  }
  lap(Mine.Move);
  balance();
  computeForces();
  if (!Bodies.empty())
    Device.kick(TimeStep, Unused);
  lap(Mine.Move);
  ++Mine.Rounds;
}

/// Finds an owner for each body, so that all ranks have as much to do as in the
/// last step, and brings it there.
void Domain::balance() {
  std::vector<Point> Points;
  for (const DeviceBody &B : Bodies)
    Points.push_back({{B.Position.s[0], B.Position.s[1], B.Position.s[2]},
                      B.Id,
                      // Nobody knows at the start.
                      std::max<uint64_t>(1, uint64_t(B.Velocity.s[3]))});
  const std::vector<int> Owners = findOwners(Ranks, Points);
  Parcels<DeviceBody> Leaving(count(Ranks));
  for (const int Owner : Owners)
    ++Leaving.Counts[static_cast<size_t>(Owner)];
  std::vector<int> Next = beginsOf(Leaving.Counts);
  Leaving.All.resize(Bodies.size());
  for (size_t I = 0; I < Bodies.size(); ++I)
    Leaving.All[static_cast<size_t>(Next[static_cast<size_t>(Owners[I])]++)] =
        Bodies[I];
  Parcels<DeviceBody> Here = exchange(Ranks, Leaving);
  Bodies = std::move(Here.All);
  Mine.Bodies = Bodies.size();
  Mine.Arrived +=
      Bodies.size() - static_cast<size_t>(Here.Counts[size_t(Ranks.rank())]);
  lap(Mine.Balance);
}

Region Domain::region() const {
  Region Result = {};
  Result.Rank = static_cast<size_t>(Ranks.rank());
  Result.Bodies = Bodies.size();
  for (size_t D = 0; D < 3; ++D) {
    Result.Low[D] = std::numeric_limits<float>::infinity();
    Result.High[D] = -Result.Low[D];
    for (const DeviceBody &B : Bodies) {
      Result.Low[D] = std::min(Result.Low[D], B.Position.s[D]);
      Result.High[D] = std::max(Result.High[D], B.Position.s[D]);
    }
  }
  return Result;
}

void Domain::build(bool OthersFollow) {
  Device.write(Bodies, OthersFollow);
  // In no time: it lays out what the build starts from.
  Device.advance(0, Unused);
  Device.build(Unused);
}

EssentialTrees Domain::exchangeTrees(const std::vector<Region> &Regions) {
  EssentialTrees Sent(count(Ranks)), Received(count(Ranks));
  if (!Bodies.empty()) {
    const std::vector<DeviceNode> Tree = Device.readNodes();
    const std::vector<cl_float4> Positions = Device.readPositions();
    for (const Region &To : Regions)
      if (To.Bodies && To.Rank != static_cast<size_t>(Ranks.rank()))
        addEssential(Tree, Positions, To, WholeTrees, Sent);
  }
  Received.Nodes = exchange(Ranks, Sent.Nodes);
  Received.Bodies = exchange(Ranks, Sent.Bodies);
  Mine.OtherNodes += Received.Nodes.All.size();
  Mine.OtherBodies += Received.Bodies.All.size();
  return Received;
}

void Domain::computeForces() {
  const std::vector<Region> Regions = Ranks.fromEach(region());
  uint64_t All = 0;
  for (const Region &R : Regions)
    All += R.Bodies;
  const bool OthersFollow = All > Bodies.size();
  if (!Bodies.empty()) {
    if (Bodies.size() > Device.roomForBodies())
      Device.reserve(withReserve(Bodies.size()), Device.roomForOtherBodies(),
                     Device.roomForOtherNodes());
    build(OthersFollow);
    checkRange(Device);
  }
  lap(Mine.Build);
  EssentialTrees Others = exchangeTrees(Regions);
  if (!Bodies.empty() && OthersFollow) {
    if (Others.Bodies.All.size() > Device.roomForOtherBodies() ||
        Others.Nodes.All.size() > Device.roomForOtherNodes()) {
      // Seldom, and the tree will be the same.
      Device.reserve(Device.roomForBodies(),
                     withReserve(Others.Bodies.All.size()),
                     withReserve(Others.Nodes.All.size()));
      build(OthersFollow);
    }
    joinTrees(Others, Device.firstOther(), static_cast<cl_uint>(Bodies.size()));
    Device.writeOthers(Others.Nodes.All, Others.Bodies.All);
  }
  lap(Mine.Exchange);
  if (!Bodies.empty()) {
    Device.forces(Unused);
    Mine.Pulls += Device.header().Pulls;
  }
  lap(Mine.Forces);
}

Snapshot Domain::gather() {
  Parcels<Sight> Seen(count(Ranks));
  if (!Bodies.empty()) {
    const std::vector<DeviceBody> Now = Device.read();
    const std::vector<cl_float4> Accelerations = Device.readAccelerations();
    for (size_t I = 0; I < Now.size(); ++I)
      Seen.All.push_back({Now[I], Accelerations[I]});
  }
  Seen.Counts[0] = static_cast<int>(Seen.All.size());
  std::vector<DeviceBody> All;
  std::vector<cl_float4> Accelerations;
  for (const Sight &Each : exchange(Ranks, Seen).All) {
    All.push_back(Each.Body);
    Accelerations.push_back(Each.Acceleration);
  }
  return makeSnapshot(All, Accelerations, Origin);
}

double Domain::treeMass() {
  const double Here =
      Bodies.empty() ? 0 : double(Device.header().Root.Weighted.s[3]);
  return Ranks.reduce(Here, std::plus<>());
}

std::vector<Account> Domain::accounts() { return Ranks.fromEach(Mine); }
