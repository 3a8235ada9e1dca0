//===- ProcessTree.h - A process and all that it started --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_PROCESSTREE_H
#define TASKLET_HOST_SUPPORT_PROCESSTREE_H

#include <sys/types.h>

namespace tasklet {

/// Kills \p Root and its descendants. \p Root is a child of this process whose
/// status nobody has collected. A process group would be simpler, but then what
/// interrupts this process from its terminal would not reach the child.
///
/// Does not find processes whose parent has ended. A compiler leaves none.
void killTree(pid_t Root);

} // namespace tasklet

#endif
