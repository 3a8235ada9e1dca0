//===- PlanSteps.cpp - Divide a function into steps -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/PlanSteps.h"
#include "ir/Marks.h"
#include "ir/SelfChecks.h"
#include "tasks/DequeOverflow.h"
#include "tasks/Liveness.h"
#include "tasks/VariableAddresses.h"

#include "tkl_abi.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Makes every force mark the first instruction of a block with a single
/// predecessor. Then no root has phis.
static void findRoots(Function &F, StepPlan &Plan) {
  Plan.Steps.emplace_back();
  Plan.Steps[0].Root = &F.getEntryBlock();
  SmallVector<Instruction *, 4> Marks;
  for (Instruction &I : instructions(F))
    if (isForceMark(I))
      Marks.push_back(&I);
  for (Instruction *Mark : Marks) {
    Plan.Steps.emplace_back();
    Plan.Steps.back().Root = SplitBlock(Mark->getParent(), Mark);
    Plan.Steps.back().Root->setName("force");
    Plan.Steps.back().Awaited = awaitedGroups(*Mark);
  }
}

static void findBlocks(StepPlan &Plan, unsigned Index) {
  Step &S = Plan.Steps[Index];
  SmallVector<BasicBlock *, 16> Work{S.Root};
  S.Blocks.insert(S.Root);
  while (!Work.empty())
    for (BasicBlock *Succ : successors(Work.pop_back_val())) {
      if (unsigned Next = Plan.stepAt(Succ)) {
        if (!is_contained(S.Next, Next))
          S.Next.push_back(Next);
      } else if (S.Blocks.insert(Succ)) {
        Work.push_back(Succ);
      }
    }
}

namespace {

/// Places data in the frame. What is more aligned comes first, so that there is
/// little padding.
class Area {
  struct Item {
    uint64_t Size, Alignment;
    uint64_t *Offset;
  };
  SmallVector<Item, 8> Items;
  const DataLayout &DL;

public:
  explicit Area(const DataLayout &DL) : DL(DL) {}
  /// \p Offset must stay where it is until place().
  void add(Type *Ty, uint64_t &Offset) {
    Items.push_back({DL.getTypeAllocSize(Ty), heapAlign(Ty, DL), &Offset});
  }
  /// Places all from \p Begin on, and returns the end.
  uint64_t place(uint64_t Begin) {
    stable_sort(Items, [](const Item &A, const Item &B) {
      return A.Alignment > B.Alignment;
    });
    for (Item &I : Items) {
      *I.Offset = alignTo(Begin, I.Alignment);
      Begin = *I.Offset + I.Size;
    }
    return Begin;
  }
};

} // namespace

/// Places the data that is kept while the task is suspended at a spawn in \p S.
/// It begins at \p Begin, after the slots. The captures of a force begin there,
/// too, because a task never needs both at once.
static void layOutOverflow(Function &F, StepPlan &Plan, Step &S,
                           uint64_t Begin) {
  LLVMContext &C = F.getContext();
  OverflowPlan &Overflow = S.Overflow;
  Area Kept(F.getParent()->getDataLayout());
  Overflow.Offsets.reserve(Overflow.Values.size() + Overflow.Variables.size());
  Kept.add(Type::getInt32Ty(C), Overflow.PendingOffset);
  if (Overflow.Points.size() > 1)
    Kept.add(Type::getInt32Ty(C), Overflow.PointOffset);
  for (Value *V : Overflow.Values)
    Kept.add(V->getType(), Overflow.Offsets[V]);
  for (AllocaInst *Variable : Overflow.Variables)
    if (!Plan.Futures.count(Variable))
      Kept.add(Variable->getAllocatedType(), Overflow.Offsets[Variable]);
    else if (isWritten(Variable))
      Kept.add(Type::getInt8Ty(C), Overflow.Offsets[Variable]);
  uint64_t End = Kept.place(Begin);
  Plan.FrameSize = std::max(Plan.FrameSize, End);
  Plan.OverflowSize = std::max(Plan.OverflowSize, End - Begin);
}

static void layOutFrame(Function &F, StepPlan &Plan) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Instruction &I : instructions(F)) {
    SpawnMark Spawn(&I);
    DeliveryMark Delivery(&I); // Perhaps every child is run at its spawn.
    AllocaInst *Future = Spawn      ? Spawn.future()
                         : Delivery ? Delivery.future()
                                    : nullptr;
    if (Future)
      Plan.Futures[Future] = 0;
  }
  Area Slots(DL);
  for (auto &[Future, Offset] : Plan.Futures)
    Slots.add(Future->getAllocatedType(), Offset);
  uint64_t Header = frameHeader();
  if (Plan.Groups != 0) // And one more, where the runtime awaits a group.
    Header += (Plan.Groups + 1) * groupSize();
  uint64_t Size = Slots.place(Header);
  Plan.FrameSize = Size;
  for (Step &S : drop_begin(Plan.Steps)) {
    Area Captures(DL);
    S.Offsets.reserve(S.Values.size() + S.Variables.size());
    for (Value *V : S.Values)
      Captures.add(V->getType(), S.Offsets[V]);
    for (AllocaInst *Variable : S.Variables)
      if (!Plan.Futures.count(Variable))
        Captures.add(Variable->getAllocatedType(), S.Offsets[Variable]);
    Plan.FrameSize = std::max(Plan.FrameSize, Captures.place(Size));
  }
  for (Step &S : Plan.Steps)
    if (!S.Overflow.Points.empty())
      layOutOverflow(F, Plan, S, Size);
  Plan.FrameSize = alignTo(Plan.FrameSize, TKL_ALIGN);
}

void tasklet::planSteps(Function &F, StepPlan &Plan) {
  removeUnreachableBlocks(F);
  splitAfterSpawns(F);
  findRoots(F, Plan);
  rematerialiseAddresses(F); // After the roots have split their blocks.
  for (unsigned I = 0; I < Plan.Steps.size(); ++I)
    findBlocks(Plan, I);
  Liveness Live(F);
  for (Step &S : drop_begin(Plan.Steps))
    Live.addNeeds(S.Root, S.Values, S.Variables);
  // A kernel's own spawns are root records; there is no worker yet.
  for (Step &S : drop_begin(Plan.Steps, isKernel(F)))
    planOverflow(Live, S);
  Plan.Groups = groupCount(F);
  layOutFrame(F, Plan);
}
