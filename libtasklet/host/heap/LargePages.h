//===- LargePages.h - Buffers on large pages --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_LARGEPAGES_H
#define TASKLET_HOST_HEAP_LARGEPAGES_H

#include "support/OpenCL.h"

#include <cstdint>

namespace tasklet {

/// A buffer of \p Size bytes in memory of this process, for which the system is
/// asked for pages of 2 MiB (madvise(2), MADV_HUGEPAGE): for memory that is used
/// here and there, where most accesses would miss the buffer of page addresses.
/// Null if that brings nothing, since the buffer is small or a device of the
/// context has memory of its own, or if it fails. The memory goes with the
/// buffer.
cl_mem createLargePageBuffer(cl_context Context, uint64_t Size);

} // namespace tasklet

#endif
