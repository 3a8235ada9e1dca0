//===- Uniformity.cpp - What all lanes of a warp do alike -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/Uniformity.h"
#include "compat/Strings.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/LaneIds.h"
#include "ir/AddressSpaces.h"
#include "ir/Names.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace tasklet;

Uniformity::Uniformity(Function &Kernel, const Visits &All)
    : F(Kernel), DT(Kernel), PDT(Kernel) {
  for (const std::unique_ptr<Visit> &V : All)
    Headers[V->Header] = V.get();
  for (BasicBlock &BB : F)
    Place[&BB] = Place.size();
  for (BasicBlock &BB : F)
    for (BasicBlock *To : successors(&BB))
      Known &= Place[&BB] < Place[To] || DT.dominates(To, &BB);
  while (Known && goesOn())
    ;
}

bool Uniformity::isSame(const Value *V) const {
  if (!Known)
    return isa<Constant>(V);
  if (const auto *I = dyn_cast<Instruction>(V))
    return !Different.count(I);
  if (const auto *Argument = dyn_cast<llvm::Argument>(V))
    return !Argument->hasByValAttr();
  return isa<Constant>(V);
}

/// Looks at everything once more; false if nothing new was found.
bool Uniformity::goesOn() {
  bool Found = false;
  for (BasicBlock &BB : F) {
    for (Instruction &I : BB)
      if (!I.getType()->isVoidTy() && !Different.count(&I) &&
          computesDifference(I))
        Found |= Different.insert(&I).second;
    Found |= separate(&BB);
  }
  return Found;
}

bool Uniformity::computesDifference(const Instruction &I) const {
  if (Apart.count(I.getParent()))
    return true;
  if (isa<AllocaInst>(I))
    return true;
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return any_of(Phi->incoming_values(),
                  [&](const Use &U) { return differs(U.get()); });
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return callsDifference(*Call);
  // Another lane may write between the reads of two lanes.
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() ||
           Load->getPointerAddressSpace() != spaces().Constant ||
           differs(Load->getPointerOperand());
  if (!isa<UnaryOperator>(I) && !isa<BinaryOperator>(I) && !isa<CastInst>(I) &&
      !isa<CmpInst>(I) && !isa<SelectInst>(I) && !isa<GetElementPtrInst>(I) &&
      !isa<FreezeInst>(I) && !isa<ExtractElementInst>(I) &&
      !isa<InsertElementInst>(I) && !isa<ShuffleVectorInst>(I))
    return true;
  return any_of(I.operands(), [&](const Use &U) { return differs(U.get()); });
}

/// Is \p V the mask of a visit?
static bool isMask(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == names::PluginEverywhereMask;
}

bool Uniformity::callsDifference(const CallBase &Call) const {
  StringRef Name = laneCall(&Call);
  if (Name == "shuffle")
    return differs(Call.getArgOperand(1)) ||
           !isLane(Call.getArgOperand(1), Call.getParent());
  if (Name == "size" || Name == "index" || Name == "count" || Name == "most" ||
      Name == "ballot" || startsWith(Name, "reduce_"))
    return false;
  if (!Name.empty())
    return true;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return true;
  if (isMask(&Call))
    return false;
  if (!isIdOfGroup(&Call) &&
      !(Callee->isDeclaration() && Callee->doesNotAccessMemory() &&
        !isIdOfLane(&Call) && !Callee->getName().contains("sub_group")))
    return true;
  return any_of(Call.args(), [&](const Use &U) { return differs(U.get()); });
}

/// Does a branch around \p At make sure of a condition?
bool Uniformity::isKnownAt(const BasicBlock *At,
                           function_ref<bool(const Value *)> Condition) const {
  for (const DomTreeNode *Node = DT.getNode(At); Node; Node = Node->getIDom()) {
    const DomTreeNode *Above = Node->getIDom();
    const auto *Branch =
        Above ? dyn_cast<BranchInst>(Above->getBlock()->getTerminator())
              : nullptr;
    if (Branch && Branch->isConditional() &&
        Branch->getSuccessor(0) != Branch->getSuccessor(1) &&
        Condition(Branch->getCondition()) &&
        DT.dominates(BasicBlockEdge(Above->getBlock(), Branch->getSuccessor(0)),
                     At))
      return true;
  }
  return false;
}

/// Has \p V no bits but those of lanes?
static bool isLaneSet(const Value *V, SmallPtrSetImpl<const Value *> &Seen) {
  if (!Seen.insert(V).second)
    return true;
  if (const auto *Phi = dyn_cast<PHINode>(V))
    return all_of(Phi->incoming_values(),
                  [&](const Use &U) { return isLaneSet(U.get(), Seen); });
  if (isa<TruncInst>(V) || isa<ZExtInst>(V))
    return isLaneSet(cast<Instruction>(V)->getOperand(0), Seen);
  const Value *A, *B;
  if (match(V, m_And(m_Value(A), m_Value(B)))) {
    SmallPtrSet<const Value *, 4> Before(Seen.begin(), Seen.end());
    if (isLaneSet(A, Seen))
      return true;
    Seen.clear();
    Seen.insert(Before.begin(), Before.end());
    return isLaneSet(B, Seen);
  }
  return laneCall(V) == "ballot" || isMask(V);
}

/// Is \p V, in \p At, the number of a lane that exists?
bool Uniformity::isLane(const Value *V, const BasicBlock *At) const {
  if (match(V, m_Zero()))
    return true;
  // A number of a lane fits into 8 bits.
  if ((isa<ZExtInst>(V) ||
       (isa<TruncInst>(V) && V->getType()->getScalarSizeInBits() >= 8)) &&
      isLane(cast<Instruction>(V)->getOperand(0), At))
    return true;
  auto IsSize = [](const Value *V) { return laneCall(V) == "size"; };
  const Value *A, *B;
  if (match(V, m_Sub(m_Value(A), m_One())) ||
      match(V, m_Add(m_Value(A), m_AllOnes())))
    return IsSize(A);
  if (isKnownAt(At, [&](const Value *Condition) {
        ICmpInst::Predicate Predicate;
        return match(Condition, m_ICmp(Predicate, m_Specific(V), m_Value(B))) &&
               Predicate == ICmpInst::ICMP_ULT && IsSize(B);
      }))
    return true;
  // 63 - clz(x & -x), or 31 - clz(...): the lowest bit of a set that is not empty.
  uint64_t Highest;
  const Value *Set;
  if (!match(V, m_Sub(m_ConstantInt(Highest), m_Value(A))))
    return false;
  while (isa<TruncInst>(A) || isa<ZExtInst>(A))
    A = cast<Instruction>(A)->getOperand(0);
  if (!match(A, m_Intrinsic<Intrinsic::ctlz>(
                    m_c_And(m_Value(Set), m_Neg(m_Deferred(Set))))) ||
      A->getType()->getScalarSizeInBits() != Highest + 1)
    return false;
  SmallPtrSet<const Value *, 8> Seen;
  if (!isLaneSet(Set, Seen))
    return false;
  const Value *Whole = Set;
  while (isa<TruncInst>(Whole) || isa<ZExtInst>(Whole))
    Whole = cast<Instruction>(Whole)->getOperand(0);
  if (isMask(Whole)) // It is never 0.
    return true;
  return isKnownAt(At, [&](const Value *Condition) {
    ICmpInst::Predicate Predicate;
    return match(Condition, m_ICmp(Predicate, m_Specific(Set), m_Zero())) &&
           Predicate == ICmpInst::ICMP_NE;
  });
}

/// The blocks on ways from \p From to \p Join, without bodies, in which lanes are
/// together.
SmallPtrSet<const BasicBlock *, 16>
Uniformity::blocksBetween(const BasicBlock *From,
                          const BasicBlock *Join) const {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Todo(successors(From));
  while (!Todo.empty()) {
    const BasicBlock *BB = Todo.pop_back_val();
    if (BB == Join || !Seen.insert(BB).second)
      continue;
    auto Header = Headers.find(BB);
    if (Header != Headers.end())
      Todo.push_back(Header->second->After);
    else
      append_range(Todo, successors(BB));
  }
  return Seen;
}

/// Separates the lanes that leave \p From in different directions; false if
/// nothing changes.
bool Uniformity::separate(BasicBlock *From) {
  const Instruction *Last = From->getTerminator();
  if (Last->getNumSuccessors() < 2 || Separated.count(From))
    return false;
  const auto *Branch = dyn_cast<BranchInst>(Last);
  const auto *Switch = dyn_cast<SwitchInst>(Last);
  if ((Branch && isSame(Branch->getCondition())) ||
      (Switch && isSame(Switch->getCondition())))
    return false;
  // All ways lead to Join, and it stands behind all of them. So lanes that come
  // there early wait for the others. In front of the body of a loop there may be
  // a block for the way out.
  const DomTreeNode *Node = PDT.getNode(From);
  const BasicBlock *Join = nullptr;
  SmallPtrSet<const BasicBlock *, 16> Between;
  bool Waits = false;
  while (!Waits) {
    Node = Node ? Node->getIDom() : nullptr;
    Join = Node ? Node->getBlock() : nullptr;
    Between = blocksBetween(From, Join);
    Waits = !Join || all_of(Between, [&](const BasicBlock *BB) {
      return Place.lookup(BB) < Place.lookup(Join);
    });
  }
  Separated.insert(From);
  bool Changed = false;
  for (const BasicBlock *BB : Between)
    Changed |= Apart.insert(BB).second;
  if (Join)
    for (const PHINode &Phi : Join->phis())
      Changed |= Different.insert(&Phi).second;
  return Changed;
}
