//===- HostMemory.h - The memory that this process may fill -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_HOSTMEMORY_H
#define TASKLET_HOST_SUPPORT_HOSTMEMORY_H

#include <cstdint>
#include <string>

namespace tasklet {

/// The least of what bounds a process, in bytes: the machine's memory, the
/// limits of its control groups (cgroups(7), versions 1 and 2) and of those
/// around them, and the part of its address space (RLIMIT_AS) that is free.
/// \p Root stands before the paths in /proc and /sys.
uint64_t memoryLimit(const std::string &Root = "");

/// What the system could give to programs without taking it from others, in
/// bytes; UINT64_MAX if it does not say (proc(5), MemAvailable).
uint64_t availableMemory(const std::string &Root = "");

/// What the heaps of all commands may fill: half of that, as it was at the
/// first call.
uint64_t memoryForHeaps();

} // namespace tasklet

#endif
