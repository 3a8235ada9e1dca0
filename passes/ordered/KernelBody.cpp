//===- KernelBody.cpp - One work-item of an ordered kernel ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/KernelBody.h"
#include "compat/Strings.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "target/BuiltinCalls.h"
#include "tasks/WorkItemValues.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

static Function *bodyOf(Function &Kernel, Type &WorkerTy) {
  Module &M = *Kernel.getParent();
  SmallVector<Type *, 8> Params(Kernel.getFunctionType()->params().begin(),
                                Kernel.getFunctionType()->params().end());
  Params.push_back(WorkerTy.getPointerTo());
  auto *Body = Function::Create(
      FunctionType::get(Kernel.getReturnType(), Params, false),
      GlobalValue::InternalLinkage, Kernel.getName() + ".body", M);
  // The attributes of the parameters hold for the body, and those of the
  // function that say how to compute, such as "no-nans-fp-math".
  Body->setAttributes(Kernel.getAttributes());
  for (const char *Attr : {names::AssumeAttr, "uniform-work-group-size"})
    Body->removeFnAttr(Attr);
  Body->removeFnAttr(Attribute::NoInline);
  Body->removeFnAttr(Attribute::OptimizeNone);
  Body->removeFnAttr(Attribute::Convergent);
  Body->addFnAttr(Attribute::AlwaysInline);
  Body->setCallingConv(CallingConv::SPIR_FUNC);
  moveBody(*Body, Kernel);
  for (Argument &Arg : Kernel.args()) {
    Argument *New = Body->getArg(Arg.getArgNo());
    New->takeName(&Arg);
    Arg.replaceAllUsesWith(New);
  }
  Body->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  return Body;
}

/// False: a function calls itself.
static bool inlineCallees(Function &Body) {
  // More than any program without recursion needs.
  constexpr unsigned MaxRounds = 1000;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    SmallVector<CallInst *, 8> Calls;
    for (Instruction &I : instructions(Body))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() &&
            !startsWith(Callee->getName(), names::RuntimePrefix))
          Calls.push_back(Call);
    if (Calls.empty())
      return true;
    for (CallInst *Call : Calls) {
      InlineFunctionInfo Info;
      if (!InlineFunction(*Call, Info).isSuccess())
        return false;
    }
    if (Body.getInstructionCount() > 1000000)
      return false;
  }
  return false;
}

/// `_Z13get_global_idj` becomes `__tkl_order_get_global_id`, with the worker.
static void askWorker(Function &Body) {
  SmallVector<CallInst *, 8> Queries;
  for (Instruction &I : instructions(Body))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() &&
          isWorkItemQuery(*Call->getCalledFunction()))
        Queries.push_back(Call);
  Value *Worker = Body.getArg(Body.arg_size() - 1);
  for (CallInst *Query : Queries) {
    StringRef Name = symbolOf(*Query->getCalledFunction()).Name;
    SmallVector<Value *, 2> Args = {Worker};
    Args.append(Query->arg_begin(), Query->arg_end());
    SmallVector<Type *, 2> Types;
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    FunctionCallee Own = Body.getParent()->getOrInsertFunction(
        (names::OrderPrefix + Name).str(),
        FunctionType::get(Query->getType(), Types, false));
    IRBuilder<> B(Query);
    CallInst *Call = B.CreateCall(Own, Args);
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    Query->replaceAllUsesWith(Call);
    Query->eraseFromParent();
  }
}

Function *tasklet::takeBody(Function &Kernel, Type &WorkerTy) {
  Function *Body = bodyOf(Kernel, WorkerTy);
  if (!inlineCallees(*Body)) {
    reportError(
        Kernel, nullptr,
        "this ordered kernel calls a function that calls itself; OpenCL "
        "C has no recursion outside of tasks");
    return nullptr;
  }
  askWorker(*Body);
  return Body;
}
