//===- SpirTarget.h - A target whose object files are bitcode ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_SPIRTARGET_H
#define TASKLET_PASSES_TARGET_SPIRTARGET_H

namespace tasklet {

/// Registers a target for the triples spir and spir64 whose "object files" are
/// bitcode, so that `clang -target spir64 -c` works. Safe to call again.
void registerSpirTarget();

} // namespace tasklet

#endif
