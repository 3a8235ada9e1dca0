//===- DequeOverflow.cpp - Suspend a task at a spawn ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/DequeOverflow.h"
#include "ir/AddressSpaces.h"
#include "ir/Marks.h"
#include "tasks/SpawnRoles.h"
#include "tasks/StepPlan.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

void tasklet::splitAfterSpawns(Function &F) {
  SmallVector<CallInst *, 8> Spawns;
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && mayBeRecorded(Spawn))
      Spawns.push_back(Spawn.call());
  for (CallInst *Spawn : Spawns)
    SplitBlock(Spawn->getParent(), Spawn->getNextNode())->setName("spawned");
}

namespace {

/// Liveness analysis: the values and variables that are needed at the start of
/// each block of a step.
class Liveness {
  const StepPlan &Plan;
  const Step &S;
  DenseMap<Value *, unsigned> Numbers;
  SmallVector<Value *, 32> Known;
  struct Sets {
    BitVector Uses, Defs, In;
  };
  DenseMap<BasicBlock *, Sets> Blocks;

  /// The number of \p V; none if it needs no place.
  Optional<unsigned> numberOf(Value *V) {
    if (!isa<Argument>(V) && !isa<Instruction>(V))
      return None;
    auto [At, New] = Numbers.try_emplace(V, Known.size());
    if (New)
      Known.push_back(V);
    return At->second;
  }
  static void set(BitVector &Bits, unsigned N) {
    if (Bits.size() <= N)
      Bits.resize(N + 1);
    Bits.set(N);
  }
  void findUses(BasicBlock *BB);
  BitVector out(BasicBlock *BB);

public:
  Liveness(const StepPlan &Plan, const Step &S);
  void addNeeds(OverflowPoint &Point);
};

} // namespace

/// The variable that \p I writes as a whole, if all its uses are loads and
/// stores.
static AllocaInst *variableWrittenBy(Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  auto *Variable =
      Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
  if (!Variable || Store->isVolatile() ||
      Variable->getAllocatedType() != Store->getValueOperand()->getType())
    return nullptr;
  for (User *U : Variable->users()) {
    auto *Other = dyn_cast<StoreInst>(U);
    if (Other ? Other->getValueOperand() == Variable : !isa<LoadInst>(U))
      return nullptr;
  }
  return Variable;
}

/// Finds the values that \p BB uses before it computes them itself. A use of
/// the address of a variable counts as a use of the variable, unless it writes
/// the whole variable.
void Liveness::findUses(BasicBlock *BB) {
  Sets &Here = Blocks[BB];
  for (Instruction &I : *BB) {
    AllocaInst *Written = variableWrittenBy(I);
    if (!isa<PHINode>(I))
      for (Value *Operand : I.operands())
        if (auto N = Operand == Written ? None : numberOf(Operand))
          if (*N >= Here.Defs.size() || !Here.Defs.test(*N))
            set(Here.Uses, *N);
    if (Written)
      set(Here.Defs, *numberOf(Written));
    if (!isa<AllocaInst>(I) && !I.getType()->isVoidTy())
      set(Here.Defs, *numberOf(&I));
  }
}

/// The values and variables that are needed at the end of \p BB.
BitVector Liveness::out(BasicBlock *BB) {
  BitVector Out(Known.size());
  for (BasicBlock *Succ : successors(BB)) {
    if (unsigned Next = Plan.stepAt(Succ)) {
      for (Value *V : Plan.Steps[Next].Values)
        Out.set(*numberOf(V));
      for (AllocaInst *Variable : Plan.Steps[Next].Variables)
        Out.set(*numberOf(Variable));
      continue;
    }
    Out |= Blocks[Succ].In;
    for (PHINode &Phi : Succ->phis())
      if (auto N = numberOf(Phi.getIncomingValueForBlock(BB)))
        Out.set(*N);
  }
  return Out;
}

Liveness::Liveness(const StepPlan &Plan, const Step &S) : Plan(Plan), S(S) {
  // Give out all numbers first, so that all sets have the same size.
  for (unsigned Next : S.Next) {
    for (Value *V : Plan.Steps[Next].Values)
      numberOf(V);
    for (AllocaInst *Variable : Plan.Steps[Next].Variables)
      numberOf(Variable);
  }
  for (BasicBlock *BB : S.Blocks)
    for (PHINode &Phi : BB->phis())
      for (Value *V : Phi.incoming_values())
        numberOf(V);
  for (BasicBlock *BB : S.Blocks)
    findUses(BB);
  for (BasicBlock *BB : S.Blocks) {
    Sets &Here = Blocks[BB];
    Here.Uses.resize(Known.size());
    Here.Defs.resize(Known.size());
    Here.In = Here.Uses;
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    // Blocks are roughly in program order, so the reverse order converges fast.
    for (BasicBlock *BB : reverse(S.Blocks)) {
      Sets &Here = Blocks[BB];
      BitVector In = out(BB);
      In.reset(Here.Defs);
      In |= Here.Uses;
      Changed |= In != Here.In;
      Here.In = In;
    }
  }
}

void Liveness::addNeeds(OverflowPoint &Point) {
  for (unsigned N : Blocks[Point.After].In.set_bits()) {
    if (auto *Variable = dyn_cast<AllocaInst>(Known[N]))
      Point.Variables.insert(Variable);
    else
      Point.Values.insert(Known[N]);
  }
}

/// Drops variables that no block before \p Point uses: they hold nothing there.
static void dropUntouched(OverflowPoint &Point) {
  SmallPtrSet<BasicBlock *, 32> Before;
  SmallVector<BasicBlock *, 16> Work{Point.Spawn->getParent()};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (Before.insert(BB).second)
      Work.append(pred_begin(BB), pred_end(BB));
  }
  Point.Variables.remove_if([&](AllocaInst *Variable) {
    return none_of(Variable->users(), [&](User *U) {
      return Before.count(cast<Instruction>(U)->getParent());
    });
  });
}

/// Can \p Ty hold the address of private memory?
static bool holdsPrivateAddress(Type *Ty) {
  if (auto *Pointer = dyn_cast<PointerType>(Ty))
    return Pointer->getAddressSpace() == spaces().Private ||
           Pointer->getAddressSpace() == spaces().Generic;
  return any_of(Ty->subtypes(), holdsPrivateAddress);
}

static bool keepsAddresses(const OverflowPoint &Point) {
  return any_of(Point.Values,
                [](Value *V) { return holdsPrivateAddress(V->getType()); }) ||
         any_of(Point.Variables, [](AllocaInst *Variable) {
           return holdsPrivateAddress(Variable->getAllocatedType());
         });
}

void tasklet::planOverflow(const StepPlan &Plan, Step &S) {
  SmallVector<CallInst *, 8> Spawns;
  for (BasicBlock *BB : S.Blocks)
    for (Instruction &I : *BB)
      if (SpawnMark Spawn(&I); Spawn && mayBeRecorded(Spawn))
        Spawns.push_back(Spawn.call());
  if (Spawns.empty())
    return;
  Liveness Live(Plan, S);
  for (CallInst *Spawn : Spawns) {
    OverflowPoint Point;
    Point.Spawn = Spawn;
    Point.After = Spawn->getParent()->getSingleSuccessor();
    Live.addNeeds(Point);
    dropUntouched(Point);
    if (keepsAddresses(Point))
      continue;
    S.Overflow.Values.insert(Point.Values.begin(), Point.Values.end());
    S.Overflow.Variables.insert(Point.Variables.begin(), Point.Variables.end());
    S.Overflow.Points.push_back(Point);
  }
}
