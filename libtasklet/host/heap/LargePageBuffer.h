//===- LargePageBuffer.h - Buffers on large pages ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_LARGEPAGEBUFFER_H
#define TASKLET_HOST_HEAP_LARGEPAGEBUFFER_H

#include "heap/LargePages.h"
#include "support/OpenCL.h"

namespace tasklet {

/// A buffer of \p Size bytes on large pages, which are in \p Memory as well. Null
/// if that brings nothing, since the buffer is small or a device of the context
/// has memory of its own, or if it fails.
cl_mem createLargePageBuffer(cl_context Context, uint64_t Size,
                             std::shared_ptr<const LargePages> &Memory);

} // namespace tasklet

#endif
