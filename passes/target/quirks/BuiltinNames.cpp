//===- BuiltinNames.cpp - Built-in functions that SPIR drivers have -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/BuiltinNames.h"
#include "compat/Strings.h"
#include "ir/LLVMCompat.h"
#include "ir/Target.h"
#include "target/BuiltinCalls.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The declaration of the function \p Name, which takes and gives what \p Like
/// does.
Function &declare(const Twine &Name, StringRef Parameters, Function &Like) {
  return declareBuiltin(Name, Parameters, Like.getFunctionType(), Like);
}

bool isFence(StringRef Name) {
  return Name == "mem_fence" || Name == "read_mem_fence" ||
         Name == "write_mem_fence";
}

AtomicOrdering orderOf(StringRef Fence) {
  return Fence == "mem_fence"        ? AtomicOrdering::AcquireRelease
         : Fence == "read_mem_fence" ? AtomicOrdering::Acquire
                                     : AtomicOrdering::Release;
}

/// The events of \p F, wait_group_events of the generic address space, are in
/// private memory, where else none can be.
void waitForPrivateEvents(Function &F) {
  Type *Events = F.getFunctionType()->getParamType(1);
  Type *Private = inSpace(Events, /*Space=*/0);
  StringRef Name = "_Z17wait_group_eventsiP9ocl_event";
  auto *Ty = FunctionType::get(F.getReturnType(),
                               {F.getFunctionType()->getParamType(0), Private},
                               /*isVarArg=*/false);
  auto *Target =
      cast<Function>(F.getParent()
                         ->getOrInsertFunction(Name, Ty, F.getAttributes())
                         .getCallee());
  Target->setCallingConv(F.getCallingConv());
  replaceCalls(F, [&](IRBuilder<> &B, CallInst &Call) {
    Value *List = Call.getArgOperand(1);
    Value *Stripped = List->stripPointerCasts();
    List = Stripped->getType()->getPointerAddressSpace() == 0
               ? B.CreatePointerCast(Stripped, Private)
               : B.CreateAddrSpaceCast(List, Private);
    CallInst *New = B.CreateCall(Target, {Call.getArgOperand(0), List});
    New->setCallingConv(Call.getCallingConv());
    New->setAttributes(Call.getAttributes());
    return New;
  });
}

/// True if calls of \p F were replaced.
bool replace(Function &F) {
  auto [Name, Parameters] = symbolOf(F);
  if (startsWith(Name, "atom_") &&
      (endsWith(Parameters, "i") || endsWith(Parameters, "j"))) {
    F.replaceAllUsesWith(
        &declare("atomic_" + Name.drop_front(5), Parameters, F));
    return true;
  }
  if (!hasQuirk(Quirk::BuiltinNames))
    return false;
  if (Name == "wait_group_events" && Parameters == "iPU3AS49ocl_event") {
    waitForPrivateEvents(F);
    return true;
  }
  // Of atomic_uintptr_t, to which a ptrdiff_t is added: mangled, an unsigned
  // number and a signed one.
  if (size_t At = Parameters.find("U7_Atomicml");
      At != StringRef::npos && startsWith(Name, "atomic_fetch_")) {
    std::string Same = Parameters.str();
    Same[At + strlen("U7_Atomicm")] = 'm';
    F.replaceAllUsesWith(&declare(Name, Same, F));
    return true;
  }
  if (isFence(Name) && Parameters == "j") {
    replaceCalls(F, [Order = orderOf(Name)](IRBuilder<> &B, CallInst &) {
      B.CreateFence(Order);
      return nullptr;
    });
    return true;
  }
  if (!Name.consume_front("half_") || F.arg_empty() ||
      !F.getReturnType()->isFPOrFPVectorTy())
    return false;
  if (Name == "divide" || Name == "recip") {
    replaceCalls(F, [](IRBuilder<> &B, CallInst &Call) {
      bool Two = Call.arg_size() == 2;
      Value *One = ConstantFP::get(Call.getType(), 1);
      return B.CreateFDiv(Two ? Call.getArgOperand(0) : One,
                          Call.getArgOperand(Two));
    });
    return true;
  }
  F.replaceAllUsesWith(&declare(Name, Parameters, F));
  return true;
}

} // namespace

PreservedAnalyses BuiltinNamesPass::run(Module &M, ModuleAnalysisManager &) {
  return replaceBuiltins(M, [](Function &F) { return replace(F); })
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
