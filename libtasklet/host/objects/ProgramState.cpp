//===- ProgramState.cpp - What we know about a cl_program -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/ProgramState.h"

using namespace tasklet;

BuiltProgram::~BuiltProgram() {
  if (Dispatch)
    next().clReleaseKernel(Dispatch);
  if (Program)
    next().clReleaseProgram(Program);
}

std::optional<size_t> BuiltProgram::formFor(cl_device_id Device) const {
  for (; Device; Device = parentOf(Device))
    if (auto It = Forms.find(Device); It != Forms.end())
      return It->second;
  return std::nullopt;
}

void ProgramState::attachKernel() {
  std::lock_guard<std::mutex> Lock(CountMutex);
  ++Kernels;
  next().clRetainProgram(App);
}

void ProgramState::detachKernel() {
  bool Last;
  {
    std::lock_guard<std::mutex> Lock(CountMutex);
    Last = --Kernels == 0 && AppReferences == 0;
  }
  if (Last)
    programs().erase(App);
  next().clReleaseProgram(App);
}

bool ProgramState::hasKernels() {
  std::lock_guard<std::mutex> Lock(CountMutex);
  return Kernels != 0;
}

void ProgramState::retain() {
  std::lock_guard<std::mutex> Lock(CountMutex);
  ++AppReferences;
}

void ProgramState::release() {
  bool Last;
  {
    std::lock_guard<std::mutex> Lock(CountMutex);
    if (AppReferences == 0)
      return; // One release too many; the driver will say so.
    Last = --AppReferences == 0 && Kernels == 0;
  }
  if (Last)
    programs().erase(App);
}

ObjectTable<cl_program, ProgramState> &tasklet::programs() {
  return immortal<ObjectTable<cl_program, ProgramState>>();
}
