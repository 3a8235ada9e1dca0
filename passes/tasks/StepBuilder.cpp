//===- StepBuilder.cpp - Clone the blocks of one step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StepBuilder.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/RuntimeCalls.h"
#include "ir/StoredForm.h"
#include "tasks/SlotAccess.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Loads the arguments of an entry step from the block to which its second
/// parameter points. Structures stay there; the entry block copies them (see
/// tkl-prepare).
static void mapArguments(Function &Old, BuiltStep &S, IRBuilder<> &B) {
  const DataLayout &DL = Old.getParent()->getDataLayout();
  SmallVector<Type *, 8> Types;
  SmallVector<Argument *, 8> Args;
  for (Argument &Arg : Old.args()) {
    if (S.KernelEntry) {
      S.Map[&Arg] = S.New->getArg(Arg.getArgNo());
      continue;
    }
    if (Arg.hasStructRetAttr())
      continue; // Replaced by a result mark.
    Type *ByVal = Arg.getParamByValType();
    Types.push_back(ByVal ? ByVal : Arg.getType());
    Args.push_back(&Arg);
  }
  ArgLayout Layout(Types, DL);
  for (unsigned I = 0; I < Args.size(); ++I) {
    Value *Ptr = byteOffset(B, S.New->getArg(1), Layout.Offsets[I]);
    S.Map[Args[I]] =
        Args[I]->hasByValAttr()
            ? typedPtr(B, Ptr, Types[I])
            : loadForm(B, Types[I], Ptr, Align(heapAlign(Types[I], DL)),
                       Args[I]->getName());
  }
}

/// Loads \p Values, which lie in the frame. Those that the step also computes
/// go to \p Loaded, because their clones do not exist yet.
static void loadValues(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S,
                       IRBuilder<> &B, const SetVector<Value *> &Values,
                       const DenseMap<Value *, uint64_t> &Offsets,
                       MapVector<Value *, Value *> &Loaded) {
  const DataLayout &DL = S.New->getParent()->getDataLayout();
  Value *Frame = RT.frame(B, S.Worker);
  for (Value *V : Values) {
    Value *Ptr = byteOffset(B, Frame, Offsets.lookup(V));
    Value *Load = loadForm(B, V->getType(), Ptr,
                           Align(heapAlign(V->getType(), DL)), V->getName());
    auto *I = dyn_cast<Instruction>(V);
    if (I && Plan.Steps[S.Index].Blocks.count(I->getParent()))
      Loaded[V] = Load;
    else
      S.Map[V] = Load;
  }
}

Value *BuiltStep::valueOf(IRBuilderBase &B, Value *V) {
  if (AllocaInst *Variable = Kept.lookup(V))
    return B.CreateLoad(V->getType(), Variable, V->getName());
  return Map.lookup(V);
}

/// Loads the values that were kept while the task was suspended at a spawn.
static void mapKept(Function &Old, const StepPlan &Plan, RuntimeCalls &RT,
                    BuiltStep &S, IRBuilder<> &B,
                    MapVector<Value *, Value *> &Loaded) {
  const Step &Here = Plan.Steps[S.Index];
  // Values that no point needs are used only in blocks that will be
  // unreachable.
  for (Argument &Arg : Old.args())
    S.Map[&Arg] = UndefValue::get(Arg.getType());
  for (Value *V : Here.Values)
    S.Map[V] = UndefValue::get(V->getType());
  loadValues(Plan, RT, S, B, Here.Overflow.Values, Here.Overflow.Offsets,
             Loaded);
}

/// Gives variables to loaded values that the blocks compute as well.
static void mergeLoaded(BuiltStep &S, IRBuilder<> &B,
                        const MapVector<Value *, Value *> &Loaded) {
  for (auto [V, Load] : Loaded) {
    auto *Clone = cast<Instruction>(S.Map[V]);
    AllocaInst *Variable;
    if (Clone->use_empty()) {
      Variable = B.CreateAlloca(V->getType(), nullptr, V->getName());
      new StoreInst(Clone, Variable,
                    isa<PHINode>(Clone)
                        ? &*Clone->getParent()->getFirstInsertionPt()
                        : Clone->getNextNode());
    } else {
      Variable = DemoteRegToStack(*Clone, /*VolatileLoads=*/false,
                                  placeOf(&S.New->getEntryBlock().front()));
    }
    B.CreateStore(Load, Variable);
    S.Kept[V] = Variable;
  }
}

/// Ends the entry of an overflow form: branches to the code after the spawn
/// that the frame names.
static void goToPoint(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S,
                      IRBuilder<> &B) {
  const OverflowPlan &Overflow = Plan.Steps[S.Index].Overflow;
  auto After = [&](const OverflowPoint &Point) {
    return cast<BasicBlock>(S.Map[Point.After]);
  };
  if (Overflow.Points.size() == 1) {
    B.CreateBr(After(Overflow.Points[0]));
    return;
  }
  Value *Ptr = byteOffset(B, RT.frame(B, S.Worker), Overflow.PointOffset);
  Value *Point = B.CreateLoad(RT.I32, typedPtr(B, Ptr, RT.I32));
  SwitchInst *Switch =
      B.CreateSwitch(Point, After(Overflow.Points[0]), Overflow.Points.size());
  for (unsigned I = 1; I < Overflow.Points.size(); ++I)
    Switch->addCase(B.getInt32(I), After(Overflow.Points[I]));
}

/// Removes the clones of the blocks before the points, which are unreachable.
static void removeWhatCameBefore(BuiltStep &S) {
  DenseSet<BasicBlock *> Reachable;
  for (BasicBlock *BB : depth_first(S.New))
    Reachable.insert(BB);
  SmallVector<BasicBlock *, 16> Dead;
  for (BasicBlock &BB : *S.New)
    if (!Reachable.count(&BB))
      Dead.push_back(&BB);
  for (auto [Next, BB] : S.Suspends)
    if (!Reachable.count(BB))
      new UnreachableInst(BB->getContext(), BB); // They are still empty.
  erase_if(S.Suspends, [&](auto &End) { return !Reachable.count(End.second); });
  DeleteDeadBlocks(Dead);
}

/// Gives a continuation the variables that live in memory.
static void mapVariables(const StepPlan &Plan, BuiltStep &S, IRBuilder<> &B) {
  for (BasicBlock *BB : Plan.Steps[S.Index].Blocks)
    for (Instruction &I : *BB)
      for (Value *Operand : I.operands()) {
        auto *Variable = dyn_cast<AllocaInst>(Operand);
        if (!Variable || S.Map.count(Variable))
          continue;
        auto *Local = cast<AllocaInst>(Variable->clone());
        B.Insert(Local, Variable->getName());
        S.Map[Variable] = Local;
      }
  // Variables that only a later step uses need a place here, too.
  const Step &Here = Plan.Steps[S.Index];
  for (AllocaInst *Variable :
       S.Overflow ? Here.Overflow.Variables : Here.Variables)
    if (!S.Map.count(Variable)) {
      auto *Local = cast<AllocaInst>(Variable->clone());
      B.Insert(Local, Variable->getName());
      S.Map[Variable] = Local;
    }
}

static void loadVariables(const StepPlan &Plan, RuntimeCalls &RT, BuiltStep &S,
                          IRBuilder<> &B) {
  const DataLayout &DL = S.New->getParent()->getDataLayout();
  const Step &Here = Plan.Steps[S.Index];
  Value *Frame = RT.frame(B, S.Worker);
  // This also reads futures that are still outstanding. That does no harm: no
  // code uses them before their force.
  for (AllocaInst *Variable :
       S.Overflow ? Here.Overflow.Variables : Here.Variables) {
    auto Future = Plan.Futures.find(Variable);
    uint64_t Offset = Future != Plan.Futures.end()
                          ? Future->second
                          : (S.Overflow ? Here.Overflow.Offsets : Here.Offsets)
                                .lookup(Variable);
    Type *Ty = Variable->getAllocatedType();
    auto *Local = cast<AllocaInst>(S.Map[Variable]);
    if (Future != Plan.Futures.end() &&
        (S.Overflow ? canUseInSlot(*Local) : isBetterInSlot(*Local))) {
      useInSlot(*Local, typedPtr(B, byteOffset(B, Frame, Offset), Ty));
      S.Futures[Variable].Touched = false;
      continue;
    }
    B.CreateMemCpy(S.Map[Variable], Variable->getAlign(),
                   byteOffset(B, Frame, Offset), Align(heapAlign(Ty, DL)),
                   DL.getTypeAllocSize(Ty));
  }
}

/// Clones the blocks. Redirects edges to a force to an empty block, also those
/// to the force at which the step itself begins.
static void cloneBlocks(const StepPlan &Plan, BuiltStep &S) {
  const Step &Here = Plan.Steps[S.Index];
  LLVMContext &C = S.New->getContext();
  for (BasicBlock *BB : Here.Blocks) {
    BasicBlock *Copy = CloneBasicBlock(BB, S.Map, "", S.New);
    Copy->setName(BB->getName());
    S.Map[BB] = Copy;
  }
  BasicBlock *Again = nullptr;
  for (unsigned Next : Here.Next) {
    BasicBlock *Suspend = BasicBlock::Create(C, "suspend", S.New);
    S.Suspends.push_back({Next, Suspend});
    if (Next != S.Index)
      S.Map[Plan.Steps[Next].Root] = Suspend;
    else
      Again = Suspend;
  }
  for (BasicBlock *BB : Here.Blocks) {
    auto *Copy = cast<BasicBlock>(S.Map[BB]);
    for (PHINode &Phi : make_early_inc_range(Copy->phis()))
      for (unsigned I = Phi.getNumIncomingValues(); I-- > 0;)
        if (!Here.Blocks.count(Phi.getIncomingBlock(I)))
          Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
    for (Instruction &I : *Copy)
      RemapInstruction(&I, S.Map,
                       RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
  }
  if (!Again)
    return;
  auto *Root = cast<BasicBlock>(S.Map[Here.Root]);
  for (BasicBlock *Pred : SmallVector<BasicBlock *, 2>(predecessors(Root)))
    Pred->getTerminator()->replaceSuccessorWith(Root, Again);
}

static void findFutures(const StepPlan &Plan, BuiltStep &S) {
  for (auto &[Variable, Slot] : Plan.Futures) {
    auto *Local = cast_or_null<AllocaInst>(S.Map.lookup(Variable));
    if (Local)
      S.Futures[Variable] = {Local, Slot, isWritten(Local)};
  }
}

void tasklet::cloneStep(Function &Old, const StepPlan &Plan, RuntimeCalls &RT,
                        BuiltStep &S) {
  LLVMContext &C = Old.getContext();
  BasicBlock *Start = BasicBlock::Create(C, "start", S.New);
  IRBuilder<> B(Start);
  if (S.KernelEntry)
    S.Heap = S.New->getArg(S.New->arg_size() - 1);
  else
    S.Worker = S.New->getArg(0);
  MapVector<Value *, Value *> Loaded;
  if (S.Overflow)
    mapKept(Old, Plan, RT, S, B, Loaded);
  else if (S.Index == 0)
    mapArguments(Old, S, B);
  else
    loadValues(Plan, RT, S, B, Plan.Steps[S.Index].Values,
               Plan.Steps[S.Index].Offsets, Loaded);
  if (S.hasFrame())
    mapVariables(Plan, S, B);
  cloneBlocks(Plan, S);
  findFutures(Plan, S); // Before contents are loaded: that is no change.
  if (S.hasFrame())
    loadVariables(Plan, RT, S, B);
  auto *Root = cast<BasicBlock>(S.Map[Plan.Steps[S.Index].Root]);
  // Only allocas in the entry block are static.
  for (Instruction &I : make_early_inc_range(*Root))
    if (isa<AllocaInst>(I))
      I.moveBefore(*Start, Start->begin());
  if (S.Index != 0)
    Root->front().eraseFromParent(); // The force mark.
  mergeLoaded(S, B, Loaded);
  if (!S.Overflow) {
    B.CreateBr(Root);
    return;
  }
  goToPoint(Plan, RT, S, B);
  removeWhatCameBefore(S);
}
