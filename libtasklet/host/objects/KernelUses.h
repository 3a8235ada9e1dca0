//===- KernelUses.h - The memory that any kernel may write ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel does with its arguments is known of those alone that the library
/// has compiled. All others may write to everything that they are given.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_KERNELUSES_H
#define TASKLET_HOST_OBJECTS_KERNELUSES_H

#include "support/ObjectTable.h"
#include "support/OpenCL.h"

#include <map>
#include <set>
#include <vector>

namespace tasklet {

class KernelUses {
public:
  /// Any argument of a memory object's size may be one.
  void setArgument(cl_uint Index, size_t Size, const void *Value);
  void setPointer(cl_uint Index);
  /// It may use shared virtual memory that is no argument of it.
  void setShared();
  void copyFrom(const KernelUses &Other);

  bool usesShared() const;
  /// The present arguments that may be memory objects.
  std::vector<const void *> objects() const;
  /// Lets memoryVersions() know. \p Unwritten: arguments through which the kernel
  /// writes nothing.
  void wrote(const std::vector<uint32_t> &Unwritten) const;

private:
  mutable std::mutex Mutex;
  std::map<cl_uint, const void *> Objects; ///< guarded by Mutex, as the others
  std::set<cl_uint> Pointers;
  bool Shared = false;
};

ObjectTable<cl_kernel, KernelUses> &kernelUses();

/// Never null.
std::shared_ptr<KernelUses> usesOfKernel(cl_kernel Kernel);

} // namespace tasklet

#endif
