//===- KernelMemory.h - The memory of a kernel's arguments ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_KERNELMEMORY_H
#define TASKLET_HOST_LAUNCH_KERNELMEMORY_H

#include "objects/KernelState.h"
#include "order/ConflictSpace.h"

#include <optional>

namespace tasklet {

/// The memory of each parameter of an ordered kernel, by index. The caller holds
/// the kernel's ArgumentMutex.
std::vector<ParameterMemory> memoryOf(const KernelState &Kernel);

/// Watches this memory (MemoryVersions.h). Its version, or nothing if there may
/// be writes that nobody sees.
std::optional<uint64_t> watch(const ParameterMemory &Memory);

} // namespace tasklet

#endif
