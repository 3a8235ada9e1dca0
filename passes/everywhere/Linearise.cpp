//===- Linearise.cpp - everywhere blocks ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/Linearise.h"
#include "analysis/Lifetimes.h"
#include "compat/Strings.h"
#include "everywhere/ForceParts.h"
#include "everywhere/LaneForm.h"
#include "everywhere/LaneObstacles.h"
#include "everywhere/LaneState.h"
#include "everywhere/LineariseForm.h"
#include "everywhere/LineariseNodes.h"
#include "everywhere/ScopeExits.h"
#include "everywhere/SubGroups.h"
#include "everywhere/Visits.h"
#include "everywhere/WarpState.h"
#include "ir/Additions.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/Target.h"
#include "ir/WarpRuntime.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

namespace {

using FunctionSet = SmallPtrSet<Function *, 16>;

/// Functions by what they do, directly or through ordinary functions.
struct Reach {
  FunctionSet Everywhere; ///< has an everywhere block
  FunctionSet Meeting;    ///< has one, a sub-group function or a barrier
};

class Lowering {
  Module &M;
  FunctionAnalysisManager &FAM;
  Reach Who;
  FunctionSet Normalised; ///< see normalise()
  /// Which parts of the runtime kernels need.
  bool Warps = false, Lanes = false;

  void normalise(Function &F);
  void inlineCalls(Function &Kernel, ArrayRef<ForcePart> Forces,
                   function_ref<bool(Function &)> Which);
  void lowerKernel(Function &Kernel);
  void dropInlined();

public:
  Lowering(Module &M, FunctionAnalysisManager &FAM, Reach Who)
      : M(M), FAM(FAM), Who(std::move(Who)) {}
  void run();
};

} // namespace

/// The ordinary function that \p I calls, if its body is known.
static Function *ordinaryCallee(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Callee->isDeclaration() && !isMarkedAsTask(*Callee)
             ? Callee
             : nullptr;
}

/// Adds to \p Found all functions that call one of them.
static void addCallers(Module &M, FunctionSet &Found) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      if (!Found.count(&F))
        for (Instruction &I : instructions(F))
          if (Function *Callee = ordinaryCallee(I);
              Callee && Found.count(Callee)) {
            Changed = Found.insert(&F).second;
            break;
          }
  }
}

static Reach findReach(Module &M) {
  Reach Who;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      bool Mark = isEverywhereMark(I);
      if (Mark)
        Who.Everywhere.insert(&F);
      if (Mark || isBarrier(I) || isSubGroupCall(*Call))
        Who.Meeting.insert(&F);
    }
  addCallers(M, Who.Everywhere);
  addCallers(M, Who.Meeting);
  return Who;
}

static bool spawnsOrForces(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && (isMarkedAsTask(*Callee) || isPluginForce(Callee));
  });
}

/// Kernels may be called like functions. A kernel gets a form that only the
/// host can start, so calls get a function with the body that it had before.
/// tkl-prepare refuses calls of kernels that spawn or force.
static void separateCalledKernels(Module &M, Reach &Who) {
  SmallVector<Function *, 8> Kernels;
  for (Function &F : M)
    if (isKernel(F) && Who.Everywhere.count(&F) && !spawnsOrForces(F))
      Kernels.push_back(&F);
  for (Function *Kernel : Kernels) {
    SmallVector<CallInst *, 4> Calls;
    for (User *U : Kernel->users())
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && Call->getCalledFunction() == Kernel)
        Calls.push_back(Call);
    if (Calls.empty())
      continue;
    ValueToValueMapTy Map;
    Function *Called = CloneFunction(Kernel, Map);
    Called->setName(Kernel->getName() + ".called");
    Called->setLinkage(GlobalValue::InternalLinkage);
    Called->setCallingConv(CallingConv::SPIR_FUNC);
    SmallVector<std::pair<unsigned, MDNode *>, 8> OfKernels;
    Called->getAllMetadata(OfKernels);
    for (auto [Kind, Node] : OfKernels)
      if (Kind != LLVMContext::MD_dbg)
        Called->setMetadata(Kind, nullptr);
    for (CallInst *Call : Calls) {
      Call->setCalledFunction(Called);
      Call->setCallingConv(CallingConv::SPIR_FUNC);
    }
    Who.Everywhere.insert(Called);
    Who.Meeting.insert(Called);
  }
}

/// A recursive function cannot be inlined into its callers.
static bool checkRecursion(Module &M, const Reach &Who) {
  bool Ok = true;
  CallGraph Graph(M);
  for (auto Cycle = scc_begin(&Graph); !Cycle.isAtEnd(); ++Cycle) {
    Function *F = Cycle->front()->getFunction();
    if (!Cycle.hasCycle() || !F || !Who.Everywhere.count(F) ||
        isMarkedAsTask(*F))
      continue;
    reportError(*F, nullptr,
                "a function with everywhere blocks calls itself, which OpenCL "
                "C does not allow; use a loop");
    Ok = false;
  }
  return Ok;
}

/// Brings \p F into the form in which each block shows where it leads: no exits
/// of scopes share a block.
void Lowering::normalise(Function &F) {
  if (!Normalised.insert(&F).second)
    return;
  F.removeFnAttr(Attribute::OptimizeNone);
  F.removeFnAttr(Attribute::NoInline);
  separateScopeExits(F);
  FAM.invalidate(F, PreservedAnalyses::none());
}

/// Adds a second edge to blocks with a single predecessor. The inliner would
/// merge such a block into its predecessor, wherever that stands. But lanes run
/// blocks in the order in which they stand, and code after a loop must not move
/// into the loop. endKeepingApart removes the edges again.
static void keepBlocksApart(Function &F) {
  LLVMContext &C = F.getContext();
  Value *Undef = UndefValue::get(Type::getInt1Ty(C));
  SmallVector<BranchInst *, 16> Branches;
  for (BasicBlock &BB : F)
    if (auto *Branch = dyn_cast<BranchInst>(BB.getTerminator()))
      if (Branch->isUnconditional() &&
          Branch->getSuccessor(0)->getSinglePredecessor())
        Branches.push_back(Branch);
  for (BranchInst *Branch : Branches) {
    BasicBlock *Next = Branch->getSuccessor(0);
    BasicBlock *Detour = BasicBlock::Create(C, "detour", &F);
    BranchInst::Create(Next, Detour);
    for (PHINode &Phi : Next->phis())
      Phi.addIncoming(Phi.getIncomingValue(0), Detour);
    IRBuilder<> B(Branch);
    B.CreateCondBr(B.CreateFreeze(Undef), Next, Detour)
        ->setMetadata(names::KeptApart, MDNode::get(C, {}));
    Branch->eraseFromParent();
  }
}

static void endKeepingApart(Function &F) {
  SmallVector<BranchInst *, 16> Branches;
  for (BasicBlock &BB : F)
    if (BB.getTerminator()->getMetadata(names::KeptApart))
      Branches.push_back(cast<BranchInst>(BB.getTerminator()));
  for (BranchInst *Branch : Branches) {
    BasicBlock *Next = Branch->getSuccessor(0);
    BasicBlock *Detour = Branch->getSuccessor(1);
    auto *Freeze = cast<Instruction>(Branch->getCondition());
    BranchInst::Create(Next, Branch);
    Branch->eraseFromParent();
    Freeze->eraseFromParent();
    DeleteDeadBlock(Detour);
  }
}

/// Inlines those functions for which \p Which holds, apart from \p Forces.
void Lowering::inlineCalls(Function &Kernel, ArrayRef<ForcePart> Forces,
                           function_ref<bool(Function &)> Which) {
  SmallPtrSet<BasicBlock *, 16> Apart;
  for (const ForcePart &Force : Forces)
    Apart.insert(Force.Blocks.begin(), Force.Blocks.end());
  while (true) {
    CallInst *Next = nullptr;
    for (Instruction &I : instructions(Kernel)) {
      Function *Callee =
          Apart.count(I.getParent()) ? nullptr : ordinaryCallee(I);
      if (Callee && Which(*Callee)) {
        Next = cast<CallInst>(&I);
        break;
      }
    }
    if (!Next)
      return;
    Function *Callee = Next->getCalledFunction();
    normalise(*Callee);
    keepBlocksApart(*Callee);
    InlineFunctionInfo Info;
    InlineResult Done = inlineWithoutLifetimes(*Next, Info);
    endKeepingApart(*Callee);
    endKeepingApart(Kernel);
    if (!Done.isSuccess()) {
      reportError(Kernel, Next,
                  Twine("this call, in which work-items may meet, cannot be "
                        "inlined: ") +
                      Done.getFailureReason());
      return;
    }
  }
}

void Lowering::lowerKernel(Function &Kernel) {
  std::vector<ForcePart> Forces;
  if (!separateForceParts(Kernel, Forces))
    return;
  inlineCalls(Kernel, Forces, [&](Function &Callee) {
    return Who.Meeting.count(&Callee) != 0;
  });
  // The form is chosen here, in two steps.
  bool Loops = wantsLaneLoops() && !hasObstacleToLaneLoops(Kernel);
  if (Loops)
    inlineCalls(Kernel, Forces, asksForLane);
  removeLifetimeMarkers(Kernel);
  Visits Found;
  if (!cutEverywhereLoops(Kernel, Found))
    return;
  // The body of a force runs as a task, with one lane.
  makeOneLaneForm(Found, [&](const Visit &V) {
    return any_of(Forces, [&](const ForcePart &Force) {
      return is_contained(Force.Blocks, V.Header);
    });
  });
  for (ForcePart &Force : Forces)
    collectBlocks(Force);
  if (Found.empty())
    return;
  if (Loops && !hasObstacleToLaneLoops(Kernel, Found)) {
    makeLaneLoops(Kernel, Found);
    Lanes = true;
  } else {
    linearise(Kernel, Found, Forces);
    Warps = true;
  }
  Kernel.addFnAttr(names::MeetsAttr);
}

/// Removes functions that were inlined everywhere. They are of no use any more,
/// and may call sub-group functions that no driver has.
void Lowering::dropInlined() {
  SmallVector<Function *, 16> Todo(Who.Meeting.begin(), Who.Meeting.end());
  auto IsUseless = [&](Function *F) {
    if (isKernel(*F) || isMarkedAsTask(*F) || !F->use_empty())
      return false;
    Who.Everywhere.erase(F);
    FAM.clear(*F, F->getName());
    F->eraseFromParent();
    return true;
  };
  // Each removed function may have been the last caller of another one.
  for (size_t Left = Todo.size() + 1; Todo.size() < Left;) {
    Left = Todo.size();
    erase_if(Todo, IsUseless);
  }
}

/// Calls without a place in the source get the line 0. The verifier refuses
/// calls that have no location if both functions have debug information, which
/// a driver's built-in functions may have.
static void locateCalls(Function &F) {
  DISubprogram *Scope = F.getSubprogram();
  if (!Scope)
    return;
  for (Instruction &I : instructions(F))
    if (isa<CallInst>(I) && !I.getDebugLoc())
      I.setDebugLoc(DILocation::get(F.getContext(), 0, 0, Scope));
}

void Lowering::run() {
  separateCalledKernels(M, Who);
  for (Function *F : Who.Everywhere)
    normalise(*F);
  for (Function &F : M)
    if (isKernel(F) && Who.Everywhere.count(&F)) {
      lowerKernel(F);
      locateCalls(F);
      FAM.invalidate(F, PreservedAnalyses::none());
    }
  for (Function &F : M)
    if (!isKernel(F) && Who.Everywhere.count(&F)) {
      Visits Found;
      if (cutEverywhereLoops(F, Found))
        makeOneLaneForm(Found, [](const Visit &) { return true; });
      FAM.invalidate(F, PreservedAnalyses::none());
    }
  dropInlined();
  for (StringRef Name : {names::PluginEverywhere, names::PluginEverywhereMask})
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
  for (Function &F : make_early_inc_range(M))
    if (startsWith(F.getName(), names::LaneMark) && F.use_empty())
      F.eraseFromParent();
  if (Warps && !linkWarpRuntime(M))
    return;
  if (Lanes)
    linkLaneRuntime(M);
}

PreservedAnalyses LinearisePass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!M.getFunction(names::PluginEverywhere) ||
      M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all();
  // In a linked object, this function is the only sign of the use.
  markAdditions(M);
  Reach Who = findReach(M);
  if (!checkRecursion(M, Who))
    return PreservedAnalyses::all();
  if (chosenTarget().HasWarps && hasFixedWarpSize() &&
      warpSize() != chosenTarget().TeamLanes) {
    reportError(M, "a warp of the target " + chosenTarget().Name + " has " +
                       Twine(chosenTarget().TeamLanes) +
                       " lanes; leave out -tkl-warp-size=" + Twine(warpSize()));
    return PreservedAnalyses::all();
  }
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  Lowering(M, FAM, std::move(Who)).run();
  return PreservedAnalyses::none();
}
