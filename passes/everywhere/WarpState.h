//===- WarpState.h - A kernel's data about its warps ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel in linearised form (Linearise.h) has one `__tkl_warp`, a structure
/// of libtasklet/device/warp.h. It holds the lane and the warp of the
/// work-item, and the address of the local memory through which lanes meet. The
/// kernel fills it on entry. Lanes do everything together through functions of
/// that header. These get the structure as their first argument.
///
/// Two bitcodes define these functions. With `-tkl-sub-groups`, warps are the
/// device's sub-groups. Otherwise a warp is a run of consecutive work-items, as
/// many as `-tkl-warp-size` says (32 unless given). *Everybody* means the whole
/// work-group in both cases, because on PoCL 6 the sub-groups of a work-group
/// must not take different paths.
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

/// The number of lanes of a warp, from `-tkl-warp-size`. If warps are
/// sub-groups and the option was not given, the device chooses the size. If it
/// was given, kernels require that size, as with
/// cl_intel_required_subgroup_size.
unsigned warpSize();

/// True if all warps have warpSize() lanes, except the last one of a
/// work-group. If false, the device chooses the size.
bool hasFixedWarpSize();

/// Links the definitions of the functions of libtasklet/device/warp.h into \p
/// M, which uses warps. Returns false if it reported an error.
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

  /// Fills the structure of \p Kernel before \p At. Every work-item must pass
  /// \p At once, before everything else. Without \p Exchange the kernel can use
  /// votes only, and needs less local memory.
  WarpState(llvm::Function &Kernel, llvm::Instruction *At, bool Exchange);

  /// The address of the structure in private memory, which is the first
  /// argument of all functions.
  Value *pointer() const { return Warp; }

  /// Emits a convergent call of `Name(pointer(), Args...)`.
  Value *call(Builder &B, llvm::StringRef Name, llvm::Type *Result,
              llvm::ArrayRef<Value *> Args);

  Value *lane(Builder &B);  ///< i32
  Value *size(Builder &B);  ///< i32: lanes of this warp
  Value *index(Builder &B); ///< i32: number of this warp in the work-group
  Value *count(Builder &B); ///< i32: warps in the work-group
  Value *most(Builder &B);  ///< i32: lanes of the largest warp

  /// i64: bit i is set if \p Predicate (i1) is true in lane i of the warp.
  /// Everybody must reach this call.
  Value *ballot(Builder &B, Value *Predicate);

  /// i1, the same for everybody: whether \p Predicate is true for any
  /// work-item. Everybody must reach this call.
  Value *anyOfAll(Builder &B, Value *Predicate);
};

} // namespace tasklet

#endif
