//===- Assertions.h - Kernels that assert -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A work-item of a kernel says by the command's heap that an assertion has
/// failed. So a kernel that asserts, directly or in a function that it calls,
/// gets a heap like one that spawns.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_ASSERTIONS_H
#define TASKLET_PASSES_TASKS_ASSERTIONS_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace tasklet {

/// The kernels of \p M that come to a `tkl_assert`, without the ordered ones.
/// Reports those that are called as functions.
llvm::SmallPtrSet<llvm::Function *, 8> findAssertingKernels(llvm::Module &M);

/// The first call of \p F that is a `tkl_assert` or comes to one; else null.
llvm::CallInst *findAssertion(llvm::Function &F);

/// Whether work-items wait for each other in \p F, or in what it calls. There
/// none may leave before the others.
bool meetsOthers(llvm::Function &F);

} // namespace tasklet

#endif
