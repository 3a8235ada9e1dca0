//===- StepCalls.cpp - Run steps and find their successors ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StepCalls.h"
#include "compat/Strings.h"
#include "ir/DeviceRuntime.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "tkl_abi.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

bool tasklet::isEntryStep(const Function &Step) {
  return Step.getFnAttribute(names::StepAttr).getValueAsString() == "entry";
}

bool tasklet::isCallOf(const Instruction &I, StringRef Name) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         Call->getCalledFunction()->getName() == Name;
}

bool tasklet::isOverflowStep(const Function &Step) {
  return Step.getFnAttribute(names::StepAttr).getValueAsString() == "overflow";
}

bool tasklet::waitsForPermit(const Function &Step) {
  return any_of(instructions(Step), [](const Instruction &I) {
    return isCallOf(I, names::Acquire);
  });
}

SmallVector<Function *, 4> tasklet::nextSteps(Function &Step) {
  SetVector<Function *> Next;
  for (BasicBlock &BB : Step)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      if (auto *Id = dyn_cast<CallInst>(Ret->getReturnValue());
          Id && isCallOf(*Id, names::StepId))
        Next.insert(taskOf(Id->getArgOperand(0)));
  return {Next.begin(), Next.end()};
}

SmallVector<CallInst *, 16> tasklet::callsOf(Module &M, StringRef Name) {
  SmallVector<CallInst *, 16> Calls;
  if (Function *F = M.getFunction(Name))
    for (User *U : F->users())
      Calls.push_back(cast<CallInst>(U));
  return Calls;
}

void tasklet::loadRecord(IRBuilderBase &B, RuntimeCalls &RT, Value *W,
                         Function &Step, Value *Args) {
  uint64_t Size = numberAttr(Step, names::ArgsSizeAttr);
  uint64_t Offset = numberAttr(Step, names::ArgsOffsetAttr);
  Value *Record = RT.ofWorker(B, "__tkl_record_of", RT.GlobalPtr, {W});
  if (Size != 0)
    B.CreateMemCpy(Args, Align(TKL_ALIGN), byteOffset(B, Record, Offset),
                   Align(Offset % TKL_ALIGN == 0 ? TKL_ALIGN : 8), Size);
}

/// Whether the entry step \p Step may take long without a spawn. If not, the
/// trace reads the clock only when the step opens a frame.
static bool mayTakeLong(Function &Step) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> BackEdges;
  FindFunctionBackedges(Step, BackEdges);
  return !BackEdges.empty() || any_of(instructions(Step), [](Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && !Callee->isDeclaration() &&
           !startsWith(Callee->getName(), names::RuntimePrefix);
  });
}

void tasklet::storeRecord(IRBuilderBase &B, RuntimeCalls &RT, Value *W,
                          Function &Step, Value *Args) {
  uint64_t Size = numberAttr(Step, names::ArgsSizeAttr);
  uint64_t Offset = numberAttr(Step, names::ArgsOffsetAttr);
  Value *Record = RT.ofWorker(B, "__tkl_own_record", RT.GlobalPtr, {W});
  if (Size != 0)
    B.CreateMemCpy(byteOffset(B, Record, Offset),
                   Align(Offset % TKL_ALIGN == 0 ? TKL_ALIGN : 8), Args,
                   Align(TKL_ALIGN), Size);
}

CallInst *tasklet::callStep(IRBuilderBase &B, RuntimeCalls &RT, Value *W,
                            Function &Step, Value *Args) {
  // Before the step is counted: without a clock, the number of earlier tasks is
  // the time.
  if (wantsTrace() && isEntryStep(Step) && mayTakeLong(Step))
    RT.ofWorker(B, "__tkl_trace_task", RT.Void, {W, RT.stepId(B, &Step)});
  if (!isOverflowStep(Step))
    RT.ofWorker(
        B, isEntryStep(Step) ? "__tkl_count_task" : "__tkl_count_continuation",
        RT.Void, {W});
  CallInst *Action =
      B.CreateCall(&Step, {W, B.CreatePointerCast(Args, RT.BytePtr)});
  Action->setCallingConv(Step.getCallingConv());
  return Action;
}
