//===- LineariseValues.cpp - Values that cross nodes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LineariseValues.h"
#include "everywhere/SubGroups.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// True for a variable, or a parameter that is a structure. Each has memory of
/// its own in every lane, even in lanes that have not run the code before.
static bool isVariable(const Value *V) {
  const auto *Argument = dyn_cast<llvm::Argument>(V);
  return isa<AllocaInst>(V) || isa<GlobalVariable>(V) ||
         (Argument && Argument->hasByValAttr());
}

/// Does \p I compute the address of a part of a variable, or a step of that?
static bool isAddressOfPart(const Instruction &I) {
  if (const auto *Part = dyn_cast<GetElementPtrInst>(&I))
    return Part->hasAllConstantIndices();
  return isa<CastInst>(I) && I.getOperand(0)->getType()->isPointerTy() &&
         I.getType()->isPointerTy();
}

/// Does \p I select elements of a vector?
static bool takesComponents(const Instruction &I) {
  if (isa<ExtractElementInst>(I))
    return isa<Constant>(I.getOperand(1));
  return isa<ShuffleVectorInst>(I) && isa<UndefValue>(I.getOperand(1));
}

/// If \p V is the value of a variable or of a part of one, returns the
/// instructions that read it, the last one first. Else none.
static SmallVector<Instruction *, 4> stepsFromVariable(Value *V) {
  SmallVector<Instruction *, 4> Steps;
  // `x++` and `x = y` end in a load of x, too, but are no variables: hence
  // hasOneUse(), since their loads have a second user.
  auto *I = dyn_cast<Instruction>(V);
  for (; I && takesComponents(*I) && I->hasOneUse();
       I = dyn_cast<Instruction>(I->getOperand(0)))
    Steps.push_back(I);
  if (!I || !isa<LoadInst>(I) || I->isAtomic() || !I->hasOneUse())
    return {};
  Steps.push_back(I);
  for (V = I->getOperand(0); !isVariable(V); V = I->getOperand(0)) {
    I = dyn_cast<Instruction>(V);
    if (!I || !isAddressOfPart(*I))
      return {};
    Steps.push_back(I);
  }
  return Steps;
}

/// The operand of \p Call in a lane that does not run it: the current value if
/// the operand is a variable, else 0. Adds the variable to \p Asked.
static Value *operandElsewhere(CallInst *Call,
                               SmallPtrSetImpl<const Value *> &Asked) {
  Value *Operand = Call->getArgOperand(0);
  SmallVector<Instruction *, 4> Steps = stepsFromVariable(Operand);
  if (Steps.empty())
    return Constant::getNullValue(Operand->getType());
  Value *V = Steps.back()->getOperand(0);
  Asked.insert(V);
  for (Instruction *Step : reverse(Steps)) {
    Instruction *Copy = Step->clone();
    Copy->setOperand(0, V);
    Copy->insertBefore(Call);
    V = Copy;
  }
  return V;
}

static bool isUsedElsewhere(const Instruction &I,
                            const DenseMap<BasicBlock *, unsigned> &NodeOf) {
  unsigned Home = NodeOf.lookup(const_cast<BasicBlock *>(I.getParent()));
  return any_of(I.users(), [&](const User *U) {
    BasicBlock *BB =
        const_cast<BasicBlock *>(cast<Instruction>(U)->getParent());
    return NodeOf.lookup(BB) != Home;
  });
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

void tasklet::placeValues(Function &Kernel, MutableArrayRef<Node> Nodes,
                          const Visits &All) {
  SmallPtrSet<const Value *, 8> Asked;
  for (Node &N : Nodes)
    if (N.What == Node::SubGroup && asksAnyLane(*N.Meeting))
      N.Elsewhere = operandElsewhere(N.Meeting, Asked);

  DenseMap<BasicBlock *, unsigned> NodeOf; // From 1 on.
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (BasicBlock *BB : Nodes[I].Blocks)
      NodeOf[BB] = I + 1;
  BasicBlock *Entry = &Kernel.getEntryBlock();
  SmallVector<AllocaInst *, 16> Cleared;
  for (Instruction &I : *Entry)
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (Asked.count(Variable) || outlivesBody(*Variable, All))
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
  for (PHINode *Phi : Phis)
    Cleared.push_back(DemotePHIToStack(Phi, placeOf(At)));
  SmallVector<Instruction *, 16> Crossing;
  for (BasicBlock &BB : Kernel)
    for (Instruction &I : BB)
      if (!isa<AllocaInst>(I) && isUsedElsewhere(I, NodeOf))
        Crossing.push_back(&I);
  for (Instruction *I : Crossing)
    Cleared.push_back(
        DemoteRegToStack(*I, /*VolatileLoads=*/false, placeOf(At)));

  At = &*Entry->begin();
  while (isa<AllocaInst>(At))
    At = At->getNextNode();
  for (AllocaInst *Variable : Cleared)
    if (Variable)
      clear(Variable, At);
}
