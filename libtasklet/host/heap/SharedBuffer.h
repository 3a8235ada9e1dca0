//===- SharedBuffer.h - Buffers that several devices work in ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_SHAREDBUFFER_H
#define TASKLET_HOST_HEAP_SHAREDBUFFER_H

#include "support/OpenCL.h"

#include <cstdint>

namespace tasklet {

/// A buffer of \p Size bytes over shared virtual memory in which kernels on all
/// devices of the context may read and write at the same time (fine-grained,
/// with atomics). To kernels, it starts at \p Address on every device. Null if
/// the driver gives none. The memory goes with the buffer.
cl_mem createSharedBuffer(cl_context Context, uint64_t Size, char *&Address);

} // namespace tasklet

#endif
