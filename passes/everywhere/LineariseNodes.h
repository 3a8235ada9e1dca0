//===- LineariseNodes.h - Cut a kernel at its meetings ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Divides a kernel into *nodes*, in the order of its text. Clang lays blocks
/// out in that order. Each lane has a current node. All lanes walk through the
/// nodes in order, and a lane runs a node if the node is its current one. The
/// lanes go back when one of them has reached the end of a loop that encloses a
/// meeting.
///
/// A *meeting* is something that lanes do together: a visit, its end, a
/// sub-group function, or a barrier that some lanes might otherwise miss. A
/// meeting is a node of its own. Any other node is a run of blocks without
/// meetings, as long as possible. Control enters it at its first block only. An
/// edge to an earlier block leaves it only from its last block. So the order of
/// the program stays the same when lanes run a whole node at once.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISENODES_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISENODES_H

#include "everywhere/Visits.h"

#include "llvm/ADT/DenseMap.h"

namespace tasklet {

struct Node {
  enum Kind { Plain, Begin, End, SubGroup, Barrier } What = Plain;
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks; ///< entered at the first
  /// All lanes reach this node, so the code need not ask which ones did.
  bool Everybody = false;
  Visit *TheVisit = nullptr;      ///< of Begin and End
  llvm::CallInst *Call = nullptr; ///< of SubGroup and Barrier
  /// Of a SubGroup that reads any lane: the operand of a lane that is not at
  /// this node.
  llvm::Value *Elsewhere = nullptr;
};

/// A call in a body in which lanes meet. The code from Start on, which is in its
/// block, is for all lanes of the warp.
struct Meeting {
  llvm::CallInst *Call;
  llvm::Instruction *Start;
};

/// The calls of sub-group functions in the bodies of \p All in which lanes meet.
std::vector<Meeting> findSubGroupMeetings(llvm::Function &Kernel,
                                          const Visits &All);

/// Divides \p Kernel, whose everywhere loops are cut, at its visits, at \p Calls
/// and at barriers that only some lanes come to. Leaves out the blocks in
/// \p Apart, from which no edge leads elsewhere. Splits blocks at meetings.
/// Gives each loop that encloses a meeting a single latch, after all other
/// blocks of the loop. \p Alone has first blocks of nodes that are to be so many
/// blocks, without an edge to earlier nodes.
std::vector<Node>
divideIntoNodes(llvm::Function &Kernel, const Visits &All,
                const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Apart,
                llvm::ArrayRef<Meeting> Calls,
                const llvm::DenseMap<llvm::BasicBlock *, unsigned> &Alone =
                    llvm::DenseMap<llvm::BasicBlock *, unsigned>());

/// Is \p I a call of barrier() or work_group_barrier()?
bool isBarrier(const llvm::Instruction &I);

/// The first instruction of \p F that is no alloca.
llvm::Instruction *afterVariables(llvm::Function &F);

} // namespace tasklet

#endif
