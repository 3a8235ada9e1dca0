//===- StripNest.cpp - A loop whose turns can go side by side -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/StripNest.h"

#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace tasklet;

/// With more arrays, their accesses would be what takes time.
static constexpr size_t MostKept = 16;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static bool isConditional(const BasicBlock &BB) {
  auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  return Br && Br->isConditional();
}

/// Each turn of \p Of comes to each loop in it, since the latch comes after them
/// all.
bool StripNest::divide(const Loop &Of, std::vector<NestPart> &To) {
  BasicBlock *Latch = Of.getLoopLatch();
  SmallVector<Loop *, 4> Inner(Of.begin(), Of.end());
  for (Loop *Each : Inner)
    if (!Each->isLoopSimplifyForm() ||
        Each->getExitingBlock() != Each->getLoopLatch() ||
        !isConditional(*Each->getLoopLatch()) || !Each->getExitBlock() ||
        LI.getLoopFor(Each->getExitBlock()) != &Of ||
        !DT.dominates(Each->getHeader(), Latch))
      return false;
  sort(Inner, [this](Loop *X, Loop *Y) {
    return DT.properlyDominates(X->getHeader(), Y->getHeader());
  });
  auto AddCode = [&](BasicBlock *First, BasicBlock *Last) {
    NestPart &Part = To.emplace_back();
    Part.First = First;
    Part.Last = Last;
  };
  BasicBlock *First = Of.getHeader();
  for (Loop *Each : Inner) {
    AddCode(First, Each->getLoopPreheader());
    NestPart Part;
    Part.Inner = Each;
    if (!divide(*Each, Part.Parts))
      return false;
    To.push_back(std::move(Part));
    First = Each->getExitBlock();
  }
  AddCode(First, Latch);
  LoopBlocksRPO Order(const_cast<Loop *>(&Of));
  Order.perform(&LI);
  for (BasicBlock *BB : Order) {
    if (LI.getLoopFor(BB) != &Of)
      continue;
    NestPart *Its = nullptr;
    for (NestPart &Part : To)
      if (!Part.Inner && DT.dominates(Part.First, BB))
        Its = &Part;
    Its->Blocks.push_back(BB);
  }
  return true;
}

/// When the parts have their final places.
void StripNest::number(const std::vector<NestPart> &Of) {
  for (const NestPart &Part : Of) {
    number(Part.Parts);
    for (BasicBlock *BB : Part.Blocks)
      PartOf[BB] = &Part;
  }
}

/// Whether control leaves each part by its last block only. Cycles with several
/// entries are no loops to LLVM, and may lead back.
bool StripNest::goesOnlyForward() const {
  return all_of(PartOf, [this](const auto &Each) {
    auto [BB, Part] = Each;
    return BB == Part->Last ||
           all_of(successors(BB), [&, Part = Part](const BasicBlock *To) {
             return PartOf.lookup(To) == Part;
           });
  });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether \p V goes round in an inner loop.
bool StripNest::isInnerPhi(const Value *V) const {
  auto *Phi = dyn_cast<PHINode>(V);
  return Phi && Phi->getParent() != L.getHeader() &&
         LI.isLoopHeader(Phi->getParent());
}

/// Whether \p I computes the same from the same, wherever it stands.
static bool isPure(const Instruction &I) {
  return !isa<PHINode>(I) && !I.isTerminator() && !I.mayReadOrWriteMemory() &&
         !isa<FreezeInst>(I) && isSafeToSpeculativelyExecute(&I);
}

/// What depends on the counter, or on memory, is not the same.
void StripNest::spread() {
  SmallVector<const Instruction *, 32> Work;
  auto Vary = [&](const Instruction &I) {
    if (L.contains(&I) && Varying.insert(&I).second)
      Work.push_back(&I);
  };
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (isa<PHINode>(I)
              ? !isInnerPhi(&I) && cast<PHINode>(I).getNumIncomingValues() != 1
              : !I.isTerminator() && !isPure(I))
        Vary(I);
  for (PHINode &Phi : L.getHeader()->phis())
    Vary(Phi);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      Vary(*cast<Instruction>(U));
}

/// Whether \p Phi hands on what the last round of an inner loop began with. When the
/// loop has ended, the array of that has what would go round next.
bool StripNest::isLast(const PHINode &Phi) const {
  auto *Of = dyn_cast<PHINode>(Phi.getIncomingValue(0));
  return Of && Phi.getNumIncomingValues() == 1 && isInnerPhi(Of) &&
         Varying.count(Of) && !Steps.count(Of) &&
         !LI.getLoopFor(Of->getParent())->contains(Phi.getParent());
}

const Value *StripNest::behind(const Value *V) const {
  auto *Phi = dyn_cast<PHINode>(V);
  while (Phi && L.contains(Phi) && Phi->getNumIncomingValues() == 1 &&
         !isLast(*Phi)) {
    V = Phi->getIncomingValue(0);
    Phi = dyn_cast<PHINode>(V);
  }
  return V;
}

/// Addresses and the like are computed again: an array would make vectors of them,
/// and the accesses unknown. So is what all turns share.
static bool isCheap(const Instruction &I) {
  if (isa<CastInst>(I))
    return I.getType()->isIntOrPtrTy() &&
           I.getOperand(0)->getType()->isIntOrPtrTy();
  return isa<GetElementPtrInst>(I) || isa<ICmpInst>(I) ||
         (isa<BinaryOperator>(I) && I.getType()->isIntegerTy());
}

Step Step::of(const PHINode &Phi, const Loop &L) {
  auto *Next =
      dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  if (!Next)
    return {};
  auto *Address = dyn_cast<GetElementPtrInst>(Next);
  const bool IsSum = Next->getOpcode() == Instruction::Add;
  if (!(Address && Address->getNumIndices() == 1) && !IsSum &&
      Next->getOpcode() != Instruction::Sub)
    return {};
  if (Next->getOperand(0) == &Phi)
    return {Next, Next->getOperand(1)};
  if (IsSum && Next->getOperand(1) == &Phi)
    return {Next, Next->getOperand(0)};
  return {};
}

/// Whether \p Phi is what it begins with, which is computed again, and a number
/// that all turns share.
bool StripNest::isSteady(const PHINode &Phi, const Loop &Of) const {
  const Step Its = Step::of(Phi, Of);
  const Value *By = Its ? behind(Its.By) : nullptr;
  return Its && !Varying.count(By) && By != &Phi &&
         sourceOf(By) != Source::Array &&
         sourceOf(behind(beginOf(Phi))) != Source::Array;
}

/// In the order of control: all operands but those of phis come first.
void StripNest::findComputable(const std::vector<NestPart> &Of) {
  for (const NestPart &Part : Of) {
    if (Part.Inner)
      for (PHINode &Phi : Part.Inner->getHeader()->phis())
        if (Varying.count(&Phi) && isSteady(Phi, *Part.Inner))
          Steps.insert(&Phi);
    findComputable(Part.Parts);
    for (BasicBlock *BB : Part.Blocks)
      for (Instruction &I : *BB)
        if (isPure(I) && (!Varying.count(&I) || isCheap(I)) &&
            all_of(I.operands(), [this](const Use &Operand) {
              return sourceOf(behind(Operand)) != Source::Array;
            }))
          Computable.insert(&I);
  }
}

StripNest::Source StripNest::sourceOf(const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return Source::Outside;
  if (I->getParent() == L.getHeader() && isa<PHINode>(I))
    return Source::Counter;
  if (isInnerPhi(I) && !Varying.count(I))
    return Source::Scalar;
  if (Steps.count(I))
    return Source::Stepped;
  return Computable.count(I) ? Source::Computed : Source::Array;
}

/// What only tells something.
static bool isForNobody(const Instruction &I) {
  return isa<DbgInfoIntrinsic>(I) || isa<AssumeInst>(I);
}

bool StripNest::computes(const NestPart &Where, const Value *V) const {
  auto *I = dyn_cast<Instruction>(V);
  auto *Phi = dyn_cast_or_null<PHINode>(I);
  return I && PartOf.lookup(I->getParent()) == &Where && !isInnerPhi(I) &&
         !(Phi && Phi->getNumIncomingValues() == 1) &&
         sourceOf(I) != Source::Counter && I != Where.Last->getTerminator() &&
         !isForNobody(*I);
}

/// What an inner loop leaves behind of \p V is what would go round.
const Instruction *StripNest::arrayOf(const Value *V,
                                      const NestPart &Where) const {
  auto *I = cast<Instruction>(V);
  const Loop *Of = LI.getLoopFor(I->getParent());
  if (Of == &L || Of->contains(Where.First))
    return I;
  for (PHINode &Phi : Of->getHeader()->phis())
    if (Phi.getIncomingValueForBlock(Of->getLoopLatch()) == I &&
        Varying.count(&Phi))
      return &Phi;
  return I;
}

Value *StripNest::beginOf(const PHINode &Phi) const {
  return Phi.getIncomingValueForBlock(
      LI.getLoopFor(Phi.getParent())->getLoopPreheader());
}

SmallVector<std::pair<PHINode *, Value *>, 4>
StripNest::handsOn(const NestPart &Where) const {
  SmallVector<std::pair<PHINode *, Value *>, 4> Result;
  for (BasicBlock *To : successors(Where.Last))
    if (To != L.getHeader() && LI.isLoopHeader(To))
      for (PHINode &Phi : To->phis())
        Result.push_back({&Phi, Phi.getIncomingValueForBlock(Where.Last)});
  for (BasicBlock *To : successors(Where.Last))
    for (PHINode &Phi : To->phis())
      if (L.contains(To) && Kept.count(&Phi) && isLast(Phi))
        Result.push_back({&Phi, Phi.getIncomingValue(0)});
  return Result;
}

void StripNest::need(const Value *V, const NestPart &Where) {
  V = behind(V);
  if (computes(Where, V))
    return;
  const Source From = sourceOf(V);
  if (From == Source::Array) {
    Kept.insert(arrayOf(V, Where));
    // Other ways to it than those of isLast.
    NeedsLast |=
        isInnerPhi(V) && !LI.getLoopFor(cast<Instruction>(V)->getParent())
                              ->contains(Where.First);
  }
  if (From == Source::Computed)
    for (const Use &Operand : cast<Instruction>(V)->operands())
      need(Operand, Where);
  if (From == Source::Stepped)
    need(beginOf(*cast<PHINode>(V)), Where);
}

void StripNest::needAll(const std::vector<NestPart> &Of) {
  for (const NestPart &Part : Of) {
    needAll(Part.Parts);
    for (BasicBlock *BB : Part.Blocks)
      for (Instruction &I : *BB)
        if (computes(Part, &I))
          for (const Use &Operand : I.operands())
            need(Operand, Part);
    if (!Part.Inner)
      for (auto [Phi, V] : handsOn(Part))
        if (!isScalar(*Phi)) {
          Kept.insert(Phi);
          need(V, Part);
        }
  }
}

//===----------------------------------------------------------------------===//
// Whether it is one
//===----------------------------------------------------------------------===//

/// Whether lanes of vectors can do what \p I does.
static bool isForLanes(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto *Known = dyn_cast<IntrinsicInst>(Call);
    return Known && (isForNobody(*Known) ||
                     isTriviallyVectorizable(Known->getIntrinsicID()));
  }
  Type *Ty = I.getType();
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!Store->isSimple())
      return false;
    Ty = Store->getValueOperand()->getType();
  }
  if (auto *Load = dyn_cast<LoadInst>(&I))
    if (!Load->isSimple())
      return false;
  if (I.isTerminator())
    return isa<BranchInst>(I);
  return !isa<AllocaInst>(I) && !I.isAtomic() &&
         (Ty->isIntegerTy() || Ty->isFloatingPointTy() || Ty->isPointerTy());
}

/// Whether the loops go round as often in all turns.
bool StripNest::isRound(const std::vector<NestPart> &Of) const {
  return all_of(Of, [this](const NestPart &Part) {
    if (!Part.Inner)
      return true;
    auto *Br = cast<BranchInst>(Part.Inner->getLoopLatch()->getTerminator());
    const Source From = sourceOf(behind(Br->getCondition()));
    const bool IsSame = From == Source::Outside || From == Source::Scalar ||
                        (From == Source::Computed &&
                         !Varying.count(behind(Br->getCondition())));
    return IsSame && isRound(Part.Parts);
  });
}

StripNest::StripNest(Loop &L, LoopInfo &LI, const DominatorTree &DT)
    : L(L), LI(LI), DT(DT) {
  if (L.isInnermost() || L.getExitingBlock() != L.getLoopLatch() ||
      !isConditional(*L.getLoopLatch()))
    return;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (!isForLanes(I))
        return;
  if (!divide(L, Parts))
    return;
  number(Parts);
  if (!goesOnlyForward())
    return;
  spread();
  findComputable(Parts);
  if (!isRound(Parts))
    return;
  needAll(Parts);
  IsOne = Kept.size() <= MostKept && !NeedsLast;
}
