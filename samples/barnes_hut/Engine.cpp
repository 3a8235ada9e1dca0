//===- Engine.cpp - The kernels of barnes_hut.cl --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "Bodies.h"

using namespace barneshut;

namespace {

std::string megabytes(size_t Bytes) {
  return std::to_string((Bytes + 999999) / 1000000) + " MB";
}

} // namespace

Engine::Engine(const Settings &S) : Dev(sample::openDevice(S.Run.Device)) {
  const cl::Program Program = sample::buildProgram(Dev, "barnes_hut.cl");
  AdvanceKernel = cl::Kernel(Program, "advance");
  BuildKernel = cl::Kernel(Program, "build");
  ForcesKernel = cl::Kernel(Program, "forces");
  KickKernel = cl::Kernel(Program, "kick");
  Header.Leaf = static_cast<cl_uint>(S.Leaf);
  Header.Group = static_cast<cl_uint>(S.Group);
  // An infinite value makes the device open every node: direct summation.
  Header.InvTheta = static_cast<float>(1 / S.Theta);
  Header.Eps2 = static_cast<float>(S.Eps * S.Eps);
  Header.Range = static_cast<float>(LargestNumber);
}

/// Finds the place of every array and makes the buffer.
void Engine::reserve(size_t Bodies, size_t OtherBodies, size_t OtherNodes) {
  this->Bodies = Bodies;
  this->OtherBodies = OtherBodies;
  this->OtherNodes = OtherNodes;
  Size = 0;
  const auto Place = [this](size_t Bytes) {
    constexpr size_t CacheLine = 64;
    Size = (Size + CacheLine - 1) / CacheLine * CacheLine;
    const size_t Offset = Size;
    Size += Bytes;
    return static_cast<cl_ulong>(Offset);
  };
  Place(sizeof(DeviceSim));
  for (size_t Side = 0; Side < 2; ++Side) {
    Header.Pos[Side] = Place((Bodies + OtherBodies) * sizeof(cl_float4));
    Header.Vel[Side] = Place(Bodies * sizeof(cl_float4));
    Header.Id[Side] = Place(Bodies * sizeof(cl_uint));
    Header.Items[Side] = Place(Bodies * sizeof(DeviceItem));
  }
  Header.Acc = Place(Bodies * sizeof(cl_float4));
  Header.Nodes = Place((2 * Bodies - 1 + OtherNodes) * sizeof(DeviceNode));

  const size_t Limit = Dev.Id.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  // Node and body numbers have 31 bits on the device.
  constexpr size_t Most = size_t(1) << 30;
  if (Size > Limit || Bodies + OtherBodies > Most || OtherNodes > Most)
    throw sample::SetupError(
        std::to_string(Bodies) + " bodies need a buffer of " + megabytes(Size) +
        ", the device '" + deviceName() + "' allows " + megabytes(Limit) +
        "; simulate fewer, or choose another with --device");
  Buffer = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Size);
  for (cl::Kernel *K :
       {&AdvanceKernel, &BuildKernel, &ForcesKernel, &KickKernel})
    K->setArg(0, Buffer);
}

template <typename T>
void Engine::writeArray(cl_ulong Offset, const std::vector<T> &Array) {
  if (!Array.empty())
    Dev.Queue.enqueueWriteBuffer(Buffer, CL_TRUE, Offset,
                                 Array.size() * sizeof(T), Array.data());
}

void Engine::write(const std::vector<DeviceBody> &Bodies, bool OthersFollow) {
  std::vector<cl_float4> Positions, Velocities;
  std::vector<cl_uint> Ids;
  for (const DeviceBody &B : Bodies) {
    Positions.push_back(B.Position);
    Velocities.push_back(B.Velocity);
    Ids.push_back(B.Id);
  }
  Header.Side = 0;
  Header.Bodies = static_cast<cl_uint>(Bodies.size());
  Header.Next = OthersFollow ? firstOther() : EndOfTree;
  writeArray(Header.Pos[0], Positions);
  writeArray(Header.Vel[0], Velocities);
  writeArray(Header.Id[0], Ids);
  // The next advance multiplies accelerations that nobody has computed by 0.
  writeArray(Header.Acc, std::vector<cl_float4>(Bodies.size(), cl_float4{}));
  Dev.Queue.enqueueWriteBuffer(Buffer, CL_TRUE, 0, sizeof(Header), &Header);
}

void Engine::writeOthers(const std::vector<DeviceNode> &Nodes,
                         const std::vector<cl_float4> &Positions) {
  writeArray(Header.Nodes + firstOther() * sizeof(DeviceNode), Nodes);
  writeArray(Header.Pos[Header.Side] + Header.Bodies * sizeof(cl_float4),
             Positions);
}

void Engine::run(cl::Kernel &Kernel, PhaseTime &Phase) {
  Phase.Total += sample::runKernel(Dev, Kernel, 1);
  Dev.Queue.enqueueReadBuffer(Buffer, CL_TRUE, 0, sizeof(Header), &Header);
}

void Engine::advance(double Dt, PhaseTime &Phase) {
  AdvanceKernel.setArg(1, static_cast<cl_float>(Dt));
  run(AdvanceKernel, Phase);
}

void Engine::kick(double Dt, PhaseTime &Phase) {
  KickKernel.setArg(1, static_cast<cl_float>(Dt));
  run(KickKernel, Phase);
}

sample::Run Engine::repeatForces() {
  PhaseTime Once;
  run(ForcesKernel, Once);
  return Once.Total;
}

template <typename T>
std::vector<T> Engine::readArray(cl_ulong Offset, size_t Count) const {
  std::vector<T> Result(Count);
  Dev.Queue.enqueueReadBuffer(Buffer, CL_TRUE, Offset, Count * sizeof(T),
                              Result.data());
  return Result;
}

std::vector<DeviceBody> Engine::read() const {
  const size_t Count = Header.Bodies;
  const auto Ids = readArray<cl_uint>(Header.Id[Header.Side], Count);
  const auto Positions = readPositions();
  const auto Velocities = readArray<cl_float4>(Header.Vel[Header.Side], Count);
  std::vector<DeviceBody> Result;
  for (size_t I = 0; I < Count; ++I)
    Result.push_back({Positions[I], Velocities[I], Ids[I]});
  return Result;
}

std::vector<cl_float4> Engine::readPositions() const {
  return readArray<cl_float4>(Header.Pos[Header.Side], Header.Bodies);
}

std::vector<cl_float4> Engine::readAccelerations() const {
  return readArray<cl_float4>(Header.Acc, Header.Bodies);
}

std::vector<DeviceNode> Engine::readNodes() const {
  return readArray<DeviceNode>(Header.Nodes, firstOther());
}

std::string Engine::deviceName() const {
  // Some drivers count the final zero into the name.
  return Dev.Id.getInfo<CL_DEVICE_NAME>().c_str();
}
