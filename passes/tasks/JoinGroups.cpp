//===- JoinGroups.cpp - Which children a force waits for ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/JoinGroups.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

namespace {

using Groups = uint64_t; ///< a bit for each

class JoinGroups {
  Function &F;
  MapVector<AllocaInst *, unsigned> Futures;    ///< their groups
  MapVector<Instruction *, Groups> Forces;      ///< what they wait for
  DenseMap<const BasicBlock *, Groups> AtStart; ///< may be outstanding

  Groups bit(SpawnMark Spawn) const {
    return Groups(1) << (Spawn.future() ? Futures.lookup(Spawn.future()) : 0);
  }
  Groups transfer(Groups Outstanding, Instruction &I) const;

public:
  explicit JoinGroups(Function &F) : F(F) {}
  void readLists();
  void solve();
  bool isNeeded();
  void write();
};

} // namespace

static CallInst *listMark(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == names::PluginForceVar ? Call : nullptr;
}

void JoinGroups::readLists() {
  SmallVector<CallInst *, 8> Marks;
  for (Instruction &I : instructions(F)) {
    if (SpawnMark Spawn(&I); Spawn && Spawn.future())
      Futures.insert(
          {Spawn.future(), 1 + Futures.size() % (MaxJoinGroups - 1)});
    if (CallInst *Mark = listMark(I))
      Marks.push_back(Mark);
  }
  bool Complete = true;
  for (BasicBlock &BB : F) {
    Groups Listed = 0;
    bool HasList = false;
    for (Instruction &I : BB) {
      if (CallInst *Mark = listMark(I)) {
        auto *Future = dyn_cast<AllocaInst>(
            getUnderlyingObject(Mark->getArgOperand(0), 0));
        auto Known = Futures.find(Future);
        if (Known != Futures.end())
          Listed |= Groups(1) << Known->second;
        HasList = true;

      } else if (isForceMark(I)) {
        Forces[&I] = HasList ? Listed : AllGroups;
        Listed = 0;
        HasList = false;
      }
    }
    // A list without its force: wait for more than one might.
    Complete &= !HasList;
  }
  if (!Complete)
    for (auto &[Force, Awaited] : Forces)
      Awaited = AllGroups;
  for (CallInst *Mark : Marks) {
    Value *Address = Mark->getArgOperand(0);
    Mark->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Address);
  }
}

Groups JoinGroups::transfer(Groups Outstanding, Instruction &I) const {
  if (SpawnMark Spawn(&I); Spawn)
    return Outstanding | bit(Spawn);
  return isForceMark(I) ? Outstanding & ~Forces.lookup(&I) : Outstanding;
}

void JoinGroups::solve() {
  SetVector<BasicBlock *> Work;
  Work.insert(&F.getEntryBlock());
  AtStart[&F.getEntryBlock()] = 0;
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    Groups Outstanding = AtStart.lookup(BB);
    for (Instruction &I : *BB)
      Outstanding = transfer(Outstanding, I);
    for (BasicBlock *Next : successors(BB)) {
      auto [Entry, New] = AtStart.insert({Next, Outstanding});
      if (!New && (Outstanding & ~Entry->second) == 0)
        continue;
      Entry->second |= Outstanding;
      Work.insert(Next);
    }
  }
}

/// Whether a force leaves children outstanding.
bool JoinGroups::isNeeded() {
  for (auto &[BB, Start] : AtStart) {
    Groups Outstanding = Start;
    for (Instruction &I : const_cast<BasicBlock &>(*BB)) {
      Outstanding = transfer(Outstanding, I);
      if (isForceMark(I) && Outstanding != 0)
        return true;
    }
  }
  return false;
}

void JoinGroups::write() {
  unsigned Count = 1;
  for (auto [Future, Group] : Futures) {
    setGroup(*Future, Group);
    Count = std::max(Count, Group + 1);
  }
  setGroupCount(F, Count);
  for (auto [Force, Awaited] : Forces)
    setAwaitedGroups(*Force, Awaited);
}

void tasklet::findJoinGroups(Function &F) {
  JoinGroups Found(F);
  Found.readLists();
  Found.solve();
  if (Found.isNeeded())
    Found.write();
}
