//===- Snapshot.cpp - The bodies at one moment ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Snapshot.h"

using namespace barneshut;

namespace {

cl_float4 toFloat4(const Vec3 &V, double W) {
  cl_float4 Result;
  for (size_t D = 0; D < 3; ++D)
    Result.s[D] = static_cast<float>(V[D]);
  Result.s[3] = static_cast<float>(W);
  return Result;
}

Vec3 toVec3(const cl_float4 &V) { return {V.s[0], V.s[1], V.s[2]}; }

} // namespace

Vec3 barneshut::centreOf(const std::vector<Body> &Bodies) {
  Vec3 Sum = {};
  double Mass = 0;
  for (const Body &B : Bodies) {
    Mass += B.Mass;
    for (size_t D = 0; D < 3; ++D)
      Sum[D] += B.Mass * B.Position[D];
  }
  if (Mass == 0)
    return Bodies.front().Position;
  for (double &Coordinate : Sum)
    Coordinate /= Mass;
  return Sum;
}

DeviceBody barneshut::toDevice(const Body &B, size_t Id, const Vec3 &Origin) {
  return {toFloat4(minus(B.Position, Origin), B.Mass), toFloat4(B.Velocity, 0),
          static_cast<cl_uint>(Id)};
}

Snapshot barneshut::makeSnapshot(const std::vector<DeviceBody> &Bodies,
                                 const std::vector<cl_float4> &Accelerations,
                                 const Vec3 &Origin) {
  const size_t Count = Bodies.size();
  Snapshot Result;
  Result.Origin = Origin;
  Result.Bodies.resize(Count);
  Result.Acceleration.resize(Count);
  Result.Potential.resize(Count);
  std::vector<bool> Seen(Count, false);
  for (size_t I = 0; I < Count; ++I) {
    const DeviceBody &B = Bodies[I];
    if (B.Id >= Count || Seen[B.Id])
      throw WrongResult("sorting lost bodies: place " + std::to_string(I) +
                        " of the tree holds body " + std::to_string(B.Id) +
                        (B.Id >= Count ? "" : " for the second time"));
    Seen[B.Id] = true;
    Result.Bodies[B.Id] = {B.Position.s[3], plus(Origin, toVec3(B.Position)),
                           toVec3(B.Velocity)};
    Result.Acceleration[B.Id] = toVec3(Accelerations[I]);
    Result.Potential[B.Id] = Accelerations[I].s[3];
  }
  return Result;
}

void barneshut::checkRange(const Engine &Device) {
  if (const size_t Lost = Device.lost())
    throw WrongResult(std::to_string(Lost) +
                      " bodies left the range of single precision: a smaller "
                      "--dt or a larger --eps may keep them");
}
