//===- Services.cpp - Functions for tasks ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Services.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/RareBranches.h"
#include "ir/RuntimeCalls.h"
#include "tasks/Assertions.h"
#include "tasks/SplitTasks.h"

#include "tkl_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Instructions.
static constexpr unsigned MostInlined = 100;

namespace {

class Services {
  Module &M;
  RuntimeCalls RT;
  /// What comes to a service: steps and ordinary functions. Of the latter, the
  /// form with the further parameter; of steps null.
  MapVector<Function *, Function *> Users;
  SmallPtrSet<Function *, 16> Asserting; ///< those that come to a tkl_assert
  bool AnyState = false;

  bool findUsers();
  bool findUsersOf(ArrayRef<Function *> Called, bool InKernels);
  void inlineUsers();
  void refuseKernel(Function &Kernel, CallInst &Call);
  Function *withState(Function &F);
  void lower(Function &F, Value *State);
  void giveState(Function &Kernel, ArrayRef<CallInst *> Calls, Value *State);
  CallInst *serve(CallInst *Call, StringRef Service, Value *State);
  void waitForPermit(CallInst *Call);
  CallInst *callUser(CallInst *Call, Function *To, Value *State);
  void removeUnused();

public:
  explicit Services(Module &M) : M(M), RT(M) {}
  void run();
};

} // namespace

static bool isService(const Function *F) {
  return F && startsWith(F->getName(), names::ServicePrefix);
}

/// Whether \p F is a step, whose worker it knows, or a kernel. Others get the
/// state from their callers.
static bool hasOwnState(const Function &F) {
  return F.hasFnAttribute(names::StepAttr) || isKernel(F);
}

/// What the program calls it.
static std::string sourceName(const Function &Service) {
  return ("tkl_" + Service.getName().substr(strlen(names::ServicePrefix)))
      .str();
}

void Services::refuseKernel(Function &Kernel, CallInst &Call) {
  Function &Callee = *Call.getCalledFunction();
  bool Direct = isService(&Callee);
  reportError(Kernel, &Call,
              "kernel '" + Kernel.getName() + "' cannot call '" +
                  (Direct ? sourceName(Callee) : Callee.getName().str()) +
                  "' outside of bodies of 'force'" +
                  (Direct ? "" : ", since that calls functions for tasks") +
                  "; call it in a task that the kernel spawns");
}

/// False if there was an error.
bool Services::findUsers() {
  SmallVector<Function *, 16> Work;
  bool Ok = true;
  // First what only asserts, which kernels may do as well.
  if (Function *Assert = M.getFunction(names::ServiceAssert))
    Ok = findUsersOf({Assert}, /*InKernels=*/true);
  for (Function &F : M)
    if (isService(&F) && F.getName() != names::ServiceAssert)
      Work.push_back(&F);
  return findUsersOf(Work, /*InKernels=*/false) && Ok;
}

bool Services::findUsersOf(ArrayRef<Function *> Called, bool InKernels) {
  SmallVector<Function *, 16> Work(Called.begin(), Called.end());
  SmallPtrSet<Function *, 16> Seen;
  bool Ok = true;
  while (!Work.empty()) {
    Function *Callee = Work.pop_back_val();
    for (User *U : Callee->users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != Callee)
        continue; // OpenCL C has no such use.
      Function *F = Call->getFunction();
      if (!Seen.insert(F).second)
        continue;
      if (isKernel(*F) &&
          !(InKernels && F->hasFnAttribute(names::HiddenArgAttr))) {
        refuseKernel(*F, *Call);
        Ok = false;
        continue;
      }
      Users.insert({F, nullptr});
      if (InKernels)
        Asserting.insert(F);
      if (hasOwnState(*F))
        AnyState = true;
      else
        Work.push_back(F);
    }
  }
  return Ok;
}

/// Whether \p F costs less as a part of its callers than a look whether it has
/// failed does.
static bool isSmall(const Function &F) {
  return !F.hasFnAttribute(Attribute::NoInline) &&
         F.getInstructionCount() <= MostInlined;
}

/// Functions that are to be inlined anyway, and small ones that assert, before
/// their calls become ones that may leave: behind those, each caller would read
/// whether the callee has left.
void Services::inlineUsers() {
  for (auto &[F, New] : Users) {
    bool Inline = F->hasFnAttribute(Attribute::AlwaysInline) ||
                  (Asserting.count(F) && isSmall(*F));
    if (!Inline || hasOwnState(*F) || F->isDeclaration())
      continue;
    for (User *U : make_early_inc_range(F->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != F || Call->getFunction() == F)
        continue;
      InlineFunctionInfo Info;
      InlineFunction(*Call, Info);
    }
  }
}

/// What the source may say of a function that comes to a service, and what does
/// not hold once that is a call of the runtime's, after which it returns.
static AttributeMask brokenPromises() {
  AttributeMask Mask;
  Mask.addAttribute(Attribute::NoReturn);
  addMemoryPromises(Mask);
  return Mask;
}

/// The ordinary function \p F with one more parameter. \p F is left without a
/// body.
Function *Services::withState(Function &F) {
  SmallVector<Type *, 8> Params(F.getFunctionType()->param_begin(),
                                F.getFunctionType()->param_end());
  Params.push_back(RT.BytePtr);
  Function *New = Function::Create(
      FunctionType::get(F.getReturnType(), Params, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, "", M);
  New->copyAttributesFrom(&F);
  New->setLinkage(GlobalValue::InternalLinkage);
  New->setVisibility(GlobalValue::DefaultVisibility);
  New->setComdat(nullptr);
  New->removeFnAttrs(brokenPromises());
  New->copyMetadata(&F, 0);
  F.setSubprogram(nullptr);
  New->takeName(&F);
  moveBody(*New, F);
  for (auto [Old, Own] : zip(F.args(), New->args())) {
    Old.replaceAllUsesWith(&Own);
    Own.takeName(&Old);
  }
  New->getArg(New->arg_size() - 1)->setName("state");
  return New;
}

/// Replaces \p Call of \p Service by a call of the runtime.
CallInst *Services::serve(CallInst *Call, StringRef Service, Value *State) {
  IRBuilder<> B(Call);
  SmallVector<Value *, 4> Args = {State};
  for (Value *Arg : Call->args()) {
    auto *Ty = dyn_cast<PointerType>(Arg->getType());
    Args.push_back(
        Ty ? B.CreatePointerCast(
                 Arg, bytePtrTy(M.getContext(), Ty->getAddressSpace()))
           : Arg);
  }
  bool Pointer = Call->getType()->isPointerTy();
  auto *New = cast<CallInst>(
      RT.ofWorker(B, (names::ServePrefix + Service).str(),
                  Pointer ? RT.GlobalPtr : Call->getType(), Args));
  if (Pointer)
    Call->replaceAllUsesWith(B.CreatePointerCast(New, Call->getType()));
  Call->eraseFromParent();
  return New;
}

/// Replaces \p Call of an ordinary function by one of \p To.
CallInst *Services::callUser(CallInst *Call, Function *To, Value *State) {
  SmallVector<Value *, 8> Args(Call->args());
  Args.push_back(State);
  CallInst *New = CallInst::Create(To, Args, "", Call);
  New->setCallingConv(Call->getCallingConv());
  New->setAttributes(Call->getAttributes().removeFnAttributes(
      M.getContext(), brokenPromises()));
  New->copyMetadata(*Call);
  New->takeName(Call);
  Call->replaceAllUsesWith(New);
  Call->eraseFromParent();
  return New;
}

/// Lets the function end before \p Last, which ends a block.
static void leaveBefore(Instruction *Last, bool Step) {
  IRBuilder<> B(Last);
  Type *Ty = Last->getFunction()->getReturnType();
  if (Step)
    B.CreateRet(B.getInt32(TKL_ACTION_FAIL));
  else if (Ty->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Constant::getNullValue(Ty));
  Last->eraseFromParent();
}

/// Marks the branches to \p Failure, unless the program says how often they are
/// taken.
static void markRare(BasicBlock &Failure) {
  for (BasicBlock *From : predecessors(&Failure))
    if (auto *Br = dyn_cast<BranchInst>(From->getTerminator());
        Br && Br->isConditional() &&
        Br->getSuccessor(0) != Br->getSuccessor(1) &&
        !Br->getMetadata(LLVMContext::MD_prof))
      Br->setMetadata(LLVMContext::MD_prof,
                      rareWeights(Br->getContext(),
                                  Br->getSuccessor(0) == &Failure ? 0 : 1));
}

/// Lets a step of tkl_acquire end with what the runtime says.
void Services::waitForPermit(CallInst *Call) {
  IRBuilder<> B(Call);
  Value *Worker = Call->getFunction()->getArg(0);
  Value *Semaphore = B.CreatePointerCast(Call->getArgOperand(0), RT.GlobalPtr);
  Value *Action = RT.ofWorker(B, names::Acquire, RT.I32, {Worker, Semaphore});
  Instruction *Leave = SplitBlockAndInsertIfThen(
      B.CreateICmpNE(Action, B.getInt32(TKL_ACTION_RETURN)), Call,
      /*Unreachable=*/true);
  ReturnInst::Create(M.getContext(), Action, Leave);
  Leave->eraseFromParent();
  Call->eraseFromParent();
}

/// Fills in the \p State of a kernel's work-item: where an assertion has failed
/// or, if it calls functions that may assert, at the start.
void Services::giveState(Function &Kernel, ArrayRef<CallInst *> Calls,
                         Value *State) {
  SmallVector<Instruction *, 8> Places;
  for (CallInst *Call : Calls)
    if (isService(Call->getCalledFunction()))
      Places.push_back(Call);
  if (Places.size() != Calls.size())
    Places = {cast<Instruction>(State)->getNextNode()};
  for (Instruction *Place : Places) {
    IRBuilder<> B(Place);
    RT.ofWorker(B, names::RootServices, RT.Void,
                {State, Kernel.getArg(Kernel.arg_size() - 1)});
  }
}

void Services::lower(Function &F, Value *State) {
  bool Step = F.hasFnAttribute(names::StepAttr);
  // All work-items must come to where they meet. Those that fail there go on.
  bool GoesOn = !Step && meetsOthers(F);
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction();
          isService(Callee) || Users.count(Callee))
        Calls.push_back(Call);
  if (isKernel(F))
    giveState(F, Calls, State);
  SmallPtrSet<BasicBlock *, 8> Ended;
  for (CallInst *Call : Calls) {
    if (Ended.count(Call->getParent()))
      continue; // Behind a failure; the block goes with `removeUnreachable`.
    Function *Callee = Call->getCalledFunction();
    StringRef Service;
    if (Callee->getName() == names::ServicePermit) {
      waitForPermit(Call);
      continue;
    }
    if (isService(Callee)) {
      Service = Callee->getName().substr(strlen(names::ServicePrefix));
      Call = serve(Call, Service, State);
    } else {
      Call = callUser(Call, Users[Callee], State);
    }
    if (GoesOn && (Service.empty() || Service == "assert"))
      continue;
    if (Service == "fail" || Service == "assert") {
      // Nothing follows a tkl_fail: the compiler knows that it does not return.
      // At -O0 something may still stand there.
      markRare(*Call->getParent());
      BasicBlock *Rest = SplitBlock(Call->getParent(), Call->getNextNode());
      leaveBefore(Call->getParent()->getTerminator(), Step);
      Ended.insert(Rest);
      continue;
    }
    // The other functions leave the failure to these two.
    if (!Service.empty() && Service != "alloc" && Service != "print_begin" &&
        Service != "print_end")
      continue;
    IRBuilder<> B(Call->getNextNode());
    Value *Left = Call->getType()->isPointerTy() && !Service.empty()
                      ? B.CreateIsNull(Call)
                      : B.CreateIsNotNull(
                            RT.ofWorker(B, names::ServeLeft, RT.I32, {State}));
    MDNode *Rare = rareWeights(M.getContext(), 0);
    leaveBefore(SplitBlockAndInsertIfThen(Left, &*B.GetInsertPoint(),
                                          /*Unreachable=*/true, Rare),
                Step);
  }
  removeUnreachableBlocks(F);
}

/// Functions that no step comes to may still name services.
void Services::removeUnused() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, New] : Users)
      if (F && F->use_empty()) {
        F->eraseFromParent();
        F = nullptr;
        Changed = true;
      }
  }
}

void Services::run() {
  bool Ok = findUsers();
  if (Ok && AnyState) {
    inlineUsers();
    for (auto &[F, New] : Users)
      if (!hasOwnState(*F))
        New = withState(*F);
    // Callers keep calling the old functions until they are lowered.
    for (auto &[F, New] : Users) {
      if (New) {
        lower(*New, New->getArg(New->arg_size() - 1));
        continue;
      }
      IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
      if (isKernel(*F)) {
        lower(*F,
              B.CreatePointerCast(B.CreateAlloca(ArrayType::get(
                                      B.getInt64Ty(), TKL_KERNEL_STATE / 8)),
                                  RT.BytePtr));
        mergeReturns(*F);
        continue;
      }
      while (isa<AllocaInst>(*B.GetInsertPoint()))
        B.SetInsertPoint(B.GetInsertPoint()->getNextNode());
      lower(*F, RT.ofWorker(B, names::ServicesOf, RT.BytePtr, {F->getArg(0)}));
    }
    for (auto &[F, New] : Users)
      if (New)
        F->eraseFromParent();
  } else if (Ok) {
    removeUnused();
  }
  for (Function &F : make_early_inc_range(M))
    if (isService(&F) && F.use_empty())
      F.eraseFromParent();
}

PreservedAnalyses ServicesPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest) ||
      none_of(M, [](Function &F) { return isService(&F); }))
    return PreservedAnalyses::all();
  Services(M).run();
  AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  return PreservedAnalyses::none();
}
