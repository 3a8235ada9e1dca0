//===- LaneVariables.cpp - Variables before lane loops --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneVariables.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/LaneIds.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace tasklet;

void tasklet::copyStructures(Function &Kernel) {
  const DataLayout &DL = Kernel.getParent()->getDataLayout();
  for (Argument &Argument : Kernel.args()) {
    if (!Argument.hasByValAttr() || Argument.use_empty())
      continue;
    IRBuilder<> B(&*Kernel.getEntryBlock().begin());
    Type *Ty = Argument.getParamByValType();
    Align Alignment = Argument.getParamAlign().value_or(DL.getABITypeAlign(Ty));
    AllocaInst *Copy = B.CreateAlloca(Ty, nullptr, Argument.getName() + ".own");
    Copy->setAlignment(Alignment);
    Argument.replaceAllUsesWith(Copy);
    B.SetInsertPoint(afterVariables(Kernel));
    B.CreateMemCpy(Copy, Alignment, &Argument, Alignment,
                   DL.getTypeAllocSize(Ty));
  }
}

/// Is \p Variable used in one body only, not counting those inside it, or in
/// none, and written there before it is read?
static bool isOfOneBody(const AllocaInst &Variable, const Visits &All) {
  const Visit *Home = nullptr;
  bool First = true;
  for (const User *U : Variable.users()) {
    const Visit *V = innermost(All, cast<Instruction>(U)->getParent());
    if (!First && V != Home)
      return false;
    Home = V;
    First = false;
  }
  return !Home || !isReadFirst(Variable, *Home);
}

/// If \p Variable is written once, by all lanes before they read it, that store.
static StoreInst *onlyStore(const AllocaInst &Variable, const Visits &All,
                            const DominatorTree &DT) {
  StoreInst *Only = nullptr;
  for (const User *U : Variable.users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Only)
        return nullptr;
      Only = const_cast<StoreInst *>(Store);
    }
  if (!Only)
    return nullptr;
  const BasicBlock *At = Only->getParent();
  const Visit *Home = innermost(All, At);
  // All lanes run the first block of the kernel, and of a body.
  bool ByAll = At == (Home ? Home->Body : &At->getParent()->getEntryBlock());
  for (const User *U : Variable.users()) {
    const auto *Load = dyn_cast<LoadInst>(U);
    if (!Load)
      continue;
    BasicBlock *BB = const_cast<BasicBlock *>(Load->getParent());
    if (!DT.dominates(Only, Load) ||
        (innermost(All, BB) != Home &&
         !(ByAll && (!Home || Home->Blocks.count(BB)))))
      return nullptr;
  }
  return Only;
}

void tasklet::promoteVariables(Function &Kernel, const Visits &All,
                               const VariableSet &Asked) {
  DominatorTree DT(Kernel);
  // One that is written once may depend on another such one.
  SmallVector<AllocaInst *, 16> Whole;
  for (Instruction &I : Kernel.getEntryBlock()) {
    auto *Variable = dyn_cast<AllocaInst>(&I);
    if (!Variable || Asked.count(Variable) || !isAllocaPromotable(Variable))
      continue;
    if (isOfOneBody(*Variable, All)) {
      Whole.push_back(Variable);
      continue;
    }
    StoreInst *Only = onlyStore(*Variable, All, DT);
    if (!Only)
      continue;
    for (User *U : make_early_inc_range(Variable->users()))
      if (auto *Load = dyn_cast<LoadInst>(U)) {
        Load->replaceAllUsesWith(Only->getValueOperand());
        Load->eraseFromParent();
      }
  }
  PromoteMemToReg(Whole, DT);
}

namespace {

/// Finds and copies values that depend only on arguments and on which work-item
/// the lane is.
class Recomputer {
  static constexpr unsigned Deepest = 8;
  DenseMap<const Value *, bool> Known;

  bool isSimple(const Instruction &I) const;

public:
  bool isSameAlways(const Value *V, unsigned Depth = 0);
};

} // namespace

/// Does \p I compute its result quickly, from its operands only?
bool Recomputer::isSimple(const Instruction &I) const {
  if (isIdOfGroup(&I) || isIdOfLane(&I))
    return true;
  StringRef Name = laneCall(&I);
  if (Name == "number" || Name == "size" || Name == "index" ||
      Name == "count" || Name == "most")
    return true;
  if (isa<CastInst>(I) || isa<GetElementPtrInst>(I) || isa<CmpInst>(I) ||
      isa<SelectInst>(I) || isa<FreezeInst>(I))
    return true;
  const auto *Operation = dyn_cast<BinaryOperator>(&I);
  if (!Operation || Operation->getType()->isFPOrFPVectorTy())
    return false;
  switch (Operation->getOpcode()) {
  case Instruction::UDiv:
  case Instruction::URem: {
    const auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    return By && !By->isZero();
  }
  case Instruction::SDiv:
  case Instruction::SRem:
    return false;
  default:
    return true;
  }
}

bool Recomputer::isSameAlways(const Value *V, unsigned Depth) {
  if (isa<Constant>(V) || isa<Argument>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == Deepest)
    return false;
  auto Found = Known.find(V);
  if (Found != Known.end())
    return Found->second;
  bool Same = isSimple(*I);
  for (const Value *Operand : I->operands())
    Same = Same && (isa<Function>(Operand) || isSameAlways(Operand, Depth + 1));
  // Of a value that is too far from its beginnings, nobody asks again.
  Known[V] = Same;
  return Same;
}

Value *tasklet::copyBefore(Value *V, Instruction *At, const BasicBlock *Home) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || (Home && I->getParent() != Home))
    return V;
  Instruction *Copy = I->clone();
  for (Use &U : Copy->operands())
    U.set(copyBefore(U.get(), At, Home));
  Copy->insertBefore(At);
  return Copy;
}

void tasklet::computeAgain(Function &Kernel, ArrayRef<Node> Nodes) {
  DenseMap<const BasicBlock *, unsigned> NodeOf;
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (const BasicBlock *BB : Nodes[I].Blocks)
      NodeOf[BB] = I;
  Recomputer Same;
  SmallVector<Instruction *, 32> Values;
  for (Instruction &I : instructions(Kernel))
    if (!I.getType()->isVoidTy() && Same.isSameAlways(&I))
      Values.push_back(&I);
  for (Instruction *I : Values) {
    unsigned Home = NodeOf.lookup(I->getParent());
    // A phi may have several edges from one block, with the same value.
    DenseMap<Instruction *, Value *> CopyAt;
    for (Use &U : make_early_inc_range(I->uses())) {
      auto *At = cast<Instruction>(U.getUser());
      if (auto *Phi = dyn_cast<PHINode>(At))
        At = Phi->getIncomingBlock(U)->getTerminator();
      if (NodeOf.lookup(At->getParent()) == Home)
        continue;
      Value *&Copy = CopyAt[At];
      if (!Copy)
        Copy = copyBefore(I, At);
      U.set(Copy);
    }
  }
}
