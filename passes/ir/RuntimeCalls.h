//===- RuntimeCalls.h - Calls of the device runtime -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The types and calls through which steps use the device runtime. Each member
/// function emits a call of one function of libtasklet/device/steps.cl or
/// root.cl, or of one of the two symbols that tkl-dispatch resolves.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_RUNTIMECALLS_H
#define TASKLET_PASSES_IR_RUNTIMECALLS_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Emits a call of the runtime's function `Name(Args...)`, which is declared if
/// need be.
llvm::CallInst *emitRuntimeCall(llvm::Module &M, llvm::IRBuilderBase &B,
                                llvm::StringRef Name, llvm::Type *Result,
                                llvm::ArrayRef<llvm::Value *> Args);

class RuntimeCalls {
  llvm::Module &M;
  llvm::Value *call(llvm::IRBuilderBase &B, llvm::StringRef Name,
                    llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Args);

public:
  llvm::Type *I32, *BytePtr, *GlobalPtr, *WorkerPtr, *Void;

  explicit RuntimeCalls(llvm::Module &M);

  /// `i32 (%worker*, i8*)`, the type of every step.
  llvm::FunctionType *stepType() const;

  using Builder = llvm::IRBuilderBase;
  using Value = llvm::Value;
  Value *stepId(Builder &B, llvm::Function *Step);
  Value *argsOf(Builder &B, llvm::Function *Task);

  Value *frame(Builder &B, Value *W);
  Value *entryRet(Builder &B, Value *W);
  Value *frameRet(Builder &B, Value *W);
  /// i32, 0 if the command has failed.
  Value *openFrame(Builder &B, Value *W, uint64_t Size);
  Value *spawn(Builder &B, Value *W, Value *Id, Value *Frame, Value *Ret);
  void spawned(Builder &B, Value *W);
  void suspend(Builder &B, Value *W, Value *Frame, Value *Id, Value *Pending,
               uint64_t Size);
  /// i1.
  Value *hasRoom(Builder &B, Value *W);
  /// i1: the number of tasks that the worker has run is a multiple of \p Of.
  Value *ranMultiple(Builder &B, Value *W, unsigned Of);
  /// The action with which the step ends.
  Value *refuseSpawn(Builder &B, Value *W);
  Value *suspendAtSpawn(Builder &B, Value *W, Value *Frame, Value *Id,
                        uint64_t Size, Value *Record);
  Value *takeChild(Builder &B, Value *W, Value *Frame, Value *Pending);
  /// As takeChild, in the order of the spawns.
  Value *takeOldestChild(Builder &B, Value *W, Value *Frame, Value *Pending);
  /// i1.
  Value *canExchange(Builder &B, Value *W);
  Value *exchange(Builder &B, Value *W, Value *Id, Value *Frame, Value *Ret);
  Value *runExchanged(Builder &B, Value *W);
  /// Join groups: libtasklet/device/group.cl.
  Value *group(Builder &B, Value *Frame, unsigned Group);
  void openGroups(Builder &B, Value *Frame, unsigned Groups, uint64_t Size);
  Value *spawnInGroup(Builder &B, Value *W, Value *Id, Value *Group,
                      Value *Ret);
  void spawnedInGroup(Builder &B, Value *Group);
  Value *isJoined(Builder &B, Value *Group);  ///< i1
  Value *areJoined(Builder &B, Value *Frame); ///< i1
  void await(Builder &B, Value *W, Value *Frame, Value *Group);
  void continueAt(Builder &B, Value *W, Value *Frame, Value *Id);
  void leaveGroups(Builder &B, Value *W, Value *Frame);
  void rootAwait(Builder &B, Value *Heap, Value *Frame, Value *Id,
                 uint64_t Groups);
  Value *takenStep(Builder &B, Value *W);
  void goOn(Builder &B, Value *W);
  void runNext(Builder &B, Value *W, Value *Ret);
  void countTasks(Builder &B, Value *W, Value *Tasks);
  void closeFrame(Builder &B, Value *W);
  /// For programs that know their spawns: libtasklet/device/stack.cl.
  void stackEnter(Builder &B, Value *W, bool Entry);
  void stackRecord(Builder &B, Value *Record, Value *Place, bool Root);
  void stackNext(Builder &B, Value *W, Value *Place, bool Tail);

  /// The frame. It is null if the command has failed and no work-items of the
  /// kernel meet afterwards (\p Meets is false).
  Value *rootFrame(Builder &B, Value *Heap, uint64_t Size, bool Meets);
  Value *rootSpawn(Builder &B, Value *Heap, Value *Id, Value *Frame,
                   Value *Ret);
  void rootSuspend(Builder &B, Value *Heap, Value *Frame, Value *Id,
                   Value *Children);

  /// A call of a function that only the dispatch kernel uses, by its name.
  Value *ofWorker(Builder &B, llvm::StringRef Name, llvm::Type *Result,
                  llvm::ArrayRef<Value *> Args) {
    return call(B, Name, Result, Args);
  }
};

} // namespace tasklet

#endif
