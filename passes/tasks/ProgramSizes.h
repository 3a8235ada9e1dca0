//===- ProgramSizes.h - Bytes of records and chunks -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_PROGRAMSIZES_H
#define TASKLET_PASSES_TASKS_PROGRAMSIZES_H

#include "manifest/WriteManifest.h"

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// What a program with these \p Steps needs (docs/abi.md, section 2).
ProgramSizes sizesOf(llvm::ArrayRef<llvm::Function *> Steps);

} // namespace tasklet

#endif
