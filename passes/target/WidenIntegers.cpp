//===- WidenIntegers.cpp - Integers of the sizes that SPIR-V has ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/WidenIntegers.h"
#include "ir/LLVMCompat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Does SPIR-V lack \p Ty, which wideType has a substitute for?
static bool isOdd(Type *Ty) {
  if (!Ty->isIntOrIntVectorTy())
    return false;
  unsigned Bits = Ty->getScalarSizeInBits();
  return Bits != 1 && Bits < 64 && (Bits < 8 || !isPowerOf2_32(Bits));
}

static Type *wideType(Type *Ty) {
  unsigned Bits =
      std::max<uint64_t>(8, PowerOf2Ceil(Ty->getScalarSizeInBits()));
  return Ty->getWithNewBitWidth(Bits);
}

namespace {

class Widener {
  Function &F;
  DenseMap<Value *, Value *> Wide;
  SmallVector<Instruction *, 16> Replaced;

public:
  explicit Widener(Function &F) : F(F) {}
  bool run();

private:
  bool canWiden(const Instruction &I) const;
  Value *wide(IRBuilder<> &B, Value *V);
  Value *zeroExtended(IRBuilder<> &B, Value *V);
  Value *signExtended(IRBuilder<> &B, Value *V);
  Value *compute(IRBuilder<> &B, Instruction &I);
  Value *load(IRBuilder<> &B, LoadInst &I);
  void store(IRBuilder<> &B, StoreInst &I);
  void use(Instruction &I);
};

} // namespace

/// The value \p V with upper bits of no meaning.
Value *Widener::wide(IRBuilder<> &B, Value *V) {
  auto Found = Wide.find(V);
  if (Found != Wide.end())
    return Found->second;
  // A constant, or what is left as it is.
  return B.CreateZExt(V, wideType(V->getType()));
}

Value *Widener::zeroExtended(IRBuilder<> &B, Value *V) {
  Value *W = wide(B, V);
  unsigned Bits = V->getType()->getScalarSizeInBits();
  unsigned WideBits = W->getType()->getScalarSizeInBits();
  return B.CreateAnd(
      W, ConstantInt::get(W->getType(), APInt::getLowBitsSet(WideBits, Bits)));
}

Value *Widener::signExtended(IRBuilder<> &B, Value *V) {
  Value *W = wide(B, V);
  unsigned Unused =
      W->getType()->getScalarSizeInBits() - V->getType()->getScalarSizeInBits();
  return B.CreateAShr(B.CreateShl(W, Unused), Unused);
}

/// Is \p Ty, an odd one, read and written by parts of usual sizes?
static bool hasParts(Type *Ty) { return Ty->isIntegerTy(); }

/// Calls \p Each with the parts that \p Bytes bytes at \p Ptr consist of.
static void forEachPart(
    IRBuilder<> &B, Value *Ptr, unsigned Bytes,
    function_ref<void(Value *Part, IntegerType *Ty, unsigned Byte)> Each) {
  // No pointer to the odd type shall be left.
  Ptr = Ptr->stripPointerCasts();
  for (unsigned Byte = 0; Byte < Bytes;) {
    unsigned Size = 1u << Log2_32(Bytes - Byte);
    IntegerType *Ty = B.getIntNTy(8 * Size);
    Each(typedPtr(B, byteOffset(B, Ptr, Byte), Ty), Ty, Byte);
    Byte += Size;
  }
}

Value *Widener::load(IRBuilder<> &B, LoadInst &I) {
  Type *Ty = wideType(I.getType());
  unsigned Bytes = divideCeil(I.getType()->getIntegerBitWidth(), 8);
  Value *Whole = nullptr;
  forEachPart(B, I.getPointerOperand(), Bytes,
              [&](Value *Part, IntegerType *PartTy, unsigned Byte) {
                Value *Loaded = B.CreateZExt(
                    B.CreateAlignedLoad(PartTy, Part,
                                        commonAlignment(I.getAlign(), Byte),
                                        I.isVolatile()),
                    Ty);
                Loaded = B.CreateShl(Loaded, 8 * Byte);
                Whole = Whole ? B.CreateOr(Whole, Loaded) : Loaded;
              });
  return Whole;
}

void Widener::store(IRBuilder<> &B, StoreInst &I) {
  unsigned Bytes =
      divideCeil(I.getValueOperand()->getType()->getIntegerBitWidth(), 8);
  Value *Whole = zeroExtended(B, I.getValueOperand());
  forEachPart(B, I.getPointerOperand(), Bytes,
              [&](Value *Part, IntegerType *PartTy, unsigned Byte) {
                B.CreateAlignedStore(
                    B.CreateTrunc(B.CreateLShr(Whole, 8 * Byte), PartTy), Part,
                    commonAlignment(I.getAlign(), Byte), I.isVolatile());
              });
}

/// Instructions whose result has another width from now on.
bool Widener::canWiden(const Instruction &I) const {
  if (!isOdd(I.getType()))
    return false;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return hasParts(Load->getType());
  return isa<BinaryOperator, PHINode, SelectInst, TruncInst, ZExtInst, SExtInst,
             ExtractElementInst, InsertElementInst, ShuffleVectorInst>(I);
}

/// What \p I computes, in more bits.
Value *Widener::compute(IRBuilder<> &B, Instruction &I) {
  Type *Ty = wideType(I.getType());
  auto Operand = [&](unsigned N) { return I.getOperand(N); };
  switch (I.getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt: {
    Value *From = Operand(0);
    if (isOdd(From->getType()))
      From = isa<SExtInst>(I) ? signExtended(B, From) : zeroExtended(B, From);
    return isa<SExtInst>(I) ? B.CreateSExtOrTrunc(From, Ty)
                            : B.CreateZExtOrTrunc(From, Ty);
  }
  case Instruction::Load:
    return load(B, cast<LoadInst>(I));
  case Instruction::Select: {
    Value *True = wide(B, Operand(1));
    return B.CreateSelect(Operand(0), True, wide(B, Operand(2)));
  }
  case Instruction::ExtractElement:
    return B.CreateExtractElement(wide(B, Operand(0)), Operand(1));
  case Instruction::InsertElement: {
    Value *Into = wide(B, Operand(0));
    return B.CreateInsertElement(Into, wide(B, Operand(1)), Operand(2));
  }
  case Instruction::ShuffleVector: {
    Value *First = wide(B, Operand(0));
    return B.CreateShuffleVector(First, wide(B, Operand(1)),
                                 cast<ShuffleVectorInst>(I).getShuffleMask());
  }
  default:
    break;
  }
  auto &Binary = cast<BinaryOperator>(I);
  Value *Left = Operand(0), *Right = Operand(1);
  switch (Binary.getOpcode()) {
  case Instruction::Shl:
    Left = wide(B, Left);
    Right = zeroExtended(B, Right);
    break;
  case Instruction::LShr:
  case Instruction::UDiv:
  case Instruction::URem:
    Left = zeroExtended(B, Left);
    Right = zeroExtended(B, Right);
    break;
  case Instruction::AShr:
    Left = signExtended(B, Left);
    Right = zeroExtended(B, Right);
    break;
  case Instruction::SDiv:
  case Instruction::SRem:
    Left = signExtended(B, Left);
    Right = signExtended(B, Right);
    break;
  default:
    Left = wide(B, Left);
    Right = wide(B, Right);
    break;
  }
  return B.CreateBinOp(Binary.getOpcode(), Left, Right);
}

/// Lets \p I, whose own width stays, look at wide operands.
void Widener::use(Instruction &I) {
  IRBuilder<> B(&I);
  Value *New = nullptr;
  if (auto *Cmp = dyn_cast<ICmpInst>(&I)) {
    auto Clean = [&](Value *V) {
      return Cmp->isSigned() ? signExtended(B, V) : zeroExtended(B, V);
    };
    New = B.CreateICmp(Cmp->getPredicate(), Clean(I.getOperand(0)),
                       Clean(I.getOperand(1)));
  } else if (isa<ZExtInst>(I)) {
    New = B.CreateZExtOrTrunc(zeroExtended(B, I.getOperand(0)), I.getType());
  } else if (isa<SExtInst>(I)) {
    New = B.CreateSExtOrTrunc(signExtended(B, I.getOperand(0)), I.getType());
  } else if (isa<TruncInst>(I)) {
    New = B.CreateTrunc(wide(B, I.getOperand(0)), I.getType());
  } else if (auto *Switch = dyn_cast<SwitchInst>(&I)) {
    Value *Number = zeroExtended(B, Switch->getCondition());
    Switch->setCondition(Number);
    for (auto &Case : Switch->cases())
      Case.setValue(ConstantInt::get(
          I.getContext(), Case.getCaseValue()->getValue().zext(
                              Number->getType()->getIntegerBitWidth())));
    return;
  } else if (auto *Store = dyn_cast<StoreInst>(&I);
             Store && hasParts(Store->getValueOperand()->getType())) {
    store(B, *Store);
    Replaced.push_back(&I);
    return;
  } else {
    // Others look at the value in its own width.
    for (Use &Op : I.operands())
      if (Wide.count(Op)) {
        if (auto *Phi = dyn_cast<PHINode>(&I))
          B.SetInsertPoint(Phi->getIncomingBlock(Op)->getTerminator());
        Op.set(B.CreateTrunc(Wide[Op], Op->getType()));
      }
    return;
  }
  I.replaceAllUsesWith(New);
  Replaced.push_back(&I);
}

bool Widener::run() {
  // Definitions come before uses, but for those of phis.
  SmallVector<PHINode *, 8> Phis;
  SmallVector<Instruction *, 32> Work;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      if (isOdd(I.getType()) ||
          any_of(I.operands(), [](Value *V) { return isOdd(V->getType()); }))
        Work.push_back(&I);
  for (Instruction *I : Work)
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      Phis.push_back(Phi);
      Wide[Phi] =
          PHINode::Create(wideType(Phi->getType()), Phi->getNumIncomingValues(),
                          Phi->getName() + ".wide", Phi);
    }
  for (Instruction *I : Work) {
    if (isa<PHINode>(I))
      continue;
    if (canWiden(*I)) {
      IRBuilder<> B(I);
      Wide[I] = compute(B, *I);
      Replaced.push_back(I);
    } else {
      use(*I);
    }
  }
  for (PHINode *Phi : Phis) {
    auto *New = cast<PHINode>(Wide[Phi]);
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I) {
      IRBuilder<> B(Phi->getIncomingBlock(I)->getTerminator());
      New->addIncoming(wide(B, Phi->getIncomingValue(I)),
                       Phi->getIncomingBlock(I));
    }
    Replaced.push_back(Phi);
  }
  SmallVector<WeakTrackingVH, 8> Pointers;
  for (Instruction *I : Replaced) {
    if (Value *Ptr = getLoadStorePointerOperand(I))
      Pointers.push_back(Ptr);
    I->dropAllReferences();
  }
  for (Instruction *I : Replaced)
    I->eraseFromParent();
  for (WeakTrackingVH &Ptr : Pointers)
    if (Ptr)
      RecursivelyDeleteTriviallyDeadInstructions(Ptr);
  return !Work.empty();
}

bool tasklet::widenIntegers(Function &F) {
  return !F.isDeclaration() && Widener(F).run();
}
