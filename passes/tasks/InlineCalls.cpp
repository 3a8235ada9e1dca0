//===- InlineCalls.cpp - How spawns run inline forms ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/InlineCalls.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/StoredForm.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

CallInst *tasklet::callInline(Instruction *Before, Function *Form,
                              SpawnMark Spawn, Value *Result) {
  IRBuilder<> B(Before);
  SmallVector<Value *, 8> Args;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I)
    Args.push_back(Spawn.arg(I));
  Type *Last = Form->getFunctionType()->params().back();
  Args.push_back(Result ? B.CreatePointerCast(Result, Last)
                        : Constant::getNullValue(Last));
  CallInst *Call = B.CreateCall(Form, Args, "ran");
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  return Call;
}

void tasklet::inlineCall(CallInst *Call) {
  InlineFunctionInfo Info;
  InlineResult Done = inlineWithoutLifetimes(*Call, Info);
  assert(Done.isSuccess() && "an inline form can be inlined anywhere");
  (void)Done;
}

AllocaInst *tasklet::resultVariable(Function &F, Function *Task) {
  Type *Ty = resultType(*Task);
  if (Ty->isVoidTy())
    return nullptr;
  IRBuilder<> B(&*F.getEntryBlock().begin());
  return B.CreateAlloca(Ty, nullptr, "result");
}

Align tasklet::resultAlign(Function *Task) {
  const DataLayout &DL = Task->getParent()->getDataLayout();
  return Align(numberAttr(*Task, names::ResultAlignAttr,
                          heapAlign(resultType(*Task), DL)));
}

uint64_t tasklet::resultSize(Function *Task) {
  return Task->getParent()->getDataLayout().getTypeAllocSize(resultType(*Task));
}

/// `{i32, T} f.inline.called(args)`, which returns what \p Form returns, and the
/// result. No address goes in, so that a step has no variable for each call.
Function *CalledForms::make(Function &Task, Function &Form) {
  LLVMContext &C = Form.getContext();
  SmallVector<Type *, 2> Parts{Type::getInt32Ty(C)};
  if (!resultType(Task)->isVoidTy())
    Parts.push_back(resultType(Task));
  auto *Returned = StructType::get(C, Parts);
  auto *Ty = FunctionType::get(
      Returned, Form.getFunctionType()->params().drop_back(), false);
  Function *F =
      Function::Create(Ty, GlobalValue::InternalLinkage,
                       Task.getName() + ".inline.called", Form.getParent());
  F->setCallingConv(CallingConv::SPIR_FUNC);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::NoInline);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  ReturnInst *End = B.CreateRet(UndefValue::get(Returned));
  B.SetInsertPoint(End);
  AllocaInst *Result = resultVariable(*F, &Task);
  SmallVector<Value *, 8> Args;
  for (Argument &Arg : F->args())
    Args.push_back(&Arg);
  Type *Last = Form.getFunctionType()->params().back();
  Args.push_back(Result ? B.CreatePointerCast(Result, Last)
                        : Constant::getNullValue(Last));
  CallInst *Run = B.CreateCall(&Form, Args);
  Run->setCallingConv(CallingConv::SPIR_FUNC);
  Value *Both = B.CreateInsertValue(UndefValue::get(Returned), Run, 0);
  if (Result)
    Both = B.CreateInsertValue(Both,
                               loadForm(B, resultType(Task), Result,
                                        resultAlign(&Task), Task.getName()),
                               1);
  End->setOperand(0, Both);
  inlineCall(Run);
  scalarReplacement().run(*F, FAM);
  return F;
}

Value *CalledForms::call(Instruction *Before, Function &Form, SpawnMark Spawn,
                         AllocaInst *Result) {
  Function *&Called = Known[Spawn.task()];
  if (!Called)
    Called = make(*Spawn.task(), Form);
  IRBuilder<> B(Before);
  SmallVector<Value *, 8> Args;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I)
    Args.push_back(Spawn.arg(I));
  CallInst *Both = B.CreateCall(Called, Args, "both");
  Both->setCallingConv(CallingConv::SPIR_FUNC);
  // A store of the whole variable, so that it is not live before.
  if (Result)
    storeForm(B, B.CreateExtractValue(Both, 1), Result,
              resultAlign(Spawn.task()));
  return B.CreateExtractValue(Both, 0, "ran");
}
