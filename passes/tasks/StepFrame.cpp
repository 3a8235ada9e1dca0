//===- StepFrame.cpp - The frame of a step while it runs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StepFrame.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/StoredForm.h"
#include "tasks/SpawnRoles.h"

#include "tkl_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

StepFrame::StepFrame(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S)
    : Plan(Plan), RT(RT), S(S), DL(S.New->getParent()->getDataLayout()) {
  IRBuilder<> B(&*S.New->getEntryBlock().getFirstInsertionPt());
  Pending = B.CreateAlloca(RT.I32, nullptr, "pending");
  B.CreateStore(S.Overflow ? kept(B, RT.I32, overflow().PendingOffset)
                           : B.getInt32(0),
                Pending);
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Touched) {
      InSlot[Variable] = B.CreateAlloca(B.getInt1Ty(), nullptr, "in.slot");
      Value *Already = B.getFalse();
      if (S.Overflow && overflow().Variables.count(Variable))
        Already = B.CreateIsNotNull(
            kept(B, B.getInt8Ty(), overflow().Offsets.lookup(Variable)));
      B.CreateStore(Already, InSlot[Variable]);
    }
}

/// Opens the frame as late as possible, but only once. So a leaf never opens
/// one.
void StepFrame::open(const SpawnRoles &Roles) {
  // A continuation has one already.
  if (!Roles.needsFrame() || S.hasFrame())
    return;
  DominatorTree DT(*S.New);
  LoopInfo LI(DT);
  BasicBlock *At = nullptr;
  auto Note = [&](BasicBlock *BB) {
    At = At ? DT.findNearestCommonDominator(At, BB) : BB;
  };
  for (CallInst *Spawn : Roles.Recorded)
    Note(Spawn->getParent());
  for (CallInst *Spawn : Roles.Tails)
    Note(Spawn->getParent());
  for (DeliveryMark Delivery : Roles.Deliveries)
    Note(Delivery.call()->getParent());
  for (const StepEnd &End : Roles.Ends)
    Note(End.Block->getSinglePredecessor());
  while (Loop *L = LI.getLoopFor(At))
    At = DT.getNode(L->getHeader())->getIDom()->getBlock();

  Instruction *Before = At->getTerminator();
  for (Instruction &I : *At)
    if (SpawnMark(&I) || DeliveryMark(&I)) {
      Before = &I;
      break;
    }
  IRBuilder<> B(Before);
  bool Meets = At->getParent()->hasFnAttribute(names::MeetsAttr);
  Value *Opened = S.KernelEntry ? RT.rootFrame(B, S.Heap, Plan.FrameSize, Meets)
                                : RT.openFrame(B, S.Worker, Plan.FrameSize);
  if (S.KernelEntry)
    RootFrame = Opened;
  auto OpenGroups = [&] {
    if (hasGroups())
      RT.openGroups(B, address(B), Plan.Groups, Plan.FrameSize);
  };
  if (S.KernelEntry && Meets) {
    OpenGroups();
    return; // No work-item may leave before the last barrier.
  }
  Instruction *Fail = SplitBlockAndInsertIfThen(B.CreateIsNull(Opened), Before,
                                                /*Unreachable=*/true);
  B.SetInsertPoint(Fail);
  if (S.KernelEntry)
    B.CreateRetVoid();
  else
    B.CreateRet(B.getInt32(TKL_ACTION_FAIL));
  Fail->eraseFromParent();
  B.SetInsertPoint(Before);
  OpenGroups();
}

Value *StepFrame::waiting(Builder &B, SpawnMark Spawn) {
  if (!exists())
    return null();
  if (!hasGroups())
    return address(B);
  unsigned Group = 0;
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Local == Spawn.future())
      Group = groupOf(Variable);
  return RT.group(B, address(B), Group);
}

void StepFrame::countPending(Builder &B, SpawnMark Spawn) {
  B.CreateStore(B.CreateAdd(pending(B), B.getInt32(1)), Pending);
  if (hasGroups() && exists())
    RT.spawnedInGroup(B, waiting(B, Spawn));
}

// An entry step may not have opened its frame. It knows what it has recorded.
Value *StepFrame::someOutstanding(Builder &B) {
  return hasGroups() && S.hasFrame() ? B.CreateNot(noneOutstanding(B))
                                     : B.CreateIsNotNull(pending(B));
}

Value *StepFrame::noneOutstanding(Builder &B) {
  return hasGroups() && S.hasFrame() ? RT.areJoined(B, address(B))
                                     : B.CreateIsNull(pending(B));
}

Value *StepFrame::destination(Builder &B, SpawnMark Spawn) {
  Value *Dest = Spawn.dest();
  if (!Dest)
    return null();
  AllocaInst *Local = Spawn.future();
  if (!Local)
    return B.CreatePointerCast(Dest, RT.GlobalPtr);
  if (!exists())
    return null(); // Never forced.
  return inSlot(B, Local, Dest);
}

Value *StepFrame::inSlot(Builder &B, AllocaInst *Local, Value *Dest) {
  Value *Offset = nullptr;
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Local == Local)
      Offset = B.getInt64(Future.Slot);
  for (Value *Ptr = Dest; Ptr != Local;) {
    auto *Op = cast<Operator>(Ptr);
    if (auto *Gep = dyn_cast<GEPOperator>(Op))
      Offset = B.CreateAdd(Offset, offsetOf(B, DL, Gep));
    Ptr = Op->getOperand(0);
  }
  return byteOffset(B, address(B), Offset);
}

void StepFrame::copyToSlot(Instruction *Before, AllocaInst *Variable,
                           const LocalFuture &Future) {
  // Copy if the contents of the variable are still in private memory only.
  IRBuilder<> B(Before);
  Value *Out = B.CreateNot(B.CreateLoad(B.getInt1Ty(), InSlot[Variable]));
  B.SetInsertPoint(SplitBlockAndInsertIfThen(Out, Before, false));
  Type *Ty = Variable->getAllocatedType();
  B.CreateMemCpy(byteOffset(B, address(B), Future.Slot),
                 Align(heapAlign(Ty, DL)), Future.Local,
                 Future.Local->getAlign(), DL.getTypeAllocSize(Ty));
}

void StepFrame::noteInSlot(CallInst *Mark, AllocaInst *Local) {
  if (!Local || !exists())
    return;
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Local == Local && Future.Touched) {
      copyToSlot(Mark, Variable, Future);
      IRBuilder<>(Mark).CreateStore(ConstantInt::getTrue(Local->getContext()),
                                    InSlot[Variable]);
    }
}

void StepFrame::deliver(DeliveryMark Delivery) {
  AllocaInst *Local = Delivery.future();
  noteInSlot(Delivery.call(), Local);
  IRBuilder<> B(Delivery.call());
  Value *Slot = inSlot(B, Local, Delivery.dest()), *Result = Delivery.result();
  if (Delivery.isByVal())
    B.CreateMemCpy(Slot, Delivery.alignment(), Result,
                   Result->getPointerAlignment(DL),
                   DL.getTypeAllocSize(Delivery.resultType()));
  else
    storeForm(B, Result, Slot, Delivery.alignment());
  Delivery.call()->eraseFromParent();
}

Value *StepFrame::kept(Builder &B, Type *Ty, uint64_t Offset) {
  return B.CreateLoad(Ty, typedPtr(B, byteOffset(B, address(B), Offset), Ty));
}

void StepFrame::keep(Builder &B, Value *V, uint64_t Offset) {
  Type *Ty = V->getType();
  storeSeparately(B, V, byteOffset(B, address(B), Offset),
                  Align(heapAlign(Ty, DL)));
}

void StepFrame::keepValues(Instruction *Before, unsigned Point) {
  IRBuilder<> B(Before);
  for (Value *V : overflow().Points[Point].Values)
    keep(B, S.valueOf(B, V), overflow().Offsets.lookup(V));
}

void StepFrame::keepVariables(Instruction *Before, Value *Point) {
  for (AllocaInst *Variable : overflow().Variables) {
    auto *Local = cast_or_null<AllocaInst>(S.Map.lookup(Variable));
    if (!Local)
      continue; // It is used in its slot.
    uint64_t Offset = overflow().Offsets.lookup(Variable);
    if (Plan.Futures.count(Variable)) {
      auto Future = S.Futures.find(Variable);
      if (Future == S.Futures.end() || !Future->second.Touched)
        continue;
      copyToSlot(Before, Variable, Future->second);
      IRBuilder<> B(Before);
      Value *Already = B.CreateLoad(B.getInt1Ty(), InSlot[Variable]);
      keep(B, B.CreateZExt(Already, B.getInt8Ty()), Offset);
      continue;
    }
    IRBuilder<> B(Before);
    Type *Ty = Variable->getAllocatedType();
    B.CreateMemCpy(byteOffset(B, address(B), Offset), Align(heapAlign(Ty, DL)),
                   Local, Local->getAlign(), DL.getTypeAllocSize(Ty));
  }
  IRBuilder<> B(Before);
  keep(B, pending(B), overflow().PendingOffset);
  if (overflow().Points.size() > 1)
    keep(B, Point, overflow().PointOffset);
}

void StepFrame::saveCaptures(BasicBlock *BB, unsigned Next) {
  const Step &Then = Plan.Steps[Next];
  for (AllocaInst *Variable : Then.Variables) {
    auto *Local = cast_or_null<AllocaInst>(S.Map.lookup(Variable));
    if (!Local)
      continue;
    auto Future = S.Futures.find(Variable);
    if (Future != S.Futures.end()) {
      if (Future->second.Touched)
        copyToSlot(&*BB->getTerminator(), Variable, Future->second);
      BB = BB->getTerminator()->getParent();
      continue;
    }
    IRBuilder<> B(BB->getTerminator());
    Type *Ty = Variable->getAllocatedType();
    B.CreateMemCpy(byteOffset(B, address(B), Then.Offsets.lookup(Variable)),
                   Align(heapAlign(Ty, DL)), Local, Local->getAlign(),
                   DL.getTypeAllocSize(Ty));
  }
  IRBuilder<> B(BB->getTerminator());
  for (Value *V : Then.Values) {
    Value *Here = S.valueOf(B, V);
    Value *Ptr = byteOffset(B, address(B), Then.Offsets.lookup(V));
    storeSeparately(B, Here, Ptr, Align(heapAlign(V->getType(), DL)));
  }
}
