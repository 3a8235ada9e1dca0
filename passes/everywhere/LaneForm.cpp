//===- LaneForm.cpp - Kernels whose leaders run all lanes -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneForm.h"
#include "everywhere/LaneBuiltins.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/LaneLooper.h"
#include "everywhere/LaneVariables.h"
#include "everywhere/WarpState.h"
#include "ir/Names.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

/// Ends the first block before the code of the kernel, which becomes the first
/// block of the first node.
static Instruction *separateStart(Function &F, Node &First) {
  BasicBlock *Entry = &F.getEntryBlock();
  First.Blocks.front() = Entry->splitBasicBlock(afterVariables(F), "start");
  return Entry->getTerminator();
}

LaneLooper::LaneLooper(Function &F, std::vector<Node> TheNodes,
                       const Uniformity &Lanes, const VariableSet &Same,
                       ArrayRef<Strip> Strips)
    : F(F), C(F.getContext()), Nodes(std::move(TheNodes)), Ways(Nodes),
      Lanes(Lanes), Same(Same), Arrays(F, this->Same),
      Start(separateStart(F, Nodes.front())), Warp(F, Start) {
  for (const Strip &S : Strips)
    StripAt[S.Before] = &S;
  IRBuilder<> B(Start);
  for (unsigned I = 0; I < Nodes.size(); ++I) {
    Here.push_back(newVariable(B.getInt64Ty(), "here"));
    B.CreateStore(I ? B.getInt64(0) : Warp.all(), Here.back());
  }
}

void LaneLooper::move(IRBuilder<> &B, Value *Lanes, unsigned To) {
  if (To < Nodes.size()) // Else they return.
    B.CreateStore(B.CreateOr(lanesAt(B, To), Lanes), Here[To]);
}

/// The lanes at node \p Number, which leave it, i64. If there are none, goes \p
/// Otherwise.
Value *LaneLooper::take(IRBuilder<> &B, unsigned Number,
                        BasicBlock *Otherwise) {
  Value *Lanes = lanesAt(B, Number);
  BasicBlock *Some = newBlock("some", Heads[Number + 1]);
  B.CreateCondBr(B.CreateIsNotNull(Lanes), Some, Otherwise);
  B.SetInsertPoint(Some);
  B.CreateStore(B.getInt64(0), Here[Number]);
  return Lanes;
}

/// A loop over \p Lanes, or over all if it is null, around \p Blocks, of which the
/// first comes first.
LaneLoop LaneLooper::loop(Value *Lanes, ArrayRef<BasicBlock *> Blocks,
                          BasicBlock *Exit) {
  Loops.push_back(Lanes ? makeLoopOverSet(Lanes, Blocks.front(), Exit)
                        : makeLoopOverAll(Warp.count(), Blocks.front(), Exit));
  Loops.back().Blocks.append(Blocks.begin(), Blocks.end());
  return Loops.back();
}

/// Makes the code of \p Blocks that of \p Lane, which \p Head knows.
void LaneLooper::once(BasicBlock *Head, Value *Lane,
                      ArrayRef<BasicBlock *> Blocks) {
  LaneLoop Code{Head, nullptr, Lane, nullptr, nullptr, {}, false};
  Code.Blocks.append(Blocks.begin(), Blocks.end());
  Loops.push_back(Code);
}

/// Is \p V, of the code before it is divided or a variable's value since then,
/// the same in all lanes?
bool LaneLooper::isSame(const Value *V) const {
  if (const auto *Load = dyn_cast<LoadInst>(V))
    if (isa<AllocaInst>(Load->getPointerOperand()))
      return Same.count(Load->getPointerOperand());
  // The address of a variable that has come since then.
  if (isa<CastInst>(V) || isa<GetElementPtrInst>(V))
    if (!isSame(cast<Instruction>(V)->getOperand(0)))
      return false;
  return !isa<AllocaInst>(V) && Lanes.isSame(V);
}

/// Can \p BB, to which all lanes come together, run once for all?
bool LaneLooper::isSame(const BasicBlock &BB) const {
  return Lanes.isTogether(&BB) && all_of(BB, [&](const Instruction &I) {
           if (const auto *Store = dyn_cast<StoreInst>(&I))
             return Same.count(Store->getPointerOperand()) != 0 &&
                    isSame(Store->getValueOperand());
           if (const auto *Branch = dyn_cast<BranchInst>(&I))
             return Branch->isUnconditional() || isSame(Branch->getCondition());
           if (const auto *Switch = dyn_cast<SwitchInst>(&I))
             return isSame(Switch->getCondition());
           return isa<DbgInfoIntrinsic>(I) ||
                  (!I.getType()->isVoidTy() && isSame(&I));
         });
}

/// The address of the operand of \p Lane.
Value *LaneLooper::element(IRBuilder<> &B, Type *Ty, Value *Lane) {
  AllocaInst *&Array = Operands[Ty];
  if (!Array) {
    Array = newVariable(ArrayType::get(Ty, warpSize()), "operands");
    Array->setAlignment(Align(32));
  }
  return elementOf(B, Array, Lane);
}

/// Ends node \p Number at \p BB. If lanes wait at one of \p Targets that is not
/// after the node, goes back there, to the first such target first.
void LaneLooper::finish(BasicBlock *BB, unsigned Number,
                        ArrayRef<unsigned> Targets) {
  for (unsigned Target : Ways.back(Number, Targets)) {
    IRBuilder<> B(BB);
    BB = newBlock("on", Heads[Number + 1]);
    B.CreateCondBr(B.CreateIsNotNull(lanesAt(B, Target)),
                   Heads[Ways.landing(Number, Target)], BB);
  }
  IRBuilder<>(BB).CreateBr(Heads[Number + 1]);
}

/// Computes in front of the loop what is the same in all lanes, and what they
/// all compute. LLVM leaves calls where they are.
void LaneLooper::hoist(IRBuilder<> &B, const Node &N) {
  BasicBlock *First = N.Blocks.front();
  // For functions that ask for the size of the warp.
  once(B.GetInsertBlock(), B.getInt64(0), B.GetInsertBlock());
  for (Instruction &I : make_early_inc_range(*First)) {
    if (I.getType()->isVoidTy() || isa<PHINode>(I) || !isSame(&I) ||
        any_of(I.operands(), [&](const Use &U) {
          auto *Operand = dyn_cast<Instruction>(U.get());
          return Operand && is_contained(N.Blocks, Operand->getParent());
        }))
      continue;
    I.removeFromParent();
    B.Insert(&I);
  }
}

/// Does \p V say whether the lane has a certain number? Returns that, or null.
static Value *numberAskedFor(const Value *V) {
  const auto *Compare = dyn_cast<ICmpInst>(V);
  if (!Compare || Compare->getPredicate() != ICmpInst::ICMP_EQ)
    return nullptr;
  for (unsigned I : {0, 1}) {
    const Value *Number = Compare->getOperand(I);
    while (isa<CastInst>(Number))
      Number = cast<CastInst>(Number)->getOperand(0);
    if (laneCall(Number) == "number")
      return Compare->getOperand(1 - I);
  }
  return nullptr;
}

/// The branch with which all lanes leave \p N, which come there together, if they
/// part by a number that is known before; else null.
BranchInst *LaneLooper::partsOneLane(const Node &N) const {
  BranchInst *Out = nullptr;
  for (BasicBlock *BB : N.Blocks) {
    Instruction *Last = BB->getTerminator();
    if (isa<ReturnInst>(Last))
      return nullptr;
    if (all_of(successors(BB),
               [&](BasicBlock *To) { return is_contained(N.Blocks, To); }))
      continue;
    auto *Branch = dyn_cast<BranchInst>(Last);
    if (Out || !Branch || !Branch->isConditional() ||
        any_of(successors(BB),
               [&](BasicBlock *To) { return is_contained(N.Blocks, To); }))
      return nullptr;
    Out = Branch;
  }
  const Value *Asked = Out ? numberAskedFor(Out->getCondition()) : nullptr;
  const auto *I = dyn_cast_or_null<Instruction>(Asked);
  return Asked && isSame(Asked) &&
                 !(I && is_contained(N.Blocks, I->getParent()))
             ? Out
             : nullptr;
}

/// Of \p Lanes, which leave a node through \p Out, one goes to the first successor
/// and the others to the second. Makes all of them go to \p Latch, and keeps in \p
/// Done where they are.
void LaneLooper::partOneLane(Value *Lanes, BranchInst *Out, BasicBlock *Latch,
                             BasicBlock *Done) {
  IRBuilder<> B(Done);
  Type *Ty = B.getInt64Ty();
  Value *Lane = B.CreateZExtOrTrunc(numberAskedFor(Out->getCondition()), Ty);
  Value *Exists = B.CreateICmpULT(Lane, Warp.count());
  Value *Bit = B.CreateShl(B.getInt64(1), Lane);
  Bit = B.CreateSelect(Exists, Bit, B.getInt64(0));
  move(B, B.CreateAnd(Lanes, Bit), Ways.numberOf(Out->getSuccessor(0)));
  move(B, B.CreateAnd(Lanes, B.CreateNot(Bit)),
       Ways.numberOf(Out->getSuccessor(1)));
  auto *Compare = cast<Instruction>(Out->getCondition());
  BranchInst::Create(Latch, Out);
  Out->eraseFromParent();
  if (Compare->use_empty())
    Compare->eraseFromParent();
}

void LaneLooper::plain(unsigned Number) {
  if (const Strip *S = StripAt.lookup(Nodes[Number].Blocks.front())) {
    strip(Number, *S);
    return;
  }
  Node &N = Nodes[Number];
  BasicBlock *First = N.Blocks.front(), *Next = Heads[Number + 1];
  IRBuilder<> B(Heads[Number]);
  bool Once = all_of(N.Blocks, [&](BasicBlock *BB) { return isSame(*BB); });
  Value *Now = N.Everybody ? Warp.all() : take(B, Number, Next);
  BasicBlock *Done = newBlock("done", Next);
  BasicBlock *Latch = Done;
  Value *Lane = nullptr;
  if (Once) {
    once(B.GetInsertBlock(), B.getInt64(0), N.Blocks);
    B.CreateBr(First);
  } else {
    if (isTogether(N))
      hoist(B, N);
    LaneLoop Loop = loop(isTogether(N) ? nullptr : Now, N.Blocks, Done);
    Latch = Loop.Latch;
    Lane = Loop.Lane;
    Loop.enterFrom(B.GetInsertBlock());
  }

  SmallVector<unsigned, 4> Targets = Ways.leaving(Number);
  if (BranchInst *Out = !Once && Targets.size() == 2 && isTogether(N)
                            ? partsOneLane(N)
                            : nullptr) {
    partOneLane(Now, Out, Latch, Done);
    finish(Done, Number, Targets);
    return;
  }
  bool Together = Targets.size() == 1;
  SmallDenseMap<unsigned, BasicBlock *> Leaving; // By target.
  Ways.redirect(Number, [&](unsigned Target) {
    if (Together)
      return Latch;
    BasicBlock *&Out = Leaving[Target];
    if (!Out) {
      Out = newBlock("to", Latch);
      IRBuilder<> OutB(Out);
      move(OutB, Once ? Now : OutB.CreateShl(OutB.getInt64(1), Lane), Target);
      OutB.CreateBr(Latch);
    }
    return Out;
  });
  if (Together) {
    IRBuilder<> DoneB(Done);
    move(DoneB, Now, Targets.front());
  }
  finish(Done, Number, Targets);
}

void LaneLooper::begin(unsigned Number) {
  Visit &V = *Nodes[Number].TheVisit;
  IRBuilder<> B(Heads[Number]);
  B.SetCurrentDebugLocation(V.Mark->getDebugLoc());
  Value *Mask = take(B, Number, Heads[Ways.numberOf(V.End) + 1]);
  AllocaInst *Variable = Masks[&V] = newVariable(B.getInt64Ty(), "mask");
  B.CreateStore(Mask, Variable);
  Same.insert(Variable);
  B.CreateStore(Warp.all(), Here[Ways.numberOf(V.Body)]);
  B.CreateBr(Heads[Number + 1]);
  for (CallInst *Call : V.Masks) {
    B.SetInsertPoint(Call);
    Call->replaceAllUsesWith(B.CreateLoad(B.getInt64Ty(), Variable));
    Call->eraseFromParent();
  }
}

/// All lanes are here: those that only came along are also where they wait.
void LaneLooper::end(unsigned Number) {
  Visit &V = *Nodes[Number].TheVisit;
  unsigned After = Ways.numberOf(V.After);
  IRBuilder<> B(Heads[Number]);
  B.CreateStore(B.getInt64(0), Here[Number]);
  move(B, B.CreateLoad(B.getInt64Ty(), Masks.lookup(&V)), After);
  finish(Heads[Number], Number, After);
}

void LaneLooper::run() {
  for (Node &N : Nodes)
    Heads.push_back(newBlock("node", N.Blocks.front()));
  Heads.push_back(newBlock("through", nullptr));
  IRBuilder<> B(Heads.back());
  B.CreateRetVoid();
  B.SetInsertPoint(Start);
  B.CreateCondBr(Warp.isLeader(), Heads.front(), Heads.back());
  Start->eraseFromParent();

  for (unsigned I = 0; I < Nodes.size(); ++I)
    switch (Nodes[I].What) {
    case Node::Plain:
      plain(I);
      break;
    case Node::Begin:
      begin(I);
      break;
    case Node::End:
      end(I);
      break;
    case Node::SubGroup:
      subGroup(I);
      break;
    case Node::Barrier:
      llvm_unreachable("obstacleToLaneLoops finds barriers");
    }
  // The blocks of visits are now unreachable.
  SmallVector<BasicBlock *, 16> Dead;
  for (Node &N : Nodes)
    if (N.What == Node::Begin || N.What == Node::End)
      Dead.push_back(N.Blocks.front());
    else if (N.What == Node::SubGroup && pred_empty(N.Blocks.front()))
      Dead.push_back(N.Blocks.front());
  DeleteDeadBlocks(Dead);
  // A large kernel is compiled for a long time, since vectors of loops double
  // them. Then only strips become vectors.
  constexpr unsigned ManyLoops = 48;
  for (const LaneLoop &Loop : Loops) {
    if (Loop.IsDense && (Loop.IsStrip || Loops.size() < ManyLoops))
      markParallel(Loop);
    else if (Loop.Latch)
      keepSmall(Loop);
    Arrays.adapt(Loop, Warp);
  }
  Arrays.removeVariables();
}

/// Does \p BB run in the lane only whose number is a certain one, and does it
/// something that cannot be part of a vector? As a node of its own it does not
/// keep the code before it from becoming vectors.
static bool isForOneLane(const BasicBlock &BB) {
  const BasicBlock *Before = BB.getSinglePredecessor();
  const auto *Branch =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) != &BB ||
      Branch->getSuccessor(1) != BB.getSingleSuccessor())
    return false;
  return numberAskedFor(Branch->getCondition()) &&
         any_of(BB, [](const Instruction &I) {
           return I.isAtomic() || (isa<CallBase>(I) && I.mayWriteToMemory());
         });
}

void tasklet::makeLaneLoops(Function &Kernel, Visits &All) {
  copyStructures(Kernel);
  replaceBuiltins(Kernel);
  LaneCalls Calls(*Kernel.getParent());
  Calls.replaceCalls(Kernel, All);
  promoteVariables(Kernel, All, Calls.Asked);
  Calls.removeStarts();
  std::vector<Strip> Strips = findStrips(Kernel, All, Calls);
  DenseMap<BasicBlock *, unsigned> Alone;
  for (const Strip &S : Strips)
    Alone[S.Before] = S.Blocks.size() + 1;
  for (BasicBlock &BB : Kernel)
    if (isForOneLane(BB))
      Alone.try_emplace(&BB, 1);
  SmallPtrSet<BasicBlock *, 1> Nothing;
  std::vector<Node> Nodes =
      divideIntoNodes(Kernel, All, Nothing, Calls.Meetings, Alone);
  computeAgain(Kernel, Nodes);
  Uniformity Lanes(Kernel, All);
  DenseMap<const BasicBlock *, unsigned> NodeOf;
  for (unsigned I = 0; I < Nodes.size(); ++I)
    for (BasicBlock *BB : Nodes[I].Blocks)
      NodeOf[BB] = I;
  VariableSet Same;
  placeValues(
      Kernel, Nodes, All, Calls.Asked,
      [&](const Instruction &I) {
        // A phi that has become a variable.
        if (const auto *Load = dyn_cast<LoadInst>(&I))
          if (isa<AllocaInst>(Load->getPointerOperand()))
            return Same.count(Load->getPointerOperand()) != 0;
        // In a loop of one node, a lane would go on where another one ended.
        if (const auto *Phi = dyn_cast<PHINode>(&I))
          if (any_of(Phi->blocks(), [&](const BasicBlock *From) {
                return NodeOf.lookup(From) == NodeOf.lookup(Phi->getParent());
              }))
            return false;
        return Lanes.isSame(&I);
      },
      &Same);
  LaneLooper(Kernel, std::move(Nodes), Lanes, Same, Strips).run();
  Kernel.addFnAttr(names::LaneLoopsAttr);
}
