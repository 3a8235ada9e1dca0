//===- LaneMeetings.cpp - Sub-group functions as loops over lanes ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/LaneLooper.h"
#include "everywhere/LaneVariables.h"
#include "everywhere/WarpState.h"
#include "ir/Names.h"

using namespace llvm;
using namespace tasklet;

/// The result of a fold, or null if the array has one for each lane.
static Value *emitFold(IRBuilder<> &B, LaneState &Warp, StringRef Name,
                       Type *Ty, ArrayRef<Value *> Args) {
  bool Same = startsWith(Name, "reduce_");
  Value *Result = Warp.call(B, (Twine(names::LanesPrefix) + Name).str(),
                            Same ? Ty : B.getVoidTy(), Args);
  return Same ? Result : nullptr;
}

/// All lanes read from the same one: so only that one gives its operand.
void LaneLooper::broadcast(unsigned Number, BasicBlock *Head,
                           BasicBlock *Done) {
  CallInst *Call = Nodes[Number].Call;
  BasicBlock *Code = Call->getParent();
  Instruction *End = BranchInst::Create(Code, Head);
  Value *From = copyBefore(Call->getArgOperand(1), End, Code);
  IRBuilder<> B(End);
  once(Head, B.getInt64(0), Head);
  From = B.CreateZExt(From, B.getInt64Ty());
  BasicBlock *Given = BasicBlock::Create(C, "given", &F, Code);
  End->setSuccessor(0, Given);
  B.SetInsertPoint(Given);
  B.CreateBr(Code);
  once(Given, From, Code);
  Code->getTerminator()->setSuccessor(0, Done);
  Call->replaceAllUsesWith(Call->getArgOperand(0));
  Call->eraseFromParent();
}

void LaneLooper::subGroup(unsigned Number) {
  CallInst *Call = Nodes[Number].Call;
  StringRef Name = laneCall(Call);
  BasicBlock *Give = Call->getParent(), *Next = Heads[Number + 1];
  unsigned Target = Ways.numberOf(Give->getSingleSuccessor());
  IRBuilder<> B(Heads[Number]);
  Value *Now = take(B, Number, Next);
  move(B, Now, Target);
  BasicBlock *Done = newBlock("done", Next);
  if (Name == "barrier") {
    // Lanes have met, since they run node by node.
    B.CreateBr(Done);
    finish(Done, Number, Target);
    return;
  }
  bool Together = isTogether(Nodes[Number]);
  if (Name == "shuffle" && Together && isSame(Call)) {
    broadcast(Number, B.GetInsertBlock(), Done);
    finish(Done, Number, Target);
    return;
  }
  Type *Ty = Call->getType();
  AllocaInst *Bits = nullptr;
  if (Name == "ballot") {
    Bits = newVariable(Ty, "bits");
    B.CreateStore(B.getInt64(0), Bits);
  }
  // Before the call lanes compute operands, and behind it they keep results.
  BasicBlock *Met = newBlock("met", Give->getNextNode());
  BasicBlock *Take = Give->splitBasicBlock(Call->getNextNode(), "result");
  bool AskAll = Name == "shuffle";
  const LaneLoop Giving = loop(AskAll || Together ? nullptr : Now, Give, Met);
  Giving.enterFrom(B.GetInsertBlock());
  Give->getTerminator()->setSuccessor(0, Giving.Latch);

  // One result for all.
  bool Once = Together && isSame(Call) && isSame(*Take);
  LaneLoop Taking{};
  if (Once) {
    once(Met, B.getInt64(0), Take);
    Take->getTerminator()->setSuccessor(0, Done);
  } else {
    Taking = loop(Together ? nullptr : Now, Take, Done);
    Take->getTerminator()->setSuccessor(0, Taking.Latch);
  }

  IRBuilder<> GiveB(Call), MetB(Met), TakeB(&*Take->getFirstInsertionPt());
  auto Keep = [&](unsigned Operand) -> Value * {
    Value *V = Call->getArgOperand(Operand);
    if (isa<Constant>(V))
      return V;
    // In an array, until the lane comes to its result.
    AllocaInst *Array =
        newVariable(ArrayType::get(V->getType(), warpSize()), "operand");
    GiveB.CreateStore(V, elementOf(GiveB, Array, Giving.Lane));
    return TakeB.CreateLoad(V->getType(), elementOf(TakeB, Array, Taking.Lane));
  };
  Value *Size = Warp.size(), *Result;
  if (Name == "ballot") {
    Value *Bit = GiveB.CreateShl(GiveB.CreateZExt(Call->getArgOperand(0), Ty),
                                 Giving.Lane);
    GiveB.CreateStore(GiveB.CreateOr(GiveB.CreateLoad(Ty, Bits), Bit), Bits);
    Result = MetB.CreateLoad(Ty, Bits);
  } else {
    Value *Operand = Call->getArgOperand(AskAll || Name != "match" ? 0 : 1);
    Type *OperandTy = Operand->getType();
    if (AskAll && Operand != Call->getArgOperand(2))
      Operand = GiveB.CreateSelect(
          GiveB.CreateTrunc(GiveB.CreateLShr(Now, Giving.Lane),
                            GiveB.getInt1Ty()),
          Operand, Call->getArgOperand(2));
    GiveB.CreateStore(Operand, element(GiveB, OperandTy, Giving.Lane));
    Value *First = element(MetB, OperandTy, MetB.getInt64(0));
    if (AskAll) {
      Value *From = Keep(1);
      Value *Exists = TakeB.CreateICmpULT(From, Size);
      From = TakeB.CreateSelect(
          Exists, TakeB.CreateZExt(From, TakeB.getInt64Ty()), Taking.Lane);
      Result = TakeB.CreateLoad(Ty, element(TakeB, OperandTy, From));
    } else if (Name == "match") {
      Value *Own =
          TakeB.CreateLoad(OperandTy, element(TakeB, OperandTy, Taking.Lane));
      Result = Warp.call(TakeB, "__tkl_lanes_match", Ty,
                         {First, Keep(0), Size, Own});
    } else {
      SmallVector<Value *, 4> Args{First, Now, Size};
      for (unsigned I = 1; I < Call->arg_size(); ++I) {
        // The same in all lanes.
        Value *V = Call->getArgOperand(I);
        if (!isa<Constant>(V)) {
          AllocaInst *Same = newVariable(V->getType(), "same");
          GiveB.CreateStore(V, Same);
          V = MetB.CreateLoad(V->getType(), Same);
        }
        Args.push_back(V);
      }
      Result = emitFold(MetB, Warp, Name, Ty, Args);
      if (!Result)
        Result = TakeB.CreateLoad(Ty, element(TakeB, Ty, Taking.Lane));
    }
  }
  if (Once)
    MetB.CreateBr(Take);
  else
    Taking.enterFrom(Met);
  Call->replaceAllUsesWith(Result);
  Call->eraseFromParent();
  finish(Done, Number, Target);
}
