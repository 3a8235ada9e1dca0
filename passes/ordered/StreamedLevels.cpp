//===- StreamedLevels.cpp - The loop that reads from streams --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/StreamedLevels.h"
#include "compat/Strings.h"
#include "ir/Names.h"
#include "ordered/BodyForms.h"
#include "ordered/Streams.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

namespace {

class StreamedLevels {
  Function &Body;
  const Streams &Made;
  ArrayRef<Value *> Args;
  ArrayRef<Value *> Masks;

public:
  StreamedLevels(Function &Body, const Streams &Made, ArrayRef<Value *> Args,
                 ArrayRef<Value *> Masks)
      : Body(Body), Made(Made), Args(Args), Masks(Masks) {}
  Function *makeLoop(Function &Model, const Twine &Name) const;
  void callLoop(IRBuilderBase &B, Function &Loop, CallInst &Call) const;
};

} // namespace

/// \p Model with the parameters of the kernel and the masks in front of its own.
Function *StreamedLevels::makeLoop(Function &Model, const Twine &Name) const {
  SmallVector<Type *, 16> Params;
  SmallVector<AttributeSet, 16> Sets;
  for (unsigned I = 0; I < Args.size(); ++I) {
    Params.push_back(Args[I]->getType());
    Sets.push_back(Body.getAttributes().getParamAttrs(I));
  }
  for (Value *Mask : Masks)
    Params.push_back(Mask->getType());
  const unsigned First = Params.size();
  for (Argument &Arg : Model.args())
    Params.push_back(Arg.getType());
  auto *F =
      Function::Create(FunctionType::get(Model.getReturnType(), Params, false),
                       GlobalValue::InternalLinkage, Name, Model.getParent());
  ValueToValueMapTy Map;
  for (Argument &Arg : Model.args())
    Map[&Arg] = F->getArg(First + Arg.getArgNo());
  SmallVector<ReturnInst *, 2> Returns;
  CloneFunctionInto(F, &Model, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  F->setAttributes(AttributeList::get(F->getContext(),
                                      Model.getAttributes().getFnAttrs(),
                                      AttributeSet(), Sets));
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(*F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && startsWith(Callee->getName(), names::OrderStream) &&
          Callee->isDeclaration())
        Calls.push_back(Call);
  for (CallInst *Call : Calls) {
    IRBuilder<> B(Call);
    SmallVector<Value *, 16> Own;
    for (unsigned I = 0; I < Args.size(); ++I)
      Own.push_back(F->getArg(I));
    Own.push_back(Call->getArgOperand(0));
    for (unsigned I = Args.size(); I < First; ++I)
      Own.push_back(F->getArg(I));
    Function *Callee =
        Call->getCalledFunction()->getName() == "__tkl_order_stream_body"
            ? Made.Body
            : Made.Fetch;
    CallInst *Inlined = Callee ? callBody(B, *Callee, Own) : nullptr;
    Call->eraseFromParent();
    InlineFunctionInfo Info;
    if (Inlined)
      InlineFunction(*Inlined, Info);
  }
  return F;
}

void StreamedLevels::callLoop(IRBuilderBase &B, Function &Loop,
                              CallInst &Call) const {
  SmallVector<Value *, 16> All(Args.begin(), Args.end());
  append_range(All, Masks);
  append_range(All, Call.args());
  callBody(B, Loop, All);
}

void tasklet::callStreamedLevels(CallInst &Call, Function &Body, Streams &Made,
                                 ArrayRef<Value *> Args,
                                 ArrayRef<Value *> Masks) {
  StreamedLevels Levels(Body, Made, Args, Masks);
  StringRef Kernel = Call.getFunction()->getName();
  Function *Any =
      Levels.makeLoop(*Call.getCalledFunction(), Kernel + ".levels");
  ValueToValueMapTy Map;
  Function *Whole = CloneFunction(Any, Map);
  Whole->setName(Kernel + ".whole.levels");
  for (unsigned I = 0; I < Masks.size(); ++I) {
    Argument *Mask = Whole->getArg(Args.size() + I);
    Mask->replaceAllUsesWith(Constant::getAllOnesValue(Mask->getType()));
  }
  IRBuilder<> B(&Call);
  Value *All = B.getInt64(~uint64_t(0));
  for (Value *Mask : Masks)
    All = B.CreateAnd(All, Mask);
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(All, B.getInt64(~uint64_t(0))),
                                &Call, &Then, &Else);
  B.SetInsertPoint(Then);
  Levels.callLoop(B, *Whole, Call);
  B.SetInsertPoint(Else);
  Levels.callLoop(B, *Any, Call);
  for (Function *Inlined : {Made.Body, Made.Fetch})
    if (Inlined)
      Inlined->eraseFromParent();
}
