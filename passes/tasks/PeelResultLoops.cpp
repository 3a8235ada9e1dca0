//===- PeelResultLoops.cpp - Read few results without a branch ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/PeelResultLoops.h"
#include "ir/Marks.h"

#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned>
    Results("tkl-peel-count", cl::init(4), cl::Hidden,
            cl::desc("Results that a loop reads without a branch for each"));

static cl::opt<unsigned>
    PeelBudget("tkl-peel-budget", cl::init(8), cl::Hidden,
               cl::desc("Instructions of such a loop for each result"));

namespace {

/// `while (head says so) rest;`
struct ResultLoop {
  BasicBlock *Head = nullptr;
  BasicBlock *Before = nullptr; ///< leads to the head only
  BasicBlock *Exit = nullptr;
  bool StaysIfTrue = false;
  SmallVector<Instruction *, 12> Body; ///< of head and rest, in order
  SmallVector<PHINode *, 4> State;     ///< the phis of the head
  BasicBlock *Latch = nullptr;

  explicit operator bool() const { return Head; }
};

} // namespace

/// The array of futures into which \p Ptr points by a variable index, or null.
static AllocaInst *futureAt(Value *Ptr,
                            const SmallPtrSetImpl<Value *> &Futures) {
  bool ByIndex = false;
  for (;;) {
    if (auto *Gep = dyn_cast<GetElementPtrInst>(Ptr)) {
      ByIndex |= !Gep->hasAllConstantIndices();
      Ptr = Gep->getPointerOperand();
    } else if (auto *Cast = dyn_cast<BitCastInst>(Ptr)) {
      Ptr = Cast->getOperand(0);
    } else {
      break;
    }
  }
  return ByIndex && Futures.count(Ptr) ? cast<AllocaInst>(Ptr) : nullptr;
}

/// The parts of \p L. None if it does more than compute and read results of \p
/// Futures.
static ResultLoop findLoop(Loop &L, const SmallPtrSetImpl<Value *> &Futures) {
  ResultLoop R;
  BasicBlock *Head = L.getHeader();
  R.Before = L.getLoopPreheader();
  R.Latch = L.getLoopLatch();
  auto *Br = dyn_cast<BranchInst>(Head->getTerminator());
  if (!L.isInnermost() || !R.Before || !R.Latch || !Br ||
      !Br->isConditional() || R.Latch == Head ||
      L.contains(Br->getSuccessor(0)) == L.contains(Br->getSuccessor(1)))
    return {};
  R.StaysIfTrue = L.contains(Br->getSuccessor(0));
  R.Exit = Br->getSuccessor(R.StaysIfTrue ? 1 : 0);
  bool Reads = false;
  unsigned Cost = 0;
  for (BasicBlock *BB = Head;;) {
    for (Instruction &I : *BB) {
      if (isa<DbgInfoIntrinsic>(I) || I.isTerminator())
        continue;
      if (auto *Phi = dyn_cast<PHINode>(&I)) {
        R.State.push_back(Phi);
        continue;
      }
      bool UsedAfter = any_of(I.users(), [&](User *U) {
        return !L.contains(cast<Instruction>(U));
      });
      if (UsedAfter || I.mayHaveSideEffects())
        return {};
      if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (!futureAt(Load->getPointerOperand(), Futures))
          return {};
        Reads = true;
      } else if (!isSafeToSpeculativelyExecute(&I)) {
        return {};
      }
      R.Body.push_back(&I);
      Cost += !isa<CastInst>(I);
    }
    if (BB == R.Latch)
      break;
    BasicBlock *Next = BB == Head ? Br->getSuccessor(R.StaysIfTrue ? 0 : 1)
                                  : BB->getSingleSuccessor();
    if (!Next || !Next->getSinglePredecessor() || isa<PHINode>(Next->front()))
      return {};
    BB = Next;
  }
  if (!R.Latch->getSingleSuccessor() || !Reads || Cost > PeelBudget)
    return {};
  R.Head = Head;
  return R;
}

namespace {

/// Emits iterations one after the other. They run even if the loop has fewer.
class Iterations {
  const ResultLoop &R;
  IRBuilder<> B;

public:
  Iterations(const ResultLoop &R, BasicBlock *At);

  SmallVector<Value *, 4> Comes; ///< i1: the loop has this iteration
  /// The state before each iteration, if the loop has it, and after the last
  /// one.
  SmallVector<SmallVector<Value *, 4>, 5> States;

  bool write();
};

} // namespace

Iterations::Iterations(const ResultLoop &R, BasicBlock *At) : R(R), B(At) {
  States.emplace_back();
  for (PHINode *Phi : R.State)
    States[0].push_back(Phi->getIncomingValueForBlock(R.Before));
}

/// Emits one more. False if it might read beyond the array.
bool Iterations::write() {
  const DataLayout &DL = R.Head->getModule()->getDataLayout();
  ValueToValueMapTy Map;
  for (unsigned I = 0; I < R.State.size(); ++I)
    Map[R.State[I]] = States.back()[I];
  SmallVector<Instruction *, 12> Written;
  for (Instruction *I : R.Body) {
    Instruction *Copy = I->clone();
    B.Insert(Copy, I->getName());
    RemapInstruction(Copy, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    if (Value *Known = simplifyInstruction(Copy, SimplifyQuery(DL))) {
      Copy->eraseFromParent();
      Map[I] = Known;
      continue;
    }
    Written.push_back(Copy);
    Map[I] = Copy;
    if (isSafeToSpeculativelyExecute(Copy))
      continue;
    for (Instruction *Vain : reverse(Written))
      Vain->eraseFromParent();
    return false;
  }
  auto ValueOf = [&](Value *V) -> Value * {
    Value *Mapped = Map.lookup(V);
    return Mapped ? Mapped : V;
  };
  auto *Br = cast<BranchInst>(R.Head->getTerminator());
  Value *Stays = ValueOf(Br->getCondition());
  if (!R.StaysIfTrue)
    Stays = B.CreateNot(Stays);
  Comes.push_back(Comes.empty() ? Stays
                                : B.CreateLogicalAnd(Comes.back(), Stays));
  States.emplace_back();
  for (PHINode *Phi : R.State)
    States.back().push_back(ValueOf(Phi->getIncomingValueForBlock(R.Latch)));
  return true;
}

/// The uses after the loop of \p Phi, a phi of the head.
static SmallVector<Use *, 4> usesAfter(PHINode *Phi, const ResultLoop &R) {
  SmallVector<Use *, 4> After;
  for (Use &U : Phi->uses()) {
    auto *User = cast<Instruction>(U.getUser());
    if (User != R.Head->getTerminator() && !is_contained(R.Body, User) &&
        !is_contained(R.State, User))
      After.push_back(&U);
  }
  return After;
}

/// Peels the first iterations off \p R. False if that is impossible or useless.
static bool readFew(const ResultLoop &R) {
  BasicBlock *First =
      BasicBlock::Create(R.Head->getContext(), R.Head->getName() + ".few",
                         R.Head->getParent(), R.Head);
  Iterations Few(R, First);
  while (Few.Comes.size() < Results && Few.write())
    ;
  if (Few.Comes.empty() || isa<Constant>(Few.Comes[0])) {
    DeleteDeadBlock(First);
    return false;
  }
  BasicBlock *Exit = SplitEdge(R.Head, R.Exit);
  IRBuilder<> B(First), AtExit(&*Exit->begin());
  SmallVector<PHINode *, 4> Joins;
  for (unsigned I = 0; I < R.State.size(); ++I) {
    PHINode *Phi = R.State[I];
    SmallVector<Use *, 4> After = usesAfter(Phi, R);
    if (!After.empty()) {
      Value *V = Few.States[0][I];
      for (unsigned K = 0; K < Few.Comes.size(); ++K)
        V = B.CreateSelect(Few.Comes[K], Few.States[K + 1][I], V);
      PHINode *Join = AtExit.CreatePHI(Phi->getType(), 2, Phi->getName());
      Join->addIncoming(Phi, R.Head);
      Join->addIncoming(V, First);
      for (Use *U : After)
        U->set(Join);
      Joins.push_back(Join);
    }
    int From = Phi->getBasicBlockIndex(R.Before);
    Phi->setIncomingValue(From, Few.States.back()[I]);
    Phi->setIncomingBlock(From, First);
  }
  insertDebugValuesForPHIs(R.Head, Joins);
  MDNode *Rarely = MDBuilder(B.getContext()).createBranchWeights(1, 15);
  B.CreateCondBr(Few.Comes.back(), R.Head, Exit, Rarely);
  R.Before->getTerminator()->replaceSuccessorWith(R.Head, First);
  return true;
}

static bool peelIn(Function &F) {
  SmallPtrSet<Value *, 8> Futures;
  for (Instruction &I : instructions(F))
    if (AllocaInst *Future = SpawnMark(&I).future())
      Futures.insert(Future);
  if (Futures.empty())
    return false;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  bool Changed = false;
  SmallVector<ResultLoop, 4> Found;
  for (Loop *L : LI.getLoopsInPreorder())
    if (ResultLoop R = findLoop(*L, Futures))
      Found.push_back(R);
  for (ResultLoop &R : Found)
    Changed |= readFew(R);
  return Changed;
}

PreservedAnalyses PeelResultLoopsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M)
    if (isWholeTask(F))
      Changed |= peelIn(F);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
