//===- Prepare.cpp - Bring tasks into a form that can be split ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Prepare.h"
#include "analysis/Lifetimes.h"
#include "everywhere/ForceParts.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "tasks/JoinGroups.h"
#include "tasks/ResultThunks.h"
#include "tasks/SpawnForm.h"
#include "tasks/TaskCalls.h"
#include "tasks/WorkItemValues.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace tasklet;

/// Replaces the attribute that clang understands by ours.
static bool renameTaskAttributes(Module &M) {
  bool Any = false;
  for (Function &F : M)
    if (isMarkedAsTask(F)) {
      F.removeFnAttr(names::AssumeAttr);
      F.removeFnAttr(names::LocatedAttr);
      F.addFnAttr(names::TaskAttr);
      Any = true;
    }
  return Any;
}

/// After an error, no later pass may treat a function as a task.
static void forgetTasks(Module &M) {
  for (Function &F : M)
    F.removeFnAttr(names::TaskAttr);
}

/// Turns a structure that is passed or returned by value into a local variable.
/// A parameter is copied on entry. A result is given to a result mark before
/// each return. Then only entry and returns depend on the way of passing.
static void localiseAggregates(Function &F) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Argument &Arg : F.args()) {
    Type *Ty = Arg.hasStructRetAttr() ? Arg.getParamStructRetType()
                                      : Arg.getParamByValType();
    if (!Ty)
      continue;
    Align Alignment =
        std::max(DL.getPrefTypeAlign(Ty), Arg.getParamAlign().valueOrOne());
    AllocaInst *Local = B.CreateAlloca(Ty, nullptr, Arg.getName());
    Local->setAlignment(Alignment);
    Arg.replaceAllUsesWith(Local);
    if (Arg.hasStructRetAttr()) {
      if (isTask(F))
        for (BasicBlock &BB : F)
          if (isa<ReturnInst>(BB.getTerminator()))
            createResult(BB.getTerminator(), Local);
      continue;
    }
    // The caller's copy, or a record, may be less aligned than the type.
    Align From(heapAlign(Ty, DL));
    B.CreateMemCpy(Local, Alignment, &Arg, From, DL.getTypeAllocSize(Ty));
  }
}

/// The plugin wrote `while (1) { force mark; body }`. A back edge to the mark
/// is the end of the body, so it becomes a return. What follows the mark of a
/// wait is the rest of the function.
static void formForces(Function &F) {
  SmallVector<CallInst *, 4> Forces, Waits;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction()) {
        if (Callee->getName() == names::PluginForce)
          Forces.push_back(Call);
        else if (Callee->getName() == names::PluginWait)
          Waits.push_back(Call);
      }
  for (CallInst *Mark : Waits) {
    createForce(Mark);
    Mark->eraseFromParent();
  }
  // One tree for all forces is enough: the code below removes back edges only,
  // which do not affect dominance.
  DominatorTree DT(F);
  for (CallInst *Mark : Forces) {
    BasicBlock *Header = headerOfForce(Mark->getParent());
    SmallVector<BasicBlock *, 4> Back;
    for (BasicBlock *Pred : predecessors(Header))
      if (DT.dominates(Mark->getParent(), Pred))
        Back.push_back(Pred);
    if (!Back.empty()) {
      BasicBlock *End = BasicBlock::Create(F.getContext(), "force.end", &F);
      for (BasicBlock *Pred : Back) {
        Header->removePredecessor(Pred, /*KeepOneInputPHIs=*/true);
        Pred->getTerminator()->replaceSuccessorWith(Header, End);
      }
      // If the task has a result, control cannot get here: the plugin has
      // rejected other bodies.
      if (F.getReturnType()->isVoidTy() && !F.hasStructRetAttr())
        IRBuilder<>(End).CreateRetVoid();
      else
        IRBuilder<>(End).CreateUnreachable();
    }
    createForce(Mark);
    Mark->eraseFromParent();
  }
}

/// True for a block that only gives a structure to the result mark and returns.
static bool onlyReturnsAggregate(BasicBlock &BB) {
  return all_of(BB, [](Instruction &I) {
    return isa<BitCastInst>(I) || isa<DbgInfoIntrinsic>(I) ||
           isa<ReturnInst>(I) || resultMarkOf(I);
  });
}

/// Replaces the jump from \p Pred to \p BB, which returns, by a copy of \p BB
/// with the position \p Loc.
static void copyReturnInto(BasicBlock *Pred, BasicBlock *BB,
                           const DebugLoc &Loc) {
  ValueToValueMapTy Map;
  Instruction *Jump = Pred->getTerminator();
  for (Instruction &I : *BB) {
    Instruction *Copy = I.clone();
    Copy->insertBefore(Jump);
    RemapInstruction(Copy, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (Loc)
      Copy->setDebugLoc(Loc);
    Map[&I] = Copy;
  }
  Jump->eraseFromParent();
}

/// Gives every path its own return. Then no body, and no spawn at the end of a
/// void task, shares its return with other code.
static void separateReturns(Function &F) {
  SmallVector<BasicBlock *, 4> Returns;
  for (BasicBlock &BB : F)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      if (BB.getFirstNonPHIOrDbg() == Ret || onlyReturnsAggregate(BB))
        Returns.push_back(&BB);
  for (BasicBlock *BB : Returns) {
    SmallVector<BasicBlock *, 8> Preds(predecessors(BB));
    for (BasicBlock *Pred : Preds) {
      auto *Br = dyn_cast<BranchInst>(Pred->getTerminator());
      if (!Br || !Br->isUnconditional())
        continue;
      // Messages about the result are shown at the user's `return`.
      DebugLoc Loc = Br->getDebugLoc();
      if (onlyReturnsAggregate(*BB)) {
        copyReturnInto(Pred, BB, Loc);
        continue;
      }
      ReturnInst *Ret = FoldReturnIntoUncondBranch(
          cast<ReturnInst>(BB->getTerminator()), BB, Pred);
      if (Loc)
        Ret->setDebugLoc(Loc);
    }
    if (pred_empty(BB) && BB != &F.getEntryBlock())
      DeleteDeadBlock(BB);
  }
}

static bool spawnsOrForces(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && (isTask(*Callee) || isPluginForce(Callee));
  });
}

/// A kernel that spawns starts a command. If other code calls it as a function,
/// it has no heap.
static bool checkKernelUses(Module &M) {
  bool Ok = true;
  for (Function &Kernel : M) {
    if (!isKernel(Kernel) || Kernel.use_empty() || !spawnsOrForces(Kernel))
      continue;
    for (User *U : Kernel.users()) {
      auto *Call = dyn_cast<CallInst>(U);
      std::string Message = "kernel '" + Kernel.getName().str() +
                            "' spawns or forces, so it can only be enqueued; "
                            "move what it does into a task";
      if (Call)
        reportError(*Call->getFunction(), Call, Message);
      else
        reportError(M, Message);
      Ok = false;
    }
  }
  return Ok;
}

static bool checkTaskUses(Module &M) {
  bool Ok = true;
  for (Function &Task : M) {
    if (!isTask(Task))
      continue;
    for (User *U : Task.users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledOperand() != &Task) {
        reportError(M, "the address of task '" + Task.getName() +
                           "' is taken; tasks can only be spawned");
        Ok = false;
      } else if (!isTask(*Call->getFunction()) &&
                 !isKernel(*Call->getFunction())) {
        reportError(*Call->getFunction(), Call,
                    "task '" + Task.getName() +
                        "' is spawned outside a task or kernel");
        Ok = false;
      }
    }
  }
  return Ok;
}

/// Gives tkl_acquire a body, the one that tkl-services expects. All other passes
/// treat it as a task of the program.
static void defineAcquire(Module &M) {
  Function *Task = M.getFunction(names::ServiceAcquire);
  if (!Task || !Task->isDeclaration())
    return;
  FunctionCallee Permit = M.getOrInsertFunction(names::ServicePermit,
                                                Type::getVoidTy(M.getContext()),
                                                Task->getArg(0)->getType());
  cast<Function>(Permit.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", Task));
  B.CreateCall(Permit, {Task->getArg(0)})
      ->setCallingConv(CallingConv::SPIR_FUNC);
  B.CreateRet(B.getInt32(0));
  Task->setLinkage(GlobalValue::InternalLinkage);
  // Messages show it.
  Task->setName("tkl_acquire");
}

static bool usesAdditions(Module &M) {
  return renameTaskAttributes(M) || hasPluginForces(M);
}

static void removeDeclaration(Module &M, StringRef Name) {
  Function *F = M.getFunction(Name);
  if (F && F->use_empty())
    F->eraseFromParent();
}

PreservedAnalyses PreparePass::run(Module &M, ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest) || !usesAdditions(M))
    return PreservedAnalyses::all();
  if (!checkTaskUses(M) || !checkKernelUses(M)) {
    forgetTasks(M);
    return PreservedAnalyses::all();
  }

  defineAcquire(M);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  SmallVector<Function *, 8> Work;
  for (Function &F : M)
    if (!F.isDeclaration() && (isTask(F) || (isKernel(F) && spawnsOrForces(F))))
      Work.push_back(&F);

  ResultThunks Thunks;
  for (Function *F : Work) {
    if (isTask(*F))
      checkTaskCalls(*F);
    // With lifetime markers, clang leaves scopes through shared blocks that
    // switch on where to go next. Without the markers those blocks are empty;
    // threading the jumps through them separates the body of a force from the
    // code around it.
    removeLifetimeMarkers(*F);
    // This comes first: a variable that is returned may be the result parameter
    // itself, and a spawn may store into it.
    localiseAggregates(*F);
    formForces(*F);
    formSpawns(*F, Thunks);
    findJoinGroups(*F);
    markNamedFutures(*F);
  }
  for (Function *Thunk : Thunks.functions()) {
    localiseAggregates(*Thunk);
    Work.push_back(Thunk);
  }
  for (Function *F : Work) {
    F->removeFnAttr(Attribute::OptimizeNone);
    F->removeFnAttr(Attribute::NoInline);
    if (isKernel(*F))
      hoistWorkItemValues(*F);
    FAM.invalidate(*F, PreservedAnalyses::none());
    FunctionPassManager FPM;
    FPM.addPass(scalarReplacement());
    FPM.addPass(JumpThreadingPass());
    FPM.run(*F, FAM);
    // In a loop that nothing enters, a value may be made of itself.
    removeUnreachableBlocks(*F);
    separateReturns(*F);
    FAM.invalidate(*F, PreservedAnalyses::none());
  }
  for (const char *Name : {names::PluginForce, names::PluginWait}) {
    if (Function *Force = M.getFunction(Name))
      for (User *U : Force->users())
        reportError(*cast<Instruction>(U)->getFunction(), cast<Instruction>(U),
                    "force stands outside a task or kernel");
    removeDeclaration(M, Name);
  }
  removeDeclaration(M, names::PluginForceVar);
  return PreservedAnalyses::none();
}
