//===- BitLoads.cpp - Load few bits of a vector by themselves -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "BitLoads.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// The load, perhaps of another type, whose bits \p Vector consists of.
static LoadInst *loadOf(Value *Vector) {
  if (auto *Cast = dyn_cast<BitCastInst>(Vector))
    Vector = Cast->getOperand(0);
  auto *Load = dyn_cast<LoadInst>(Vector);
  return Load && Load->isSimple() ? Load : nullptr;
}

static bool narrow(ExtractElementInst &Element) {
  auto *Number = dyn_cast<ConstantInt>(Element.getIndexOperand());
  auto *Ty = dyn_cast<FixedVectorType>(Element.getVectorOperandType());
  LoadInst *Load = loadOf(Element.getVectorOperand());
  if (!Number || !Ty || !Load || !Ty->getElementType()->isIntegerTy())
    return false;
  unsigned Width = Ty->getScalarSizeInBits();
  const DataLayout &DL = Element.getModule()->getDataLayout();
  if (8 % Width != 0 || Width == 8 || DL.isBigEndian() ||
      Number->getValue().uge(Ty->getNumElements()))
    return false;
  uint64_t Bit = Number->getZExtValue() * Width;
  // Where the vector was loaded: memory may change behind that.
  IRBuilder<> B(Load);
  unsigned Space = Load->getPointerAddressSpace();
  // Without what points to vectors of bits, which no SPIR-V can say.
  Value *Bytes = B.CreateBitCast(
      Load->getPointerOperand()->stripPointerCastsSameRepresentation(),
      B.getInt8PtrTy(Space));
  Value *Byte = B.CreateAlignedLoad(
      B.getInt8Ty(),
      B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Bytes, Bit / 8),
      commonAlignment(Load->getAlign(), Bit / 8));
  Value *Bits = B.CreateTrunc(B.CreateLShr(Byte, Bit % 8), Element.getType());
  Value *Vector = Element.getVectorOperand();
  Element.replaceAllUsesWith(Bits);
  Element.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructions(Vector);
  return true;
}

PreservedAnalyses BitLoadsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<ExtractElementInst *, 8> Elements;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Element = dyn_cast<ExtractElementInst>(&I))
        Elements.push_back(Element);
  bool Changed = false;
  for (ExtractElementInst *Element : Elements)
    Changed |= narrow(*Element);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
