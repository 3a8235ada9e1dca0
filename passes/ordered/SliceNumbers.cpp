//===- SliceNumbers.cpp - What of a body its slice has --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/SliceNumbers.h"
#include "compat/Strings.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
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

/// Whether what a slice finds out tells the values that the body loads, as far as
/// the body uses them.
class Deduction {
  DenseSet<unsigned> Numbers; ///< of the slice
  DominatorTree DT;
  LoopInfo Loops; ///< of the body

  bool hasSlice(const Instruction &I) const;
  bool endsLoop(const ICmpInst &Compare, const Value &Value) const;

public:
  Deduction(const Function &Body, const Function &Slice);
  bool canTell(const LoadInst &Load) const;
};

} // namespace

static std::optional<unsigned> numberOf(const Instruction &I) {
  MDNode *Number = I.getMetadata(names::SliceNumber);
  if (!Number)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Number->getOperand(0))->getZExtValue();
}

Deduction::Deduction(const Function &Body, const Function &Slice)
    : DT(const_cast<Function &>(Body)), Loops(DT) {
  for (const Instruction &I : instructions(Slice))
    if (std::optional<unsigned> Number = numberOf(I))
      Numbers.insert(*Number);
}

bool Deduction::hasSlice(const Instruction &I) const {
  std::optional<unsigned> Number = numberOf(I);
  return Number && Numbers.count(*Number);
}

/// Whether the ids and arguments tell \p V: no memory does, nor a loop.
static bool isFixed(const Value &V, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I)
    return true;
  auto *Call = dyn_cast<CallInst>(I);
  const bool AsksForIds =
      Call && Call->getCalledFunction() &&
      startsWith(Call->getCalledFunction()->getName(), names::OrderPrefix);
  return Depth < 8 && !isa<PHINode>(I) &&
         (AsksForIds || !I->mayReadFromMemory()) &&
         all_of(I->operands(),
                [&](const Use &Each) { return isFixed(*Each, Depth + 1); });
}

/// The other operand of \p I, which has two.
static const Value &otherOperand(const Instruction &I, const Value &Operand) {
  return *I.getOperand(I.getOperand(0) == &Operand ? 1 : 0);
}

static bool isScaling(const Instruction &I) {
  return I.getOpcode() == Instruction::Mul || I.getOpcode() == Instruction::Shl;
}

/// Whether the result of \p I tells \p Operand, a number of \p Bits bits or one that
/// was made of it. \p IsScaled: its lowest bits say nothing.
static bool isLossless(const Instruction &I, const Value &Operand,
                       unsigned Bits, bool IsScaled) {
  if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<FreezeInst>(I))
    return true;
  if (isa<TruncInst>(I))
    return !IsScaled && I.getType()->getIntegerBitWidth() >= Bits;
  const unsigned Code = I.getOpcode();
  if (Code == Instruction::Add || Code == Instruction::Sub ||
      Code == Instruction::Xor)
    return isFixed(otherOperand(I, Operand));
  // A product that does not wrap around.
  auto *By = isScaling(I) ? dyn_cast<ConstantInt>(I.getOperand(1)) : nullptr;
  return By && (Code == Instruction::Shl || !By->isZero()) &&
         (I.hasNoSignedWrap() || I.hasNoUnsignedWrap());
}

/// Whether \p Compare alone ends a loop, when what counts its rounds comes to
/// \p Value. So the rounds tell it.
bool Deduction::endsLoop(const ICmpInst &Compare, const Value &Value) const {
  const Loop *L = Loops.getLoopFor(Compare.getParent());
  if (!L || L->getExitingBlock() != Compare.getParent())
    return false;
  const auto *Other = &otherOperand(Compare, Value);
  while (isa<CastInst>(Other))
    Other = cast<Instruction>(Other)->getOperand(0);
  auto *Counter = dyn_cast<PHINode>(Other);
  return Counter && Counter->getParent() == L->getHeader();
}

bool Deduction::canTell(const LoadInst &Load) const {
  if (!hasSlice(Load) || !Load.getType()->isIntegerTy())
    return false;
  const unsigned Bits = Load.getType()->getIntegerBitWidth();
  bool IsTold = false, HasOtherUses = false;
  SetVector<const Instruction *> Values;
  SmallPtrSet<const Instruction *, 8> Scaled;
  Values.insert(&Load);
  for (unsigned At = 0; At < Values.size(); ++At)
    for (const User *U : Values[At]->users()) {
      auto &I = *cast<Instruction>(U);
      const bool IsScaled = Scaled.count(Values[At]) != 0;
      // What counts the rounds of a loop begins with it, say.
      const bool IsCounter =
          isa<PHINode>(I) && Loops.isLoopHeader(I.getParent());
      if (IsCounter || isLossless(I, *Values[At], Bits, IsScaled)) {
        Values.insert(&I);
        if (IsScaled || isScaling(I))
          Scaled.insert(&I);
        continue;
      }
      auto *Compare = dyn_cast<ICmpInst>(&I);
      if (hasSlice(I) && (Compare ? endsLoop(*Compare, *Values[At])
                                  : isa<GetElementPtrInst>(I)))
        IsTold = true;
      else if (!Compare)
        HasOtherUses = true;
    }
  return IsTold || !HasOtherUses;
}

DenseSet<unsigned> tasklet::patternParams(const Function &Body,
                                          const Function &Slice) {
  const Deduction Of(Body, Slice);
  DenseSet<unsigned> Pattern, Others;
  for (const Instruction &I : instructions(Body)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    const bool IsTold = Load && Of.canTell(*Load);
    if (auto Accesses = accessesOf(const_cast<Instruction &>(I)))
      for (const Access &A : *Accesses)
        for (unsigned Param : basesOf(*A.Pointer).Params)
          (IsTold ? Pattern : Others).insert(Param);
  }
  for (unsigned Param : Others)
    Pattern.erase(Param);
  return Pattern;
}
