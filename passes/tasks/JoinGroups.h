//===- JoinGroups.h - Which children a force waits for ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A force goes on when the results of its list are there, while other children
/// of the task still run. A function in which that can make a difference has
/// *join groups*: one for each future, and group 0 for results that go nowhere
/// or to global memory. The device runtime counts the children of each group
/// (libtasklet/device/group.cl). All other functions join everything, which is
/// cheaper.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_JOINGROUPS_H
#define TASKLET_PASSES_TASKS_JOINGROUPS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Takes over the plugin's marks of listed futures, which stand before the
/// force marks of \p F, and removes them. If a child of \p F may be outstanding
/// at a force that does not name it, gives \p F groups (Marks.h). Futures beyond
/// the number of groups share them: then a force may wait for more than its
/// list.
void findJoinGroups(llvm::Function &F);

} // namespace tasklet

#endif
