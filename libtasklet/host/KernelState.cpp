//===- KernelState.cpp - What we know about a cl_kernel -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "KernelState.h"

using namespace tasklet;

KernelState::KernelState(std::shared_ptr<ProgramState> TheProgram,
                         std::shared_ptr<BuiltProgram> TheBuilt,
                         std::string TheName)
    : Program(std::move(TheProgram)), Built(std::move(TheBuilt)),
      Name(std::move(TheName)), Spawning(Built->Info.findKernel(Name)) {
  Program->attachKernel();
}

KernelState::~KernelState() { Program->detachKernel(); }

ObjectTable<cl_kernel, KernelState> &tasklet::kernels() {
  return immortal<ObjectTable<cl_kernel, KernelState>>();
}
