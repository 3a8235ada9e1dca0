//===- ChildOrder.cpp - Siblings run in the order of their spawns ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ChildOrder.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "tasks/SpawnRoles.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// What others can see of the time at which code runs. Larger values include
/// smaller ones.
enum Effect { Unseen, Reads, Writes };

/// The effects of the functions of a program.
class Effects {
  DenseMap<const Function *, Effect> Of;

  Effect of(const Instruction &I) const;
  Effect of(const CallBase &Call) const;

public:
  explicit Effects(const Module &M);
  Effect of(const Function &F) const { return Of.lookup(&F); }
  Effect of(SpawnMark Spawn) const;
};

} // namespace

/// The effect of an access through \p Ptr that is \p Kind if others see the
/// memory. Nobody sees private memory, and nobody writes constant memory.
static Effect through(const Value *Ptr, Effect Kind) {
  unsigned Space = Ptr->getType()->getPointerAddressSpace();
  if (Space == spaces().Private || isa<AllocaInst>(getUnderlyingObject(Ptr, 0)))
    return Unseen;
  return Space == spaces().Constant ? Unseen : Kind;
}

Effect Effects::of(SpawnMark Spawn) const {
  // The result may go to memory that others see.
  if (Spawn.dest() && !Spawn.future())
    return std::max(of(*Spawn.task()), through(Spawn.dest(), Writes));
  return of(*Spawn.task());
}

Effect Effects::of(const CallBase &Call) const {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Writes;
  if (SpawnMark Spawn(const_cast<CallBase *>(&Call)); Spawn)
    return of(Spawn);
  if (!Callee->isDeclaration())
    return of(*Callee);
  if (startsWith(Callee->getName(), names::MarkPrefix))
    return Unseen; // The other marks.
  // Any of the failures may be the first. Prints are ordered as writes are.
  if (Callee->getName() == names::ServiceFail)
    return Unseen;
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call))
    return Copy->isVolatile() ? Writes
                              : std::max(through(Copy->getRawDest(), Writes),
                                         through(Copy->getRawSource(), Reads));
  if (auto *Set = dyn_cast<MemSetInst>(&Call))
    return Set->isVolatile() ? Writes : through(Set->getRawDest(), Writes);
  if (Callee->isIntrinsic())
    return Call.doesNotAccessMemory() || isa<DbgInfoIntrinsic>(Call) ||
                   Call.isLifetimeStartOrEnd() || isa<AssumeInst>(Call)
               ? Unseen
               : Writes;
  if (Call.doesNotAccessMemory())
    return Unseen;
  // A built-in function sees no other memory than that of its arguments.
  Effect E = Unseen;
  Effect Kind = Call.onlyReadsMemory() ? Reads : Writes;
  for (const Value *Arg : Call.args())
    if (Arg->getType()->isPointerTy())
      // Text is constant, and printf is seen by all.
      E = std::max(E,
                   Kind == Writes && Arg->getType()->getPointerAddressSpace() ==
                                         spaces().Constant
                       ? Writes
                       : through(Arg, Kind));
  return E;
}

Effect Effects::of(const Instruction &I) const {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return of(*Call);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isSimple() ? through(Load->getPointerOperand(), Reads)
                            : Writes;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isSimple() ? through(Store->getPointerOperand(), Writes)
                             : Writes;
  return I.mayReadOrWriteMemory() ? Writes : Unseen;
}

Effects::Effects(const Module &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Function &F : M) {
      Effect &Known = Of[&F];
      Effect Now = Known;
      for (const Instruction &I : instructions(F)) {
        if (Now == Writes)
          break;
        Now = std::max(Now, of(I));
      }
      Changed |= Now != Of[&F];
      Of[&F] = Now;
    }
  }
}

/// Whether \p Is holds for a spawn whose child may be outstanding at \p At.
static bool anyOutstanding(Instruction &At, function_ref<bool(SpawnMark)> Is) {
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<std::pair<BasicBlock *, BasicBlock::iterator>, 16> Work;
  Work.push_back({At.getParent(), At.getIterator()});
  while (!Work.empty()) {
    auto [BB, I] = Work.pop_back_val();
    bool Joined = false;
    while (!Joined && I != BB->begin()) {
      --I;
      Joined = joinsAll(*I);
      if (SpawnMark Spawn(&*I); Spawn && Is(Spawn))
        return true;
    }
    if (Joined)
      continue;
    for (BasicBlock *Pred : predecessors(BB)) // Also the rest of At's block.
      if (Seen.insert(Pred).second)
        Work.push_back({Pred, Pred->end()});
  }
  return false;
}

/// Whether two children of \p F may meet in memory.
static bool childrenMeet(Function &F, const Effects &Known) {
  return any_of(instructions(F), [&](Instruction &I) {
    SpawnMark Spawn(&I);
    Effect Own = Spawn ? Known.of(Spawn) : Unseen;
    return Own != Unseen && anyOutstanding(I, [&](SpawnMark Older) {
             Effect E = Known.of(Older);
             return E != Unseen && (Own == Writes || E == Writes);
           });
  });
}

PreservedAnalyses ChildOrderPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> Work;
  for (Function &F : M)
    if (!F.isDeclaration() && (isWholeTask(F) || hasMarks(F)))
      Work.push_back(&F);
  if (Work.empty())
    return PreservedAnalyses::all();
  Effects Known(M);
  for (Function *F : Work) {
    if (isTask(*F) && Known.of(*F) == Unseen)
      F->addFnAttr(names::UnseenAttr);
    if (childrenMeet(*F, Known))
      F->addFnAttr(names::InOrderAttr);
  }
  return PreservedAnalyses::none();
}

bool tasklet::keepsChildOrder(const Function &F) {
  return F.hasFnAttribute(names::InOrderAttr);
}

bool tasklet::isUnseenTask(const Function &Task) {
  return Task.hasFnAttribute(names::UnseenAttr);
}

bool tasklet::isOldestChild(const CallInst &Spawn) {
  return Spawn.hasMetadata(names::OldestChild);
}

/// The spawns from which control leads straight to \p End, a force or a return,
/// the last one first. Nothing that a spawn passes by value changes on the way.
static SmallVector<CallInst *, 4> spawnsBefore(Instruction *End) {
  SmallVector<CallInst *, 4> Found;
  SmallPtrSet<BasicBlock *, 8> Passed{End->getParent()};
  bool Changes = false;
  for (Instruction *I = End;;) {
    if (Instruction *Before = I->getPrevNode()) {
      I = Before;
    } else {
      BasicBlock *Pred = I->getParent()->getSinglePredecessor();
      if (!Pred || !Pred->getSingleSuccessor() || !Passed.insert(Pred).second ||
          isa<PHINode>(I))
        return Found;
      I = Pred->getTerminator();
    }
    if (isForceMark(*I))
      return Found;
    SpawnMark Spawn(I);
    if (!Spawn) {
      Changes |= I->mayWriteToMemory();
      continue;
    }
    bool ByValue = false;
    for (unsigned A = 0; A < Spawn.numArgs(); ++A)
      ByValue |= Spawn.isByVal(A);
    if (ByValue && Changes)
      return Found;
    Found.push_back(Spawn.call());
  }
}

void tasklet::reverseSpawns(Function &F) {
  // Then all children run at their spawns.
  if (checksRaces())
    return;
  if (!keepsChildOrder(F) || isKernel(F) || groupCount(F) != 0)
    return; // With groups, the runtime sees to the order.
  SmallVector<Instruction *, 8> Ends;
  for (Instruction &I : instructions(F))
    if (isForceMark(I) || isa<ReturnInst>(I))
      Ends.push_back(&I);
  for (Instruction *End : Ends) {
    SmallVector<CallInst *, 4> Group = spawnsBefore(End);
    // Only a spawn directly before the end runs next.
    if (Group.empty() || mayBeRecorded(SpawnMark(Group.front())))
      continue;
    if (anyOutstanding(*Group.back(), [](SpawnMark) { return true; }))
      continue;
    CallInst *Last = Group.front(), *Oldest = Group.back();
    for (CallInst *Spawn : drop_begin(Group)) {
      Spawn->moveAfter(Last);
      Last = Spawn;
    }
    Oldest->setMetadata(names::OldestChild, MDNode::get(F.getContext(), {}));
  }
}
