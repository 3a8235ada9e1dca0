//===- WarpState.h - What a kernel knows of its warps -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel in linearised form (Linearise.h) has one `__tkl_warp`, the
/// structure of libtasklet/device/warp.h that tells a work-item its lane and
/// its warp, and local memory through which lanes meet. It is filled on entry.
/// Everything that lanes do together is a call of a function of that header,
/// which gets the structure first.
///
/// Two bitcodes define these functions. With `-tkl-sub-groups` warps are the
/// device's sub-groups; otherwise they are runs of `-tkl-warp-size` (32 unless
/// given) consecutive work-items. *Everybody* below is the work-group in both
/// cases: on PoCL 6 sub-groups of one work-group must not go different ways.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_WARPSTATE_H
#define TASKLET_PASSES_EVERYWHERE_WARPSTATE_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class StructType;
} // namespace llvm

namespace tasklet {

/// Was `-tkl-sub-groups` given?
bool wantsSubGroups();

/// Lanes of a warp, from `-tkl-warp-size`. Where warps are sub-groups it is for
/// the device to say, unless the option was given: then kernels require that
/// size, as with cl_intel_required_subgroup_size.
unsigned warpSize();

/// Is that what warps have, but for the last one of a work-group? Else it is
/// for the device to say.
bool hasFixedWarpSize();

/// Links the functions of libtasklet/device/warp.h into \p M, where warps were
/// used, and gives them bodies. Reports what prevents it.
bool linkWarpRuntime(llvm::Module &M);

class WarpState {
  llvm::Module &M;
  llvm::StructType *Ty;
  llvm::AllocaInst *Warp;
  llvm::GlobalVariable *Slots;

  llvm::Value *field(llvm::IRBuilderBase &B, unsigned Index);

public:
  using Builder = llvm::IRBuilderBase;
  using Value = llvm::Value;

  /// Fills the structure of \p Kernel before \p At, which every work-item must
  /// pass once, before everything else. Without \p Exchange there are no
  /// functions but votes, and less local memory.
  WarpState(llvm::Function &Kernel, llvm::Instruction *At, bool Exchange);

  /// The structure, in private memory: the first argument of all functions.
  Value *pointer() const { return Warp; }

  /// A call of `Name(pointer(), Args...)`. Convergent.
  Value *call(Builder &B, llvm::StringRef Name, llvm::Type *Result,
              llvm::ArrayRef<Value *> Args);

  Value *lane(Builder &B);  ///< i32
  Value *size(Builder &B);  ///< i32: lanes of this warp
  Value *index(Builder &B); ///< i32: of this warp in the work-group
  Value *count(Builder &B); ///< i32: warps in the work-group
  Value *most(Builder &B);  ///< i32: lanes of the largest warp

  /// i64: bit i is set if lane i of the warp says \p Predicate (i1). Everybody
  /// must come here.
  Value *ballot(Builder &B, Value *Predicate);

  /// i1, the same for everybody: whether anybody says \p Predicate. Everybody
  /// must come here.
  Value *anyOfAll(Builder &B, Value *Predicate);
};

} // namespace tasklet

#endif
