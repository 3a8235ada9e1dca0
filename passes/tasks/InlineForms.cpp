//===- InlineForms.cpp - Small children as functions ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/InlineForms.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/StoredForm.h"
#include "tasks/InlineCalls.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// To write a record and take it back costs about a quarter of this.
static cl::opt<unsigned> ChildBudget(
    "tkl-inline-budget", cl::init(80), cl::Hidden,
    cl::desc("Instructions that a spawn may run of a child at once"));

/// The most generations of children that run at one spawn.
static cl::opt<unsigned>
    Generations("tkl-inline-generations", cl::init(4), cl::Hidden,
                cl::desc("How many generations of children a spawn may run"));

/// A call of a built-in function counts as this many instructions.
static constexpr unsigned CallCost = 20;

unsigned tasklet::inlineBudget() { return ChildBudget; }

/// `i32 f.inline(args, i8 *result)` with the body of \p Task.
static Function *cloneTask(Function &Task) {
  LLVMContext &C = Task.getContext();
  SmallVector<Type *, 8> Params;
  for (Argument &Arg : Task.args())
    if (!Arg.hasStructRetAttr())
      Params.push_back(Arg.getType());
  Params.push_back(bytePtrTy(C, 0));
  Function *Form =
      Function::Create(FunctionType::get(Type::getInt32Ty(C), Params, false),
                       GlobalValue::InternalLinkage, Task.getName() + ".inline",
                       Task.getParent());
  ValueToValueMapTy Map;
  Argument *Next = Form->arg_begin();
  for (Argument &Arg : Task.args())
    if (Arg.hasStructRetAttr())
      Map[&Arg] = UndefValue::get(Arg.getType()); // Replaced by a result mark.
    else
      Map[&Arg] = Next++;
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(Form, &Task, Map, CloneFunctionChangeType::LocalChangesOnly,
                    Returns);
  Form->setAttributes({});
  Form->setCallingConv(CallingConv::SPIR_FUNC);
  stripDebugInfo(*Form);
  return Form;
}

/// Lets \p Form store the result to its last parameter, and return the number
/// of tasks that were run: \p Children and this one.
static void replaceReturns(Function &Task, Function &Form,
                           AllocaInst *Children) {
  Value *To = Form.getArg(Form.arg_size() - 1);
  SmallVector<ReturnInst *, 4> Returns;
  for (BasicBlock &BB : Form)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      Returns.push_back(Ret);
  for (ReturnInst *Ret : Returns) {
    Instruction *Mark = Ret->getPrevNonDebugInstruction();
    Value *Aggregate = Mark ? resultMarkOf(*Mark) : nullptr;
    IRBuilder<> B(Ret);
    if (Aggregate) {
      auto *Local = cast<AllocaInst>(Aggregate->stripPointerCasts());
      B.CreateMemCpy(To, resultAlign(&Task), Local, Local->getAlign(),
                     resultSize(&Task));
      Mark->eraseFromParent();
    } else if (Value *Result = Ret->getReturnValue()) {
      storeForm(B, Result, To, resultAlign(&Task));
    }
    B.CreateRet(
        B.CreateNUWAdd(B.CreateLoad(B.getInt32Ty(), Children), B.getInt32(1)));
    Ret->eraseFromParent();
  }
}

/// Replaces each spawn by code that runs the child at once. If that is not
/// possible, the form gives up: it returns 0.
void InlineForms::replaceSpawns(Function &Form, AllocaInst *Children) {
  SmallVector<CallInst *, 8> Spawns;
  for (Instruction &I : make_early_inc_range(instructions(Form)))
    if (SpawnMark(&I))
      Spawns.push_back(cast<CallInst>(&I));
    else if (isForceMark(I))
      I.eraseFromParent();
  for (CallInst *Call : Spawns) {
    SpawnMark Spawn(Call);
    Function *Task = Spawn.task(), *Child = lookup(Task);
    IRBuilder<> B(Call);
    Value *GivesUp = B.getTrue();
    AllocaInst *Result = nullptr;
    CallInst *Run = nullptr;
    if (Child) {
      Result = resultVariable(Form, Task);
      Run = callInline(Call, Child, Spawn, Result);
      GivesUp = B.CreateIsNull(Run);
    }
    Instruction *Fail = SplitBlockAndInsertIfThen(GivesUp, Call, true);
    ReturnInst::Create(B.getContext(), B.getInt32(0), Fail);
    Fail->eraseFromParent();
    if (Run) {
      B.SetInsertPoint(Call);
      Type *I32 = B.getInt32Ty();
      B.CreateStore(B.CreateNUWAdd(B.CreateLoad(I32, Children), Run), Children);
      if (Spawn.dest() && Result)
        B.CreateMemCpy(Spawn.dest(), resultAlign(Task), Result,
                       Result->getAlign(), resultSize(Task));
      inlineCall(Run);
    }
    Call->eraseFromParent();
  }
}

/// \p BB returns \p V. Adds to \p Found the blocks that may make \p V 0.
static void findGivingUp(Value *V, BasicBlock *BB,
                         SmallPtrSetImpl<Value *> &Seen,
                         SmallVectorImpl<BasicBlock *> &Found) {
  auto *Phi = dyn_cast<PHINode>(V);
  if (!Phi) {
    if (!isKnownNonZero(V, BB->getModule()->getDataLayout()))
      Found.push_back(BB);
  } else if (Seen.insert(Phi).second) {
    for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
      findGivingUp(Phi->getIncomingValue(I), Phi->getIncomingBlock(I), Seen,
                   Found);
  }
}

/// True if \p I changes nothing outside the form.
static bool isUnseen(Instruction &I) {
  if (!I.mayHaveSideEffects())
    return true;
  Value *Ptr = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    Ptr = Store->isSimple() ? Store->getPointerOperand() : nullptr;
  else if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
    Ptr = Mem->isVolatile() ? nullptr : Mem->getRawDest();
  if (!Ptr)
    return false;
  Value *Object = getUnderlyingObject(Ptr, 0);
  Function &F = *I.getFunction();
  return isa<AllocaInst>(Object) || Object == F.getArg(F.arg_size() - 1);
}

/// True if a form that gives up has had no visible effect before.
static bool givesUpUnseen(Function &Form) {
  SmallVector<BasicBlock *, 8> Work;
  SmallPtrSet<Value *, 8> Seen;
  for (BasicBlock &BB : Form)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      findGivingUp(Ret->getReturnValue(), &BB, Seen, Work);
  SmallPtrSet<BasicBlock *, 16> Before;
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Before.insert(BB).second)
      continue;
    if (!all_of(*BB, isUnseen))
      return false;
    Work.append(pred_begin(BB), pred_end(BB));
  }
  return true;
}

/// False if \p Form may take longer than the budget, or always gives up.
static bool fitsBudget(Function &Form) {
  DominatorTree DT(Form);
  if (!LoopInfo(DT).empty())
    return false;
  unsigned Cost = 0;
  bool Completes = false;
  for (Instruction &I : instructions(Form)) {
    if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
      auto *Ran = dyn_cast<ConstantInt>(Ret->getReturnValue());
      Completes |= !Ran || !Ran->isZero();
    }
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call) {
      Cost += !isa<BitCastInst>(I) && !isa<AllocaInst>(I) && !isa<PHINode>(I);
      continue;
    }
    Function *Callee = Call->getCalledFunction();
    if (!Callee || !Callee->isDeclaration() ||
        Callee->getName() == names::ServicePermit)
      return false; // It may take any amount of time.
    // Where a child fails, nobody counts instructions any more.
    if (!isa<DbgInfoIntrinsic>(I) && Callee->getName() != names::ServiceFail)
      Cost += Callee->isIntrinsic() && !isa<MemIntrinsic>(I) ? 1 : CallCost;
  }
  return Completes && Cost <= ChildBudget;
}

/// Inlines small functions of the program that \p Form calls, and those that
/// they call, a few levels deep. Other functions may take any amount of time.
static void inlineHelpers(Function &Form) {
  for (int Level = 0; Level < 3; ++Level) {
    SmallVector<CallInst *, 8> Calls;
    for (Instruction &I : instructions(Form))
      if (auto *Call = dyn_cast<CallInst>(&I)) {
        Function *Callee = Call->getCalledFunction();
        if (Callee && !Callee->isDeclaration() && !isTask(*Callee) &&
            !Callee->hasFnAttribute(Attribute::NoInline) &&
            Callee->getInstructionCount() <= ChildBudget)
          Calls.push_back(Call);
      }
    for (CallInst *Call : Calls)
      inlineCall(Call);
  }
  stripDebugInfo(Form);
}

/// Replaces the edge from \p From to \p To by a return of 0.
static void giveUpBetween(BasicBlock *From, BasicBlock *To) {
  LLVMContext &C = To->getContext();
  Instruction *End = From->getTerminator();
  for (unsigned I = 0; I < End->getNumSuccessors(); ++I) {
    if (End->getSuccessor(I) != To)
      continue;
    To->removePredecessor(From);
    BasicBlock *GivesUp = BasicBlock::Create(C, "gives.up", To->getParent());
    ReturnInst::Create(C, ConstantInt::get(Type::getInt32Ty(C), 0), GivesUp);
    End->setSuccessor(I, GivesUp);
  }
}

/// Lets \p Form give up where it might have more than one child. A child with
/// one child is often as small as a child with none. But loops may decide how
/// many children it has: loops that spawn, and later loops that read the
/// results. So the form gives up before a loop that spawns; tkl-sink-spawns has
/// moved the case of a single spawn before that loop. It also gives up at the
/// back edge of a loop after a spawn.
static void giveUpAtLoops(Function &Form) {
  DominatorTree DT(Form);
  LoopInfo LI(DT);
  SmallVector<BasicBlock *, 16> Work;
  for (BasicBlock &BB : Form)
    if (any_of(BB, [](Instruction &I) { return bool(SpawnMark(&I)); }))
      Work.push_back(&BB);
  SmallPtrSet<Loop *, 4> Spawning;
  for (BasicBlock *BB : Work)
    if (Loop *L = LI.getLoopFor(BB))
      Spawning.insert(L->getOutermostLoop());
  SmallPtrSet<BasicBlock *, 16> After;
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (After.insert(BB).second)
      Work.append(succ_begin(BB), succ_end(BB));
  }
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> Edges;
  for (Loop *L : LI.getLoopsInPreorder())
    if (BasicBlock *Head = L->getHeader(); After.count(Head))
      for (BasicBlock *Pred : predecessors(Head))
        if (Spawning.count(L) || L->contains(Pred))
          Edges.push_back({Pred, Head});
  for (auto [From, To] : Edges)
    giveUpBetween(From, To);
}

/// Rotates loops. Then a loop without iterations does not reach its header.
static void rotateLoops(Function &Form, FunctionAnalysisManager &FAM) {
  removeUnreachableBlocks(Form);
  FunctionPassManager FPM;
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  FPM.run(Form, FAM);
  FAM.invalidate(Form, PreservedAnalyses::none());
}

/// Makes the inline form of \p Task from the known forms of its children. Null
/// if the task is not suitable.
Function *InlineForms::make(Function &Task) {
  Function *Form = cloneTask(Task);
  IRBuilder<> Entry(&*Form->getEntryBlock().begin());
  AllocaInst *Children =
      Entry.CreateAlloca(Entry.getInt32Ty(), nullptr, "children");
  Entry.CreateStore(Entry.getInt32(0), Children);
  replaceReturns(Task, *Form, Children);
  rotateLoops(*Form, FAM);
  giveUpAtLoops(*Form);
  replaceSpawns(*Form, Children);
  inlineHelpers(*Form);
  removeUnreachableBlocks(*Form);
  FunctionPassManager FPM;
  for (int Round = 0; Round < 2; ++Round) {
    FPM.addPass(scalarReplacement());
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(InstCombinePass());
    FPM.addPass(JumpThreadingPass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(ADCEPass());
  }
  FPM.run(*Form, FAM);
  if (givesUpUnseen(*Form) && fitsBudget(*Form))
    return Form;
  discard(Form);
  return nullptr;
}

void InlineForms::discard(Function *Form) {
  FAM.clear(*Form, Form->getName());
  Form->eraseFromParent();
}

void InlineForms::grow(ArrayRef<Function *> Tasks) {
  for (unsigned I = 0; I < Generations; ++I) {
    // The forms of one generation call the forms of the generation before.
    MapVector<Function *, Function *> Next;
    for (Function *Task : Tasks)
      if (I == 0 || lookup(Task))
        if (Function *Form = make(*Task))
          Next[Task] = Form;
    for (auto [Task, Form] : Next) {
      if (Function *Before = lookup(Task))
        discard(Before);
      Forms[Task] = Form;
    }
  }
}

void InlineForms::discardAll() {
  for (auto [Task, Form] : Forms)
    discard(Form);
}
