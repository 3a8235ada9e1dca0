//===- BuiltinCalls.cpp - Calls of built-in functions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/BuiltinCalls.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

Symbol tasklet::symbolOf(const Function &F) {
  StringRef Rest = F.getName();
  size_t Length;
  if (!F.isDeclaration() || !Rest.consume_front("_Z") ||
      Rest.consumeInteger(10, Length) || Length > Rest.size())
    return {};
  return {Rest.take_front(Length), Rest.drop_front(Length)};
}

Function &tasklet::declareBuiltin(const Twine &Name, StringRef Parameters,
                                  FunctionType *Ty, const Function &Like) {
  std::string Plain = Name.str();
  // The module is one that is being changed.
  auto &M = *const_cast<Module *>(Like.getParent());
  AttributeList Attributes = Like.getAttributes();
  if (Ty->getNumParams() != Like.arg_size())
    Attributes = AttributeList::get(
        M.getContext(), AttributeList::FunctionIndex,
        AttrBuilder(M.getContext(), Attributes.getFnAttrs()));
  FunctionCallee Callee = M.getOrInsertFunction(
      ("_Z" + Twine(Plain.size()) + Plain + Parameters).str(), Ty, Attributes);
  auto &F = *cast<Function>(Callee.getCallee());
  F.setCallingConv(Like.getCallingConv());
  return F;
}

CallInst *tasklet::callBuiltin(IRBuilder<> &B, Function &F,
                               ArrayRef<Value *> Arguments) {
  CallInst *Call = B.CreateCall(&F, Arguments);
  Call->setCallingConv(F.getCallingConv());
  Call->setAttributes(F.getAttributes());
  return Call;
}

void tasklet::replaceCalls(
    Function &F, function_ref<Value *(IRBuilder<> &, CallInst &)> Emit) {
  for (User *Each : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(Each);
    if (!Call || Call->getCalledFunction() != &F)
      continue;
    IRBuilder<> B(Call);
    if (Value *New = Emit(B, *Call))
      Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
  }
}

bool tasklet::replaceBuiltins(Module &M,
                              function_ref<bool(Function &)> Replace) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && !F.use_empty() && Replace(F)) {
      Changed = true;
      if (F.use_empty())
        F.eraseFromParent();
    }
  return Changed;
}
