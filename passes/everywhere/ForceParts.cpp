//===- ForceParts.cpp - The bodies of force in kernels --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/ForceParts.h"
#include "everywhere/Visits.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

BasicBlock *tasklet::headerOfForce(BasicBlock *BB) {
  BasicBlock *Pred = BB->getSinglePredecessor();
  while (Pred && Pred->getSingleSuccessor() == BB &&
         isa<BranchInst>(&*Pred->getFirstNonPHIOrDbg())) {
    BB = Pred;
    Pred = BB->getSinglePredecessor();
  }
  return BB;
}

static SmallVector<CallInst *, 4> forcesOf(Function &F) {
  SmallVector<CallInst *, 4> Marks;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (isPluginForce(Call->getCalledFunction()))
        Marks.push_back(Call);
  return Marks;
}

static bool isWait(const CallInst &Mark) {
  return Mark.getCalledFunction()->getName() == names::PluginWait;
}

void tasklet::collectBlocks(ForcePart &Part) {
  SetVector<BasicBlock *> Found;
  SmallVector<BasicBlock *, 16> Todo{Part.First};
  while (!Todo.empty()) {
    BasicBlock *BB = Todo.pop_back_val();
    if (Found.insert(BB))
      append_range(Todo, successors(BB));
  }
  Part.Blocks.assign(Found.begin(), Found.end());
}

/// Keeps values that other blocks use in variables, so that \p Blocks can be
/// copied.
static void demoteValues(const SetVector<BasicBlock *> &Blocks) {
  for (BasicBlock *BB : Blocks) {
    while (auto *Phi = dyn_cast<PHINode>(&BB->front()))
      DemotePHIToStack(Phi);
    SmallVector<Instruction *, 8> Values;
    for (Instruction &I : *BB)
      if (I.isUsedOutsideOfBlock(BB))
        Values.push_back(&I);
    for (Instruction *I : Values)
      DemoteRegToStack(*I);
  }
}

/// Gives \p Own copies of the blocks \p Tail, which it shares with others. In a
/// loop around a wait, these lead back to it.
static void copyFor(const SetVector<BasicBlock *> &Own,
                    const SetVector<BasicBlock *> &Tail, ForcePart &Part) {
  demoteValues(Tail);
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 4> Copies;
  for (BasicBlock *BB : Tail) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, ".force", BB->getParent());
    Map[BB] = Copy;
    Copies.push_back(Copy);
  }
  remapInstructionsInBlocks(Copies, Map);
  for (BasicBlock *BB : Own)
    for (BasicBlock *To : Tail)
      BB->getTerminator()->replaceSuccessorWith(To, cast<BasicBlock>(Map[To]));
  Part.Blocks.append(Copies.begin(), Copies.end());
}

bool tasklet::separateForceParts(Function &Kernel,
                                 std::vector<ForcePart> &Parts) {
  SmallPtrSet<BasicBlock *, 16> Known;
  for (CallInst *Mark : forcesOf(Kernel)) {
    if (Known.count(Mark->getParent()))
      continue;
    ForcePart Part;
    Part.First = isWait(*Mark) ? SplitBlock(Mark->getParent(), Mark)
                               : headerOfForce(Mark->getParent());
    DominatorTree DT(Kernel);
    SetVector<BasicBlock *> Own, Tail;
    SmallVector<BasicBlock *, 16> Todo{Part.First};
    while (!Todo.empty()) {
      BasicBlock *BB = Todo.pop_back_val();
      bool IsOwn = DT.dominates(Part.First, BB);
      if ((IsOwn ? Own : Tail).insert(BB))
        append_range(Todo, successors(BB));
    }
    for (BasicBlock *BB : Tail)
      if (any_of(*BB, isEverywhereMark)) {
        reportError(Kernel, Mark,
                    "an everywhere block is reached both before and after a "
                    "force");
        return false;
      }
    Part.Blocks.append(Own.begin(), Own.end());
    copyFor(Own, Tail, Part);
    Known.insert(Part.Blocks.begin(), Part.Blocks.end());
    Parts.push_back(std::move(Part));
  }
  return true;
}
