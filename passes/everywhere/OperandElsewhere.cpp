//===- OperandElsewhere.cpp - What lanes give that are not at a call ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/OperandElsewhere.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

/// True for a variable, or a parameter that is a structure. Each has memory of
/// its own in every lane, even in lanes that have not run the code before.
static bool isVariable(const Value *V) {
  const auto *Argument = dyn_cast<llvm::Argument>(V);
  return isa<AllocaInst>(V) || isa<GlobalVariable>(V) ||
         (Argument && Argument->hasByValAttr());
}

/// Does \p I compute the address of a part of a variable, or a step of that?
static bool isAddressOfPart(const Instruction &I) {
  if (const auto *Part = dyn_cast<GetElementPtrInst>(&I))
    return Part->hasAllConstantIndices();
  return isa<CastInst>(I) && I.getOperand(0)->getType()->isPointerTy() &&
         I.getType()->isPointerTy();
}

/// Does \p I select elements of a vector?
static bool takesComponents(const Instruction &I) {
  if (isa<ExtractElementInst>(I))
    return isa<Constant>(I.getOperand(1));
  return isa<ShuffleVectorInst>(I) && isa<UndefValue>(I.getOperand(1));
}

/// If \p V is the value of a variable or of a part of one, returns the
/// instructions that read it, the last one first. Else none.
static SmallVector<Instruction *, 4> stepsFromVariable(Value *V) {
  SmallVector<Instruction *, 4> Steps;
  // `x++` and `x = y` end in a load of x, too, but are no variables: hence
  // hasOneUse(), since their loads have a second user.
  auto *I = dyn_cast<Instruction>(V);
  for (; I && takesComponents(*I) && I->hasOneUse();
       I = dyn_cast<Instruction>(I->getOperand(0)))
    Steps.push_back(I);
  if (!I || !isa<LoadInst>(I) || I->isAtomic() || !I->hasOneUse())
    return {};
  Steps.push_back(I);
  for (V = I->getOperand(0); !isVariable(V); V = I->getOperand(0)) {
    I = dyn_cast<Instruction>(V);
    if (!I || !isAddressOfPart(*I))
      return {};
    Steps.push_back(I);
  }
  return Steps;
}

OperandElsewhere::OperandElsewhere(CallBase &Call)
    : Ty(Call.getArgOperand(0)->getType()),
      Steps(stepsFromVariable(Call.getArgOperand(0))) {}

const Value *OperandElsewhere::variable() const {
  return Steps.empty() ? nullptr : Steps.back()->getOperand(0);
}

Value *OperandElsewhere::emit(Instruction *At) const {
  if (Steps.empty())
    return Constant::getNullValue(Ty);
  Value *V = Steps.back()->getOperand(0);
  for (Instruction *Step : reverse(Steps)) {
    Instruction *Copy = Step->clone();
    Copy->setOperand(0, V);
    Copy->insertBefore(At);
    V = Copy;
  }
  return V;
}
