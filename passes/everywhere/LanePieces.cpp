//===- LanePieces.cpp - Values in pieces of 8 bytes -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LanePieces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tasklet;

/// \p V with \p Elements elements; additional ones are zero.
static Value *resize(IRBuilderBase &B, Value *V, unsigned Elements) {
  unsigned Old = cast<FixedVectorType>(V->getType())->getNumElements();
  if (Elements == Old)
    return V;
  SmallVector<int, 16> Mask;
  for (unsigned I = 0; I < Elements; ++I)
    Mask.push_back(std::min(I, Old));
  return B.CreateShuffleVector(V, Constant::getNullValue(V->getType()), Mask);
}

SmallVector<Value *, 16> tasklet::toPieces(IRBuilderBase &B, Value *V) {
  if (V->getType()->isPointerTy())
    return {B.CreatePtrToInt(V, B.getInt64Ty())};
  unsigned Used = V->getType()->getPrimitiveSizeInBits();
  // Devices have no integers as wide as a vector of three elements.
  if (auto *Vector = dyn_cast<FixedVectorType>(V->getType()))
    V = resize(B, V, PowerOf2Ceil(Vector->getNumElements()));
  unsigned Bits = V->getType()->getPrimitiveSizeInBits();
  if (Bits <= 64)
    return {
        B.CreateZExt(B.CreateBitCast(V, B.getIntNTy(Bits)), B.getInt64Ty())};
  V = B.CreateBitCast(V, FixedVectorType::get(B.getInt64Ty(), Bits / 64));
  SmallVector<Value *, 16> Pieces;
  for (unsigned I = 0; I * 64 < Used; ++I)
    Pieces.push_back(B.CreateExtractElement(V, I));
  return Pieces;
}

Value *tasklet::fromPieces(IRBuilderBase &B, ArrayRef<Value *> Pieces,
                           Type *Ty) {
  if (Ty->isPointerTy())
    return B.CreateIntToPtr(Pieces.front(), Ty);
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  Type *Full = Ty;
  if (Vector)
    Full = FixedVectorType::get(Vector->getElementType(),
                                PowerOf2Ceil(Vector->getNumElements()));
  unsigned Bits = Full->getPrimitiveSizeInBits();
  Value *V;
  if (Bits <= 64) {
    V = B.CreateTrunc(Pieces.front(), B.getIntNTy(Bits));
  } else {
    V = Constant::getNullValue(FixedVectorType::get(B.getInt64Ty(), Bits / 64));
    for (auto Piece : enumerate(Pieces))
      V = B.CreateInsertElement(V, Piece.value(), Piece.index());
  }
  V = B.CreateBitCast(V, Full);
  return Vector ? resize(B, V, Vector->getNumElements()) : V;
}
