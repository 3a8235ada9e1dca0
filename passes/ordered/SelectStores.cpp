//===- SelectStores.cpp - Write what is there in place of nothing ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/SelectStores.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// The last access to \p Pointer before the end of \p Head, if it is a load or store
/// of \p Ty, and nothing is written after it; else null.
static Instruction *lastAccess(BasicBlock &Head, Value *Pointer, Type *Ty) {
  SmallPtrSet<BasicBlock *, 8> Seen;
  for (BasicBlock *BB = &Head; BB && Seen.insert(BB).second;
       BB = BB->getSinglePredecessor())
    for (Instruction &I : reverse(*BB)) {
      if (getLoadStorePointerOperand(&I) == Pointer &&
          getLoadStoreType(&I) == Ty) {
        auto *Load = dyn_cast<LoadInst>(&I);
        auto *Store = dyn_cast<StoreInst>(&I);
        if (Load ? Load->isSimple() : Store->isSimple())
          return &I;
      }
      if (I.mayWriteToMemory())
        return nullptr;
    }
  return nullptr;
}

/// The only store of \p Side, all else of which may be done in any case, and does
/// not care what memory holds; or null.
static StoreInst *onlyStore(BasicBlock &Side) {
  StoreInst *Found = nullptr;
  for (Instruction &I : Side) {
    if (I.isTerminator() || isOnlyForOthers(I))
      continue;
    auto *Store = dyn_cast<StoreInst>(&I);
    if (Store ? Found || !Store->isSimple()
              : I.mayReadOrWriteMemory() || isa<PHINode>(I) ||
                    !isSafeToSpeculativelyExecute(&I))
      return nullptr;
    if (Store)
      Found = Store;
  }
  return Found;
}

/// Moves the store of a block \p Side that runs if \p Branch decides so.
static bool selectStore(BranchInst &Branch, BasicBlock &Side,
                        ArrayRef<unsigned> Monitored) {
  BasicBlock &Head = *Branch.getParent();
  if (Side.getSinglePredecessor() != &Head || !Side.getSingleSuccessor())
    return false;
  StoreInst *Store = onlyStore(Side);
  if (!Store || !leadsToOne(*Store->getPointerOperand(), Monitored))
    return false;
  Value *New = Store->getValueOperand();
  Instruction *Before =
      lastAccess(Head, Store->getPointerOperand(), New->getType());
  if (!Before)
    return false;
  auto *Load = dyn_cast<LoadInst>(Before);
  Value *Old = Load ? Load : cast<StoreInst>(Before)->getValueOperand();
  for (Instruction &I : make_early_inc_range(Side))
    if (!I.isTerminator() && !isOnlyForOthers(I)) {
      // What the branch has promised.
      I.dropUnknownNonDebugMetadata();
      I.moveBefore(&Branch);
    }
  IRBuilder<> B(Store);
  const bool IsThen = Branch.getSuccessor(0) == &Side;
  Store->setOperand(0, B.CreateSelect(Branch.getCondition(), IsThen ? New : Old,
                                      IsThen ? Old : New));
  Store->setAlignment(
      std::min(Store->getAlign(), getLoadStoreAlignment(Before)));
  return true;
}

static bool selectOnce(Function &F, ArrayRef<unsigned> Monitored) {
  bool HasChanged = false;
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (BasicBlock *Side : successors(&BB))
      HasChanged |= selectStore(*Branch, *Side, Monitored);
  }
  return HasChanged;
}

Function *tasklet::selectStores(Function &Body, ArrayRef<unsigned> Monitored,
                                FunctionAnalysisManager &FAM) {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Body, Map);
  FunctionPassManager Simplify;
  Simplify.addPass(SimplifyCFGPass());
  Simplify.addPass(EarlyCSEPass());
  bool HasChanged = false;
  // What was in the middle of others is done first.
  while (selectOnce(*F, Monitored)) {
    HasChanged = true;
    Simplify.run(*F, FAM);
    FAM.clear(*F, F->getName());
  }
  if (HasChanged)
    return F;
  F->eraseFromParent();
  return nullptr;
}
