//===- LaneState.cpp - What a leader knows of its warp --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneState.h"
#include "compat/Strings.h"
#include "everywhere/WarpState.h"
#include "ir/DeviceRuntime.h"
#include "ir/GroupSize.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "ir/WarpRuntime.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<cl::boolOrDefault>
    LaneLoops("tkl-lane-loops",
              cl::desc("One work-item of each warp runs the code of all its "
                       "lanes; default: where drivers take bitcode"));

static const unsigned char LanesBitcode[] = {
#include "WarpLanes.inc"
};

bool tasklet::wantsLaneLoops() {
  if (wantsSubGroups() || checksRaces() || LaneLoops == cl::BOU_FALSE)
    return false;
  return LaneLoops == cl::BOU_TRUE || chosenTarget().Output == Form::Bitcode;
}

bool tasklet::linkLaneRuntime(Module &M) {
  if (!linkRuntime(M, LanesBitcode, "the runtime of everywhere blocks"))
    return false;
  for (Function &F : M)
    if (startsWith(F.getName(), names::LanesPrefix) && !F.isDeclaration())
      F.setLinkage(GlobalValue::InternalLinkage);
  return true;
}

static StructType *lanesStruct(LLVMContext &C) {
  if (StructType *Known = StructType::getTypeByName(C, names::LanesStruct))
    return Known;
  Type *I32 = Type::getInt32Ty(C);
  return StructType::create(C, {I32, I32, I32, I32, I32, I32},
                            names::LanesStruct);
}

/// Are work-groups of these sizes divided into warps of the same size?
static bool areFull(ArrayRef<uint64_t> Sizes) {
  return !Sizes.empty() && workItemsOf(Sizes) % warpSize() == 0;
}

LaneState::LaneState(Function &Kernel, Instruction *At)
    : M(*Kernel.getParent()) {
  StructType *Ty = lanesStruct(M.getContext());
  SmallVector<uint64_t, 3> Sizes = requiredGroupSize(Kernel);
  Line = Sizes.size() == 3 && Sizes[1] * Sizes[2] == 1;
  IRBuilder<> B(&*Kernel.getEntryBlock().begin());
  Warp = B.CreateAlloca(Ty, nullptr, "tkl.lanes");
  B.SetInsertPoint(At);
  callWithState(B, names::LanesBegin, B.getVoidTy(), B.getInt32(warpSize()));
  auto Field = [&](unsigned Number) {
    return B.CreateLoad(B.getInt32Ty(), B.CreateStructGEP(Ty, Warp, Number));
  };
  Leader = B.CreateIsNull(Field(0));
  Size = Field(1);
  if (areFull(Sizes))
    Size = B.getInt32(warpSize());
  Lanes = B.CreateZExt(Size, B.getInt64Ty());
  Index = Field(2);
  Count = Field(3);
  Most = Field(4);
  All = B.CreateLShr(
      B.getInt64(~uint64_t(0)),
      B.CreateZExt(B.CreateSub(B.getInt32(64), Size), B.getInt64Ty()), "all");
}

Value *LaneState::answer(StringRef Name, Value *Lane) const {
  return StringSwitch<Value *>(Name)
      .Case("number", Lane)
      .Case("size", Size)
      .Case("index", Index)
      .Case("count", Count)
      .Case("most", Most)
      .Default(nullptr);
}

Value *LaneState::callWithState(Builder &B, StringRef Name, Type *Result,
                                ArrayRef<Value *> Args) {
  SmallVector<Value *, 4> Operands{Warp};
  Operands.append(Args.begin(), Args.end());
  return call(B, Name, Result, Operands);
}

Value *LaneState::call(Builder &B, StringRef Name, Type *Result,
                       ArrayRef<Value *> Args) {
  return emitRuntimeCall(M, B, Name, Result, Args);
}
