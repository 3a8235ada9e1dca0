//===- RunsWorkers.cpp - A kernel that is also the workers ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/RunsWorkers.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/GroupSize.h"
#include "ir/KernelBody.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/ReachedFunctions.h"
#include "ir/RuntimeCalls.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "tasks/TaskCalls.h"
#include "tasks/Team.h"
#include "tasks/WorkItemValues.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The only kernel of the source that spawns; null if there are several.
static Function *onlySpawningKernel(Module &M) {
  Function *Only = nullptr;
  for (Function &F : M) {
    if (!isKernel(F) || startsWith(F.getName(), names::StartPrefix) ||
        numberAttr(F, names::RootSpawnsAttr) == 0)
      continue;
    if (Only)
      return nullptr;
    Only = &F;
  }
  return Only;
}

static bool hasLocalMemory(const Module &M) {
  return any_of(M.globals(), [](const GlobalVariable &Variable) {
    return Variable.getAddressSpace() == spaces().Local;
  });
}

/// Whether it matters how many work-items beside it run \p Kernel, and which one
/// this is.
static bool dependsOnRange(Function &Kernel) {
  if (Kernel.hasFnAttribute(names::MeetsAttr) ||
      hasLocalMemory(*Kernel.getParent()))
    return true;
  if (workItemsOf(requiredGroupSize(Kernel)) != 1)
    return true;
  return findReached(Kernel, [](Function &F) {
    return isWorkItemQuery(F) || waitsForWorkItems(F);
  });
}

void tasklet::letKernelRunWorkers(Module &M, Function &Dispatch) {
  // Without the quirk, drivers would have the code of the workers in the kernel
  // and in the dispatch kernel.
  if (!hasQuirk(Quirk::KernelCopies) || teamLanes() != 1 || checksRaces())
    return;
  Function *Kernel = onlySpawningKernel(M);
  if (!Kernel || dependsOnRange(*Kernel))
    return;
  Function *Root = takeKernelBody(*Kernel, ".root");
  LLVMContext &C = M.getContext();
  auto Block = [&](const char *Name) {
    return BasicBlock::Create(C, Name, Kernel);
  };
  BasicBlock *Entry = Block("entry"), *Workers = Block("workers"),
             *Claimed = Block("claimed"), *Work = Block("work"),
             *Alone = Block("alone");
  SmallVector<Value *, 8> Args;
  for (Argument &Arg : Kernel->args())
    Args.push_back(&Arg);
  Value *Heap = Args.back();
  IRBuilder<> B(Entry);
  auto Call = [&](const char *Name, Type *Result) {
    return emitRuntimeCall(M, B, Name, Result, {Heap});
  };
  B.CreateCondBr(Call("__tkl_in_one_launch", B.getInt1Ty()), Workers, Alone);
  B.SetInsertPoint(Workers);
  B.CreateCondBr(Call("__tkl_claim_root", B.getInt1Ty()), Claimed, Work);
  B.SetInsertPoint(Claimed);
  B.CreateCall(Root, Args)->setCallingConv(Root->getCallingConv());
  Call("__tkl_end_root", B.getVoidTy());
  B.CreateBr(Work);
  B.SetInsertPoint(Work);
  Call("__tkl_await_root", B.getVoidTy());
  CallInst *Run = B.CreateCall(&Dispatch, {Heap});
  Run->setCallingConv(Dispatch.getCallingConv());
  Run->setIsNoInline();
  B.CreateRetVoid();
  B.SetInsertPoint(Alone);
  B.CreateCall(Root, Args)->setCallingConv(Root->getCallingConv());
  B.CreateRetVoid();
  Kernel->addFnAttr(names::RunsWorkersAttr);
}
