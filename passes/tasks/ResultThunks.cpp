//===- ResultThunks.cpp - Tasks that convert a result ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ResultThunks.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

ResultThunks::Thunk ResultThunks::make(CallInst *Call,
                                       ArrayRef<Instruction *> Conversion) {
  Function *Task = Call->getCalledFunction();
  FunctionType *From = Task->getFunctionType();
  Thunk T{Task,
          Function::Create(FunctionType::get(Conversion.back()->getType(),
                                             From->params(), false),
                           Function::InternalLinkage,
                           Task->getName() + ".result", Task->getParent()),
          {}};
  T.New->setCallingConv(Task->getCallingConv());
  T.New->addFnAttr(names::TaskAttr);
  LLVMContext &C = T.New->getContext();
  SmallVector<Value *, 8> Args;
  SmallVector<Type *, 8> ByValTypes;
  for (Argument &Arg : T.New->args()) {
    Type *ByVal = Call->getParamByValType(Arg.getArgNo());
    if (ByVal)
      Arg.addAttr(Attribute::getWithByValType(C, ByVal));
    Args.push_back(&Arg);
    ByValTypes.push_back(ByVal);
  }
  BasicBlock *Entry = BasicBlock::Create(C, "entry", T.New);
  BasicBlock *Body = BasicBlock::Create(C, "force", T.New);
  IRBuilder<> B(Entry);
  AllocaInst *Slot = B.CreateAlloca(Call->getType());
  BranchInst *Jump = B.CreateBr(Body);
  createSpawn(Jump, Task, Slot, Args, ByValTypes);
  B.SetInsertPoint(Body);
  T.Steps.push_back(B.CreateLoad(Call->getType(), Slot));
  createForce(T.Steps.back());
  Instruction *Old = Call;
  for (Instruction *Step : Conversion) {
    Instruction *Copy = Step->clone();
    Copy->replaceUsesOfWith(Old, T.Steps.back());
    Copy->setDebugLoc(DebugLoc());
    B.Insert(Copy);
    Old = Step;
    T.Steps.push_back(Copy);
  }
  B.CreateRet(T.Steps.back());
  return T;
}

/// True if \p A does the same with \p FromA as \p B with \p FromB.
static bool sameStep(Instruction *A, Value *FromA, Instruction *B,
                     Value *FromB) {
  if (!A->isSameOperationAs(B) || !A->hasSameSubclassOptionalData(B))
    return false;
  for (unsigned I = 0; I < A->getNumOperands(); ++I) {
    Value *OfA = A->getOperand(I), *OfB = B->getOperand(I);
    if (OfA == FromA ? OfB != FromB : OfA != OfB)
      return false;
  }
  return true;
}

Function *ResultThunks::get(CallInst *Call,
                            ArrayRef<Instruction *> Conversion) {
  for (Thunk &T : Thunks) {
    bool Same = T.Task == Call->getCalledFunction() &&
                T.Steps.size() == Conversion.size() + 1;
    Instruction *From = Call;
    for (unsigned I = 0; Same && I < Conversion.size(); ++I) {
      Same = sameStep(Conversion[I], From, T.Steps[I + 1], T.Steps[I]);
      From = Conversion[I];
    }
    if (Same)
      return T.New;
  }
  Thunks.push_back(make(Call, Conversion));
  return Thunks.back().New;
}

SmallVector<Function *, 4> ResultThunks::functions() const {
  return to_vector<4>(map_range(Thunks, [](const Thunk &T) { return T.New; }));
}
