//===- FunctionCopies.cpp - SSA copies of functions -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/FunctionCopies.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// At most this many instructions are inlined into one function.
static constexpr size_t MaxInlined = 20000;

/// Copies each structure that is passed to a function, at the place of the
/// call. Then SROA can split the original variable, and SSA form shows the
/// value of each member at each point.
static void copyPassedStructures(Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Calls.push_back(Call);
  auto Copy = [&](CallInst *Call, Use &Arg, Type *Ty) {
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    Value *Temp = B.CreateAlloca(Ty);
    if (Temp->getType()->getPointerAddressSpace() !=
        Arg->getType()->getPointerAddressSpace())
      return;
    B.SetInsertPoint(Call);
    B.CreateMemCpy(Temp, Align(1), Arg, Align(1), DL.getTypeAllocSize(Ty));
    Arg.set(B.CreateBitCast(Temp, Arg->getType()));
  };
  for (CallInst *Call : Calls) {
    for (Use &Arg : Call->args())
      if (Call->isByValArgument(Call->getArgOperandNo(&Arg)))
        Copy(Call, Arg, Call->getParamByValType(Call->getArgOperandNo(&Arg)));
    if (resultMarkOf(*Call))
      if (Argument *Result = F.hasStructRetAttr() ? F.getArg(0) : nullptr)
        Copy(Call, Call->getArgOperandUse(0), Result->getParamStructRetType());
  }
}

FunctionCopies::FunctionCopies(Module &M, FunctionAnalysisManager &FAM)
    : M(M), FAM(FAM) {
  for (const Function &F : M)
    Before.insert(&F);
}

FunctionCopies::~FunctionCopies() {
  for (auto *Copies : {&Known, &Whole})
    for (auto &[Original, Copy] : *Copies) {
      FAM.clear(*Copy, Copy->getName());
      Copy->eraseFromParent();
    }
  // Intrinsics that only the copies used.
  for (Function &F : make_early_inc_range(M))
    if (!Before.count(&F))
      F.eraseFromParent();
}

void FunctionCopies::bringToSSA(Function &Copy) {
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.run(Copy, FAM);
}

Function &FunctionCopies::copyOf(Function &F) {
  Function *&Copy = Known[&F];
  if (!Copy) {
    ValueToValueMapTy Map;
    Copy = CloneFunction(&F, Map);
    Copy->removeFnAttr(Attribute::OptimizeNone);
    copyPassedStructures(*Copy);
    bringToSSA(*Copy);
  }
  return *Copy;
}

const Function *FunctionCopies::bodyOf(const Function &F) {
  if (F.isDeclaration() || isTask(F) || isKernel(F))
    return nullptr;
  return &copyOf(const_cast<Function &>(F));
}

static void inlineCalls(Function &F) {
  auto BodyOf = [](const CallBase &Call) -> Function * {
    Function *Callee = Call.getCalledFunction();
    bool Ordinary = Callee && !Callee->isDeclaration() && !isTask(*Callee) &&
                    !isKernel(*Callee);
    return Ordinary && Callee->getFunctionType() == Call.getFunctionType()
               ? Callee
               : nullptr;
  };
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
  size_t Size = 0;
  while (!Calls.empty()) {
    CallBase *Call = Calls.pop_back_val();
    Function *Body = BodyOf(*Call);
    if (!Body || Size + Body->getInstructionCount() > MaxInlined)
      continue;
    Size += Body->getInstructionCount();
    InlineFunctionInfo Info;
    if (inlineWithoutLifetimes(*Call, Info).isSuccess())
      Calls.append(Info.InlinedCallSites.begin(), Info.InlinedCallSites.end());
  }
}

/// Gives \p I, which was inlined, the position of the outermost call: that call
/// is the only part of it in the text of the task itself.
static void takePlaceOfCall(Instruction &I) {
  DILocation *Loc = I.getDebugLoc();
  if (!Loc || !Loc->getInlinedAt())
    return;
  while (DILocation *Call = Loc->getInlinedAt())
    Loc = Call;
  I.setDebugLoc(Loc);
}

Function &FunctionCopies::inlinedCopyOf(Function &F) {
  Function *&Copy = Whole[&F];
  if (!Copy) {
    ValueToValueMapTy Map;
    Copy = CloneFunction(&F, Map);
    Copy->removeFnAttr(Attribute::OptimizeNone);
    inlineCalls(*Copy);
    for (Instruction &I : make_early_inc_range(instructions(*Copy))) {
      if (isa<DbgInfoIntrinsic>(I) && I.getDebugLoc()->getInlinedAt())
        I.eraseFromParent();
      else
        takePlaceOfCall(I);
    }
    bringToSSA(*Copy);
  }
  return *Copy;
}
