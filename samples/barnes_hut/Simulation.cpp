//===- Simulation.cpp - Drives barnes_hut.cl ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Simulation.h"

#include "Report.h"

#include <cmath>
#include <numeric>

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

/// The centre of mass. Around it the single precision of the device is spent
/// on the bodies and not on where they are together.
Vec3 centreOf(const std::vector<Body> &Bodies) {
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

std::string megabytes(size_t Bytes) {
  return std::to_string((Bytes + 999999) / 1000000) + " MB";
}

} // namespace

Simulation::Simulation(const Settings &S, const std::vector<Body> &Bodies)
    : TimeStep(S.TimeStep), Dev(sample::openDevice(S.Run.Device)) {
  const sample::Stopwatch Clock;
  const cl::Program Program = sample::buildProgram(Dev, "barnes_hut.cl");
  AdvanceKernel = cl::Kernel(Program, "advance");
  BuildKernel = cl::Kernel(Program, "build");
  ForcesKernel = cl::Kernel(Program, "forces");
  KickKernel = cl::Kernel(Program, "kick");
  layOut(S, Bodies.size());
  upload(Bodies);
  for (cl::Kernel *K :
       {&AdvanceKernel, &BuildKernel, &ForcesKernel, &KickKernel})
    K->setArg(0, Buffer);
  SetUpSeconds = Clock.seconds();
}

/// Finds the place of every array and makes the buffer.
void Simulation::layOut(const Settings &S, size_t Count) {
  const auto Place = [this](size_t Bytes) {
    constexpr size_t CacheLine = 64;
    Size = (Size + CacheLine - 1) / CacheLine * CacheLine;
    const size_t Offset = Size;
    Size += Bytes;
    return static_cast<cl_ulong>(Offset);
  };
  Place(sizeof(DeviceSim));
  for (size_t Side = 0; Side < 2; ++Side) {
    Header.Pos[Side] = Place(Count * sizeof(cl_float4));
    Header.Vel[Side] = Place(Count * sizeof(cl_float4));
    Header.Id[Side] = Place(Count * sizeof(cl_uint));
    Header.Items[Side] = Place(Count * sizeof(DeviceItem));
  }
  Header.Acc = Place(Count * sizeof(cl_float4));
  Header.Nodes = Place((2 * Count - 1) * sizeof(DeviceNode));
  Header.Bodies = static_cast<cl_uint>(Count);
  Header.Leaf = static_cast<cl_uint>(S.Leaf);
  Header.Group = static_cast<cl_uint>(S.Group);
  // An infinite value makes the device open every node: direct summation.
  Header.InvTheta = static_cast<float>(1 / S.Theta);
  Header.Eps2 = static_cast<float>(S.Eps * S.Eps);
  Header.Range = static_cast<float>(LargestNumber);

  const size_t Limit = Dev.Id.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  // Node and body numbers have 31 bits on the device.
  if (Size > Limit || Count > (size_t(1) << 30))
    throw sample::SetupError(
        std::to_string(Count) + " bodies need a buffer of " + megabytes(Size) +
        ", the device '" + deviceName() + "' allows " + megabytes(Limit) +
        "; simulate fewer, or choose another with --device");
  Buffer = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Size);
}

void Simulation::upload(const std::vector<Body> &Bodies) {
  Origin = centreOf(Bodies);
  std::vector<cl_float4> Positions, Velocities;
  for (const Body &B : Bodies) {
    Positions.push_back(toFloat4(minus(B.Position, Origin), B.Mass));
    Velocities.push_back(toFloat4(B.Velocity, 0));
  }
  std::vector<cl_uint> Ids(Bodies.size());
  std::iota(Ids.begin(), Ids.end(), 0);
  // The first advance multiplies accelerations that nobody has computed by 0.
  const std::vector<cl_float4> Zeros(Bodies.size(), cl_float4{});
  const auto Write = [this](cl_ulong Offset, const auto &Array) {
    Dev.Queue.enqueueWriteBuffer(Buffer, CL_TRUE, Offset,
                                 Array.size() * sizeof(Array[0]), Array.data());
  };
  Write(Header.Pos[0], Positions);
  Write(Header.Vel[0], Velocities);
  Write(Header.Id[0], Ids);
  Write(Header.Acc, Zeros);
  Dev.Queue.enqueueWriteBuffer(Buffer, CL_TRUE, 0, sizeof(Header), &Header);
}

void Simulation::run(cl::Kernel &Kernel, PhaseTime &Phase) {
  Phase.Total += sample::runKernel(Dev, Kernel, 1);
  Dev.Queue.enqueueReadBuffer(Buffer, CL_TRUE, 0, sizeof(Header), &Header);
}

void Simulation::kick(double Dt, PhaseTime &Phase) {
  KickKernel.setArg(1, static_cast<cl_float>(Dt));
  run(KickKernel, Phase);
}

void Simulation::advance(double Dt, PhaseTime &Phase) {
  AdvanceKernel.setArg(1, static_cast<cl_float>(Dt));
  run(AdvanceKernel, Phase);
  // The tree needs positions that can be compared.
  const auto Lost = static_cast<size_t>(Header.Bounds.Lo.s[3]);
  if (Lost)
    throw WrongResult(std::to_string(Lost) +
                      " bodies left the range of single precision: a smaller "
                      "--dt or a larger --eps may keep them");
}

void Simulation::start() {
  // In no time, so nothing moves.
  advance(0, Start);
  run(BuildKernel, Start);
  run(ForcesKernel, Start);
  kick(0, Start);
}

void Simulation::step() {
  advance(TimeStep, Integrate);
  run(BuildKernel, Build);
  run(ForcesKernel, Forces);
  kick(TimeStep, Integrate);
  for (PhaseTime *Phase : {&Integrate, &Build, &Forces})
    ++Phase->Steps;
}

sample::Run Simulation::repeatForces() {
  const sample::Run Result = sample::runKernel(Dev, ForcesKernel, 1);
  Dev.Queue.enqueueReadBuffer(Buffer, CL_TRUE, 0, sizeof(Header), &Header);
  return Result;
}

template <typename T>
std::vector<T> Simulation::readArray(cl_ulong Offset, size_t Count) const {
  std::vector<T> Result(Count);
  Dev.Queue.enqueueReadBuffer(Buffer, CL_TRUE, Offset, Count * sizeof(T),
                              Result.data());
  return Result;
}

Snapshot Simulation::read() const {
  const size_t Count = Header.Bodies;
  const size_t Side = Header.Side;
  const auto Ids = readArray<cl_uint>(Header.Id[Side], Count);
  const auto Positions = readArray<cl_float4>(Header.Pos[Side], Count);
  const auto Velocities = readArray<cl_float4>(Header.Vel[Side], Count);
  const auto Accelerations = readArray<cl_float4>(Header.Acc, Count);
  Snapshot Result;
  Result.Origin = Origin;
  Result.Bodies.resize(Count);
  Result.Acceleration.resize(Count);
  Result.Potential.resize(Count);
  std::vector<bool> Seen(Count, false);
  for (size_t I = 0; I < Count; ++I) {
    const size_t Id = Ids[I];
    if (Id >= Count || Seen[Id])
      throw WrongResult("sorting lost bodies: place " + std::to_string(I) +
                        " of the tree holds body " + std::to_string(Id) +
                        (Id >= Count ? "" : " for the second time"));
    Seen[Id] = true;
    Result.Bodies[Id] = {Positions[I].s[3], plus(Origin, toVec3(Positions[I])),
                         toVec3(Velocities[I])};
    Result.Acceleration[Id] = toVec3(Accelerations[I]);
    Result.Potential[Id] = Accelerations[I].s[3];
  }
  return Result;
}

std::string Simulation::deviceName() const {
  // Some drivers count the final zero into the name.
  return Dev.Id.getInfo<CL_DEVICE_NAME>().c_str();
}
