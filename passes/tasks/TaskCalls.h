//===- TaskCalls.h - Check calls inside tasks -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_TASKCALLS_H
#define TASKLET_PASSES_TASKS_TASKCALLS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Reports calls in \p Task of ordinary functions that ask for work-item values
/// or wait at a barrier, directly or through other functions. A task is no
/// work-item (docs/rules.md, "Tasks"). The plugin reports such calls in the
/// task itself.
void checkTaskCalls(llvm::Function &Task);

/// Whether \p F is a built-in function that work-items of a group run together,
/// such as a barrier, or asks about their sub-group.
bool waitsForWorkItems(const llvm::Function &F);

} // namespace tasklet

#endif
