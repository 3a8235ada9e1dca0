//===- WorkItemValues.h - get_global_id and its relatives -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_WORKITEMVALUES_H
#define TASKLET_PASSES_TASKS_WORKITEMVALUES_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// True if \p F is get_global_id or one of its relatives.
bool isWorkItemQuery(const llvm::Function &F);

/// Lets the bodies of the forces of \p Kernel see the kernel's work-item values
/// although they run in the dispatch kernel: every query in the kernel, after
/// inlining the functions that contain one, becomes a value computed at the
/// start of the kernel, which a force then captures like any other. Kernels
/// without force are left alone.
void hoistWorkItemValues(llvm::Function &Kernel);

} // namespace tasklet

#endif
