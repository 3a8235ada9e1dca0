//===- LaneLoop.cpp - Code for one lane after the other -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneLoop.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/LaneIds.h"
#include "everywhere/WarpState.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// A loop with a number that \p Next computes anew from the last one. It goes on
/// as long as \p More holds.
static LaneLoop makeLoop(Value *Start, BasicBlock *First, BasicBlock *Exit,
                         function_ref<Value *(IRBuilder<> &, Value *)> Lane,
                         function_ref<Value *(IRBuilder<> &, Value *)> Next,
                         function_ref<Value *(IRBuilder<> &, Value *)> More) {
  Function *F = First->getParent();
  LLVMContext &C = F->getContext();
  LaneLoop Loop;
  Loop.Head = BasicBlock::Create(C, "lane", F, First);
  Loop.Latch = BasicBlock::Create(C, "lanes", F, Exit);
  IRBuilder<> B(Loop.Head);
  // Where the loop is entered, the caller adds Start.
  PHINode *Number = B.CreatePHI(B.getInt64Ty(), 2);
  Loop.First = Start;
  Loop.Number = Number;
  Loop.Lane = Lane(B, Number);
  B.CreateBr(First);
  B.SetInsertPoint(Loop.Latch);
  Value *New = Next(B, Number);
  B.CreateCondBr(More(B, New), Loop.Head, Exit);
  Number->addIncoming(New, Loop.Latch);
  return Loop;
}

LaneLoop tasklet::makeLoopOverSet(Value *Set, BasicBlock *First,
                                  BasicBlock *Exit) {
  LaneLoop Loop = makeLoop(
      Set, First, Exit,
      [](IRBuilder<> &B, Value *Left) {
        return B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue());
      },
      [](IRBuilder<> &B, Value *Left) {
        return B.CreateAnd(Left, B.CreateAdd(Left, B.getInt64(-1)));
      },
      [](IRBuilder<> &B, Value *Left) { return B.CreateIsNotNull(Left); });
  Loop.IsDense = false;
  return Loop;
}

LaneLoop tasklet::makeLoopOverAll(Value *Count, BasicBlock *First,
                                  BasicBlock *Exit) {
  LaneLoop Loop = makeLoop(
      ConstantInt::get(Count->getType(), 0), First, Exit,
      [](IRBuilder<> &, Value *Lane) { return Lane; },
      [](IRBuilder<> &B, Value *Lane) {
        return B.CreateAdd(Lane, B.getInt64(1), "", /*HasNUW=*/true);
      },
      [&](IRBuilder<> &B, Value *Lane) {
        return B.CreateICmpULT(Lane, Count);
      });
  Loop.IsDense = true;
  return Loop;
}

void LaneLoop::enterFrom(BasicBlock *From) const {
  BranchInst::Create(Head, From);
  Number->addIncoming(First, From);
}

/// Says \p Facts of \p Loop to LLVM.
static void setFacts(const LaneLoop &Loop, ArrayRef<Metadata *> Facts) {
  SmallVector<Metadata *, 3> Operands{nullptr};
  Operands.append(Facts.begin(), Facts.end());
  MDNode *Node = MDNode::getDistinct(Loop.Head->getContext(), Operands);
  Node->replaceOperandWith(0, Node);
  Loop.Latch->getTerminator()->setMetadata(LLVMContext::MD_loop, Node);
}

Value *tasklet::elementOf(IRBuilderBase &B, AllocaInst *Array, Value *Lane) {
  return B.CreateInBoundsGEP(Array->getAllocatedType(), Array,
                             {B.getInt64(0), Lane});
}

void tasklet::markParallel(const LaneLoop &Loop) {
  SmallVector<Instruction *, 16> Accesses;
  for (BasicBlock *BB : Loop.Blocks)
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() || isa<DbgInfoIntrinsic>(I))
        continue;
      bool Simple = (isa<LoadInst>(I) && cast<LoadInst>(I).isSimple()) ||
                    (isa<StoreInst>(I) && cast<StoreInst>(I).isSimple());
      if (Simple)
        Accesses.push_back(&I);
      else if (!isIdOfLane(&I) && laneCall(&I).empty())
        return;
    }
  LLVMContext &C = Loop.Head->getContext();
  MDNode *Group = MDNode::getDistinct(C, {});
  for (Instruction *I : Accesses)
    I->setMetadata(LLVMContext::MD_access_group, Group);
  auto Option = [&](StringRef Name, ArrayRef<Metadata *> Values) {
    SmallVector<Metadata *, 2> Operands{MDString::get(C, Name)};
    Operands.append(Values.begin(), Values.end());
    return MDNode::get(C, Operands);
  };
  // LLVM must not unroll what it is to make vectors of.
  setFacts(Loop, {Option("llvm.loop.parallel_accesses", {Group}),
                  Option("llvm.loop.unroll.disable", {})});
}

void tasklet::keepSmall(const LaneLoop &Loop) {
  LLVMContext &C = Loop.Head->getContext();
  auto *True =
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1));
  setFacts(Loop,
           {MDNode::get(C, {MDString::get(C, "llvm.loop.isvectorized"), True}),
            MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"))});
}

/// The type of \p Variable, filled up to its alignment if the elements of an
/// array would otherwise have less.
static Type *elementType(const AllocaInst &Variable, const DataLayout &DL) {
  Type *Ty = Variable.getAllocatedType();
  if (auto *Count = cast<ConstantInt>(Variable.getArraySize()); !Count->isOne())
    Ty = ArrayType::get(Ty, Count->getZExtValue());
  uint64_t Size = DL.getTypeAllocSize(Ty);
  uint64_t Gap = alignTo(Size, Variable.getAlign()) - Size;
  if (!Gap)
    return Ty;
  LLVMContext &C = Ty->getContext();
  Type *Filling = ArrayType::get(Type::getInt8Ty(C), Gap);
  return StructType::get(C, {Ty, Filling});
}

LaneArrays::LaneArrays(Function &Kernel, const VariableSet &Same) {
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  SmallVector<AllocaInst *, 32> Variables;
  SmallVector<Instruction *, 32> Notes;
  for (BasicBlock &BB : Kernel)
    for (Instruction &I : BB)
      if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
        if (!Same.count(Variable))
          Variables.push_back(Variable);
      } else if (isa<DbgVariableIntrinsic>(I))
        Notes.push_back(&I);
  // Debuggers would look for a variable, not for an array.
  for (Instruction *I : Notes)
    I->eraseFromParent();
  IRBuilder<> B(&*Kernel.getEntryBlock().begin());
  for (AllocaInst *Variable : Variables) {
    AllocaInst *Array =
        B.CreateAlloca(ArrayType::get(elementType(*Variable, DL), warpSize()),
                       nullptr, Variable->getName());
    Array->setAlignment(std::max(Variable->getAlign(), Align(32)));
    ArrayOf[Variable] = Array;
  }
}

void LaneArrays::adapt(const LaneLoop &Loop, LaneState &Warp) {
  IRBuilder<> Head(Loop.Head->getTerminator());
  Value *Lane = Head.CreateTrunc(Loop.Lane, Head.getInt32Ty());
  DenseMap<AllocaInst *, Value *> Elements;
  auto Element = [&](AllocaInst *Variable) {
    Value *&Found = Elements[Variable];
    if (!Found) {
      AllocaInst *Array = ArrayOf[Variable];
      Found = elementOf(Head, Array, Loop.Lane);
      // To the first member of what is filled up, or of an array.
      Found = Head.CreateBitCast(Found, Variable->getType());
    }
    return Found;
  };
  for (BasicBlock *BB : Loop.Blocks)
    for (Instruction &I : make_early_inc_range(*BB)) {
      for (Use &U : I.operands())
        if (auto *Variable = dyn_cast<AllocaInst>(U);
            Variable && ArrayOf.count(Variable))
          U.set(Element(Variable));
      if (Value *Answer = Warp.answer(laneCall(&I), Lane)) {
        I.replaceAllUsesWith(Answer);
        I.eraseFromParent();
      } else if (isIdOfLane(&I)) {
        auto *Call = cast<CallInst>(&I);
        IRBuilder<> B(Call);
        SmallVector<Value *, 2> Args{Lane};
        Args.append(Call->arg_begin(), Call->arg_end());
        Call->replaceAllUsesWith(Warp.callWithState(
            B, idOfLane(*Call->getCalledFunction(), Warp.isLine()),
            Call->getType(), Args));
        Call->eraseFromParent();
      }
    }
}

void LaneArrays::removeVariables() {
  for (auto [Variable, Array] : ArrayOf)
    Variable->eraseFromParent();
}
