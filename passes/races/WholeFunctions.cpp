//===- WholeFunctions.cpp - Functions that can be marked ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "races/WholeFunctions.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

void tasklet::inlineHelpers(Function &F) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || isTask(*Callee) ||
          startsWith(Callee->getName(), names::RuntimePrefix))
        continue;
      InlineFunctionInfo Info;
      Changed = inlineWithoutLifetimes(*Call, Info).isSuccess();
      if (Changed)
        break;
    }
  }
}

void tasklet::copyArguments(Function &Task) {
  const DataLayout &DL = Task.getParent()->getDataLayout();
  IRBuilder<> B(&Task.getEntryBlock().front());
  for (Argument &Arg : Task.args()) {
    if (!Arg.hasByValAttr() || Arg.use_empty())
      continue;
    Type *Ty = Arg.getParamByValType();
    AllocaInst *Copy = B.CreateAlloca(Ty, spaces().Private);
    Align Alignment =
        std::max(Arg.getParamAlign().valueOrOne(), DL.getABITypeAlign(Ty));
    Copy->setAlignment(Alignment);
    Arg.replaceAllUsesWith(Copy);
    B.CreateMemCpy(Copy, Alignment, &Arg, Arg.getParamAlign().valueOrOne(),
                   DL.getTypeAllocSize(Ty));
  }
}

void tasklet::addSpawn(Function &Kernel) {
  Module &M = *Kernel.getParent();
  LLVMContext &C = M.getContext();
  const char *Name = "tkl.race.nothing";
  Function *Nothing = M.getFunction(Name);
  if (!Nothing) {
    Nothing = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                               GlobalValue::InternalLinkage, Name, M);
    Nothing->setCallingConv(CallingConv::SPIR_FUNC);
    Nothing->addFnAttr(names::TaskAttr);
    IRBuilder<>(BasicBlock::Create(C, "", Nothing)).CreateRetVoid();
  }
  Instruction *At = &*Kernel.getEntryBlock().begin();
  while (isa<AllocaInst>(At))
    At = At->getNextNode();
  IRBuilder<> B(At);
  FunctionCallee Size = M.getOrInsertFunction(
      "_Z15get_global_sizej",
      FunctionType::get(B.getInt64Ty(), {B.getInt32Ty()}, false));
  auto *Callee = cast<Function>(Size.getCallee());
  if (Callee->use_empty())
    Callee->setCallingConv(CallingConv::SPIR_FUNC);
  CallInst *Items = B.CreateCall(Size, {B.getInt32(0)});
  Items->setCallingConv(Callee->getCallingConv());
  Instruction *Never = SplitBlockAndInsertIfThen(
      B.CreateICmpEQ(Items, B.getInt64(0)), At, /*Unreachable=*/false);
  createSpawn(Never, Nothing, nullptr, {}, {});
}
