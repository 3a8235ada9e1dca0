//===- OwnLoops.cpp - A kernel's loops over its work-items ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/OwnLoops.h"
#include "compat/Strings.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "ordered/BodyForms.h"
#include "ordered/KernelParts.h"
#include "ordered/SliceViews.h"

#include "ordered/tkl_order.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;
using namespace tasklet;

/// The slice is needed once for each of these. `__tkl_order_slice_ask` of
/// work.cl stands for it, and its marks become calls of `__tkl_order_ask_read`
/// and `__tkl_order_ask_write` of access.cl.
static const char *const Views[] = {"fetch",  "rank",  "settle", "ask",
                                    "commit", "first", "check",  "link",
                                    "bin",    "extent"};

namespace {

class OwnLoops {
  Function &Kernel;
  Module &M;
  const KernelParts &Parts;
  /// By the names that the runtime has for them.
  StringMap<Function *> Bodies;
  StringMap<Function *> Loops;
  /// Variables that stay in memory are those of all rounds of a loop: then the
  /// rounds are not independent, whatever work.cl says of the call.
  bool HasVariables;

  Value *loadOfOrder(IRBuilderBase &B, Function &F, uint64_t Offset) const;
  SmallVector<Value *, 8> loadNumbers(Function &F) const;
  SmallVector<Value *, 8> loadMasks(Function &F) const;
  SmallVector<Value *, 16> parametersOf(Function &F) const;
  Function *makeLoop(Function &Model, const Twine &Name, bool IsWhole);
  Function &loopOf(Function &Model, StringRef Name, bool IsWhole);
  void callLoop(IRBuilderBase &B, Function &Loop, CallInst &Call) const;
  void callStreamed(CallInst &Call, ArrayRef<Value *> Masks);
  bool isNeeded(StringRef Loop) const;
  void giveBody(CallInst &Call, Function &Callee, ArrayRef<Value *> Numbers,
                ArrayRef<Value *> Masks) const;

public:
  OwnLoops(Function &Kernel, const KernelParts &Parts);
  void giveTo(Function &F, bool IsWhole);
};

} // namespace

OwnLoops::OwnLoops(Function &Kernel, const KernelParts &Parts)
    : Kernel(Kernel), M(*Kernel.getParent()), Parts(Parts) {
  Function *Body = Parts.Body;
  Bodies["__tkl_order_body"] = Body;
  if (Parts.Found.F)
    for (StringRef View : Views) {
      if (View == "extent" && !Parts.Owned)
        continue; // No loop has it.
      const bool IsOfUpdates = View == "bin" || View == "extent";
      Function *Model =
          IsOfUpdates && Parts.BinSlice ? Parts.BinSlice : Parts.Found.F;
      Bodies[(Twine(names::OrderPrefix) + "slice_" + View).str()] =
          makeView(*Model, View, Parts.Asked, Parts.Found.Grain);
    }
  if (Parts.Carried) {
    Bodies["__tkl_order_pack"] =
        makeView(*Parts.Carried.Pack, "slots", Parts.Asked, Parts.Found.Grain);
    Bodies["__tkl_order_apply"] = Parts.Carried.Apply;
  }
  if (Parts.Owned)
    Bodies["__tkl_order_partly"] =
        makeView(*Parts.Owned.F, "partly", Parts.Asked, Parts.Found.Grain);
  if (Parts.Added)
    Bodies["__tkl_order_body_on"] = Body;
  Bodies["__tkl_order_stream_body"] = Parts.Streamed.Body;
  Bodies["__tkl_order_stream_fetch"] = Parts.Streamed.Fetch;
  Bodies["__tkl_order_stream_measure"] = Parts.Streamed.Measure;
  Bodies["__tkl_order_stream_write"] = Parts.Streamed.Write;
  Bodies["__tkl_order_fetch_far"] = Parts.Next.Far;
  Bodies["__tkl_order_fetch_near"] = Parts.Next.Near;
  HasVariables =
      any_of(instructions(*Body),
             [](Instruction &I) { return isa<AllocaInst>(I); }) ||
      any_of(Body->args(), [](Argument &Arg) { return Arg.hasByValAttr(); });
}

static Value *loadNumber(IRBuilderBase &B, Value *At) {
  return B.CreateAlignedLoad(B.getInt64Ty(), typedPtr(B, At, B.getInt64Ty()),
                             Align(8));
}

/// A number of tkl_order_header.
Value *OwnLoops::loadOfOrder(IRBuilderBase &B, Function &F,
                             uint64_t Offset) const {
  return loadNumber(B, byteOffset(B, F.getArg(Kernel.arg_size() - 1), Offset));
}

/// The masks of Streams.h, for each of its parameters.
SmallVector<Value *, 8> OwnLoops::loadMasks(Function &F) const {
  SmallVector<Value *, 8> Masks;
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  Value *Bits = loadOfOrder(B, F, offsetof(tkl_order_header, stream_mask));
  for (size_t I = 0; I < Parts.Streamed.Params.size(); ++I)
    Masks.push_back(B.CreateAShr(B.CreateShl(Bits, 63 - I), 63));
  return Masks;
}

/// The numbers of tkl_order_param for each parameter that is asked about: first,
/// bytes, ...
SmallVector<Value *, 8> OwnLoops::loadNumbers(Function &F) const {
  SmallVector<Value *, 8> Numbers;
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  Value *Table =
      byteOffset(B, F.getArg(Kernel.arg_size() - 1),
                 loadOfOrder(B, F, offsetof(tkl_order_header, params_offset)));
  for (unsigned Param : Parts.Asked) {
    Value *Of = byteOffset(B, Table, Param * sizeof(tkl_order_param));
    Numbers.push_back(
        loadNumber(B, byteOffset(B, Of, offsetof(tkl_order_param, first))));
    Numbers.push_back(
        loadNumber(B, byteOffset(B, Of, offsetof(tkl_order_param, bytes))));
  }
  return Numbers;
}

/// Those of the kernel, as \p F has them.
SmallVector<Value *, 16> OwnLoops::parametersOf(Function &F) const {
  SmallVector<Value *, 16> Params;
  for (unsigned I = 0; I < Kernel.arg_size(); ++I)
    Params.push_back(F.getArg(I));
  return Params;
}

/// Loops keep that their rounds are independent, and not that they must become
/// vectors: clang would warn of each that does not. That they must not be unrolled
/// was meant for the build of the runtime, when they had no bodies; a loop of a
/// few instructions takes a third longer with a branch for each of its rounds.
static void dropLoopHints(Function &F) {
  for (BasicBlock &BB : F) {
    Instruction *End = BB.getTerminator();
    if (MDNode *Loop = End->getMetadata(LLVMContext::MD_loop))
      End->setMetadata(LLVMContext::MD_loop,
                       makePostTransformationMetadata(
                           F.getContext(), Loop,
                           {"llvm.loop.vectorize.enable", "llvm.loop.unroll."},
                           {}));
  }
}

/// \p IsWhole: streams have all they can have.
Function *OwnLoops::makeLoop(Function &Model, const Twine &Name, bool IsWhole) {
  ValueToValueMapTy Map;
  Function *F = cloneWithMore(Model, Kernel.getFunctionType()->params(),
                              /*Count=*/0, Name, Map);
  // It computes as the body does, whose last parameter is the worker.
  AttributeList Attributes = Parts.Body->getAttributes().removeParamAttributes(
      M.getContext(), Kernel.arg_size() - 1);
  F->setAttributes(Attributes);
  F->removeFnAttr(Attribute::AlwaysInline);
  // What its own instructions do is no access of the kernel.
  F->removeFnAttr(names::OrderBodyAttr);
  F->addFnAttr(Attribute::NoInline);
  F->setCallingConv(Model.getCallingConv());
  if (Model.getName() != names::OrderOwnStreamed)
    dropLoopHints(*F);
  giveTo(*F, IsWhole);
  return F;
}

/// `KERNEL.NAME`, which is made once.
Function &OwnLoops::loopOf(Function &Model, StringRef Name, bool IsWhole) {
  Function *Loop = Loops.lookup(Name);
  if (!Loop) {
    Loop = makeLoop(Model, Kernel.getName() + "." + Name, IsWhole);
    Loops[Name] = Loop;
  }
  return *Loop;
}

/// As \p Call does its model.
void OwnLoops::callLoop(IRBuilderBase &B, Function &Loop,
                        CallInst &Call) const {
  SmallVector<Value *, 16> Args = parametersOf(*Call.getFunction());
  Args.append(Call.arg_begin(), Call.arg_end());
  callBody(B, Loop, Args);
}

/// `KERNEL.whole.levels` asks for no masks.
void OwnLoops::callStreamed(CallInst &Call, ArrayRef<Value *> Masks) {
  Function &Model = *Call.getCalledFunction();
  Function &Whole = loopOf(Model, "whole.levels", /*IsWhole=*/true);
  Function &Any = loopOf(Model, "levels", /*IsWhole=*/false);
  IRBuilder<> B(&Call);
  Value *All = B.getInt64(~uint64_t(0));
  for (Value *Mask : Masks)
    All = B.CreateAnd(All, Mask);
  Instruction *Then = nullptr, *Else = nullptr;
  SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(All, B.getInt64(~uint64_t(0))),
                                &Call, &Then, &Else);
  B.SetInsertPoint(Then);
  callLoop(B, Whole, Call);
  B.SetInsertPoint(Else);
  callLoop(B, Any, Call);
}

static unsigned loopDepth(const BasicBlock &BB) {
  DominatorTree DT(const_cast<Function &>(*BB.getParent()));
  return LoopInfo(DT).getLoopDepth(&BB);
}

/// Who removes a parameter that the kernel does not use would forget that the rounds
/// of the loop around \p Call are independent. And what does not overlap in one round
/// does not in two either: LLVM takes the note that it holds for one round, of
/// `restrict`, for an access to memory. Notes in deeper loops stay.
static void inlineIndependent(CallInst &Call) {
  Function &F = *Call.getFunction();
  const unsigned Depth = loopDepth(*Call.getParent());
  InlineFunctionInfo Info;
  InlineFunction(Call, Info);
  DominatorTree DT(F);
  LoopInfo LI(DT);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isa<NoAliasScopeDeclInst>(I) && LI.getLoopDepth(I.getParent()) <= Depth)
      I.eraseFromParent();
}

void OwnLoops::giveBody(CallInst &Call, Function &Callee,
                        ArrayRef<Value *> Numbers,
                        ArrayRef<Value *> Masks) const {
  IRBuilder<> B(&Call);
  StringRef Name = Call.getCalledFunction()->getName();
  SmallVector<Value *, 16> Args = parametersOf(*Call.getFunction());
  Args.pop_back();
  if (Name == "__tkl_order_body_on") {
    Value *&Memory = Args[Parts.Added->Param];
    Memory = B.CreatePointerCast(Call.getArgOperand(1), Memory->getType());
    Args.push_back(Call.getArgOperand(0));
  } else {
    Args.append(Call.arg_begin(), Call.arg_end());
  }
  if (startsWith(Name, names::OrderStream))
    Args.append(Masks.begin(), Masks.end());
  else if (Callee.arg_size() > Args.size())
    Args.append(Numbers.begin(), Numbers.end());
  CallInst *Own = callBody(B, Callee, Args);
  MDNode *Group = Call.getMetadata(LLVMContext::MD_access_group);
  if (!Group || &Callee != Parts.Body || HasVariables)
    return;
  Own->setMetadata(LLVMContext::MD_access_group, Group);
  if (!checksRaces())
    inlineIndependent(*Own);
}

/// What the runtime leaves to the passes.
static bool isGiven(const Function &F) {
  return startsWith(F.getName(), names::OrderOwn) ||
         (F.isDeclaration() &&
          StringSwitch<bool>(F.getName())
              .Cases("__tkl_order_body", "__tkl_order_body_on",
                     "__tkl_order_sums", "__tkl_order_pack",
                     "__tkl_order_apply", "__tkl_order_partly",
                     "__tkl_order_contribution_size",
                     "__tkl_order_destination_size", "__tkl_order_fetch_far",
                     "__tkl_order_fetch_near", true)
              .StartsWith(names::OrderSlice, true)
              .StartsWith(names::OrderStream, true)
              .Default(false));
}

/// What follows `__tkl_order_own_`.
static StringRef ownName(const Function &Model) {
  return Model.getName().drop_front(StringRef(names::OrderOwn).size());
}

/// Whether a command of this kernel can come to the loop. Without a slice it runs
/// in order.
bool OwnLoops::isNeeded(StringRef Loop) const {
  return StringSwitch<bool>(Loop)
      .Case("rows", true)
      .Case("copied", Parts.Added.has_value())
      .Cases("pack_payloads", "apply_payloads", "sample", bool(Parts.Carried))
      .Case("repack_payloads", Parts.Carried.Contribution != 0)
      .Cases("narrow", "extents", "partly", bool(Parts.Owned))
      .Cases("streamed", "measure_streams", "write_streams",
             bool(Parts.Streamed))
      .Default(Parts.Found.F != nullptr);
}

/// To \p F, the kernel or a loop.
void OwnLoops::giveTo(Function &F, bool IsWhole) {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() && isGiven(*Call->getCalledFunction()))
        Calls.push_back(Call);
  const SmallVector<Value *, 8> Numbers = loadNumbers(F);
  const SmallVector<Value *, 8> Masks =
      IsWhole ? SmallVector<Value *, 8>(
                    Parts.Streamed.Params.size(),
                    Constant::getAllOnesValue(Type::getInt64Ty(M.getContext())))
              : loadMasks(F);
  for (CallInst *Call : Calls) {
    Function &Model = *Call->getCalledFunction();
    StringRef Name = Model.getName();
    IRBuilder<> B(Call);
    if (startsWith(Name, names::OrderOwn)) {
      if (Name == names::OrderOwnStreamed && Parts.Streamed)
        callStreamed(*Call, Masks);
      else if (isNeeded(ownName(Model)))
        callLoop(B, loopOf(Model, ownName(Model), /*IsWhole=*/false), *Call);
    } else if (Name == "__tkl_order_sums") {
      Type *Ty = Call->getType();
      Call->replaceAllUsesWith(
          Parts.Added ? B.CreatePointerCast(F.getArg(Parts.Added->Param), Ty)
                      : Constant::getNullValue(Ty));
    } else if (Name == "__tkl_order_contribution_size") {
      Call->replaceAllUsesWith(B.getInt32(Parts.Carried.Contribution));
    } else if (Name == "__tkl_order_destination_size") {
      Call->replaceAllUsesWith(B.getInt32(Parts.Carried.Destination));
    } else if (Function *Callee = Bodies.lookup(Name)) {
      giveBody(*Call, *Callee, Numbers, Masks);
    }
    Call->eraseFromParent();
  }
}

void tasklet::giveLoops(Function &Kernel, const KernelParts &Parts) {
  OwnLoops(Kernel, Parts).giveTo(Kernel, /*IsWhole=*/false);
}
