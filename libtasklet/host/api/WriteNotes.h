//===- WriteNotes.h - Which commands write to which memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lets memoryVersions() know of every command that may write.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_API_WRITENOTES_H
#define TASKLET_HOST_API_WRITENOTES_H

#include "api/CommandCall.h"

namespace tasklet {

/// All but the arguments of kernels.
void noteWrites(const std::vector<MemoryUse> &Uses);
/// A kernel that is not ordered: its plan knows more.
void noteKernel(cl_kernel Kernel);
/// Shared memory that a command frees.
void noteFreed(void *const *Pointers, cl_uint Count);

} // namespace tasklet

#endif
