//===- KernelState.cpp - What we know about a cl_kernel -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/KernelState.h"
#include "objects/KernelNames.h"

#include <algorithm>
#include <cstring>

using namespace tasklet;

KernelState::KernelState(std::shared_ptr<ProgramState> TheProgram,
                         std::shared_ptr<BuiltProgram> TheBuilt,
                         std::string TheName)
    : Program(std::move(TheProgram)), Built(std::move(TheBuilt)),
      DriverName(std::move(TheName)), Name(userName(DriverName)),
      Spawning(Built->Info.findKernel(DriverName)),
      MayRace((Spawning && (Spawning->Mode == LaunchMode::Ordered ||
                            Spawning->RootBytes != 0)) ||
              Built->Info.MeetingKernels.count(DriverName)) {
  Program->attachKernel();
}

KernelState::~KernelState() { Program->detachKernel(); }

void KernelState::noteArgument(cl_uint Index, size_t Size, const void *Value) {
  if (!Spawning)
    return;
  const std::vector<uint32_t> &List = Spawning->Buffers;
  bool IsBuffer = std::find(List.begin(), List.end(), Index) != List.end();
  if (!IsBuffer && Spawning->Mode != LaunchMode::Ordered)
    return;
  std::lock_guard<std::mutex> Lock(ArgumentMutex);
  if (!IsBuffer) {
    Values[Index] = Value ? std::string(static_cast<const char *>(Value), Size)
                          : std::string();
    return;
  }
  cl_mem Buffer = nullptr;
  if (Value && Size == sizeof(Buffer))
    memcpy(&Buffer, Value, sizeof(Buffer));
  Buffers[Index] = Buffer;
  Pointers.erase(Index);
}

void KernelState::notePointer(cl_uint Index, const void *Pointer) {
  noteArgument(Index, 0, nullptr); // No memory object.
  std::lock_guard<std::mutex> Lock(ArgumentMutex);
  Pointers[Index] = Pointer;
}

void KernelState::copyArguments(KernelState &From) {
  std::lock_guard<std::mutex> Lock(From.ArgumentMutex);
  Buffers = From.Buffers;
  Pointers = From.Pointers;
  Values = From.Values;
  Choices = From.Choices;
}

std::shared_ptr<KernelState> KernelState::clone() {
  auto Clone = std::make_shared<KernelState>(Program, Built, DriverName);
  Clone->copyArguments(*this);
  return Clone;
}

bool KernelState::hasArgument(cl_uint Index) {
  std::lock_guard<std::mutex> Lock(ArgumentMutex);
  return Buffers.count(Index) || Pointers.count(Index) || Values.count(Index);
}

ObjectTable<cl_kernel, KernelState> &tasklet::kernels() {
  return immortal<ObjectTable<cl_kernel, KernelState>>();
}
