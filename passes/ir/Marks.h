//===- Marks.h - Spawns and forces between prepare and capture --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The form in which tkl-prepare hands tasks to tkl-escape and tkl-split-tasks:
///
/// \code
///   call void (...) @tkl.spawn.private(@task, i8* %variable, args...)
///   call void (...) @tkl.spawn.global(@task, i8 addrspace(1)* %dest, args...)
///   call void (...) @tkl.spawn.detached(@task, args...)
///
///   call void @tkl.force() ; what follows, up to the returns, is the body
///
///   call void @tkl.result(i8* %s) ; before ret: the result, a structure
///
///   call void (...) @tkl.deliver(i8* %variable, i64 align, result)
///   call void @tkl.ran(i32 %tasks)
/// \endcode
///
/// A spawn stands where the result would have been stored. A structure passed
/// by value is a pointer to it with the `byval` attribute. The value written
/// has the task's own result type, in the form in which memory holds it:
/// conversions have become tasks of their own (ResultThunks.h).
///
/// The last two come from tkl-inline-children: a child was run at its spawn.
/// What it would have delivered is delivered; it counts as so many tasks.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_MARKS_H
#define TASKLET_PASSES_IR_MARKS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class DataLayout;
class Function;
} // namespace llvm

namespace tasklet {

bool isKernel(const llvm::Function &F);
bool isTask(const llvm::Function &F);

/// The same before tkl-prepare, by the plugin's mark.
bool isMarkedAsTask(const llvm::Function &F);

/// A task whose body is here and has not been cut into steps: what the passes
/// between tkl-prepare and tkl-split-tasks work on. A kernel is none, although
/// it may spawn.
bool isWholeTask(const llvm::Function &F);

/// What the source calls \p F: what passes make of it has a dot in its name.
llvm::StringRef nameInSource(const llvm::Function &F);

/// The task that \p V, the first operand of a mark, names.
llvm::Function *taskOf(llvm::Value *V);

/// A spawn mark, or nothing.
class SpawnMark {
  llvm::CallInst *Call = nullptr;
  unsigned FirstArg = 0;

public:
  SpawnMark() = default;
  explicit SpawnMark(llvm::Instruction *I);
  explicit operator bool() const { return Call; }

  llvm::CallInst *call() const { return Call; }
  llvm::Function *task() const;
  /// Where the result goes; null if it is ignored.
  llvm::Value *dest() const;
  /// The variable that \ref dest points into, if it is private.
  llvm::AllocaInst *future() const;
  unsigned numArgs() const { return Call->arg_size() - FirstArg; }
  llvm::Value *arg(unsigned I) const {
    return Call->getArgOperand(FirstArg + I);
  }
  /// The type of argument \p I as it is passed: behind the pointer if byval.
  llvm::Type *argType(unsigned I) const;
  bool isByVal(unsigned I) const { return Call->isByValArgument(FirstArg + I); }
};

/// Puts a spawn of \p Task before \p Before, with the arguments and their
/// attributes from \p From (from operand \p FirstArg on). \p Dest may be null.
llvm::CallInst *createSpawn(llvm::Instruction *Before, llvm::Function *Task,
                            llvm::Value *Dest,
                            llvm::ArrayRef<llvm::Value *> Args,
                            llvm::ArrayRef<llvm::Type *> ByValTypes);

bool isForceMark(const llvm::Instruction &I);
void createForce(llvm::Instruction *Before);

/// If \p I is a result mark, the private memory that holds the result.
llvm::Value *resultMarkOf(llvm::Instruction &I);
void createResult(llvm::Instruction *Before, llvm::Value *Ptr);

/// A delivery mark, or nothing.
class DeliveryMark {
  llvm::CallInst *Call = nullptr;

public:
  explicit DeliveryMark(llvm::Instruction *I);
  explicit operator bool() const { return Call; }

  llvm::CallInst *call() const { return Call; }
  llvm::Value *dest() const { return Call->getArgOperand(0); }
  /// The variable that \ref dest points into.
  llvm::AllocaInst *future() const;
  llvm::Align alignment() const; ///< of \ref dest
  /// A pointer to it if it is a structure.
  llvm::Value *result() const { return Call->getArgOperand(2); }
  bool isByVal() const { return Call->isByValArgument(2); }
  llvm::Type *resultType() const {
    return isByVal() ? Call->getParamByValType(2) : result()->getType();
  }
};
/// \p Result holds the result.
void createDelivery(llvm::Instruction *Before, llvm::Value *Dest,
                    llvm::Align Alignment, llvm::AllocaInst *Result);

/// If \p I says that tasks were run: how many.
llvm::Value *ranMarkOf(llvm::Instruction &I);
void createRan(llvm::Instruction *Before, llvm::Value *Tasks);

/// True if \p F contains spawns or forces.
bool hasMarks(llvm::Function &F);

/// Where the arguments of a task lie, from the start of its argument block.
struct ArgLayout {
  llvm::SmallVector<uint64_t, 8> Offsets;
  uint64_t Size = 0;      ///< bytes
  uint64_t Alignment = 1; ///< bytes, at most TKL_ALIGN
  ArgLayout(llvm::ArrayRef<llvm::Type *> Types, const llvm::DataLayout &DL);
  /// Bytes from the start of a record to the block.
  uint64_t recordOffset() const;
};

/// The number that \p F has as the string attribute \p Name, or \p Otherwise.
uint64_t numberAttr(const llvm::Function &F, llvm::StringRef Name,
                    uint64_t Otherwise = 0);

/// The alignment in bytes that \p Ty gets in records and frames.
uint64_t heapAlign(llvm::Type *Ty, const llvm::DataLayout &DL);

} // namespace tasklet

#endif
