//===- StepLowering.cpp - Turn marks into runtime calls -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "StepLowering.h"
#include "AddressSpaces.h"
#include "LLVMCompat.h"
#include "Marks.h"
#include "Names.h"
#include "RuntimeCalls.h"
#include "StepBuilder.h"

#include "tkl_abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

/// What a task returns, by value or through its result parameter.
static Type *resultType(const Function &Task) {
  for (const Argument &Arg : Task.args())
    if (Arg.hasStructRetAttr())
      return Arg.getParamStructRetType();
  return Task.getReturnType();
}

namespace {

class Lowering {
  Function &Old;
  const StepPlan &Plan;
  ArrayRef<Function *> StepFunctions;
  RuntimeCalls &RT;
  BuiltStep &S;
  const DataLayout &DL;
  LLVMContext &C;

  AllocaInst *Pending = nullptr; ///< i32: children recorded and not forced
  DenseMap<AllocaInst *, AllocaInst *> InSlot; ///< i1, by original future
  Value *RootFrame = nullptr;                  ///< of a kernel entry
  bool NeedsFrame = false;

  SmallVector<CallInst *, 8> Recorded; ///< spawns that become records
  SmallVector<CallInst *, 4> Tails;    ///< spawns just before a return
  SmallVector<std::pair<CallInst *, unsigned>, 4> Nexts; ///< before a force

public:
  Lowering(Function &Old, const StepPlan &Plan,
           ArrayRef<Function *> StepFunctions, RuntimeCalls &RT, BuiltStep &S)
      : Old(Old), Plan(Plan), StepFunctions(StepFunctions), RT(RT), S(S),
        DL(Old.getParent()->getDataLayout()), C(Old.getContext()) {}

  void run();

private:
  void makeCounters();
  void sortSpawns();
  bool isForwarding(CallInst *Spawn, unsigned Next) const;
  bool frameIsNeeded() const;
  void openFrame();

  Value *frame(IRBuilder<> &B) {
    return S.KernelEntry ? RootFrame : RT.frame(B, S.Worker);
  }
  Value *null() const { return Constant::getNullValue(RT.GlobalPtr); }
  Value *pending(IRBuilder<> &B) { return B.CreateLoad(RT.I32, Pending); }

  Value *destination(IRBuilder<> &B, SpawnMark Spawn);
  void noteInSlot(SpawnMark Spawn);
  void copyToSlot(Instruction *Before, AllocaInst *Variable,
                  const LocalFuture &Future);
  void writeArgs(IRBuilder<> &B, SpawnMark Spawn, Value *Block);
  void record(CallInst *Call);
  void goOnWith(IRBuilder<> &B, SpawnMark Spawn, Value *Ret);
  void suspend(unsigned Next, CallInst *RunNext);
  void saveCaptures(BasicBlock *BB, unsigned Next);
  void tail(CallInst *Call);
  void leave(Instruction *Before);
  void lowerReturn(ReturnInst *Ret);
  void storeResult(ReturnInst *Ret);
};

} // namespace

void Lowering::makeCounters() {
  IRBuilder<> B(&*S.New->getEntryBlock().getFirstInsertionPt());
  Pending = B.CreateAlloca(RT.I32, nullptr, "pending");
  B.CreateStore(B.getInt32(0), Pending);
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Touched) {
      InSlot[Variable] = B.CreateAlloca(B.getInt1Ty(), nullptr, "in.slot");
      B.CreateStore(B.getFalse(), InSlot[Variable]);
    }
}

static Instruction *previous(Instruction *I) {
  return I->getPrevNonDebugInstruction();
}

/// The return that follows \p I at once, if it is `ret void`.
static bool returnsNext(Instruction *I) {
  Instruction *Next = I->getNextNonDebugInstruction();
  if (auto *Br = dyn_cast<BranchInst>(Next))
    if (Br->isUnconditional())
      Next = Br->getSuccessor(0)->getFirstNonPHIOrDbg();
  auto *Ret = dyn_cast<ReturnInst>(Next);
  return Ret && !Ret->getReturnValue();
}

void Lowering::sortSpawns() {
  SmallPtrSet<Instruction *, 8> Special;
  if (!S.KernelEntry) {
    for (auto [Next, BB] : S.Suspends) {
      Instruction *Term = BB->getSinglePredecessor()->getTerminator();
      Instruction *Last = previous(Term);
      if (cast<BranchInst>(Term)->isUnconditional() && SpawnMark(Last)) {
        Nexts.push_back({cast<CallInst>(Last), Next});
        Special.insert(Last);
      }
    }
  }
  for (Instruction &I : instructions(*S.New)) {
    SpawnMark Spawn(&I);
    if (!Spawn || Special.count(&I))
      continue;
    if (!S.KernelEntry && Old.getReturnType()->isVoidTy() && !Spawn.future() &&
        returnsNext(&I))
      Tails.push_back(Spawn.call());
    else
      Recorded.push_back(Spawn.call());
  }
}

/// The variable whose contents the block returns, if it does nothing else but
/// pass a force.
static AllocaInst *returnedVariable(BasicBlock *Body) {
  AllocaInst *Variable = nullptr;
  for (Instruction &I : *Body) {
    if (isForceMark(I) || isa<BitCastInst>(I) || isa<DbgInfoIntrinsic>(I))
      continue;
    Value *From = nullptr;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      From = Load->isVolatile() ? nullptr : Load->getPointerOperand();
    else if (Value *Result = resultMarkOf(I))
      From = Result->stripPointerCasts();
    else if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
      Value *V = Ret->getReturnValue();
      return !V || (isa<LoadInst>(V) &&
                    cast<LoadInst>(V)->getParent() == Body &&
                    V->getType() == Variable->getAllocatedType())
                 ? Variable
                 : nullptr;
    }
    if (!From || Variable || !isa<AllocaInst>(From))
      return nullptr;
    Variable = cast<AllocaInst>(From);
  }
  return nullptr;
}

/// `t <- g(x); force (t) { return t; }`: the result can go where this task's
/// own result goes.
bool Lowering::isForwarding(CallInst *Call, unsigned Next) const {
  SpawnMark Spawn(Call);
  AllocaInst *Variable = returnedVariable(Plan.Steps[Next].Root);
  if (!Variable || !Spawn.future() ||
      Spawn.dest()->stripPointerCasts() != Spawn.future() ||
      S.Map.lookup(Variable) != Spawn.future())
    return false;
  // Where this task's result goes, the other task must be able to store.
  return resultType(*Spawn.task()) == resultType(Old) &&
         !Old.hasFnAttribute(names::ResultAlignAttr);
}

bool Lowering::frameIsNeeded() const {
  if (!Recorded.empty())
    return true;
  for (auto [Next, BB] : S.Suspends) {
    (void)BB;
    bool Forwards = any_of(Nexts, [&, N = Next](auto &Pair) {
      return Pair.second == N && isForwarding(Pair.first, N);
    });
    if (!Forwards)
      return true;
  }
  return false;
}

/// The frame is opened as late as possible, but once: leaves never get there.
void Lowering::openFrame() {
  NeedsFrame = frameIsNeeded();
  // A continuation has one already.
  if (!NeedsFrame || S.Index != 0)
    return;
  DominatorTree DT(*S.New);
  LoopInfo LI(DT);
  BasicBlock *At = nullptr;
  auto Note = [&](BasicBlock *BB) {
    At = At ? DT.findNearestCommonDominator(At, BB) : BB;
  };
  for (CallInst *Spawn : Recorded)
    Note(Spawn->getParent());
  for (CallInst *Spawn : Tails)
    Note(Spawn->getParent());
  for (auto [Next, BB] : S.Suspends)
    Note(BB->getSinglePredecessor());
  while (Loop *L = LI.getLoopFor(At))
    At = DT.getNode(L->getHeader())->getIDom()->getBlock();

  Instruction *Before = At->getTerminator();
  for (Instruction &I : *At)
    if (SpawnMark(&I)) {
      Before = &I;
      break;
    }
  IRBuilder<> B(Before);
  Value *Opened = S.KernelEntry ? RT.rootFrame(B, S.Heap, Plan.FrameSize)
                                : RT.openFrame(B, S.Worker, Plan.FrameSize);
  if (S.KernelEntry)
    RootFrame = Opened;
  Instruction *Fail = SplitBlockAndInsertIfThen(B.CreateIsNull(Opened), Before,
                                                /*Unreachable=*/true);
  B.SetInsertPoint(Fail);
  if (S.KernelEntry)
    B.CreateRetVoid();
  else
    B.CreateRet(B.getInt32(TKL_ACTION_FAIL));
  Fail->eraseFromParent();
}

/// The address that gets the result: that of the same element in the slot, if
/// the destination is a variable.
Value *Lowering::destination(IRBuilder<> &B, SpawnMark Spawn) {
  Value *Dest = Spawn.dest();
  if (!Dest)
    return null();
  AllocaInst *Local = Spawn.future();
  if (!Local)
    return B.CreatePointerCast(Dest, RT.GlobalPtr);
  if (S.KernelEntry && !RootFrame)
    return null(); // Never forced.
  Value *Offset = nullptr;
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Local == Local)
      Offset = B.getInt64(Future.Slot);
  for (Value *Ptr = Dest; Ptr != Local;) {
    auto *Op = cast<Operator>(Ptr);
    if (auto *Gep = dyn_cast<GEPOperator>(Op))
      Offset = B.CreateAdd(Offset, EmitGEPOffset(&B, DL, Gep));
    Ptr = Op->getOperand(0);
  }
  return byteOffset(B, frame(B), Offset);
}

void Lowering::copyToSlot(Instruction *Before, AllocaInst *Variable,
                          const LocalFuture &Future) {
  // The variable still has its contents in private memory only.
  IRBuilder<> B(Before);
  Value *Out = B.CreateNot(B.CreateLoad(B.getInt1Ty(), InSlot[Variable]));
  B.SetInsertPoint(SplitBlockAndInsertIfThen(Out, Before, false));
  Type *Ty = Variable->getAllocatedType();
  B.CreateMemCpy(byteOffset(B, frame(B), Future.Slot), Align(heapAlign(Ty, DL)),
                 Future.Local, Future.Local->getAlign(),
                 DL.getTypeAllocSize(Ty));
}

/// A spawn makes its variable a future, which lives in the slot. Elements that
/// were written before come along.
void Lowering::noteInSlot(SpawnMark Spawn) {
  AllocaInst *Local = Spawn.future();
  if (!Local || (S.KernelEntry && !RootFrame))
    return;
  for (auto &[Variable, Future] : S.Futures)
    if (Future.Local == Local && Future.Touched) {
      copyToSlot(Spawn.call(), Variable, Future);
      IRBuilder<>(Spawn.call())
          .CreateStore(ConstantInt::getTrue(C), InSlot[Variable]);
    }
}

void Lowering::writeArgs(IRBuilder<> &B, SpawnMark Spawn, Value *Block) {
  SmallVector<Type *, 8> Types;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I)
    Types.push_back(Spawn.argType(I));
  ArgLayout Layout(Types, DL);
  bool ToRecord = Block->getType()->getPointerAddressSpace() == space::Global;
  uint64_t Start = ToRecord ? Layout.recordOffset() : 0;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I) {
    Value *Arg = Spawn.arg(I);
    Align Alignment(heapAlign(Types[I], DL));
    Value *Ptr = byteOffset(B, Block, Start + Layout.Offsets[I]);
    if (Spawn.isByVal(I))
      B.CreateMemCpy(Ptr, Alignment, Arg, Arg->getPointerAlignment(DL),
                     DL.getTypeAllocSize(Types[I]));
    else
      B.CreateAlignedStore(Arg, typedPtr(B, Ptr, Types[I]), Alignment);
  }
}

void Lowering::record(CallInst *Call) {
  SpawnMark Spawn(Call);
  noteInSlot(Spawn);
  IRBuilder<> B(Call);
  Value *Id = RT.stepId(B, Spawn.task());
  Value *Dest = destination(B, Spawn);
  if (S.KernelEntry) {
    Value *Frame = RootFrame ? RootFrame : null();
    writeArgs(B, Spawn, RT.rootSpawn(B, S.Heap, Id, Frame, Dest));
  } else {
    writeArgs(B, Spawn, RT.spawn(B, S.Worker, Id, frame(B), Dest));
    RT.spawned(B, S.Worker);
  }
  B.CreateStore(B.CreateAdd(pending(B), B.getInt32(1)), Pending);
  Call->eraseFromParent();
}

/// Ends the step: the spawned task goes on in its place.
void Lowering::goOnWith(IRBuilder<> &B, SpawnMark Spawn, Value *Ret) {
  writeArgs(B, Spawn, RT.argsOf(B, Spawn.task()));
  RT.runNext(B, S.Worker, Ret);
  B.CreateRet(RT.stepId(B, Spawn.task()));
}

void Lowering::saveCaptures(BasicBlock *BB, unsigned Next) {
  const Step &Then = Plan.Steps[Next];
  for (AllocaInst *Variable : Then.Variables) {
    auto *Local = cast_or_null<AllocaInst>(S.Map.lookup(Variable));
    if (!Local)
      continue;
    auto Future = S.Futures.find(Variable);
    if (Future != S.Futures.end()) {
      if (Future->second.Touched)
        copyToSlot(&*BB->getTerminator(), Variable, Future->second);
      BB = BB->getTerminator()->getParent();
      continue;
    }
    IRBuilder<> B(BB->getTerminator());
    Type *Ty = Variable->getAllocatedType();
    B.CreateMemCpy(byteOffset(B, frame(B), Then.Offsets.lookup(Variable)),
                   Align(heapAlign(Ty, DL)), Local, Local->getAlign(),
                   DL.getTypeAllocSize(Ty));
  }
  IRBuilder<> B(BB->getTerminator());
  for (Value *V : Then.Values) {
    Value *Here = S.Map.lookup(V);
    Value *Ptr = typedPtr(B, byteOffset(B, frame(B), Then.Offsets.lookup(V)),
                          V->getType());
    B.CreateAlignedStore(Here, Ptr, Align(heapAlign(V->getType(), DL)));
  }
}

void Lowering::suspend(unsigned Next, CallInst *RunNext) {
  BasicBlock *BB = S.Suspends[Next];
  SpawnMark Spawn(RunNext);
  // Whatever the paths below do, they end at this placeholder.
  Instruction *End = new UnreachableInst(C, BB);
  if (Spawn) {
    // Its operands dominate the block, which has one predecessor.
    RunNext->moveBefore(End);
    if (isForwarding(RunNext, Next)) {
      IRBuilder<> B(RunNext);
      Value *None = B.CreateIsNull(pending(B));
      B.SetInsertPoint(SplitBlockAndInsertIfThen(None, RunNext, true));
      Instruction *Dead = &*B.GetInsertPoint();
      Value *Ret =
          S.Index == 0 ? RT.entryRet(B, S.Worker) : RT.frameRet(B, S.Worker);
      if (S.Index != 0)
        RT.closeFrame(B, S.Worker);
      goOnWith(B, Spawn, Ret);
      Dead->eraseFromParent();
      if (!NeedsFrame) {
        // Then nothing is ever pending here, and there is no frame to end in.
        RunNext->eraseFromParent();
        return;
      }
    }
    noteInSlot(Spawn);
  }
  saveCaptures(End->getParent(), Next);
  IRBuilder<> B(End);
  Value *Id = RT.stepId(B, StepFunctions[Next]);
  Value *Ret = Spawn ? destination(B, Spawn) : nullptr;
  Value *Frame = frame(B);
  if (S.KernelEntry) {
    RT.rootSuspend(B, S.Heap, Frame, Id, pending(B));
    B.CreateRetVoid();
  } else {
    RT.suspend(B, S.Worker, Frame, Id, pending(B), Plan.FrameSize);
    if (Spawn)
      goOnWith(B, Spawn, Ret);
    else
      B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
  }
  End->eraseFromParent();
  if (RunNext)
    RunNext->eraseFromParent();
}

/// A spawn as the last act of a void task.
void Lowering::tail(CallInst *Call) {
  SpawnMark Spawn(Call);
  BasicBlock *BB = Call->getParent();
  for (BasicBlock *Succ : successors(BB))
    Succ->removePredecessor(BB);
  BB->getTerminator()->eraseFromParent();
  Instruction *End = new UnreachableInst(C, BB);
  IRBuilder<> B(End);
  Value *Ret = destination(B, Spawn);
  if (NeedsFrame) {
    // Other children may be outstanding: the frame stays until they are done.
    Value *Some = B.CreateIsNotNull(pending(B));
    B.SetInsertPoint(SplitBlockAndInsertIfThen(Some, End, true));
    Instruction *Dead = &*B.GetInsertPoint();
    RT.suspend(B, S.Worker, frame(B), B.getInt32(TKL_STEP_LEAVE), pending(B),
               Plan.FrameSize);
    goOnWith(B, Spawn, Ret);
    Dead->eraseFromParent();
    B.SetInsertPoint(End);
  }
  if (S.Index != 0)
    RT.closeFrame(B, S.Worker);
  goOnWith(B, Spawn, Ret);
  End->eraseFromParent();
  Call->eraseFromParent();
}

void Lowering::storeResult(ReturnInst *Ret) {
  Value *Result = Ret->getReturnValue(), *Aggregate = nullptr;
  Instruction *Mark = previous(Ret);
  if (Mark)
    Aggregate = resultMarkOf(*Mark);
  if (!Result && !Aggregate)
    return;
  IRBuilder<> B(Ret);
  Value *To =
      S.Index == 0 ? RT.entryRet(B, S.Worker) : RT.frameRet(B, S.Worker);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(To), Ret, false));
  Type *Ty = resultType(Old);
  uint64_t Alignment =
      numberAttr(Old, names::ResultAlignAttr, heapAlign(Ty, DL));
  if (Result) {
    B.CreateAlignedStore(Result, typedPtr(B, To, Ty), Align(Alignment));
    return;
  }
  auto *Local = cast<AllocaInst>(Aggregate->stripPointerCasts());
  B.CreateMemCpy(To, Align(Alignment), Local, Local->getAlign(),
                 DL.getTypeAllocSize(Ty));
  Mark->eraseFromParent();
}

/// Ends the step and the task.
void Lowering::leave(Instruction *Before) {
  IRBuilder<> B(Before);
  if (!Recorded.empty()) {
    // Children that nobody forced use this frame: it goes when they are done.
    Value *Some = B.CreateIsNotNull(pending(B));
    Instruction *Dead = SplitBlockAndInsertIfThen(Some, Before, true);
    B.SetInsertPoint(Dead);
    RT.suspend(B, S.Worker, frame(B), B.getInt32(TKL_STEP_LEAVE), pending(B),
               Plan.FrameSize);
    B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
    Dead->eraseFromParent();
    B.SetInsertPoint(Before);
  }
  if (S.Index != 0)
    RT.closeFrame(B, S.Worker);
  B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
}

void Lowering::lowerReturn(ReturnInst *Ret) {
  storeResult(Ret);
  leave(Ret);
  Ret->eraseFromParent();
}

void Lowering::run() {
  makeCounters();
  sortSpawns();
  SmallVector<ReturnInst *, 4> Returns;
  if (!S.KernelEntry)
    for (Instruction &I : instructions(*S.New))
      if (auto *Ret = dyn_cast<ReturnInst>(&I))
        Returns.push_back(Ret);
  if (!S.KernelEntry || Plan.hasForce())
    openFrame();
  for (ReturnInst *Ret : Returns)
    lowerReturn(Ret);
  for (auto [Next, BB] : S.Suspends) {
    CallInst *RunNext = nullptr;
    for (auto [Call, Number] : Nexts)
      if (Number == Next)
        RunNext = Call;
    suspend(Next, RunNext);
  }
  for (CallInst *Call : Tails)
    tail(Call);
  for (CallInst *Call : Recorded)
    record(Call);
}

void tasklet::lowerStep(Function &Old, const StepPlan &Plan,
                        ArrayRef<Function *> StepFunctions, RuntimeCalls &RT,
                        BuiltStep &Built) {
  Lowering(Old, Plan, StepFunctions, RT, Built).run();
}
