//===- StepBuilder.cpp - Clone the blocks of one step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "StepBuilder.h"
#include "LLVMCompat.h"
#include "Marks.h"
#include "RuntimeCalls.h"
#include "StoredForm.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// The arguments of an entry step, from the block at its second parameter.
/// Structures stay there; the entry block copies them (see tkl-prepare).
static void mapArguments(Function &Old, BuiltStep &S, IRBuilder<> &B) {
  const DataLayout &DL = Old.getParent()->getDataLayout();
  SmallVector<Type *, 8> Types;
  SmallVector<Argument *, 8> Args;
  for (Argument &Arg : Old.args()) {
    if (S.KernelEntry) {
      S.Map[&Arg] = S.New->getArg(Arg.getArgNo());
      continue;
    }
    if (Arg.hasStructRetAttr())
      continue; // Replaced by a result mark.
    Type *ByVal = Arg.getParamByValType();
    Types.push_back(ByVal ? ByVal : Arg.getType());
    Args.push_back(&Arg);
  }
  ArgLayout Layout(Types, DL);
  for (unsigned I = 0; I < Args.size(); ++I) {
    Value *Ptr = byteOffset(B, S.New->getArg(1), Layout.Offsets[I]);
    S.Map[Args[I]] =
        Args[I]->hasByValAttr()
            ? typedPtr(B, Ptr, Types[I])
            : loadForm(B, Types[I], Ptr, Align(heapAlign(Types[I], DL)),
                       Args[I]->getName());
  }
}

/// Loads what the continuation has captured.
static void mapCaptures(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S,
                        IRBuilder<> &B) {
  const DataLayout &DL = S.New->getParent()->getDataLayout();
  const Step &Here = Plan.Steps[S.Index];
  Value *Frame = RT.frame(B, S.Worker);
  for (Value *V : Here.Values) {
    Value *Ptr = byteOffset(B, Frame, Here.Offsets.lookup(V));
    S.Map[V] = loadForm(B, V->getType(), Ptr,
                        Align(heapAlign(V->getType(), DL)), V->getName());
  }
}

/// Gives a continuation the variables that live in memory.
static void mapVariables(const StepPlan &Plan, BuiltStep &S, IRBuilder<> &B) {
  for (BasicBlock *BB : Plan.Steps[S.Index].Blocks)
    for (Instruction &I : *BB)
      for (Value *Operand : I.operands()) {
        auto *Variable = dyn_cast<AllocaInst>(Operand);
        if (!Variable || S.Map.count(Variable))
          continue;
        auto *Local = cast<AllocaInst>(Variable->clone());
        B.Insert(Local, Variable->getName());
        S.Map[Variable] = Local;
      }
  // Also those that only pass through to a later step.
  for (AllocaInst *Variable : Plan.Steps[S.Index].Variables)
    if (!S.Map.count(Variable)) {
      auto *Local = cast<AllocaInst>(Variable->clone());
      B.Insert(Local, Variable->getName());
      S.Map[Variable] = Local;
    }
}

static void loadVariables(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S,
                          IRBuilder<> &B) {
  const DataLayout &DL = S.New->getParent()->getDataLayout();
  const Step &Here = Plan.Steps[S.Index];
  Value *Frame = RT.frame(B, S.Worker);
  for (AllocaInst *Variable : Here.Variables) {
    auto Future = Plan.Futures.find(Variable);
    uint64_t Offset = Future != Plan.Futures.end()
                          ? Future->second
                          : Here.Offsets.lookup(Variable);
    Type *Ty = Variable->getAllocatedType();
    B.CreateMemCpy(S.Map[Variable], Variable->getAlign(),
                   byteOffset(B, Frame, Offset), Align(heapAlign(Ty, DL)),
                   DL.getTypeAllocSize(Ty));
  }
}

/// Clones the blocks; edges to a force lead to an empty block instead.
static void cloneBlocks(const StepPlan &Plan, BuiltStep &S) {
  const Step &Here = Plan.Steps[S.Index];
  LLVMContext &C = S.New->getContext();
  for (BasicBlock *BB : Here.Blocks) {
    BasicBlock *Copy = CloneBasicBlock(BB, S.Map, "", S.New);
    Copy->setName(BB->getName());
    S.Map[BB] = Copy;
  }
  for (unsigned Next : Here.Next) {
    BasicBlock *Suspend = BasicBlock::Create(C, "suspend", S.New);
    S.Suspends.push_back({Next, Suspend});
    S.Map[Plan.Steps[Next].Root] = Suspend;
  }
  for (BasicBlock *BB : Here.Blocks) {
    auto *Copy = cast<BasicBlock>(S.Map[BB]);
    for (PHINode &Phi : make_early_inc_range(Copy->phis()))
      for (unsigned I = Phi.getNumIncomingValues(); I-- > 0;)
        if (!Here.Blocks.count(Phi.getIncomingBlock(I)))
          Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
    for (Instruction &I : *Copy)
      RemapInstruction(&I, S.Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
}

/// True if \p Ptr, an address in a future, is used to write the variable or in
/// a way that cannot be followed. Reading and spawning into it is neither.
static bool isWritten(Value *Ptr) {
  for (User *U : Ptr->users()) {
    if (isa<LoadInst>(U))
      continue;
    if (isa<BitCastInst>(U) || isa<GetElementPtrInst>(U)) {
      if (isWritten(U))
        return true;
      continue;
    }
    SpawnMark Spawn(cast<Instruction>(U));
    if (Spawn && Spawn.dest() == Ptr) {
      bool AlsoArg = false;
      for (unsigned I = 0; I < Spawn.numArgs(); ++I)
        AlsoArg |= Spawn.arg(I) == Ptr && !Spawn.isByVal(I);
      if (!AlsoArg)
        continue;
    }
    if (Spawn)
      continue; // A structure passed by value: read.
    if (auto *Copy = dyn_cast<MemTransferInst>(U))
      if (Copy->getRawSource() == Ptr && Copy->getRawDest() != Ptr)
        continue;
    return true;
  }
  return false;
}

static void findFutures(const StepPlan &Plan, BuiltStep &S) {
  for (auto &[Variable, Slot] : Plan.Futures) {
    auto *Local = cast_or_null<AllocaInst>(S.Map.lookup(Variable));
    if (Local)
      S.Futures[Variable] = {Local, Slot, isWritten(Local)};
  }
}

void tasklet::cloneStep(Function &Old, const StepPlan &Plan, RuntimeCalls &RT,
                        BuiltStep &S) {
  LLVMContext &C = Old.getContext();
  BasicBlock *Start = BasicBlock::Create(C, "start", S.New);
  IRBuilder<> B(Start);
  if (S.KernelEntry)
    S.Heap = S.New->getArg(S.New->arg_size() - 1);
  else
    S.Worker = S.New->getArg(0);
  if (S.Index == 0) {
    mapArguments(Old, S, B);
  } else {
    mapCaptures(Plan, RT, S, B);
    mapVariables(Plan, S, B);
  }
  cloneBlocks(Plan, S);
  findFutures(Plan, S);
  if (S.Index != 0)
    loadVariables(Plan, RT, S, B);
  auto *Root = cast<BasicBlock>(S.Map[Plan.Steps[S.Index].Root]);
  // Only variables of the first block count as static.
  for (Instruction &I : make_early_inc_range(*Root))
    if (isa<AllocaInst>(I))
      I.moveBefore(*Start, Start->begin());
  B.CreateBr(Root);
  if (S.Index != 0)
    Root->front().eraseFromParent(); // The force mark.
}
