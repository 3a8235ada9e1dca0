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

/// The bodies of the forces of \p Kernel run in the dispatch kernel, but must
/// see the work-item values of \p Kernel. So this function inlines the
/// functions that contain a query. Then it replaces each query by a value that
/// the start of the kernel computes. A force captures this value like any
/// other. Does nothing to kernels without force.
void hoistWorkItemValues(llvm::Function &Kernel);

} // namespace tasklet

#endif
