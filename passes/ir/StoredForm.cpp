//===- StoredForm.cpp - How values look in memory -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/StoredForm.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

/// True for a shuffle that takes the first three of \p From elements.
static bool keepsThree(const ShuffleVectorInst &Shuffle) {
  auto *From = cast<FixedVectorType>(Shuffle.getOperand(0)->getType());
  auto *To = cast<FixedVectorType>(Shuffle.getType());
  unsigned Few = std::min(From->getNumElements(), To->getNumElements());
  if (Few != 3 || From->getNumElements() + To->getNumElements() != 7)
    return false;
  for (unsigned I = 0; I < To->getNumElements(); ++I)
    if (int Element = Shuffle.getMaskValue(I);
        Element != (I < Few ? int(I) : AnyElement))
      return false;
  return true;
}

Value *tasklet::withoutStoredForm(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return nullptr;
  Type *Ty = I->getType();
  if (isa<BitCastInst>(I) ||
      (isa<ZExtInst>(I) && Ty->isIntegerTy(8) &&
       I->getOperand(0)->getType()->isIntegerTy(1)) ||
      (isa<TruncInst>(I) && Ty->isIntegerTy(1) &&
       I->getOperand(0)->getType()->isIntegerTy(8)))
    return I->getOperand(0);
  auto *Shuffle = dyn_cast<ShuffleVectorInst>(I);
  return Shuffle && keepsThree(*Shuffle) ? Shuffle->getOperand(0) : nullptr;
}

bool tasklet::sameInMemory(Type *A, Type *B, const DataLayout &DL) {
  if (A == B)
    return true;
  if (A->isIntegerTy(1)) // A byte that is 0 or 1.
    A = Type::getInt8Ty(A->getContext());
  return CastInst::isBitCastable(A, B) &&
         DL.getABITypeAlign(A) <= DL.getABITypeAlign(B);
}

StoreInst *tasklet::storeForm(IRBuilderBase &B, Value *V, Value *Ptr,
                              Align Alignment) {
  if (V->getType()->isIntegerTy(1))
    V = B.CreateZExt(V, B.getInt8Ty());
  return B.CreateAlignedStore(V, typedPtr(B, Ptr, V->getType()), Alignment);
}

void tasklet::storeSeparately(IRBuilderBase &B, Value *V, Value *Ptr,
                              Align Alignment) {
  storeForm(B, V, Ptr, Alignment)->setVolatile(true);
}

Value *tasklet::loadForm(IRBuilderBase &B, Type *Ty, Value *Ptr,
                         Align Alignment, const Twine &Name) {
  bool Bool = Ty->isIntegerTy(1);
  Type *Stored = Bool ? B.getInt8Ty() : Ty;
  Value *V =
      B.CreateAlignedLoad(Stored, typedPtr(B, Ptr, Stored), Alignment, Name);
  return Bool ? B.CreateTrunc(V, Ty) : V;
}
