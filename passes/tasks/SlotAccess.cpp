//===- SlotAccess.cpp - Use variables in their slots ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SlotAccess.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// True if \p I uses \p Ptr only as the destination of a result.
static bool isDestination(Instruction *I, const Value *Ptr) {
  if (DeliveryMark Delivery(I); Delivery)
    return Delivery.dest() == Ptr && Delivery.result() != Ptr;
  SpawnMark Spawn(I);
  if (!Spawn || Spawn.dest() != Ptr)
    return false;
  for (unsigned K = 0; K < Spawn.numArgs(); ++K)
    if (Spawn.arg(K) == Ptr)
      return false;
  return true;
}

/// Checks all uses of \p Ptr, an address in the variable. False if one of them
/// is no access that can go to the slot. Sets \p ByIndex if one has a variable
/// index.
static bool findAccesses(const Value &Ptr, bool &ByIndex) {
  for (const User *U : Ptr.users()) {
    auto *I = cast<Instruction>(const_cast<User *>(U));
    if (auto *Gep = dyn_cast<GetElementPtrInst>(I))
      ByIndex |= !Gep->hasAllConstantIndices();
    if (isa<GetElementPtrInst>(I) || isa<BitCastInst>(I)) {
      if (!findAccesses(*I, ByIndex))
        return false;
      continue;
    }
    if (isa<LoadInst>(I))
      continue;
    if (auto *Store = dyn_cast<StoreInst>(I))
      if (Store->getValueOperand() != &Ptr)
        continue;
    if (isa<MemIntrinsic>(I) || isDestination(I, &Ptr))
      continue;
    return false;
  }
  return true;
}

bool tasklet::canUseInSlot(const AllocaInst &Variable) {
  bool ByIndex = false;
  return findAccesses(Variable, ByIndex);
}

bool tasklet::isBetterInSlot(const AllocaInst &Variable) {
  bool ByIndex = false;
  return findAccesses(Variable, ByIndex) && ByIndex;
}

/// Puts before \p I a copy of it that uses \p New instead of the address \p
/// Old.
static Instruction *moved(Instruction &I, Value *Old, Value *New,
                          Align Alignment) {
  IRBuilder<> B(&I);
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    SmallVector<Value *, 4> Indices(Gep->indices());
    auto *Copy = GetElementPtrInst::Create(Gep->getSourceElementType(), New,
                                           Indices, "", &I);
    Copy->setIsInBounds(Gep->isInBounds());
    return Copy;
  }
  if (isa<BitCastInst>(I)) {
    unsigned Space = New->getType()->getPointerAddressSpace();
    auto *Ty = inSpace(I.getType(), Space);
    return CastInst::Create(Instruction::BitCast, New, Ty, "", &I);
  }
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return B.CreateAlignedLoad(Load->getType(), New,
                               std::min(Load->getAlign(), Alignment),
                               Load->isVolatile());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return B.CreateAlignedStore(Store->getValueOperand(), New,
                                std::min(Store->getAlign(), Alignment),
                                Store->isVolatile());
  if (auto *Set = dyn_cast<MemSetInst>(&I))
    return B.CreateMemSet(New, Set->getValue(), Set->getLength(),
                          std::min(Set->getDestAlign().valueOrOne(), Alignment),
                          Set->isVolatile());
  auto *Copy = cast<MemTransferInst>(&I);
  Value *To = Copy->getRawDest(), *From = Copy->getRawSource();
  return B.CreateMemTransferInst(
      Copy->getIntrinsicID(), To == Old ? New : To,
      std::min(Copy->getDestAlign().valueOrOne(), Alignment),
      From == Old ? New : From,
      std::min(Copy->getSourceAlign().valueOrOne(), Alignment),
      Copy->getLength(), Copy->isVolatile());
}

static void moveUses(Instruction &Old, Value *New, Align Alignment) {
  SetVector<User *> Users(Old.user_begin(), Old.user_end());
  for (User *U : Users) {
    auto *I = cast<Instruction>(U);
    if (isDestination(I, &Old))
      continue;
    Instruction *Copy = moved(*I, &Old, New, Alignment);
    if (isa<GetElementPtrInst>(I) || isa<BitCastInst>(I)) {
      moveUses(*I, Copy, Alignment);
      if (Copy->use_empty())
        Copy->eraseFromParent();
      if (!I->use_empty())
        continue;
    } else if (!I->getType()->isVoidTy()) {
      I->replaceAllUsesWith(Copy);
    }
    I->eraseFromParent();
  }
}

void tasklet::useInSlot(AllocaInst &Variable, Value *Slot) {
  Type *Ty = Variable.getAllocatedType();
  Align Alignment(heapAlign(Ty, Variable.getModule()->getDataLayout()));
  moveUses(Variable, Slot, Alignment);
}
