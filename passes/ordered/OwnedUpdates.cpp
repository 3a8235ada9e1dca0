//===- OwnedUpdates.cpp - The updates of one owner ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/OwnedUpdates.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/MonitoredMemory.h"
#include "ordered/Updates.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// Each is a branch, which costs little. With more, nobody has tried it.
static constexpr size_t MostOwned = 64;

namespace {

class Owning {
  Function &F;
  const MonitoredMemory Memory;
  /// What needs monitored memory, in the order of its block.
  MapVector<BasicBlock *, SmallVector<Instruction *, 8>> Late;
  SmallVector<Update, 2> Updates;

  bool hasEffects(Instruction &I) const;
  std::string findLate();
  std::string findOwned();
  void guard(Update &U, Instruction &After);

public:
  Owning(Function &F, ArrayRef<unsigned> Monitored, const Slice &Found)
      : F(F), Memory(Monitored, Found) {}
  /// Why there are no guards; empty if there are.
  std::string run(FunctionAnalysisManager &FAM);
};

} // namespace

/// Whether it accesses variables, of the work-item or the program.
static bool usesVariables(Instruction &I) {
  auto Accesses = accessesOf(I);
  return any_of(*Accesses, [](const Access &A) {
    const Bases At = basesOf(*A.Pointer);
    return At.Private || At.Variable;
  });
}

/// Others than to change monitored memory, or variables of the work-item.
bool Owning::hasEffects(Instruction &I) const {
  if (isOnlyForOthers(I))
    return true;
  auto Accesses = accessesOf(I);
  return !Accesses || any_of(*Accesses, [&](const Access &A) {
    const Bases At = basesOf(*A.Pointer);
    return A.Writes && (At.Variable || At.Unknown ||
                        (!At.Params.empty() && !Memory.isTouchedBy(A)));
  });
}

/// Fills \ref Late. Returns why that cannot be.
std::string Owning::findLate() {
  SetVector<Instruction *> Found;
  for (Instruction &I : instructions(F)) {
    if (hasEffects(I))
      return "it does more than to change monitored memory";
    if (!Memory.isTouchedBy(I))
      continue;
    if (Memory.isTouchedByFunction(I))
      return "a function makes the access";
    Found.insert(&I);
  }
  for (unsigned At = 0; At < Found.size(); ++At)
    for (User *U : Found[At]->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Found.insert(I);
  for (Instruction *I : Found) {
    const bool IsOnlyThere =
        all_of(I->users(),
               [I](const User *U) {
                 return cast<Instruction>(U)->getParent() == I->getParent();
               }) &&
        !isa<PHINode>(I) && !I->isTerminator();
    // What it stores in a variable may be needed anywhere, and what it loads from
    // one may have changed when it comes later.
    if (!IsOnlyThere || usesVariables(*I))
      return "what it reads of monitored memory is needed elsewhere";
  }
  for (Instruction &I : instructions(F))
    if (Found.contains(&I))
      Late[I.getParent()].push_back(&I);
  return Late.empty() ? "it makes no access" : std::string();
}

std::string Owning::findOwned() {
  if (std::string Why = findLate(); !Why.empty())
    return Why;
  SmallVector<ArrayRef<Instruction *>, 4> Blocks;
  for (const auto &[Block, Own] : Late)
    Blocks.push_back(Own);
  Updates = findUpdates(
      Blocks, [this](Instruction &I) { return Memory.isTouchedBy(I); },
      /*MayOverlap=*/false, MostOwned);
  if (Updates.empty())
    return "its accesses are to places that belong together, or overlap";
  for (const Update &U : Updates)
    if (auto *I = dyn_cast<Instruction>(U.Address);
        I && is_contained(Late[I->getParent()], I))
      return "the place of the access depends on monitored memory";
  return std::string();
}

/// Moves \p I before \p At, and what it needs that comes later than that.
static void moveBefore(Instruction &I, Instruction &At,
                       const BasicBlock &Later) {
  for (Value *Operand : I.operands())
    if (auto *Needed = dyn_cast<Instruction>(Operand);
        Needed && Needed->getParent() == &Later)
      moveBefore(*Needed, At, Later);
  I.moveBefore(&At);
}

/// \p After comes after all that is late in the block.
void Owning::guard(Update &U, Instruction &After) {
  IRBuilder<> B(&After);
  CallInst *IsOwned = markUpdate(B, names::OwnedMark, *B.getInt1Ty(), U);
  Instruction *End = SplitBlockAndInsertIfThen(IsOwned, &After, false);
  const BasicBlock &Later = *After.getParent();
  for (Instruction *I : U.Late)
    moveBefore(*I, *End, Later);
}

std::string Owning::run(FunctionAnalysisManager &FAM) {
  Memory.simplify(F, FAM);
  if (std::string Why = findOwned(); !Why.empty())
    return Why;
  auto Next = Updates.begin();
  for (const auto &[Block, Own] : Late) {
    Instruction *After = Own.back()->getNextNode();
    for (; Next != Updates.end() && is_contained(Own, Next->Late[0]); ++Next)
      guard(*Next, *After);
  }
  return std::string();
}

OwnedUpdates tasklet::ownUpdates(Function &Body, ArrayRef<unsigned> Monitored,
                                 const Slice &Found,
                                 FunctionAnalysisManager &FAM) {
  OwnedUpdates Result;
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Body, Map);
  const StringRef Name = Body.getName();
  F->setName(Name.take_front(Name.rfind(".body")) + ".owned");
  F->setLinkage(GlobalValue::InternalLinkage);
  Result.WhyNot = Owning(*F, Monitored, Found).run(FAM);
  FAM.clear(*F, F->getName());
  if (Result.WhyNot.empty())
    Result.F = F;
  else
    F->eraseFromParent();
  return Result;
}
