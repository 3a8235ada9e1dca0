//===- KernelCopies.cpp - Kernels that PoCL compiles once -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/KernelCopies.h"
#include "everywhere/LineariseNodes.h"
#include "ir/AddressSpaces.h"
#include "ir/GroupSize.h"
#include "ir/KernelBody.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "tasks/WorkItemValues.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <algorithm>

using namespace llvm;
using namespace tasklet;

/// A call costs a little at run time, and copies of so few instructions hardly
/// anything.
static constexpr unsigned FewInstructions = 100;

/// Where the leader of a warp runs all its lanes, it alone calls. Beside so many
/// instructions nobody sees what that costs.
static constexpr unsigned ManyInstructions = 1000;

/// Whether the work-groups of \p Kernel have one work-item.
static bool hasLoneItems(const Function &Kernel) {
  const SmallVector<uint64_t, 3> Sizes = requiredGroupSize(Kernel);
  return Kernel.hasFnAttribute(names::OrderedAttr) ||
         (!Sizes.empty() && workItemsOf(Sizes) == 1);
}

static const Function *queryOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && isWorkItemQuery(*Callee) ? Callee : nullptr;
}

/// Whether PoCL must find \p I in the kernel.
static bool belongsToKernel(const Instruction &I) {
  if (isBarrier(I))
    return true;
  if (queryOf(I))
    return any_of(cast<CallInst>(I).args(),
                  [](const Use &Arg) { return !isa<Constant>(Arg); });
  return any_of(I.operands(), [](const Use &Operand) {
    auto *Ptr = dyn_cast<PointerType>(Operand->getType());
    return Ptr && Ptr->getAddressSpace() == spaces().Local &&
           isa<Constant>(Operand) && !isa<ConstantPointerNull>(Operand);
  });
}

/// How the processor passes wide vectors depends on what its driver makes of the
/// function's attributes.
static bool isPassedAlike(const Argument &Arg) {
  return !Arg.getType()->isVectorTy() ||
         Arg.getType()->getPrimitiveSizeInBits() <= 128;
}

static bool isWorthIt(const Function &Kernel) {
  if (!isKernel(Kernel) || Kernel.isDeclaration())
    return false;
  unsigned Instructions = Kernel.getInstructionCount();
  return (hasLoneItems(Kernel) ? Instructions > FewInstructions
                               : Kernel.hasFnAttribute(names::LaneLoopsAttr) &&
                                     Instructions > ManyInstructions) &&
         all_of(Kernel.args(), isPassedAlike) &&
         none_of(instructions(Kernel), belongsToKernel);
}

/// \p V of the first block of a function, computed again by \p B from what \p Map
/// has for the function's arguments; null if it cannot be.
static Value *computeAgain(IRBuilder<> &B, Value *V, ValueToValueMapTy &Map) {
  if (isa<Constant>(V))
    return V;
  if (Value *Known = Map.lookup(V))
    return Known;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<PHINode>(I) || isa<AllocaInst>(I) || I->mayReadFromMemory() ||
      !isSafeToSpeculativelyExecute(I))
    return nullptr;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operand_values()) {
    Operands.push_back(computeAgain(B, Operand, Map));
    if (!Operands.back())
      return nullptr;
  }
  Instruction *Copy = I->clone();
  for (auto Each : enumerate(Operands))
    Copy->setOperand(Each.index(), Each.value());
  Copy->setDebugLoc(DebugLoc());
  return Map[V] = B.Insert(Copy);
}

/// Where \p Body, called with \p Args, would return at once, goes to \p Return
/// instead: work-items that lead no warp need no call.
static void leaveAtOnce(IRBuilder<> &B, Function &Body, ArrayRef<Value *> Args,
                        BasicBlock *Return) {
  auto *Branch = dyn_cast<BranchInst>(Body.getEntryBlock().getTerminator());
  if (!Branch || !Branch->isConditional())
    return;
  bool IfTrue = isa<ReturnInst>(Branch->getSuccessor(0)->front());
  if (!IfTrue && !isa<ReturnInst>(Branch->getSuccessor(1)->front()))
    return;
  ValueToValueMapTy Map;
  for (auto Each : enumerate(Args))
    Map[Body.getArg(Each.index())] = Each.value();
  Value *Condition = computeAgain(B, Branch->getCondition(), Map);
  if (!Condition)
    return;
  auto *Call = BasicBlock::Create(Body.getContext(), "call",
                                  B.GetInsertBlock()->getParent(), Return);
  B.CreateCondBr(Condition, IfTrue ? Return : Call, IfTrue ? Call : Return);
  B.SetInsertPoint(Call);
}

/// Leaves \p Kernel a call of a function that does its work.
static void divide(Function &Kernel) {
  // What the work-item asks for, and where.
  MapVector<std::pair<Function *, Value *>, SmallVector<CallInst *, 2>> Queries;
  for (Instruction &I : instructions(Kernel))
    if (queryOf(I)) {
      auto &Call = cast<CallInst>(I);
      Value *Dimension = Call.arg_size() ? Call.getArgOperand(0) : nullptr;
      Queries[{Call.getCalledFunction(), Dimension}].push_back(&Call);
    }
  SmallVector<Type *, 4> Answers;
  for (const auto &[Query, Calls] : Queries)
    Answers.push_back(Calls.front()->getType());
  Function *Body = takeKernelBody(Kernel, ".body", Answers);
  Body->removeFnAttr(Attribute::AlwaysInline);
  Body->removeFnAttr(Attribute::InlineHint);
  Body->addFnAttr(Attribute::NoInline);

  auto *Entry = BasicBlock::Create(Kernel.getContext(), "entry", &Kernel);
  IRBuilder<> B(Entry);
  SmallVector<Value *, 8> Args;
  for (Argument &Arg : Kernel.args())
    Args.push_back(&Arg);
  for (const auto &[Query, Calls] : Queries) {
    Argument *Its = Body->getArg(Args.size());
    auto *Asked = cast<CallInst>(Calls.front()->clone());
    Asked->setDebugLoc(DebugLoc());
    B.Insert(Asked);
    Args.push_back(Asked);
    for (CallInst *Each : Calls) {
      Each->replaceAllUsesWith(Its);
      Each->eraseFromParent();
    }
  }
  auto *Return = BasicBlock::Create(Kernel.getContext(), "return", &Kernel);
  if (Kernel.hasFnAttribute(names::LaneLoopsAttr))
    leaveAtOnce(B, *Body, Args, Return);
  B.CreateCall(Body, Args)->setCallingConv(Body->getCallingConv());
  // One way out: PoCL does not find several with few optimisations.
  B.CreateBr(Return);
  B.SetInsertPoint(Return);
  B.CreateRetVoid();
  MergeBlockIntoPredecessor(Return);
  // One that runs the workers (tasks/RunsWorkers.h) calls the dispatch kernel.
  for (User *Each : make_early_inc_range(Kernel.users()))
    if (auto *Call = dyn_cast<CallInst>(Each)) {
      InlineFunctionInfo Info;
      InlineFunction(*Call, Info);
    }
}

PreservedAnalyses KernelCopiesPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> Kernels;
  for (Function &F : M)
    if (isWorthIt(F))
      Kernels.push_back(&F);
  // First the one that others call: they ask for its ids afterwards.
  std::stable_partition(Kernels.begin(), Kernels.end(), [](const Function *F) {
    return F->getName() == names::Dispatch;
  });
  for (Function *Each : Kernels)
    divide(*Each);
  return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
