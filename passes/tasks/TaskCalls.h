//===- TaskCalls.h - What tasks may not call, however deep ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_TASKCALLS_H
#define TASKLET_PASSES_TASKS_TASKCALLS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Reports calls in \p Task of ordinary functions that, themselves or through
/// others, ask for work-item values or wait at a barrier: a task is no
/// work-item (docs/rules.md, "Tasks"). The plugin reports what stands in the
/// task itself.
void checkTaskCalls(llvm::Function &Task);

} // namespace tasklet

#endif
