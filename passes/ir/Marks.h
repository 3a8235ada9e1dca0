//===- Marks.h - Spawns and forces before tasks are split -------*- C++ -*-===//
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
///   call void @tkl.force(), !tkl.awaits !{i64 groups}
///
///   call void @tkl.result(i8* %s) ; before ret: the result, a structure
///
///   call void (...) @tkl.deliver(i8* %variable, i64 align, result)
///   call void @tkl.ran(i32 %tasks)
/// \endcode
///
/// The mark of a spawn stands at the place of the store of its result. A
/// structure that is passed by value is a pointer with the `byval` attribute.
/// The result that is stored has the task's own result type, in the form in
/// which memory holds it (StoredForm.h). Conversions have become tasks of their
/// own (ResultThunks.h).
///
/// tkl-inline-children makes the last two marks. They say that a child was run
/// at its spawn: one mark delivers its result, and the other says how many
/// tasks it counts as.
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
class Module;
} // namespace llvm

namespace tasklet {

bool isKernel(const llvm::Function &F);
bool isTask(const llvm::Function &F);

/// The same before tkl-prepare: tests the plugin's mark.
bool isMarkedAsTask(const llvm::Function &F);

/// True if \p F is a task with a body that is not yet split into steps. The
/// passes between tkl-prepare and tkl-split-tasks work on these. A kernel is no
/// task, although it may spawn.
bool isWholeTask(const llvm::Function &F);

/// The name of \p F in the source. A function that a pass made from it has the
/// same name, then a dot and more.
llvm::StringRef nameInSource(const llvm::Function &F);

/// The task that \p V, the first operand of a mark, names.
llvm::Function *taskOf(llvm::Value *V);

/// A spawn mark, or false if the instruction is none.
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
  /// The type of argument \p I as it is passed; the pointed-to type if byval.
  llvm::Type *argType(unsigned I) const;
  bool isByVal(unsigned I) const { return Call->isByValArgument(FirstArg + I); }
};

/// Puts a mark for a spawn of \p Task before \p Before. \p ByValTypes has, for
/// each of \p Args, the type of the structure that it points to, or null. \p
/// Dest may be null.
llvm::CallInst *createSpawn(llvm::Instruction *Before, llvm::Function *Task,
                            llvm::Value *Dest,
                            llvm::ArrayRef<llvm::Value *> Args,
                            llvm::ArrayRef<llvm::Type *> ByValTypes);

bool isForceMark(const llvm::Instruction &I);
void createForce(llvm::Instruction *Before);

/// Join groups (tasks/JoinGroups.h). A set of groups has a bit for each.
constexpr unsigned MaxJoinGroups = 64;
constexpr uint64_t AllGroups = ~uint64_t(0);
/// How many groups \p F has. 0: every force waits for all children.
unsigned groupCount(const llvm::Function &F);
void setGroupCount(llvm::Function &F, unsigned Count);
/// The group of a child whose result goes to \p Future; 0 for null.
unsigned groupOf(const llvm::AllocaInst *Future);
void setGroup(llvm::AllocaInst &Future, unsigned Group);
/// What the force with the mark \p Force waits for.
uint64_t awaitedGroups(const llvm::Instruction &Force);
void setAwaitedGroups(llvm::Instruction &Force, uint64_t Groups);
/// True if \p I is the mark of a force after which nothing is outstanding.
bool joinsAll(const llvm::Instruction &I);

/// The private memory that holds the result if \p I is a result mark, else
/// null.
llvm::Value *resultMarkOf(llvm::Instruction &I);
void createResult(llvm::Instruction *Before, llvm::Value *Ptr);

/// A delivery mark, or false if the instruction is none.
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
  /// The result, or a pointer to it if it is a structure.
  llvm::Value *result() const { return Call->getArgOperand(2); }
  bool isByVal() const { return Call->isByValArgument(2); }
  llvm::Type *resultType() const {
    return isByVal() ? Call->getParamByValType(2) : result()->getType();
  }
};
/// Puts a delivery mark before \p Before. The variable \p Result holds the
/// result.
void createDelivery(llvm::Instruction *Before, llvm::Value *Dest,
                    llvm::Align Alignment, llvm::AllocaInst *Result);

/// The number of tasks that were run, if \p I is the mark for that, else null.
llvm::Value *ranMarkOf(llvm::Instruction &I);
void createRan(llvm::Instruction *Before, llvm::Value *Tasks);

/// True if \p F is one of the two marks with which the plugin ends a step
/// (docs/abi.md, section 1).
bool isPluginForce(const llvm::Function *F);
/// True if \p M has such marks.
bool hasPluginForces(const llvm::Module &M);

/// True if \p F contains spawns or forces.
bool hasMarks(llvm::Function &F);

/// The places of a task's arguments, from the start of its argument block.
struct ArgLayout {
  llvm::SmallVector<uint64_t, 8> Offsets;
  uint64_t Size = 0;      ///< bytes
  uint64_t Alignment = 1; ///< bytes, at most TKL_ALIGN
  ArgLayout(llvm::ArrayRef<llvm::Type *> Types, const llvm::DataLayout &DL);
  /// Bytes from the start of a record to the block.
  uint64_t recordOffset() const;
};

/// The string attribute \p Name of \p F, read as a number; \p Otherwise if \p F
/// has no such attribute.
uint64_t numberAttr(const llvm::Function &F, llvm::StringRef Name,
                    uint64_t Otherwise = 0);

/// The alignment in bytes that \p Ty gets in records and frames.
uint64_t heapAlign(llvm::Type *Ty, const llvm::DataLayout &DL);

} // namespace tasklet

#endif
