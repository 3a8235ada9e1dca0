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

#include "everywhere/WarpForm.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class StructType;
} // namespace llvm

namespace tasklet {

/// The number of lanes of a warp, from `-tkl-warp-size`. If warps are
/// sub-groups and the option was not given, the device chooses the size. If it
/// was given, kernels require that size, as with
/// cl_intel_required_subgroup_size.
unsigned warpSize();

/// True if all warps have warpSize() lanes, except the last one of a
/// work-group. If false, the device chooses the size.
bool hasFixedWarpSize();

class WarpState : public WarpForm {
  llvm::Module &M;
  llvm::StructType *Ty;
  llvm::AllocaInst *Warp;
  llvm::GlobalVariable *Slots;

  llvm::Value *field(llvm::IRBuilderBase &B, unsigned Index);

public:
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

  Value *lane(Builder &B) override;
  Value *size(Builder &B) override;
  Value *index(Builder &B) override;
  Value *count(Builder &B) override;
  Value *most(Builder &B) override;

  // Everybody must reach these calls.
  Value *ballot(Builder &B, Value *Active, Value *Predicate) override;
  Value *shuffle(Builder &B, Value *Piece, Value *Lane) override;
  Value *match(Builder &B, Value *Lanes, Value *Piece) override;
  Value *fold(Builder &B, llvm::StringRef Name, Value *Active, Value *Operand,
              llvm::ArrayRef<Value *> More) override;
  void barrier(Builder &B, Value *Flags) override;

  /// i1, the same for everybody: whether \p Predicate is true for any
  /// work-item. Everybody must reach this call.
  Value *anyOfAll(Builder &B, Value *Predicate);
};

} // namespace tasklet

#endif
