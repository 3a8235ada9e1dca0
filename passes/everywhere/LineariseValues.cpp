//===- LineariseValues.cpp - Values that cross nodes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LineariseValues.h"
#include "everywhere/OperandElsewhere.h"
#include "everywhere/SubGroups.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

static bool isUsedElsewhere(const Instruction &I,
                            const DenseMap<BasicBlock *, unsigned> &NodeOf) {
  unsigned Home = NodeOf.lookup(const_cast<BasicBlock *>(I.getParent()));
  return any_of(I.users(), [&](const User *U) {
    BasicBlock *BB =
        const_cast<BasicBlock *>(cast<Instruction>(U)->getParent());
    return NodeOf.lookup(BB) != Home;
  });
}

/// Keeps \p I in a new variable at \p At, for those of its users that are not in
/// its node.
static AllocaInst *
keepForOthers(Instruction &I, Instruction *At,
              const DenseMap<BasicBlock *, unsigned> &NodeOf) {
  Type *Ty = I.getType();
  AllocaInst *Variable =
      IRBuilder<>(At).CreateAlloca(Ty, nullptr, I.getName() + ".kept");
  unsigned Home = NodeOf.lookup(I.getParent());
  DenseMap<Instruction *, Value *> Loads; // A phi may have equal edges.
  for (Use &U : make_early_inc_range(I.uses())) {
    auto *User = cast<Instruction>(U.getUser());
    if (NodeOf.lookup(User->getParent()) == Home)
      continue;
    if (auto *Phi = dyn_cast<PHINode>(User))
      User = Phi->getIncomingBlock(U)->getTerminator();
    Value *&Load = Loads[User];
    if (!Load)
      Load = new LoadInst(Ty, Variable, I.getName() + ".taken", User);
    U.set(Load);
  }
  Instruction *Next = isa<PHINode>(I) ? &*I.getParent()->getFirstInsertionPt()
                                      : I.getNextNode();
  new StoreInst(&I, Variable, Next);
  return Variable;
}

/// Does \p U, a user of the address \p V, pass the address on? An access to the
/// memory does not, and neither does the computation of another address: the
/// caller follows that one.
static bool keepsAddress(const Instruction &U, const Value *V) {
  if (const auto *Store = dyn_cast<StoreInst>(&U))
    return Store->getValueOperand() == V;
  if (isa<MemIntrinsic>(U) || isa<DbgInfoIntrinsic>(U) || isa<CmpInst>(U))
    return false;
  return isa<CallBase>(U) || isa<PtrToIntInst>(U) || isa<ReturnInst>(U);
}

/// Is \p Variable also used outside of a body that uses it? If its address is
/// passed on, it may be used anywhere.
static bool outlivesBody(const AllocaInst &Variable, const Visits &All) {
  SmallVector<const Value *, 8> Todo{&Variable};
  SmallPtrSet<const Value *, 16> Seen;
  SmallPtrSet<BasicBlock *, 8> Users;
  while (!Todo.empty()) {
    const Value *V = Todo.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      auto *I = cast<Instruction>(U);
      if (keepsAddress(*I, V))
        return true;
      Users.insert(const_cast<BasicBlock *>(I->getParent()));
      if (I->getType()->isPointerTy())
        Todo.push_back(I);
    }
  }
  return any_of(All, [&](const std::unique_ptr<Visit> &V) {
    bool Inside = false, Outside = false;
    for (BasicBlock *BB : Users)
      (V->Blocks.count(BB) ? Inside : Outside) = true;
    return Inside && Outside;
  });
}

bool tasklet::isReadFirst(const AllocaInst &Variable, const Visit &V) {
  SmallPtrSet<const BasicBlock *, 16> Writes, Alive;
  SmallVector<const BasicBlock *, 16> Todo;
  SmallPtrSet<const BasicBlock *, 16> Users;
  for (const User *U : Variable.users())
    Users.insert(cast<Instruction>(U)->getParent());
  for (const BasicBlock *BB : Users)
    for (const Instruction &I : *BB) {
      if (const auto *Load = dyn_cast<LoadInst>(&I))
        if (Load->getPointerOperand() == &Variable && !Writes.count(BB))
          Todo.push_back(BB);
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        if (Store->getPointerOperand() == &Variable)
          Writes.insert(BB);
    }
  while (!Todo.empty()) {
    const BasicBlock *BB = Todo.pop_back_val();
    if (BB == V.Body)
      return true;
    if (!Alive.insert(BB).second)
      continue;
    for (const BasicBlock *Pred : predecessors(BB))
      if (!Writes.count(Pred))
        Todo.push_back(Pred);
  }
  return false;
}

static void clear(AllocaInst *Variable, Instruction *At) {
  Type *Ty = Variable->getAllocatedType();
  const DataLayout &DL = At->getModule()->getDataLayout();
  IRBuilder<> B(At);
  if (Ty->isAggregateType())
    B.CreateMemSet(Variable, B.getInt8(0), DL.getTypeAllocSize(Ty),
                   Variable->getAlign());
  else
    B.CreateStore(Constant::getNullValue(Ty), Variable);
}

void tasklet::placeOperandsElsewhere(MutableArrayRef<Node> Nodes,
                                     VariableSet &Asked) {
  for (Node &N : Nodes)
    if (N.What == Node::SubGroup && asksAnyLane(*N.Call)) {
      OperandElsewhere Operand(*N.Call);
      if (const Value *Variable = Operand.variable())
        Asked.insert(Variable);
      N.Elsewhere = Operand.emit(N.Call);
    }
}

void tasklet::placeValues(Function &Kernel, ArrayRef<Node> Nodes,
                          const Visits &All, const VariableSet &Asked,
                          function_ref<bool(const Instruction &)> IsSame,
                          VariableSet *Same) {
  DenseMap<BasicBlock *, unsigned> NodeOf; // From 1 on.
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (BasicBlock *BB : Nodes[I].Blocks)
      NodeOf[BB] = I + 1;
  BasicBlock *Entry = &Kernel.getEntryBlock();
  SmallVector<AllocaInst *, 16> Cleared;
  for (Instruction &I : *Entry)
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (Asked.count(Variable) || outlivesBody(*Variable, All) ||
          any_of(All, [&](const std::unique_ptr<Visit> &V) {
            return isReadFirst(*Variable, *V);
          }))
        Cleared.push_back(Variable);

  auto isFirst = [&](BasicBlock &BB) {
    unsigned Number = NodeOf.lookup(&BB);
    return Number && Nodes[Number - 1].Blocks.front() == &BB;
  };
  Instruction *At = &*Entry->begin();
  SmallVector<PHINode *, 8> Phis;
  for (BasicBlock &BB : Kernel)
    for (PHINode &Phi : BB.phis())
      if (isFirst(BB) || any_of(Phi.blocks(), [&](BasicBlock *From) {
            return NodeOf.lookup(From) != NodeOf.lookup(&BB);
          }))
        Phis.push_back(&Phi);
  auto Place = [&](bool IsSameValue, AllocaInst *Variable) {
    Cleared.push_back(Variable);
    if (IsSameValue && Variable)
      Same->insert(Variable);
  };
  for (PHINode *Phi : Phis) {
    bool SameValue = IsSame && IsSame(*Phi);
    Place(SameValue, DemotePHIToStack(Phi, placeOf(At)));
  }
  SmallVector<Instruction *, 16> Crossing;
  for (BasicBlock &BB : Kernel)
    for (Instruction &I : BB)
      if (!isa<AllocaInst>(I) && isUsedElsewhere(I, NodeOf))
        Crossing.push_back(&I);
  for (Instruction *I : Crossing)
    Place(IsSame && IsSame(*I), keepForOthers(*I, &*Entry->begin(), NodeOf));

  At = afterVariables(Kernel);
  for (AllocaInst *Variable : Cleared)
    if (Variable)
      clear(Variable, At);
}
