//===- LineariseValues.cpp - Values between nodes -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LineariseValues.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

/// Is \p Address, which is used in \p Block, that of a variable, or of a part
/// of one at a place that is known, and computed in this block?
static bool isOfVariable(const Value *Address, const BasicBlock *Block) {
  while (!isa<AllocaInst>(Address)) {
    const auto *I = dyn_cast<Instruction>(Address);
    const auto *Part = dyn_cast_or_null<GetElementPtrInst>(I);
    if (!I || I->getParent() != Block ||
        !(isa<CastInst>(I) || (Part && Part->hasAllConstantIndices())) ||
        !I->getOperand(0)->getType()->isPointerTy())
      return false;
    Address = I->getOperand(0);
  }
  return cast<AllocaInst>(Address)->isStaticAlloca();
}

/// Can a division by \p Divisor not fail?
static bool isHarmlessDivisor(const Value *Divisor) {
  const auto *Number = dyn_cast<Constant>(Divisor);
  if (Number && Number->getType()->isVectorTy())
    Number = Number->getSplatValue();
  return isa_and_nonnull<ConstantInt>(Number) && !Number->isZeroValue() &&
         !Number->isAllOnesValue();
}

/// Is \p I the load of a variable, or arithmetic that cannot fail?
static bool isPure(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    return Load->isSimple() &&
           isOfVariable(Load->getPointerOperand(), I.getParent());
  }
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isHarmlessDivisor(I.getOperand(1));
  case Instruction::GetElementPtr:
    return isOfVariable(&I, I.getParent());
  default:
    return I.isBinaryOp() || I.isUnaryOp() || I.isCast() || isa<CmpInst>(I) ||
           isa<SelectInst>(I) || isa<ExtractElementInst>(I) ||
           isa<InsertElementInst>(I) || isa<ShuffleVectorInst>(I);
  }
}

/// Can nothing that \p I reads have changed when control comes to \p Until?
static bool isSameUntil(const Instruction &I, const BasicBlock *Block) {
  if (!isa<LoadInst>(I))
    return true;
  for (const Instruction *Next = I.getNextNode(); Next;
       Next = Next->getNextNode())
    if (Next->mayWriteToMemory())
      return false;
  return I.getParent() == Block;
}

using Copies = SmallDenseMap<Instruction *, Instruction *, 16>;

/// A copy before \p At of what computes \p V in \p Block, the block before it.
/// \p V itself if that is no pure expression.
static Value *recompute(Value *V, BasicBlock *Block, Instruction *At,
                        Copies &Made) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<AllocaInst>(I) || I->getParent() != Block || !isPure(*I) ||
      !isSameUntil(*I, Block))
    return V;
  if (Instruction *Copy = Made.lookup(I))
    return Copy;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand = recompute(Operand, Block, At, Made);
  Copy->insertBefore(At);
  Made[I] = Copy;
  return Copy;
}

static void recomputeOperands(CallInst *Call) {
  BasicBlock *Block = Call->getParent()->getSinglePredecessor();
  if (!Block)
    return;
  Copies Made;
  for (Use &Operand : Call->args())
    Operand = recompute(Operand, Block, Call, Made);
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

/// Does \p U, a user of the address \p V, do more than access what is there or
/// compute another address of which that is known, too?
static bool keepsAddress(const Instruction &U, const Value *V) {
  if (const auto *Store = dyn_cast<StoreInst>(&U))
    return Store->getValueOperand() == V;
  if (isa<MemIntrinsic>(U) || isa<DbgInfoIntrinsic>(U) || isa<CmpInst>(U))
    return false;
  return isa<CallBase>(U) || isa<PtrToIntInst>(U) || isa<ReturnInst>(U);
}

/// Is \p Variable known outside of the bodies that use it? One whose address
/// goes elsewhere may be used anywhere.
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

void tasklet::placeValues(Function &Kernel, ArrayRef<Node> Nodes,
                          const Visits &All) {
  for (const Node &N : Nodes)
    if (N.What == Node::SubGroup)
      recomputeOperands(N.Meeting);

  DenseMap<BasicBlock *, unsigned> NodeOf; // From 1 on.
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (BasicBlock *BB : Nodes[I].Blocks)
      NodeOf[BB] = I + 1;
  BasicBlock *Entry = &Kernel.getEntryBlock();
  SmallVector<AllocaInst *, 16> Cleared;
  for (Instruction &I : *Entry)
    if (auto *Variable = dyn_cast<AllocaInst>(&I))
      if (outlivesBody(*Variable, All))
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
    Cleared.push_back(DemotePHIToStack(Phi, At));
  SmallVector<Instruction *, 16> Crossing;
  for (BasicBlock &BB : Kernel)
    for (Instruction &I : BB)
      if (!isa<AllocaInst>(I) && isUsedElsewhere(I, NodeOf))
        Crossing.push_back(&I);
  for (Instruction *I : Crossing)
    Cleared.push_back(DemoteRegToStack(*I, /*VolatileLoads=*/false, At));

  At = &*Entry->begin();
  while (isa<AllocaInst>(At))
    At = At->getNextNode();
  for (AllocaInst *Variable : Cleared)
    if (Variable)
      clear(Variable, At);
}
