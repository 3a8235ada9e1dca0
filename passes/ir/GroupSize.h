//===- GroupSize.h - The size that a kernel's groups must have --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `reqd_work_group_size` (OpenCL C, "Optional Attribute Qualifiers"), as clang
/// notes it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_GROUPSIZE_H
#define TASKLET_PASSES_IR_GROUPSIZE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
}

namespace tasklet {

/// The size of the work-groups that \p Kernel requires, in each dimension; empty
/// if it requires none.
llvm::SmallVector<uint64_t, 3> requiredGroupSize(const llvm::Function &Kernel);

/// How many work-items a work-group of \p Sizes has.
uint64_t workItemsOf(llvm::ArrayRef<uint64_t> Sizes);

} // namespace tasklet

#endif
