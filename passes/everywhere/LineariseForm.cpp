//===- LineariseForm.cpp - Kernels whose lanes meet -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LineariseForm.h"
#include "everywhere/LineariseNodes.h"
#include "everywhere/LineariseValues.h"
#include "everywhere/LineariseWays.h"
#include "everywhere/SubGroups.h"
#include "everywhere/WarpState.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/WarpRuntime.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

namespace {

class Lineariser {
  Function &F;
  LLVMContext &C;
  std::vector<Node> Nodes;
  NodeWays Ways;
  ArrayRef<ForcePart> Forces;
  WarpState Warp;
  AllocaInst *Pc; ///< the number of the node that the work-item runs next
  /// The blocks that everybody reaches before each node, and at the end.
  std::vector<BasicBlock *> Heads;
  struct Turn {
    BasicBlock *Enter; ///< the vote whether to run the body
    PHINode *Number;   ///< 1 before the body, 2 after it
    AllocaInst *Saved; ///< Pc of the lanes that only come along
    AllocaInst *Mask;
  };
  DenseMap<Visit *, Turn> Turns;

  BasicBlock *newBlock(const Twine &Name, BasicBlock *Before);
  Value *isAt(IRBuilder<> &B, unsigned Number);
  void go(IRBuilder<> &B, unsigned Number) {
    B.CreateStore(B.getInt32(Number), Pc);
  }
  void finish(BasicBlock *BB, unsigned Number, ArrayRef<unsigned> Targets);
  void plain(unsigned Number);
  void begin(unsigned Number);
  void end(unsigned Number);
  void subGroup(unsigned Number);
  void barrier(unsigned Number);
  void replaceLocalCalls(const Visits &All);
  void tail();

public:
  Lineariser(Function &F, std::vector<Node> Nodes, ArrayRef<ForcePart> Forces);
  void run(const Visits &All);
};

} // namespace

Lineariser::Lineariser(Function &F, std::vector<Node> Nodes,
                       ArrayRef<ForcePart> Forces)
    : F(F), C(F.getContext()), Nodes(std::move(Nodes)), Ways(this->Nodes),
      Forces(Forces),
      Warp(F, afterVariables(F), any_of(this->Nodes, [](const Node &N) {
             return N.What == Node::SubGroup;
           })) {
  IRBuilder<> B(&*F.getEntryBlock().begin());
  Pc = B.CreateAlloca(B.getInt32Ty(), nullptr, "tkl.pc");
  for (unsigned I = 0; I < Forces.size(); ++I)
    Ways.add(Forces[I].First, Ways.ends() + 1 + I);
}

BasicBlock *Lineariser::newBlock(const Twine &Name, BasicBlock *Before) {
  return BasicBlock::Create(C, Name, &F, Before);
}

Value *Lineariser::isAt(IRBuilder<> &B, unsigned Number) {
  return B.CreateICmpEQ(B.CreateLoad(B.getInt32Ty(), Pc), B.getInt32(Number));
}

/// Ends node \p Number at \p BB, where everybody is through with it. If anybody
/// waits at one of \p Targets that is not after the node, all go back there, to
/// the first such target first.
void Lineariser::finish(BasicBlock *BB, unsigned Number,
                        ArrayRef<unsigned> Targets) {
  for (unsigned Target : Ways.back(Number, Targets)) {
    IRBuilder<> B(BB);
    Value *Any = Warp.anyOfAll(B, isAt(B, Target));
    BB = newBlock("on", Heads[Number + 1]);
    B.CreateCondBr(Any, Heads[Ways.landing(Number, Target)], BB);
  }
  IRBuilder<>(BB).CreateBr(Heads[Number + 1]);
}

/// Emits plain node \p Number. Each edge that leaves the node first stores the
/// number of its target in Pc, and then goes to the end of the node.
void Lineariser::plain(unsigned Number) {
  Node &N = Nodes[Number];
  BasicBlock *First = N.Blocks.front(), *Next = Heads[Number + 1];
  BasicBlock *Done = newBlock("done", Next);
  IRBuilder<> B(Heads[Number]);
  if (N.Everybody)
    B.CreateBr(First);
  else
    B.CreateCondBr(isAt(B, Number), First, Done);
  SmallVector<unsigned, 4> Targets = Ways.leaving(Number);
  SmallDenseMap<unsigned, BasicBlock *> Leaving; // By target.
  Ways.redirect(Number, [&](unsigned Target) {
    BasicBlock *&Out = Leaving[Target];
    if (!Out) {
      Out = newBlock("to", Done);
      IRBuilder<> OutB(Out);
      go(OutB, Target);
      OutB.CreateBr(Done);
    }
    return Out;
  });
  finish(Done, Number, Targets);
}

void Lineariser::begin(unsigned Number) {
  Visit &V = *Nodes[Number].TheVisit;
  BasicBlock *Head = Heads[Number], *Next = Heads[Number + 1];
  // The header of the plugin's loop only marks the place: its code is dropped.
  Turn &T = Turns[&V];
  IRBuilder<> B(&*F.getEntryBlock().begin());
  T.Saved = B.CreateAlloca(B.getInt32Ty(), nullptr, "saved");
  T.Mask = B.CreateAlloca(B.getInt64Ty(), nullptr, "mask");
  T.Enter = newBlock("vote", Next);
  BasicBlock *Visited = newBlock("visit", Next);
  B.SetInsertPoint(Head);
  B.SetCurrentDebugLocation(V.Mark->getDebugLoc());
  Warp.call(B, names::WarpArrive, B.getVoidTy(), isAt(B, Number));
  B.CreateBr(T.Enter);

  B.SetInsertPoint(T.Enter);
  T.Number = B.CreatePHI(B.getInt32Ty(), 2);
  T.Number->addIncoming(B.getInt32(1), Head);
  Value *Reached = isAt(B, Number);
  Value *Go =
      Warp.call(B, names::WarpEnter, B.getInt1Ty(), {Reached, T.Number});
  // Lineariser::end() sets the second target.
  B.CreateCondBr(Go, Visited, Visited);

  B.SetInsertPoint(Visited);
  Value *Mask = Warp.call(B, names::WarpVisitors, B.getInt64Ty(), Reached);
  B.CreateStore(Mask, T.Mask);
  Value *Here = B.CreateLoad(B.getInt32Ty(), Pc);
  B.CreateStore(Here, T.Saved);
  Value *Mine = B.CreateIsNotNull(Mask);
  B.CreateStore(B.CreateSelect(Mine, B.getInt32(Ways.numberOf(V.Body)), Here),
                Pc);
  B.CreateBr(Next);
  for (CallInst *Call : V.Masks) {
    B.SetInsertPoint(Call);
    Call->replaceAllUsesWith(B.CreateLoad(B.getInt64Ty(), T.Mask));
    Call->eraseFromParent();
  }
}

void Lineariser::end(unsigned Number) {
  Visit &V = *Nodes[Number].TheVisit;
  Turn &T = Turns[&V];
  IRBuilder<> B(Heads[Number]);
  B.SetCurrentDebugLocation(V.Mark->getDebugLoc());
  // Exactly the lanes of the visited warps are at this node.
  unsigned After = Ways.numberOf(V.After);
  Value *Mask = B.CreateLoad(B.getInt64Ty(), T.Mask);
  Value *Came = B.CreateTrunc(
      B.CreateLShr(Mask, B.CreateZExt(Warp.lane(B), B.getInt64Ty())),
      B.getInt1Ty());
  Value *Saved = B.CreateLoad(B.getInt32Ty(), T.Saved);
  Value *Then = B.CreateSelect(Came, B.getInt32(After), Saved);
  Value *Old = B.CreateLoad(B.getInt32Ty(), Pc);
  B.CreateStore(B.CreateSelect(isAt(B, Number), Then, Old), Pc);
  Warp.call(B, names::WarpLeave, B.getVoidTy(), {});
  B.CreateBr(T.Enter);
  T.Number->addIncoming(B.getInt32(2), Heads[Number]);
  BasicBlock *Left = newBlock("left", Heads[Number + 1]);
  T.Enter->getTerminator()->setSuccessor(1, Left);
  finish(Left, Number, {After});
}

void Lineariser::subGroup(unsigned Number) {
  CallInst *Call = Nodes[Number].Call;
  BasicBlock *BB = Call->getParent(), *Head = Heads[Number];
  unsigned Next = Ways.numberOf(BB->getSingleSuccessor());
  // The code before the call computes the arguments. The code after it stores
  // the result.
  SmallVector<StoreInst *, 1> Stores;
  for (Instruction *I = Call->getNextNode(); I; I = I->getNextNode())
    if (auto *Store = dyn_cast<StoreInst>(I))
      Stores.push_back(Store);
  moveToEnd(*Head, *BB);
  IRBuilder<> B(Call);
  Value *Active = isAt(B, Number);
  if (Value *Elsewhere = Nodes[Number].Elsewhere)
    Call->setArgOperand(
        0, B.CreateSelect(Active, Call->getArgOperand(0), Elsewhere));
  Value *Result = emitSubGroupCall(B, *Call, Active, Warp);
  if (Result)
    Call->replaceAllUsesWith(Result);
  Call->eraseFromParent();
  // Inactive lanes keep the old value.
  for (StoreInst *Store : Stores) {
    B.SetInsertPoint(Store);
    Value *Old = B.CreateLoad(Store->getValueOperand()->getType(),
                              Store->getPointerOperand());
    Store->setOperand(0, B.CreateSelect(Active, Store->getValueOperand(), Old));
  }
  B.SetInsertPoint(Head);
  B.CreateStore(B.CreateSelect(Active, B.getInt32(Next),
                               B.CreateLoad(B.getInt32Ty(), Pc)),
                Pc);
  finish(Head, Number, {Next});
}

void Lineariser::barrier(unsigned Number) {
  CallInst *Call = Nodes[Number].Call;
  BasicBlock *BB = Call->getParent(), *Head = Heads[Number];
  unsigned Next = Ways.numberOf(BB->getSingleSuccessor());
  BasicBlock *Passed = newBlock("passed", Heads[Number + 1]);
  IRBuilder<> B(Head);
  // A warp that goes its own way comes by as often as its own loops turn. So only
  // lanes that are at the barrier run it: all of a warp are, or none.
  if (warpKind() == WarpKind::Hardware) {
    BasicBlock *Meet = newBlock("barrier", Passed);
    B.CreateCondBr(Warp.anyOfAll(B, isAt(B, Number)), Meet, Passed);
    Head = Meet;
  }
  moveToEnd(*Head, *BB);
  B.SetInsertPoint(Head);
  B.CreateBr(Passed);
  B.SetInsertPoint(Passed);
  Value *Old = B.CreateLoad(B.getInt32Ty(), Pc);
  B.CreateStore(B.CreateSelect(isAt(B, Number), B.getInt32(Next), Old), Pc);
  finish(Passed, Number, {Next});
}

/// Replaces sub-group functions for which lanes need not meet, such as the one
/// for the lane's number.
void Lineariser::replaceLocalCalls(const Visits &All) {
  for (const std::unique_ptr<Visit> &V : All)
    for (BasicBlock *BB : V->Blocks)
      for (Instruction &I : make_early_inc_range(*BB)) {
        auto *Call = dyn_cast<CallInst>(&I);
        if (!Call || !isSubGroupCall(*Call) || !isLocalSubGroupCall(*Call))
          continue;
        IRBuilder<> B(Call);
        if (Value *Result = emitSubGroupCall(B, *Call, B.getTrue(), Warp))
          Call->replaceAllUsesWith(Result);
        Call->eraseFromParent();
      }
}

/// Emits the end of the kernel: every work-item returns, or runs the force at
/// which it waits.
void Lineariser::tail() {
  BasicBlock *Return = newBlock("through", nullptr);
  IRBuilder<> B(Return);
  B.CreateRetVoid();
  B.SetInsertPoint(Heads.back());
  SwitchInst *Switch =
      B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Pc), Return, Forces.size());
  for (const ForcePart &Force : Forces) {
    Switch->addCase(B.getInt32(Ways.numberOf(Force.First)), Force.First);
    for (BasicBlock *BB : Force.Blocks)
      BB->moveBefore(Return);
  }
}

void Lineariser::run(const Visits &All) {
  replaceLocalCalls(All);
  // The kernel's entry block stays the first one, because it has the variables.
  BasicBlock *Entry = &F.getEntryBlock();
  for (Node &N : Nodes)
    Heads.push_back(newBlock("node", N.Blocks.front()));
  Heads.push_back(newBlock("all", nullptr));
  Entry->moveBefore(Heads.front());
  BasicBlock *Start = Entry->splitBasicBlock(afterVariables(F), "start");
  // The entry block must go to the head of the first node, not to `start`,
  // which is a block of that node.
  Entry->getTerminator()->setSuccessor(0, Heads.front());
  Start->moveAfter(Heads.front());
  Nodes.front().Blocks.front() = Start;

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
      barrier(I);
      break;
    }
  tail();
  // The blocks of meetings are now unreachable.
  SmallVector<BasicBlock *, 16> Dead;
  for (Node &N : Nodes)
    if (N.What != Node::Plain)
      Dead.push_back(N.Blocks.front());
  DeleteDeadBlocks(Dead);
}

void tasklet::linearise(Function &Kernel, Visits &All,
                        ArrayRef<ForcePart> Forces) {
  SmallPtrSet<BasicBlock *, 16> Apart;
  for (const ForcePart &Force : Forces)
    Apart.insert(Force.Blocks.begin(), Force.Blocks.end());
  std::vector<Node> Nodes =
      divideIntoNodes(Kernel, All, Apart, findSubGroupMeetings(Kernel, All));
  VariableSet Asked;
  placeOperandsElsewhere(Nodes, Asked);
  placeValues(Kernel, Nodes, All, Asked);
  Lineariser(Kernel, std::move(Nodes), Forces).run(All);
}
