//===- SubGroups.h - Sub-group functions in everywhere bodies ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What becomes of `sub_group_shuffle` and its relatives in the body of an
/// everywhere statement: calls of libtasklet/device/warp.h, on any device.
/// SubGroupFunctions.def names them all.
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
/// tkl-linearise (Linearise.h) puts each such call into a block of its own, in
/// which everybody arrives; it does not matter here which of them do.
///
/// Whose value counts: in ballots, votes, reductions and scans, and for
/// "first", that of active lanes. A shuffle or broadcast reads any lane: one
/// that does not run the call gives its own current value of the operand if
/// that is a variable, else 0 (LineariseValues.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_SUBGROUPS_H
#define TASKLET_PASSES_EVERYWHERE_SUBGROUPS_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace tasklet {

class WarpState;

/// Is \p Call one of the functions of EV8 of docs/rules.md?
bool isSubGroupCall(const llvm::CallBase &Call);

/// True if lanes need not meet for \p Call, such as get_sub_group_local_id():
/// it may stay where it is, under any condition.
bool isLocalSubGroupCall(const llvm::CallBase &Call);

/// True if \p Call may be given the first operand of any lane of the warp, also
/// of one that does not run it: shuffles and broadcasts.
bool asksAnyLane(const llvm::CallBase &Call);

/// Emits at \p B what \p Call is for a lane of \p Warp. Everybody comes to \p B
/// (unless isLocalSubGroupCall); \p Active, i1, says which lanes run the call
/// in the program. The result, for active lanes, or null if it has none; \p
/// Call itself stays where it is.
llvm::Value *emitSubGroupCall(llvm::IRBuilderBase &B, llvm::CallBase &Call,
                              llvm::Value *Active, WarpState &Warp);

/// The same for a warp of one lane, without WarpState: in tasks.
llvm::Value *emitSubGroupCallOfOneLane(llvm::IRBuilderBase &B,
                                       llvm::CallBase &Call);

} // namespace tasklet

#endif
