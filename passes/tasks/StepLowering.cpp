//===- StepLowering.cpp - Turn marks into runtime calls -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StepLowering.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "ir/StoredForm.h"
#include "tasks/ChildOrder.h"
#include "tasks/NumberSpawns.h"
#include "tasks/SpawnRoles.h"
#include "tasks/StepFrame.h"
#include "tasks/TaskNotes.h"

#include "tkl_abi.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned> OverflowEvery(
    "tkl-overflow-every", cl::init(0), cl::Hidden,
    cl::desc("For tests: act as if there was no room for a spawn whenever the "
             "worker has run a multiple of so many tasks; 0: never"));

namespace {

class Lowering {
  Function &Old;
  const StepPlan &Plan;
  ArrayRef<Function *> StepFunctions, OverflowFunctions;
  RuntimeCalls &RT;
  BuiltStep &S;
  const DataLayout &DL;
  LLVMContext &C;
  const bool InOrder; ///< ChildOrder.h

  SpawnRoles Roles;
  StepFrame Frame;
  /// The block at which the step ends if it is suspended at a spawn.
  struct {
    BasicBlock *Block = nullptr;
    PHINode *Point = nullptr, *Record = nullptr;
  } Overflow;

public:
  Lowering(Function &Old, const StepPlan &Plan,
           ArrayRef<Function *> StepFunctions,
           ArrayRef<Function *> OverflowFunctions, RuntimeCalls &RT,
           BuiltStep &S)
      : Old(Old), Plan(Plan), StepFunctions(StepFunctions),
        OverflowFunctions(OverflowFunctions), RT(RT), S(S),
        DL(Old.getParent()->getDataLayout()), C(Old.getContext()),
        InOrder(keepsChildOrder(Old)), Roles(findRoles(Old, Plan, S)),
        Frame(Plan, RT, S) {
    noteRoles(Old, S, Roles);
  }

  void run();

private:
  void writeArgs(IRBuilder<> &B, SpawnMark Spawn, Value *Block);
  Value *newRecord(IRBuilder<> &B, SpawnMark Spawn, Value *Id, Value *Dest);
  void record(CallInst *Call);
  void refuseWithoutRoom(SpawnMark Spawn);
  void suspendAtSpawn(SpawnMark Spawn, Value *Record);
  void finishOverflow();
  void goOnWith(IRBuilder<> &B, SpawnMark Spawn, Value *Ret, bool Tail = false);
  void runOlderFirst(SpawnMark Spawn, Value *Ret, Value *Step,
                     Instruction *Before);
  Value *takeChild(IRBuilder<> &B, Value *Address);
  void endWithRecords(IRBuilder<> &B, Value *Step);
  void exchangeWithOnly(SpawnMark Spawn, Value *Ret, Value *Step,
                        Instruction *Before);
  /// What the frame of a suspended task counts: with groups, they count.
  Value *pendingOfFrame(IRBuilder<> &B) {
    return Frame.hasGroups() ? B.getInt32(0) : Frame.pending(B);
  }
  void suspend(const StepEnd &End);
  /// The address for the result of a spawn after which this task does nothing.
  Value *retOf(IRBuilder<> &B, SpawnMark Spawn) {
    return Spawn.future() ? Frame.null() : Frame.destination(B, Spawn);
  }
  void handOver(IRBuilder<> &B, SpawnMark Spawn, Value *Ret);
  Instruction *pathForUnforced(Instruction *Before);
  Value *ownRet(IRBuilder<> &B) {
    return S.hasFrame() ? RT.frameRet(B, S.Worker) : RT.entryRet(B, S.Worker);
  }
  void tail(CallInst *Call);
  void leave(Instruction *Before);
  void awaitGroups();
  void enter();
  void lowerReturn(ReturnInst *Ret);
  void storeResult(ReturnInst *Ret);
};

} // namespace

void Lowering::writeArgs(IRBuilder<> &B, SpawnMark Spawn, Value *Block) {
  SmallVector<Type *, 8> Types;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I)
    Types.push_back(Spawn.argType(I));
  ArgLayout Layout(Types, DL);
  bool ToRecord = Block->getType()->getPointerAddressSpace() == spaces().Global;
  uint64_t Start = ToRecord ? Layout.recordOffset() : 0;
  for (unsigned I = 0; I < Spawn.numArgs(); ++I) {
    Value *Arg = Spawn.arg(I);
    Align Alignment(heapAlign(Types[I], DL));
    Value *Ptr = byteOffset(B, Block, Start + Layout.Offsets[I]);
    if (Spawn.isByVal(I))
      B.CreateMemCpy(Ptr, Alignment, Arg, Arg->getPointerAlignment(DL),
                     DL.getTypeAllocSize(Types[I]));
    else
      storeForm(B, Arg, Ptr, Alignment);
  }
}

Value *Lowering::newRecord(IRBuilder<> &B, SpawnMark Spawn, Value *Id,
                           Value *Dest) {
  Value *Waiting = Frame.waiting(B, Spawn);
  Value *Record = Frame.hasGroups()
                      ? RT.spawnInGroup(B, S.Worker, Id, Waiting, Dest)
                      : RT.spawn(B, S.Worker, Id, Waiting, Dest);
  if (knowsSpawns())
    RT.stackRecord(B, Record, placeOf(B, Spawn), /*Root=*/false);
  return Record;
}

void Lowering::record(CallInst *Call) {
  SpawnMark Spawn(Call);
  Frame.noteInSlot(Spawn);
  IRBuilder<> B(Call);
  Value *Id = RT.stepId(B, Spawn.task());
  Value *Dest = Frame.destination(B, Spawn);
  if (S.KernelEntry) {
    Value *Waiting = Frame.waiting(B, Spawn);
    Value *Record = RT.rootSpawn(B, S.Heap, Id, Waiting, Dest);
    if (knowsSpawns())
      RT.stackRecord(B, Record, placeOf(B, Spawn), /*Root=*/true);
    writeArgs(B, Spawn, Record);
  } else {
    Value *Record = newRecord(B, Spawn, Id, Dest);
    writeArgs(B, Spawn, Record);
    suspendAtSpawn(Spawn, Record);
    B.SetInsertPoint(Call);
    RT.spawned(B, S.Worker);
  }
  Frame.countPending(B, Spawn);
  Call->eraseFromParent();
}

/// Ends the step: the spawned task runs next; \p Tail: in place of this one.
void Lowering::goOnWith(IRBuilder<> &B, SpawnMark Spawn, Value *Ret,
                        bool Tail) {
  if (knowsSpawns())
    RT.stackNext(B, S.Worker, placeOf(B, Spawn), Tail);
  writeArgs(B, Spawn, RT.argsOf(B, Spawn.task()));
  RT.runNext(B, S.Worker, Ret);
  B.CreateRet(RT.stepId(B, Spawn.task()));
}

/// The worker's next action after the frame at \p Address was suspended with
/// records outstanding.
Value *Lowering::takeChild(IRBuilder<> &B, Value *Address) {
  Value *Pending = Frame.pending(B);
  return InOrder ? RT.takeOldestChild(B, S.Worker, Address, Pending)
                 : RT.takeChild(B, S.Worker, Address, Pending);
}

/// Ends the step after records: the worker takes one of them, or looks at the
/// groups that \p Step, the step that follows, waits for.
void Lowering::endWithRecords(IRBuilder<> &B, Value *Step) {
  Value *Address = Frame.address(B);
  if (!Frame.hasGroups()) {
    RT.suspend(B, S.Worker, Address, Step, Frame.pending(B), Plan.FrameSize);
    B.CreateRet(takeChild(B, Address));
  } else if (auto *Own = dyn_cast<ConstantInt>(Step)) {
    assert(Own->equalsInt(TKL_STEP_LEAVE));
    (void)Own;
    RT.leaveGroups(B, S.Worker, Address);
    B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
  } else {
    RT.continueAt(B, S.Worker, Address, Step);
    B.CreateRet(Step);
  }
}

/// Puts a path before \p Before that is taken if one record is outstanding and
/// no thief can take it: that child runs next, and \p Spawn gets its record.
void Lowering::exchangeWithOnly(SpawnMark Spawn, Value *Ret, Value *Step,
                                Instruction *Before) {
  IRBuilder<> B(Before);
  Value *One = B.CreateICmpEQ(Frame.pending(B), B.getInt32(1));
  Instruction *Only = SplitBlockAndInsertIfThen(
      B.CreateAnd(One, RT.canExchange(B, S.Worker)), Before, true);
  B.SetInsertPoint(Only);
  Value *Address = Frame.address(B);
  Value *Record =
      RT.exchange(B, S.Worker, RT.stepId(B, Spawn.task()), Address, Ret);
  if (knowsSpawns())
    RT.stackRecord(B, Record, placeOf(B, Spawn), /*Root=*/false);
  writeArgs(B, Spawn, Record);
  RT.suspend(B, S.Worker, Address, Step, Frame.pending(B), Plan.FrameSize);
  B.CreateRet(RT.runExchanged(B, S.Worker));
  Only->eraseFromParent();
}

/// Puts a path before \p Before that is taken if children are outstanding that
/// are older than \p Spawn, which would run next. There it becomes a record,
/// too, if there is room, and the step ends; \p Step follows.
void Lowering::runOlderFirst(SpawnMark Spawn, Value *Ret, Value *Step,
                             Instruction *Before) {
  if (!Frame.hasGroups() && (!InOrder || isOldestChild(*Spawn.call())))
    return;
  IRBuilder<> B(Before);
  Instruction *Older =
      SplitBlockAndInsertIfThen(Frame.someOutstanding(B), Before, false);
  if (!Frame.hasGroups())
    exchangeWithOnly(Spawn, Ret, Step, Older);
  B.SetInsertPoint(Older);
  Value *Id = RT.stepId(B, Spawn.task());
  Value *Record = newRecord(B, Spawn, Id, Ret);
  Instruction *Room =
      SplitBlockAndInsertIfThen(RT.hasRoom(B, S.Worker), Older, true);
  B.SetInsertPoint(Room);
  writeArgs(B, Spawn, Record);
  RT.spawned(B, S.Worker);
  Frame.countPending(B, Spawn);
  endWithRecords(B, Step);
  Room->eraseFromParent();
}

/// Ends the command before \p Spawn if there was no room for its record.
void Lowering::refuseWithoutRoom(SpawnMark Spawn) {
  IRBuilder<> B(Spawn.call());
  MDNode *Rare = MDBuilder(C).createBranchWeights(1, 1 << 20);
  Instruction *Last = SplitBlockAndInsertIfThen(
      B.CreateNot(RT.hasRoom(B, S.Worker)), Spawn.call(), true, Rare);
  B.SetInsertPoint(Last);
  B.CreateRet(RT.refuseSpawn(B, S.Worker));
  Last->eraseFromParent();
}

/// Puts a path before \p Spawn that is taken if there was no room for its
/// record: then the child runs at once. All such paths of a step meet, so that
/// their common code exists once.
void Lowering::suspendAtSpawn(SpawnMark Spawn, Value *Record) {
  const OverflowPlan &Plan = this->Plan.Steps[S.Index].Overflow;
  const auto *Point = find_if(Plan.Points, [&](const OverflowPoint &P) {
    return S.Map.lookup(P.Spawn) == Spawn.call();
  });
  if (Point == Plan.Points.end()) {
    refuseWithoutRoom(Spawn); // DequeOverflow.h says why.
    return;
  }
  unsigned Number = Point - Plan.Points.begin();
  if (!Overflow.Block) {
    Overflow.Block = BasicBlock::Create(C, "overflow", S.New);
    IRBuilder<> B(Overflow.Block);
    Overflow.Point = B.CreatePHI(RT.I32, Plan.Points.size());
    Overflow.Record = B.CreatePHI(RT.GlobalPtr, Plan.Points.size());
  }
  IRBuilder<> B(Spawn.call());
  Value *NoRoom = B.CreateNot(RT.hasRoom(B, S.Worker));
  if (checksRaces()) // Depth first (libtasklet/device/races.cl).
    NoRoom = B.getTrue();
  else if (OverflowEvery != 0)
    NoRoom = B.CreateOr(NoRoom, RT.ranMultiple(B, S.Worker, OverflowEvery));
  MDNode *Rare = MDBuilder(C).createBranchWeights(1, 1 << 20);
  Instruction *Last =
      SplitBlockAndInsertIfThen(NoRoom, Spawn.call(), true, Rare);
  Frame.keepValues(Last, Number);
  Overflow.Point->addIncoming(B.getInt32(Number), Last->getParent());
  Overflow.Record->addIncoming(Record, Last->getParent());
  BranchInst::Create(Overflow.Block, Last);
  Last->eraseFromParent();
}

/// Ends the block where those paths meet.
void Lowering::finishOverflow() {
  if (!Overflow.Block)
    return;
  Instruction *Last = new UnreachableInst(C, Overflow.Block);
  Frame.keepVariables(Last, Overflow.Point);
  IRBuilder<> B(Last);
  Value *Address = Frame.address(B);
  B.CreateRet(RT.suspendAtSpawn(B, S.Worker, Address,
                                RT.stepId(B, OverflowFunctions[S.Index]),
                                Plan.FrameSize, Overflow.Record));
  Last->eraseFromParent();
}

/// Ends the step: the spawned task takes the place of this one, and delivers
/// the result instead of it.
void Lowering::handOver(IRBuilder<> &B, SpawnMark Spawn, Value *Ret) {
  if (S.hasFrame())
    RT.closeFrame(B, S.Worker);
  goOnWith(B, Spawn, Ret, /*Tail=*/true);
}

void Lowering::suspend(const StepEnd &End) {
  SpawnMark Spawn(End.RunNext);
  // All paths below end at this placeholder.
  Instruction *Last = new UnreachableInst(C, End.Block);
  if (Spawn) {
    // Its operands dominate the block, which has one predecessor.
    End.RunNext->moveBefore(Last);
    if (End.Forwards) {
      IRBuilder<> B(End.RunNext);
      Value *None = Frame.noneOutstanding(B);
      Instruction *Dead = SplitBlockAndInsertIfThen(None, End.RunNext, true);
      B.SetInsertPoint(Dead);
      handOver(B, Spawn,
               resultType(Old)->isVoidTy() ? retOf(B, Spawn) : ownRet(B));
      Dead->eraseFromParent();
      if (!Roles.needsFrame()) {
        // Then nothing is ever pending here, and the step has no frame.
        End.RunNext->eraseFromParent();
        return;
      }
    }
    Frame.noteInSlot(Spawn);
  }
  Frame.saveCaptures(Last->getParent(), End.Next);
  IRBuilder<> B(Last);
  Value *Id = RT.stepId(B, StepFunctions[End.Next]);
  Value *Ret = Spawn ? Frame.destination(B, Spawn) : nullptr;
  Value *Address = Frame.address(B);
  if (S.KernelEntry) {
    if (Frame.hasGroups())
      RT.rootAwait(B, S.Heap, Address, Id, Plan.Steps[End.Next].Awaited);
    else
      RT.rootSuspend(B, S.Heap, Address, Id, Frame.pending(B));
    B.CreateRetVoid();
  } else if (Spawn) {
    runOlderFirst(Spawn, Ret, Id, Last);
    B.SetInsertPoint(Last);
    RT.suspend(B, S.Worker, Address, Id, pendingOfFrame(B), Plan.FrameSize);
    goOnWith(B, Spawn, Ret);
  } else if (Frame.hasGroups()) {
    endWithRecords(B, Id);
  } else {
    Value *Pending = Frame.pending(B);
    Instruction *Ready =
        SplitBlockAndInsertIfThen(B.CreateIsNull(Pending), Last, true);
    B.SetInsertPoint(Ready);
    RT.goOn(B, S.Worker);
    B.CreateRet(Id);
    Ready->eraseFromParent();
    B.SetInsertPoint(Last);
    RT.suspend(B, S.Worker, Address, Id, Pending, Plan.FrameSize);
    B.CreateRet(takeChild(B, Address));
  }
  Last->eraseFromParent();
  if (Spawn)
    End.RunNext->eraseFromParent();
}

/// Puts a path before \p Before, the end of a step, that is taken if unforced
/// children are outstanding. They use this frame, so it is freed only after
/// they are done. Returns the terminator of that path, which the caller must
/// remove.
Instruction *Lowering::pathForUnforced(Instruction *Before) {
  IRBuilder<> B(Before);
  return SplitBlockAndInsertIfThen(Frame.someOutstanding(B), Before, true);
}

/// Lowers a spawn that is the last act of a void task.
void Lowering::tail(CallInst *Call) {
  SpawnMark Spawn(Call);
  BasicBlock *BB = Call->getParent();
  for (BasicBlock *Succ : successors(BB))
    Succ->removePredecessor(BB);
  BB->getTerminator()->eraseFromParent();
  Instruction *Last = new UnreachableInst(C, BB);
  IRBuilder<> B(Last);
  Value *Ret = retOf(B, Spawn);
  if (Roles.needsFrame()) {
    runOlderFirst(Spawn, Ret, B.getInt32(TKL_STEP_LEAVE), Last);
    Instruction *Unforced = pathForUnforced(Last);
    B.SetInsertPoint(Unforced);
    unsigned Then = Frame.hasGroups() ? TKL_STEP_LEAVE_GROUPS : TKL_STEP_LEAVE;
    Value *Address = Frame.address(B);
    RT.suspend(B, S.Worker, Address, B.getInt32(Then), pendingOfFrame(B),
               Plan.FrameSize);
    goOnWith(B, Spawn, Ret);
    Unforced->eraseFromParent();
    B.SetInsertPoint(Last);
  }
  handOver(B, Spawn, Ret);
  Last->eraseFromParent();
  Call->eraseFromParent();
}

void Lowering::storeResult(ReturnInst *Ret) {
  Value *Result = Ret->getReturnValue(), *Aggregate = nullptr;
  Instruction *Mark = Ret->getPrevNonDebugInstruction();
  if (Mark)
    Aggregate = resultMarkOf(*Mark);
  if (!Result && !Aggregate)
    return;
  IRBuilder<> B(Ret);
  Value *To = ownRet(B);
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(To), Ret, false));
  Type *Ty = resultType(Old);
  uint64_t Alignment =
      numberAttr(Old, names::ResultAlignAttr, heapAlign(Ty, DL));
  if (Result) {
    storeForm(B, Result, To, Align(Alignment));
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
  if (!Roles.Recorded.empty() || S.Overflow ||
      (Frame.hasGroups() && S.hasFrame())) {
    Instruction *Unforced = pathForUnforced(Before);
    B.SetInsertPoint(Unforced);
    if (InOrder || Frame.hasGroups()) {
      endWithRecords(B, B.getInt32(TKL_STEP_LEAVE));
    } else {
      Value *Address = Frame.address(B);
      RT.suspend(B, S.Worker, Address, B.getInt32(TKL_STEP_LEAVE),
                 Frame.pending(B), Plan.FrameSize);
      B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
    }
    Unforced->eraseFromParent();
    B.SetInsertPoint(Before);
  }
  if (S.hasFrame())
    RT.closeFrame(B, S.Worker);
  B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
}

/// Lets a continuation begin with a look at the groups that its force names. If
/// one is not joined, the runtime sees to it, and the continuation begins again.
void Lowering::awaitGroups() {
  BasicBlock &Start = S.New->getEntryBlock();
  for (Instruction &I : make_early_inc_range(Start))
    if (isa<AllocaInst>(I)) // Static ones stay in the entry block.
      I.moveBefore(&*Start.getFirstInsertionPt());
  Instruction *First = &*Start.begin();
  while (isa<AllocaInst>(First))
    First = First->getNextNode();
  uint64_t Awaited = Plan.Steps[S.Index].Awaited;
  for (unsigned Group = 0; Group < Plan.Groups; ++Group) {
    if (!(Awaited >> Group & 1))
      continue;
    IRBuilder<> B(First);
    Value *Address = RT.frame(B, S.Worker), *Of = RT.group(B, Address, Group);
    Instruction *Awaits =
        SplitBlockAndInsertIfThen(B.CreateNot(RT.isJoined(B, Of)), First, true);
    B.SetInsertPoint(Awaits);
    RT.await(B, S.Worker, Address, Of);
    B.CreateRet(B.getInt32(TKL_ACTION_RETURN));
    Awaits->eraseFromParent();
  }
}

/// Lets the step begin with a note of what it is a step of.
void Lowering::enter() {
  Instruction *First = &*S.New->getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(First))
    First = First->getNextNode();
  IRBuilder<> B(First);
  RT.stackEnter(B, S.Worker, S.Index == 0 && !S.Overflow);
}

void Lowering::lowerReturn(ReturnInst *Ret) {
  storeResult(Ret);
  leave(Ret);
  Ret->eraseFromParent();
}

void Lowering::run() {
  SmallVector<ReturnInst *, 4> Returns;
  if (!S.KernelEntry)
    for (Instruction &I : instructions(*S.New))
      if (auto *Ret = dyn_cast<ReturnInst>(&I))
        Returns.push_back(Ret);
  if (!S.KernelEntry || Plan.hasForce())
    Frame.open(Roles);
  for (ReturnInst *Ret : Returns)
    lowerReturn(Ret);
  for (const StepEnd &End : Roles.Ends)
    suspend(End);
  for (CallInst *Call : Roles.Tails)
    tail(Call);
  for (CallInst *Call : Roles.Recorded)
    record(Call);
  finishOverflow();
  for (DeliveryMark Delivery : Roles.Deliveries)
    Frame.deliver(Delivery);
  for (Instruction &I : make_early_inc_range(instructions(*S.New)))
    if (Value *Tasks = ranMarkOf(I)) {
      IRBuilder<> B(&I);
      RT.countTasks(B, S.Worker, Tasks);
      I.eraseFromParent();
    }
  if (Frame.hasGroups() && S.Index != 0 && !S.Overflow)
    awaitGroups();
  if (knowsSpawns() && !S.KernelEntry)
    enter();
}

void tasklet::lowerStep(Function &Old, const StepPlan &Plan,
                        ArrayRef<Function *> StepFunctions,
                        ArrayRef<Function *> OverflowFunctions,
                        RuntimeCalls &RT, BuiltStep &Built) {
  Lowering(Old, Plan, StepFunctions, OverflowFunctions, RT, Built).run();
}
