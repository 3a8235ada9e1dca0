//===- Liveness.cpp - What the code after a point needs -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Liveness.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

/// The variable that \p I writes as a whole, if all its uses are loads and
/// stores.
static AllocaInst *variableWrittenBy(Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  auto *Variable =
      Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
  if (!Variable || Store->isVolatile() ||
      Variable->getAllocatedType() != Store->getValueOperand()->getType())
    return nullptr;
  for (User *U : Variable->users()) {
    auto *Other = dyn_cast<StoreInst>(U);
    if (Other ? Other->getValueOperand() == Variable : !isa<LoadInst>(U))
      return nullptr;
  }
  return Variable;
}

void Liveness::number(Function &F) {
  auto Add = [&](Value *V) {
    Numbers[V] = Known.size();
    Known.push_back(V);
  };
  for (Argument &Arg : F.args())
    Add(&Arg);
  for (Instruction &I : instructions(F))
    if (!I.getType()->isVoidTy())
      Add(&I);
}

/// Finds the values that \p BB uses before it computes them itself.
void Liveness::findUses(BasicBlock &BB) {
  Sets &Here = Blocks[&BB];
  Here.Uses.resize(Known.size());
  Here.Defs.resize(Known.size());
  Here.Named.resize(Known.size());
  Here.Touched.resize(Known.size());
  for (Instruction &I : BB) {
    AllocaInst *Written = variableWrittenBy(I);
    for (Value *Operand : I.operands()) {
      auto Number = Numbers.find(Operand);
      if (Number == Numbers.end())
        continue;
      if (isa<AllocaInst>(Operand))
        Here.Named.set(Number->second);
      if (!isa<PHINode>(I) && Operand != Written &&
          !Here.Defs.test(Number->second))
        Here.Uses.set(Number->second);
    }
    if (Written)
      Here.Defs.set(Numbers.lookup(Written));
    // An alloca only says that there is a variable.
    if (!isa<AllocaInst>(I) && !I.getType()->isVoidTy())
      Here.Defs.set(Numbers.lookup(&I));
  }
  Here.In = Here.Uses;
}

/// What is needed at the end of \p BB.
BitVector Liveness::out(BasicBlock &BB) const {
  BitVector Out(Known.size());
  for (BasicBlock *Next : successors(&BB)) {
    Out |= Blocks.find(Next)->second.In;
    for (PHINode &Phi : Next->phis()) {
      auto Number = Numbers.find(Phi.getIncomingValueForBlock(&BB));
      if (Number != Numbers.end())
        Out.set(Number->second);
    }
  }
  return Out;
}

Liveness::Liveness(Function &F) {
  number(F);
  for (BasicBlock &BB : F)
    findUses(BB);
  solveBackward(F);
  solveForward(F);
}

void Liveness::solveBackward(Function &F) {
  SmallVector<BasicBlock *, 32> Order(post_order(&F));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      Sets &Here = Blocks[BB];
      BitVector In = out(*BB);
      In.reset(Here.Defs);
      In |= Here.Uses;
      Changed |= In != Here.In;
      Here.In = std::move(In);
    }
  }
}

void Liveness::solveForward(Function &F) {
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order) {
      BitVector Touched = Blocks[BB].Touched;
      for (BasicBlock *Before : predecessors(BB)) {
        Touched |= Blocks[Before].Touched;
        Touched |= Blocks[Before].Named;
      }
      Changed |= Touched != Blocks[BB].Touched;
      Blocks[BB].Touched = std::move(Touched);
    }
  }
}

void Liveness::addNeeds(const BasicBlock *BB, SetVector<Value *> &Values,
                        SetVector<AllocaInst *> &Variables) const {
  const Sets &Here = Blocks.find(BB)->second;
  for (unsigned Number : Here.In.set_bits()) {
    auto *Variable = dyn_cast<AllocaInst>(Known[Number]);
    if (!Variable)
      Values.insert(Known[Number]);
    else if (Here.Touched.test(Number))
      Variables.insert(Variable);
  }
}
