//===- SplitTasks.cpp - Split tasks into steps ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SplitTasks.h"
#include "ir/AddressSpaces.h"
#include "ir/HiddenParameter.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/MemoryObjects.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "tasks/Assertions.h"
#include "tasks/ChildOrder.h"
#include "tasks/ForceJoins.h"
#include "tasks/PlanSteps.h"
#include "tasks/StepBuilder.h"
#include "tasks/StepLowering.h"
#include "tasks/TaskNotes.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Makes the function of a step of \p Old, without a body.
static Function *createStep(Function &Old, unsigned Index, RuntimeCalls &RT,
                            uint64_t FrameSize, bool Overflow = false) {
  bool Entry = Index == 0 && !Overflow;
  std::string Name = Old.getName().str();
  if (Index != 0)
    Name += ".force" + std::to_string(Index);
  if (Overflow)
    Name += names::OverflowSuffix;
  Function *New = Function::Create(
      RT.stepType(), Entry ? Old.getLinkage() : GlobalValue::InternalLinkage,
      Name, Old.getParent());
  LLVMContext &C = Old.getContext();
  AttrBuilder Attrs(C, Old.getAttributes().getFnAttrs());
  New->setAttributes(
      AttributeList::get(C, AttributeList::FunctionIndex, Attrs));
  New->setCallingConv(CallingConv::SPIR_FUNC);
  New->addFnAttr(names::StepAttr, Overflow ? "overflow"
                                  : Entry  ? "entry"
                                           : "continuation");
  New->addFnAttr(names::FrameSizeAttr, std::to_string(FrameSize));
  if (isKernel(Old))
    New->removeFnAttr("uniform-work-group-size");
  return New;
}

static Function *createKernel(Function &Old, RuntimeCalls &RT,
                              const StepPlan &Plan) {
  SmallVector<Type *, 8> Params(Old.getFunctionType()->param_begin(),
                                Old.getFunctionType()->param_end());
  Params.push_back(RT.GlobalPtr);
  Function *New =
      Function::Create(FunctionType::get(RT.Void, Params, false),
                       Old.getLinkage(), Old.getName(), Old.getParent());
  New->copyAttributesFrom(&Old);
  describeHiddenParameter(Old, *New, "tkl_heap");
  for (Argument &Arg : Old.args())
    New->getArg(Arg.getArgNo())->setName(Arg.getName());
  New->getArg(Old.arg_size())->setName("tkl_heap");
  unsigned Spawns = 0;
  for (Instruction &I : instructions(Old))
    Spawns += bool(SpawnMark(&I));
  std::string Buffers;
  for (Argument &Arg : Old.args())
    if (isMemoryObject(Arg.getType()))
      Buffers += (Buffers.empty() ? "" : ",") + std::to_string(Arg.getArgNo());
  New->addFnAttr(names::BuffersAttr, Buffers);
  New->addFnAttr(names::HiddenArgAttr, std::to_string(Old.arg_size()));
  New->addFnAttr(names::RootSpawnsAttr, std::to_string(Spawns));
  New->addFnAttr(names::RootFrameAttr,
                 std::to_string(Plan.hasForce() ? Plan.FrameSize : 0));
  return New;
}

void tasklet::mergeReturns(Function &Kernel) {
  SmallVector<ReturnInst *, 4> Returns;
  for (BasicBlock &BB : Kernel)
    if (auto *Return = dyn_cast<ReturnInst>(BB.getTerminator()))
      Returns.push_back(Return);
  if (Returns.size() < 2)
    return;
  auto *End = BasicBlock::Create(Kernel.getContext(), "kernel.end", &Kernel);
  ReturnInst::Create(Kernel.getContext(), End);
  for (ReturnInst *Return : Returns) {
    BranchInst::Create(End, Return);
    Return->eraseFromParent();
  }
}

/// Splits \p Old into steps. The old function stays until all functions are
/// split: marks of other functions, and the calls that replace them, refer to
/// it.
static Function *capture(Function &Old, const StepPlan &Plan, RuntimeCalls &RT,
                         SmallVectorImpl<Function *> &Steps) {
  // A debugger could not show a step as a function of the source.
  stripDebugInfo(Old);
  bool Kernel = isKernel(Old);
  std::vector<Function *> Functions, Overflows;
  for (unsigned I = 0; I < Plan.Steps.size(); ++I) {
    Functions.push_back(I == 0 && Kernel
                            ? createKernel(Old, RT, Plan)
                            : createStep(Old, I, RT, Plan.FrameSize));
    Overflows.push_back(
        Plan.Steps[I].Overflow.Points.empty()
            ? nullptr
            : createStep(Old, I, RT, Plan.FrameSize, /*Overflow=*/true));
  }
  if (!Kernel) {
    SmallVector<Type *, 8> Types;
    for (Argument &Arg : Old.args())
      if (!Arg.hasStructRetAttr())
        Types.push_back(Arg.hasByValAttr() ? Arg.getParamByValType()
                                           : Arg.getType());
    ArgLayout Layout(Types, Old.getParent()->getDataLayout());
    Functions[0]->addFnAttr(names::ArgsSizeAttr, std::to_string(Layout.Size));
    Functions[0]->addFnAttr(names::ArgsOffsetAttr,
                            std::to_string(Layout.recordOffset()));
  }
  for (unsigned I = 0; I < Plan.Steps.size(); ++I)
    for (Function *New : {Functions[I], Overflows[I]}) {
      if (!New)
        continue;
      BuiltStep Built;
      Built.New = New;
      Built.Index = I;
      Built.Overflow = New == Overflows[I];
      Built.KernelEntry = Kernel && I == 0;
      cloneStep(Old, Plan, RT, Built);
      lowerStep(Old, Plan, Functions, Overflows, RT, Built);
      removeUnreachableBlocks(*New);
      if (Built.KernelEntry)
        mergeReturns(*New);
      Steps.push_back(New);
    }
  return Functions[0];
}

static void removeMarkDeclarations(Module &M) {
  for (const char *Name :
       {names::SpawnPrivate, names::SpawnGlobal, names::SpawnDetached,
        names::Force, names::Result, names::Delivery, names::Ran})
    if (Function *F = M.getFunction(Name))
      if (F->use_empty())
        F->eraseFromParent();
}

PreservedAnalyses SplitTasksPass::run(Module &M, ModuleAnalysisManager &AM) {
  SmallVector<Function *, 8> Work;
  SmallPtrSet<Function *, 8> Asserting = findAssertingKernels(M);
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasFnAttribute(names::StepAttr) &&
        (isTask(F) || hasMarks(F) || Asserting.count(&F)))
      Work.push_back(&F);
  if (Work.empty())
    return PreservedAnalyses::all();
  for (Function *F : Work) {
    reverseSpawns(*F);
    if (!isKernel(*F)) // Its children are records.
      joinInMemory(*F);
  }

  std::vector<StepPlan> Plans(Work.size());
  for (unsigned I = 0; I < Work.size(); ++I)
    planSteps(*Work[I], Plans[I]);
  for (unsigned I = 0; I < Work.size(); ++I)
    notePlan(*Work[I], Plans[I]);

  RuntimeCalls RT(M);
  SmallVector<Function *, 16> Steps;
  SmallVector<Function *, 8> Entries;
  for (unsigned I = 0; I < Work.size(); ++I)
    Entries.push_back(capture(*Work[I], Plans[I], RT, Steps));
  // Not earlier: the lowering of a spawn reads the task's return type.
  for (auto [Old, New] : zip(Work, Entries)) {
    Old->deleteBody();
    Old->replaceAllUsesWith(ConstantExpr::getPointerCast(New, Old->getType()));
    New->takeName(Old);
    Old->eraseFromParent();
  }
  removeMarkDeclarations(M);

  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  for (Function *F : Steps)
    FPM.run(*F, FAM);
  return PreservedAnalyses::none();
}
