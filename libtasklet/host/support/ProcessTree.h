//===- ProcessTree.h - A process and all that it started --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_PROCESSTREE_H
#define TASKLET_HOST_SUPPORT_PROCESSTREE_H

#include <sys/types.h>

namespace tasklet {

/// Kills \p Root, a child of this process whose status nobody has collected,
/// and what descends from it. A process group would be simpler, but then what
/// interrupts this process from its terminal would not reach the child.
///
/// What a descendant left behind when it ended is not found; a compiler does
/// not do that.
void killTree(pid_t Root);

} // namespace tasklet

#endif
