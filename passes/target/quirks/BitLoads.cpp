//===- BitLoads.cpp - Load few bits of a vector by themselves -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/BitLoads.h"
#include "ir/LLVMCompat.h"
#include "target/WidenIntegers.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// What the bits of \p Vector were before they became elements.
static Value *wholeOf(Value *Vector) {
  while (auto *Cast = dyn_cast<BitCastInst>(Vector))
    Vector = Cast->getOperand(0);
  return Vector;
}

/// Bits \p Bit and following, of type \p Ty, of what \p Load loads. Where it
/// was loaded: memory may change after that.
static Value *bitsOfLoad(LoadInst &Load, uint64_t Bit, Type *Ty) {
  IRBuilder<> B(&Load);
  unsigned Space = Load.getPointerAddressSpace();
  // Without what points to vectors of bits, which no SPIR-V can say.
  Value *Bytes = B.CreateBitCast(
      Load.getPointerOperand()->stripPointerCastsSameRepresentation(),
      bytePtrTy(B.getContext(), Space));
  Value *Byte = B.CreateAlignedLoad(
      B.getInt8Ty(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Bytes, Bit / 8),
      commonAlignment(Load.getAlign(), Bit / 8));
  return B.CreateTrunc(B.CreateLShr(Byte, Bit % 8), Ty);
}

/// The same of \p Whole, a number or a vector of numbers of whole bytes; null
/// if it is another thing.
static Value *bitsOf(Value *Whole, uint64_t Bit, Type *Ty, Instruction *At) {
  IRBuilder<> B(At);
  uint64_t Width = Whole->getType()->getScalarSizeInBits();
  if (Width == 0 || Width % 8 != 0)
    return nullptr;
  if (Whole->getType()->isVectorTy())
    Whole = B.CreateExtractElement(Whole, Bit / Width);
  Whole = B.CreateBitCast(Whole, B.getIntNTy(Width));
  return B.CreateTrunc(B.CreateLShr(Whole, Bit % Width), Ty);
}

/// True if \p Element was replaced; \p Widen if that leaves a narrow number
/// that is computed and not loaded.
static bool narrow(ExtractElementInst &Element, bool &Widen) {
  auto *Number = dyn_cast<ConstantInt>(Element.getIndexOperand());
  auto *Ty = dyn_cast<FixedVectorType>(Element.getVectorOperandType());
  if (!Number || !Ty || !Ty->getElementType()->isIntegerTy())
    return false;
  unsigned Width = Ty->getScalarSizeInBits();
  const DataLayout &DL = Element.getModule()->getDataLayout();
  if (8 % Width != 0 || Width == 8 || DL.isBigEndian() ||
      Number->getValue().uge(Ty->getNumElements()))
    return false;
  uint64_t Bit = Number->getZExtValue() * Width;
  Value *Vector = Element.getVectorOperand(), *Whole = wholeOf(Vector);
  auto *Load = dyn_cast<LoadInst>(Whole);
  Value *Bits = nullptr;
  if (Load && Load->isSimple())
    Bits = bitsOfLoad(*Load, Bit, Element.getType());
  else if (Whole != Vector)
    Bits = bitsOf(Whole, Bit, Element.getType(), &Element);
  if (!Bits)
    return false;
  Widen |= !Load || !Load->isSimple();
  Element.replaceAllUsesWith(Bits);
  Element.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Vector);
  return true;
}

PreservedAnalyses BitLoadsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    SmallVector<ExtractElementInst *, 8> Elements;
    for (Instruction &I : instructions(F))
      if (auto *Element = dyn_cast<ExtractElementInst>(&I))
        Elements.push_back(Element);
    bool Widen = false;
    for (ExtractElementInst *Element : Elements)
      Changed |= narrow(*Element, Widen);
    // Else the driver's optimiser makes the same vectors again.
    if (Widen)
      widenIntegers(F);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
