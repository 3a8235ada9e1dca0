//===- SliceNumbers.cpp - What of a body its slice has --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/SliceNumbers.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

void tasklet::numberInstructions(Function &Body) {
  LLVMContext &C = Body.getContext();
  unsigned Next = 0;
  for (Instruction &I : instructions(Body))
    I.setMetadata(names::SliceNumber,
                  MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(
                                     Type::getInt32Ty(C), Next++))));
}

void tasklet::dropNumbers(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      I.setMetadata(names::SliceNumber, nullptr);
}

namespace {

class NumbersOfSlice {
  DenseSet<unsigned> All;

public:
  explicit NumbersOfSlice(const Function &Slice) {
    for (const Instruction &I : instructions(Slice))
      if (MDNode *Number = I.getMetadata(names::SliceNumber))
        All.insert(numberIn(*Number));
  }
  static unsigned numberIn(const MDNode &Number) {
    return mdconst::extract<ConstantInt>(Number.getOperand(0))->getZExtValue();
  }
  bool has(const Instruction &I) const {
    MDNode *Number = I.getMetadata(names::SliceNumber);
    return Number && All.count(numberIn(*Number));
  }
  bool decide(const LoadInst &Load) const;
};

} // namespace

/// Whether the result of \p I tells a number of \p Bits bits on which it depends by
/// \p Operand, if all else is known.
static bool isLossless(const Instruction &I, const Value &Operand,
                       unsigned Bits) {
  if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<PHINode>(I) ||
      isa<FreezeInst>(I))
    return true;
  if (isa<TruncInst>(I))
    return I.getType()->getIntegerBitWidth() >= Bits;
  const unsigned Code = I.getOpcode();
  if (Code == Instruction::Add || Code == Instruction::Sub ||
      Code == Instruction::Xor)
    return true;
  // Of a product that does not wrap around.
  auto *By = dyn_cast<ConstantInt>(I.getOperand(I.getNumOperands() - 1));
  return (Code == Instruction::Mul || Code == Instruction::Shl) && By &&
         By != &Operand && (Code == Instruction::Shl || !By->isZero()) &&
         (I.hasNoSignedWrap() || I.hasNoUnsignedWrap());
}

/// Whether \p Compare compares \p Value with what counts the rounds of a loop: then
/// these tell it.
static bool endsLoop(const ICmpInst &Compare, const Value &Value) {
  const auto *Other =
      Compare.getOperand(Compare.getOperand(0) == &Value ? 1 : 0);
  for (unsigned Steps = 0; Steps < 4; ++Steps)
    if (isa<CastInst>(Other) || isa<BinaryOperator>(Other))
      Other = cast<Instruction>(Other)->getOperand(0);
  return isa<PHINode>(Other);
}

/// Whether what the slice finds out tells the loaded value, as far as the body
/// uses it.
bool NumbersOfSlice::decide(const LoadInst &Load) const {
  if (!has(Load) || !Load.getType()->isIntegerTy())
    return false;
  const unsigned Bits = Load.getType()->getIntegerBitWidth();
  bool IsTold = false, HasOtherUses = false;
  SetVector<const Instruction *> Values;
  Values.insert(&Load);
  for (unsigned At = 0; At < Values.size(); ++At)
    for (const User *U : Values[At]->users()) {
      auto &I = *cast<Instruction>(U);
      if (isLossless(I, *Values[At], Bits)) {
        Values.insert(&I);
        continue;
      }
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (has(I) && (Compare ? endsLoop(*Compare, *Values[At])
                             : isa<GetElementPtrInst>(I)))
        IsTold = true;
      else if (!Compare)
        HasOtherUses = true;
    }
  return IsTold || !HasOtherUses;
}

DenseSet<unsigned> tasklet::patternParams(const Function &Body,
                                          const Function &Slice) {
  const NumbersOfSlice Numbers(Slice);
  DenseSet<unsigned> Pattern, Others;
  for (const Instruction &I : instructions(Body)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    const bool IsDecided = Load && Numbers.decide(*Load);
    if (auto Accesses = accessesOf(const_cast<Instruction &>(I)))
      for (const Access &A : *Accesses)
        for (unsigned Param : basesOf(*A.Pointer).Params)
          (IsDecided ? Pattern : Others).insert(Param);
  }
  for (unsigned Param : Others)
    Pattern.erase(Param);
  return Pattern;
}
