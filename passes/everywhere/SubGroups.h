//===- SubGroups.h - Sub-group functions in everywhere bodies ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces `sub_group_shuffle` and its relatives in the body of an everywhere
/// statement by calls of libtasklet/device/warp.h, on any device.
/// SubGroupFunctions.def lists all of them.
///
/// \code
///   %m = call spir_func i32 @_Z17sub_group_shuffleij(i32 %v, i32 %lane)
/// becomes
///   %w = zext i32 %v to i64
///   %s = call i64 @__tkl_warp_shuffle(%struct.__tkl_warp* %warp, i64 %w,
///                                     i32 %lane)
///   %m = trunc i64 %s to i32
/// \endcode
///
/// tkl-linearise (Linearise.h) puts each such call into a block that all lanes
/// reach. The code here need not know which of them run the call.
///
/// Ballots, votes, reductions, scans and "first" use the values of active
/// lanes. A shuffle or broadcast may read any lane. A lane that does not run
/// the call gives its current value of the operand if that is a variable, else
/// 0 (LineariseValues.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_SUBGROUPS_H
#define TASKLET_PASSES_EVERYWHERE_SUBGROUPS_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace tasklet {

class WarpForm;

/// Is \p Call one of the functions of EV8 of docs/rules.md?
bool isSubGroupCall(const llvm::CallBase &Call);

/// True if lanes need not meet for \p Call, such as get_sub_group_local_id().
/// Such a call may stay where it is, under any condition.
bool isLocalSubGroupCall(const llvm::CallBase &Call);

/// True if \p Call may read the first operand of any lane of the warp, also of
/// a lane that does not run it: shuffles and broadcasts.
bool asksAnyLane(const llvm::CallBase &Call);

/// Emits code at \p B that does the work of \p Call for a lane of \p Warp. All
/// work-items must reach \p B (unless isLocalSubGroupCall). \p Active, an i1,
/// says which lanes run the call in the program. Returns the result for active
/// lanes, null if the call has none. Does not remove \p Call.
llvm::Value *emitSubGroupCall(llvm::IRBuilderBase &B, llvm::CallBase &Call,
                              llvm::Value *Active, WarpForm &Warp);

/// The same for a warp of one lane, as in tasks; needs no WarpForm.
llvm::Value *emitSubGroupCallOfOneLane(llvm::IRBuilderBase &B,
                                       llvm::CallBase &Call);

} // namespace tasklet

#endif
