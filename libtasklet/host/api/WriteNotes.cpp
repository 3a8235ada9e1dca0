//===- WriteNotes.cpp - Which commands write to which memory --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/WriteNotes.h"

#include "objects/KernelState.h"
#include "objects/KernelUses.h"
#include "objects/MemoryVersions.h"
#include "objects/SharedMemory.h"

using namespace tasklet;

void tasklet::noteWrites(const std::vector<MemoryUse> &Uses) {
  for (const MemoryUse &Each : Uses) {
    if (!Each.IsWritten)
      continue;
    if (Each.Object)
      memoryVersions().wrote(Each.Object);
    else if (Each.Pointer)
      if (std::optional<SharedRange> Range = sharedMemory().find(Each.Pointer))
        memoryVersions().wrote(Range->Base);
  }
}

void tasklet::noteKernel(cl_kernel Kernel) {
  if (!memoryVersions().isActive())
    return;
  std::shared_ptr<KernelState> State = kernels().find(Kernel);
  if (std::shared_ptr<KernelUses> Uses = kernelUses().find(Kernel))
    Uses->wrote(State ? State->unwritten() : std::vector<uint32_t>());
}

void tasklet::noteFreed(void *const *Pointers, cl_uint Count) {
  for (cl_uint I = 0; Pointers && I < Count; ++I) {
    sharedMemory().freed(Pointers[I]);
    memoryVersions().forget(Pointers[I]);
  }
}
