//===- LaneCalls.cpp - Sub-group functions in lane loops ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneCalls.h"
#include "everywhere/LanePieces.h"
#include "everywhere/SubGroups.h"
#include "ir/Names.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>
#include <utility>

using namespace llvm;
using namespace tasklet;

StringRef tasklet::laneCall(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : StringRef();
  return Name.consume_front(names::LaneMark) ? Name : StringRef();
}

CallInst *LaneCalls::emit(Builder &B, const Twine &Name, Type *Result,
                          ArrayRef<Value *> Args) {
  SmallVector<Type *, 3> Params;
  for (Value *Arg : Args)
    Params.push_back(Arg->getType());
  FunctionCallee Callee =
      M.getOrInsertFunction((Twine(names::LaneMark) + Name).str(),
                            FunctionType::get(Result, Params, false));
  return B.CreateCall(Callee, Args);
}

/// Could \p I, which computes something for \p Call, as well stand right before
/// it?
static bool canMove(const Instruction &I, const CallInst &Call) {
  if (I.getParent() != Call.getParent() || !I.hasOneUse())
    return false;
  if (isa<CastInst>(I) || isa<FreezeInst>(I))
    return true;
  if (isa<BinaryOperator>(I))
    return isa<Constant>(I.getOperand(1)) && isSafeToSpeculativelyExecute(&I);
  const auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->isSimple() || !isa<AllocaInst>(Load->getPointerOperand()))
    return false;
  for (const Instruction *Next = &I; Next != &Call; Next = Next->getNextNode())
    if (Next->mayWriteToMemory() && laneCall(Next).empty())
      return false;
  return true;
}

/// Moves what reads variables for \p Of to the place before \p Start.
static void moveOperands(Instruction &Of, const CallInst &Call,
                         Instruction *&Start) {
  for (Value *Operand : Of.operands()) {
    auto *I = dyn_cast<Instruction>(Operand);
    if (!I || !canMove(*I, Call))
      continue;
    I->moveBefore(Start);
    Start = I;
    moveOperands(*I, Call, Start);
  }
}

CallInst *LaneCalls::meet(CallInst *Call, Instruction *Start) {
  Meetings.push_back({Call, Start ? Start : Call});
  return Call;
}

Value *LaneCalls::lane(Builder &B) { return emit(B, "number", B.getInt32Ty()); }
Value *LaneCalls::size(Builder &B) { return emit(B, "size", B.getInt32Ty()); }
Value *LaneCalls::index(Builder &B) { return emit(B, "index", B.getInt32Ty()); }
Value *LaneCalls::count(Builder &B) { return emit(B, "count", B.getInt32Ty()); }
Value *LaneCalls::most(Builder &B) { return emit(B, "most", B.getInt32Ty()); }

Value *LaneCalls::ballot(Builder &B, Value *, Value *Predicate) {
  return meet(emit(B, "ballot", B.getInt64Ty(), {Predicate}));
}

Value *LaneCalls::shuffle(Builder &B, Value *Piece, Value *Lane) {
  Value *There = B.getInt64(0);
  Instruction *Start = nullptr;
  if (Elsewhere && Elsewhere->variable()) {
    Instruction *At = &*B.GetInsertPoint();
    Instruction *Before = At->getPrevNode();
    There = toPieces(B, Elsewhere->emit(At))[NextPiece++];
    Start = Before ? Before->getNextNode() : &At->getParent()->front();
    // A lane that is at the call gives the same.
    Unused.push_back(std::exchange(Piece, There));
  }
  return meet(emit(B, "shuffle", B.getInt64Ty(), {Piece, Lane, There}), Start);
}

Value *LaneCalls::match(Builder &B, Value *Lanes, Value *Piece) {
  return meet(emit(B, "match", B.getInt64Ty(), {Lanes, Piece}));
}

Value *LaneCalls::fold(Builder &B, StringRef Name, Value *, Value *Operand,
                       ArrayRef<Value *> More) {
  SmallVector<Value *, 2> Args = {Operand};
  Args.append(More.begin(), More.end());
  return meet(emit(B, Name, Operand->getType(), Args));
}

void LaneCalls::barrier(Builder &B, Value *) {
  meet(emit(B, "barrier", B.getVoidTy()));
}

void LaneCalls::replaceCalls(Function &Kernel, const Visits &All) {
  for (BasicBlock &BB : Kernel) {
    if (none_of(All, [&](const std::unique_ptr<Visit> &V) {
          return V->Blocks.count(&BB);
        }))
      continue;
    for (Instruction &I : make_early_inc_range(BB)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call || !isSubGroupCall(*Call))
        continue;
      IRBuilder<> B(Call);
      // Before anything else uses the operand.
      std::optional<OperandElsewhere> Operand;
      if (asksAnyLane(*Call))
        Operand.emplace(*Call);
      Elsewhere = Operand ? &*Operand : nullptr;
      NextPiece = 0;
      size_t Before = Meetings.size();
      if (Elsewhere && Elsewhere->variable())
        Asked.insert(Elsewhere->variable());
      if (Value *Result = emitSubGroupCall(B, *Call, B.getTrue(), *this))
        Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
      for (const WeakTrackingVH &V : Unused)
        if (V)
          RecursivelyDeleteTriviallyDeadInstructions(V);
      Unused.clear();
      // All lanes may run what only reads variables.
      for (Meeting &New :
           MutableArrayRef<Meeting>(Meetings).drop_front(Before)) {
        moveOperands(*New.Call, *New.Call, New.Start);
        B.SetInsertPoint(New.Start);
        New.Start = emit(B, "start", B.getVoidTy());
      }
    }
  }
  Elsewhere = nullptr;
}

void LaneCalls::removeStarts() {
  for (Meeting &Each : Meetings) {
    Instruction *Mark = Each.Start;
    Each.Start = Mark->getNextNode();
    Mark->eraseFromParent();
  }
}
