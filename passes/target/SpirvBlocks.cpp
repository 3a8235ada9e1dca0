//===- SpirvBlocks.cpp - Functions in the shape of SPIR-V -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/SpirvBlocks.h"
#include "ir/LLVMCompat.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

static bool dropLoopHints(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F) {
    Instruction *End = BB.getTerminator();
    Changed |= End->hasMetadata(LLVMContext::MD_loop);
    End->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  return Changed;
}

/// Edges of \p Switch to a block with phis go through one block if they are
/// several.
static bool joinEdges(SwitchInst &Switch) {
  MapVector<BasicBlock *, unsigned> Edges;
  for (BasicBlock *Next : successors(&Switch))
    if (!Next->phis().empty())
      ++Edges[Next];
  bool Changed = false;
  BasicBlock *From = Switch.getParent();
  for (auto [Next, Count] : Edges) {
    if (Count < 2)
      continue;
    auto *Joined = BasicBlock::Create(Switch.getContext(), "joined",
                                      From->getParent(), Next);
    IRBuilder<> B(Joined);
    B.SetCurrentDebugLocation(Switch.getDebugLoc());
    B.CreateBr(Next);
    for (unsigned I = 0; I < Switch.getNumSuccessors(); ++I)
      if (Switch.getSuccessor(I) == Next)
        Switch.setSuccessor(I, Joined);
    for (PHINode &Phi : Next->phis()) {
      Value *V = Phi.getIncomingValueForBlock(From);
      for (unsigned I = 0; I < Count; ++I)
        Phi.removeIncomingValue(From, /*DeletePHIIfEmpty=*/false);
      Phi.addIncoming(V, Joined);
    }
    Changed = true;
  }
  return Changed;
}

static bool widenCondition(SelectInst &Select) {
  auto *Ty = dyn_cast<FixedVectorType>(Select.getType());
  Value *Condition = Select.getCondition();
  if (!Ty || Condition->getType()->isVectorTy())
    return false;
  IRBuilder<> B(&Select);
  Select.setCondition(B.CreateVectorSplat(Ty->getNumElements(), Condition));
  return true;
}

/// The translator copies by way of a variable that it declares in between.
static bool copyThroughVariable(MemMoveInst &Move) {
  auto *Length = dyn_cast<ConstantInt>(Move.getLength());
  if (!Length)
    return false;
  Function &F = *Move.getFunction();
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  // The translator wants to know all alignments.
  Align From = Move.getSourceAlign().valueOrOne();
  Align To = Move.getDestAlign().valueOrOne();
  Align Between = std::max(From, To);
  AllocaInst *Copy = Entry.CreateAlloca(
      ArrayType::get(Entry.getInt8Ty(), Length->getZExtValue()), nullptr,
      "moved");
  Copy->setAlignment(Between);
  IRBuilder<> B(&Move);
  Value *Bytes = B.CreateBitCast(
      Copy,
      bytePtrTy(B.getContext(), Copy->getType()->getPointerAddressSpace()));
  bool IsVolatile = Move.isVolatile();
  B.CreateMemCpy(Bytes, Between, Move.getSource(), From, Length, IsVolatile);
  B.CreateMemCpy(Move.getDest(), To, Bytes, Between, Length, IsVolatile);
  Move.eraseFromParent();
  return true;
}

static bool putVariablesFirst(Function &F) {
  Instruction *Place = &F.getEntryBlock().front();
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(F.getEntryBlock())) {
    if (!isa<AllocaInst>(I))
      continue;
    if (&I == Place) {
      Place = Place->getNextNode();
      continue;
    }
    // Its size is a constant, or else there is no word for it at all.
    if (!isa<Constant>(cast<AllocaInst>(I).getArraySize()))
      continue;
    I.moveBefore(Place);
    Changed = true;
  }
  return Changed;
}

static bool orderBlocks(Function &F) {
  bool Changed = removeUnreachableBlocks(F);
  BasicBlock *Last = nullptr;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    if (Last && Last->getNextNode() != BB) {
      BB->moveAfter(Last);
      Changed = true;
    }
    Last = BB;
  }
  return Changed;
}

bool tasklet::shapeForSpirv(Function &F) {
  if (F.isDeclaration())
    return false;
  bool Changed = dropLoopHints(F);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Select = dyn_cast<SelectInst>(&I))
      Changed |= widenCondition(*Select);
    else if (auto *Move = dyn_cast<MemMoveInst>(&I))
      Changed |= copyThroughVariable(*Move);
  for (BasicBlock &BB : make_early_inc_range(F))
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
      Changed |= joinEdges(*Switch);
  Changed |= putVariablesFirst(F);
  Changed |= orderBlocks(F);
  return Changed;
}
