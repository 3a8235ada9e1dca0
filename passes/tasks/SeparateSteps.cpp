//===- SeparateSteps.cpp - Steps that stay functions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SeparateSteps.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "tasks/StepCalls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned> KernelBudget(
    "tkl-kernel-budget", cl::init(4000), cl::Hidden,
    cl::desc("Instructions of tasks that the dispatch kernel takes in; what "
             "is beyond stays in functions"));

/// Separate steps call a function of the runtime if it has more instructions
/// than this. They inline smaller ones.
static constexpr unsigned CallSize = 16;

namespace {

/// Sizes of functions, in instructions, after the inlining of all functions
/// that are always inlined.
class InlinedSizes {
  DenseMap<Function *, unsigned> Known;

public:
  static Function *inlinedCallee(Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->hasFnAttribute(Attribute::AlwaysInline) ? Callee
                                                                     : nullptr;
  }
  unsigned of(Function &F) {
    auto Found = Known.find(&F);
    if (Found != Known.end())
      return Found->second;
    unsigned Size = 0;
    for (Instruction &I : instructions(F)) {
      Function *Callee = inlinedCallee(I);
      Size += Callee ? of(*Callee) : 1;
    }
    return Known[&F] = Size;
  }
};

} // namespace

SmallPtrSet<Function *, 16>
tasklet::findSeparateSteps(ArrayRef<Function *> Steps) {
  InlinedSizes Sizes;
  SmallVector<Function *, 16> BySize(Steps.begin(), Steps.end());
  stable_sort(BySize, [&](Function *A, Function *B) {
    return Sizes.of(*A) < Sizes.of(*B);
  });
  SmallPtrSet<Function *, 16> Separate;
  unsigned Total = 0;
  for (Function *Step : BySize) {
    // Overflow forms run only when a deque is full, so they do not go into the
    // kernel.
    bool Overflow = isOverflowStep(*Step);
    Total += Overflow ? 0 : Sizes.of(*Step);
    if (Overflow || Total > KernelBudget)
      Separate.insert(Step);
  }
  return Separate;
}

/// A function that does the same as \p Inlined, but is not inlined.
static Function *calledForm(Function &Inlined) {
  Function *F =
      Function::Create(Inlined.getFunctionType(), GlobalValue::InternalLinkage,
                       Inlined.getName() + ".called", Inlined.getParent());
  F->setCallingConv(Inlined.getCallingConv());
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::NoInline);
  IRBuilder<> B(BasicBlock::Create(F->getContext(), "", F));
  SmallVector<Value *, 4> Args;
  for (Argument &Arg : F->args())
    Args.push_back(&Arg);
  CallInst *Call = B.CreateCall(&Inlined, Args);
  Call->setCallingConv(Inlined.getCallingConv());
  if (F->getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
  return F;
}

/// Makes \p Step an ordinary function.
static void makeFunction(Function &Step, InlinedSizes &Sizes,
                         DenseMap<Function *, Function *> &Called) {
  for (Instruction &I : make_early_inc_range(instructions(Step))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction())
      continue;
    if (Call->getCalledFunction()->getName() == names::Args) {
      Call->replaceAllUsesWith(Step.getArg(1));
      Call->eraseFromParent();
      continue;
    }
    Function *Callee = InlinedSizes::inlinedCallee(I);
    if (!Callee || Sizes.of(*Callee) <= CallSize)
      continue;
    Function *&Form = Called[Callee];
    if (!Form)
      Form = calledForm(*Callee);
    Call->setCalledFunction(Form);
  }
  Step.removeFnAttr(names::StepAttr);
  Step.removeFnAttr(names::TaskAttr);
  Step.removeFnAttr(Attribute::AlwaysInline);
  Step.addFnAttr(Attribute::NoInline);
  Step.setLinkage(GlobalValue::InternalLinkage);
  // No other pointer leads to the worker.
  Step.addParamAttr(0, Attribute::NoAlias);
}

Function *tasklet::separateSteps(Module &M, RuntimeCalls &RT,
                                 const MapVector<Function *, unsigned> &Steps) {
  LLVMContext &C = M.getContext();
  Type *I1 = Type::getInt1Ty(C);
  Function *Run = Function::Create(
      FunctionType::get(RT.I32, {RT.WorkerPtr, RT.I32, I1, RT.BytePtr}, false),
      GlobalValue::InternalLinkage, names::SeparateStep, M);
  Run->setCallingConv(CallingConv::SPIR_FUNC);
  Run->setDoesNotThrow();
  Run->addFnAttr(Attribute::NoInline);
  Argument *W = Run->getArg(0), *Handed = Run->getArg(2),
           *Args = Run->getArg(3);
  const char *Names[] = {"worker", "step", "handed", "args"};
  for (Argument &Arg : Run->args())
    Arg.setName(Names[Arg.getArgNo()]);
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(C, Name, Run);
  };
  BasicBlock *Entry = Block("entry"), *None = Block("none");
  DenseMap<Function *, BasicBlock *> Bodies;
  for (auto &[Step, Id] : Steps)
    Bodies[Step] = Block(Step->getName());
  IRBuilder<> B(None);
  B.CreateUnreachable(); // The kernel calls with the numbers of \p Steps.
  B.SetInsertPoint(Entry);
  SwitchInst *Switch = B.CreateSwitch(Run->getArg(1), None, Steps.size());

  BasicBlock *End = Block("end");
  B.SetInsertPoint(End);
  PHINode *Result = B.CreatePHI(RT.I32, Steps.size());
  B.CreateRet(Result);
  for (auto &[Step, Id] : Steps) {
    BasicBlock *Body = Bodies[Step], *Start = Body;
    if (isEntryStep(*Step)) {
      Start = Block(Step->getName() + ".start");
      BasicBlock *Record = Block(Step->getName() + ".record");
      BranchInst::Create(Body, Record, Handed, Start);
      B.SetInsertPoint(Record);
      loadRecord(B, RT, W, *Step, Args);
      B.CreateBr(Body);
    }
    Switch->addCase(B.getInt32(Id), Start);
    B.SetInsertPoint(Body);
    CallInst *Action = callStep(B, RT, W, *Step, Args);
    SwitchInst *Next = B.CreateSwitch(Action, End);
    Result->addIncoming(Action, Body);
    for (Function *Follower : nextSteps(*Step)) {
      auto Found = Steps.find(Follower);
      if (Found != Steps.end())
        Next->addCase(B.getInt32(Found->second), Bodies[Follower]);
    }
  }

  InlinedSizes Sizes;
  DenseMap<Function *, Function *> Called;
  for (auto &[Step, Id] : Steps)
    makeFunction(*Step, Sizes, Called);
  return Run;
}
