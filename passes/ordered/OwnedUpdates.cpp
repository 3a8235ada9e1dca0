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
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// Each is a branch, which costs little. With more, nobody has tried it.
static constexpr size_t MostOwned = 64;

namespace {

class Owning {
  Function &F;
  ArrayRef<unsigned> Monitored;
  const MonitoredMemory Memory;
  /// What needs monitored memory, in the order of its block.
  MapVector<BasicBlock *, SmallVector<Instruction *, 8>> Late;
  SmallVector<Update, 2> Updates;

  bool isMonitored(unsigned Param) const {
    return is_contained(Monitored, Param);
  }
  bool hasEffects(Instruction &I) const;
  bool isPlain(Instruction &I) const;
  bool readsAny(ArrayRef<unsigned> Params) const;
  std::string findLate();
  std::string findOwned();
  void guard(Update &U, Instruction &End);

public:
  Owning(Function &F, ArrayRef<unsigned> Monitored, const Slice &Found)
      : F(F), Monitored(Monitored), Memory(Monitored, Found) {}
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

/// Others than to write the memory of parameters, or variables of the work-item. Who
/// writes memory that is not monitored writes the same once more when it is run once
/// more, if it only stores; see findLate.
bool Owning::hasEffects(Instruction &I) const {
  if (isOnlyForOthers(I))
    return !isa<IntrinsicInst>(I); // Those are promises.
  auto *Store = dyn_cast<StoreInst>(&I);
  const bool IsRepeatable = Store && Store->isSimple();
  auto Accesses = accessesOf(I);
  return !Accesses || any_of(*Accesses, [&](const Access &A) {
    const Bases At = basesOf(*A.Pointer);
    const bool WritesOthers = !all_of(
        At.Params, [this](unsigned Param) { return isMonitored(Param); });
    return A.Writes &&
           (At.Variable || At.Unknown || (WritesOthers && !IsRepeatable));
  });
}

/// Whether the body may read the memory of any of \p Params.
bool Owning::readsAny(ArrayRef<unsigned> Params) const {
  return any_of(instructions(F), [&](Instruction &I) {
    if (isOnlyForOthers(I))
      return false;
    auto Accesses = accessesOf(I);
    return any_of(*Accesses, [&](const Access &A) {
      const Bases At = basesOf(*A.Pointer);
      return A.Reads && (At.Unknown || any_of(At.Params, [&](unsigned Param) {
                           return is_contained(Params, Param);
                         }));
    });
  });
}

/// Whether each access of \p I is to the memory of one parameter. Who may access
/// that of another one asks nobody who owns it.
bool Owning::isPlain(Instruction &I) const {
  auto Accesses = accessesOf(I);
  return all_of(*Accesses, [&](const Access &A) {
    return leadsToOne(*A.Pointer, Monitored);
  });
}

/// Fills \ref Late. Returns why that cannot be.
std::string Owning::findLate() {
  SetVector<Instruction *> Found;
  SmallVector<Instruction *, 4> Others; // They write other memory.
  SmallVector<unsigned, 4> OfOthers;    // Its parameters.
  for (Instruction &I : instructions(F)) {
    if (hasEffects(I))
      return "it does more than to write memory of its parameters";
    if (!Memory.isTouchedBy(I)) {
      auto *Store = dyn_cast<StoreInst>(&I);
      const Bases At = Store ? basesOf(*Store->getPointerOperand()) : Bases();
      if (!At.Params.empty())
        Others.push_back(&I);
      append_range(OfOthers, At.Params);
      continue;
    }
    if (Memory.isTouchedByFunction(I))
      return "a function makes the access";
    if (!isPlain(I))
      return "a pointer may lead to several parameters";
    Found.insert(&I);
  }
  if (!Others.empty() && readsAny(OfOthers))
    return "it reads memory that it writes, and that is not monitored";
  addUsers(Found);
  if (any_of(Others, [&](Instruction *I) { return Found.contains(I); }))
    return "what it reads of monitored memory goes to other memory";
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
        I && is_contained(Late.lookup(I->getParent()), I))
      return "the place of the access depends on monitored memory";
  return std::string();
}

/// \p End is that of the update's block. All that is needed of it comes before: what
/// is late, and the pointers of accesses in windows.
void Owning::guard(Update &U, Instruction &End) {
  IRBuilder<> B(&End);
  CallInst *IsOwned = markUpdate(B, names::OwnedMark, *B.getInt1Ty(), U);
  Instruction *Then = SplitBlockAndInsertIfThen(IsOwned, &End, false);
  for (Instruction *I : U.Late)
    I->moveBefore(Then);
}

std::string Owning::run(FunctionAnalysisManager &FAM) {
  Memory.simplify(F, FAM);
  if (std::string Why = findOwned(); !Why.empty())
    return Why;
  auto Next = Updates.begin();
  for (const auto &[Block, Own] : Late) {
    Instruction *End = Block->getTerminator();
    for (; Next != Updates.end() && is_contained(Own, Next->Late[0]); ++Next)
      guard(*Next, *End);
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
