//===- BodyForms.cpp - Functions made of a body, and their calls ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/BodyForms.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

Function *tasklet::cloneWithMore(Function &Of, ArrayRef<Type *> Before,
                                 unsigned Count, const Twine &Name,
                                 ValueToValueMapTy &Map) {
  SmallVector<Type *, 16> Params(Before.begin(), Before.end());
  append_range(Params, Of.getFunctionType()->params());
  Params.append(Count, Type::getInt64Ty(Of.getContext()));
  auto *Copy =
      Function::Create(FunctionType::get(Of.getReturnType(), Params, false),
                       GlobalValue::InternalLinkage, Name, Of.getParent());
  for (Argument &Arg : Of.args())
    Map[&Arg] = Copy->getArg(Before.size() + Arg.getArgNo());
  SmallVector<ReturnInst *, 2> Returns;
  CloneFunctionInto(Copy, &Of, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  return Copy;
}

CallInst *tasklet::callBody(IRBuilderBase &B, Function &Callee,
                            ArrayRef<Value *> Args) {
  CallInst *Call = B.CreateCall(&Callee, Args);
  Call->setCallingConv(Callee.getCallingConv());
  SmallVector<AttributeSet, 8> Sets;
  for (unsigned I = 0; I < Args.size(); ++I)
    Sets.push_back(Callee.getAttributes().getParamAttrs(I));
  Call->setAttributes(
      AttributeList::get(B.getContext(), AttributeSet(), AttributeSet(), Sets));
  return Call;
}
