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

/// Larger variables are left as they are: arrays, mostly filled by loops.
static constexpr uint64_t MostBytesCleared = 256;

/// Is \p I the load of a variable, or arithmetic that cannot fail?
static bool isPure(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    const auto *Variable =
        dyn_cast<AllocaInst>(Load->getPointerOperand()->stripPointerCasts());
    return Variable && Load->isSimple() && Variable->isStaticAlloca();
  }
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return false;
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

/// A copy before \p At of what computes \p V in \p Block, the block before it.
/// \p V itself if that is no pure expression.
static Value *recompute(Value *V, BasicBlock *Block, Instruction *At,
                        unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || isa<AllocaInst>(I) || I->getParent() == At->getParent())
    return V;
  if (Depth > 8 || I->getParent() != Block || !isPure(*I) ||
      !isSameUntil(*I, Block))
    return V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand = recompute(Operand, Block, At, Depth + 1);
  Copy->insertBefore(At);
  return Copy;
}

static void recomputeOperands(CallInst *Call) {
  BasicBlock *Block = Call->getParent()->getSinglePredecessor();
  if (!Block)
    return;
  for (Use &Operand : Call->args())
    Operand = recompute(Operand, Block, Call);
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

/// Is \p Variable known outside of the bodies that use it?
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
  uint64_t Bytes = DL.getTypeAllocSize(Ty);
  IRBuilder<> B(At);
  if (!Ty->isAggregateType())
    B.CreateStore(Constant::getNullValue(Ty), Variable);
  else if (Bytes <= MostBytesCleared)
    B.CreateMemSet(Variable, B.getInt8(0), Bytes, Variable->getAlign());
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
