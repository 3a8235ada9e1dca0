//===- LineariseNodes.cpp - Cut a kernel at its meetings ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LineariseNodes.h"
#include "compat/Strings.h"
#include "everywhere/SubGroups.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

bool tasklet::isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (startsWith(Callee->getName(), "_Z7barrierj") ||
                    startsWith(Callee->getName(), "_Z18work_group_barrierj"));
}

namespace {

class Divider {
  Function &F;
  const Visits &All;
  const SmallPtrSetImpl<BasicBlock *> &Apart;
  const DenseMap<BasicBlock *, unsigned> &Alone;
  DenseMap<BasicBlock *, Node> Meetings; ///< by their only block

  // These belong to one attempt to divide the kernel.
  std::vector<BasicBlock *> Order;
  DenseMap<BasicBlock *, unsigned> Place; ///< in Order
  std::vector<unsigned> MeetingsBefore;   ///< places
  DenseSet<BasicBlock *> Shared;          ///< blocks that all reach

  Node &meeting(BasicBlock *BB, Node::Kind What);
  void separate(Meeting Where, Node::Kind What);
  void readOrder();
  bool encloseMeeting(unsigned First, unsigned Last) const {
    return MeetingsBefore[Last + 1] != MeetingsBefore[First];
  }
  bool joinLatches();
  void findShared();
  bool canJoin(unsigned First, unsigned &Last) const;
  bool goesBefore(unsigned Block, unsigned First) const;
  std::vector<Node> divide();

public:
  Divider(Function &F, const Visits &All,
          const SmallPtrSetImpl<BasicBlock *> &Apart,
          const DenseMap<BasicBlock *, unsigned> &Alone)
      : F(F), All(All), Apart(Apart), Alone(Alone) {}
  std::vector<Node> run(ArrayRef<Meeting> Calls);
};

} // namespace

Node &Divider::meeting(BasicBlock *BB, Node::Kind What) {
  Node &N = Meetings[BB];
  N.What = What;
  N.Blocks = {BB};
  return N;
}

/// Gives \p Where a block of its own.
void Divider::separate(Meeting Where, Node::Kind What) {
  BasicBlock *Before = Where.Call->getParent();
  BasicBlock *At = SplitBlock(Before, Where.Start);
  BasicBlock *After = SplitBlock(At, Where.Call->getNextNode());
  for (const std::unique_ptr<Visit> &V : All)
    if (V->Blocks.count(Before)) {
      V->Blocks.insert(At);
      V->Blocks.insert(After);
    }
  meeting(At, What).Call = Where.Call;
}

void Divider::readOrder() {
  Order.clear();
  Place.clear();
  MeetingsBefore.assign(1, 0);
  for (BasicBlock &BB : F)
    if (!Apart.count(&BB)) {
      Place[&BB] = Order.size();
      Order.push_back(&BB);
      MeetingsBefore.push_back(MeetingsBefore.back() + Meetings.count(&BB));
    }
}

/// Gives one loop that encloses a meeting a single latch; false if all have
/// one. Lanes that end an iteration by `continue` wait in the latch for the
/// others, so it must stand after all other blocks of the loop.
bool Divider::joinLatches() {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  for (Loop *L : LI.getLoopsInPreorder()) {
    BasicBlock *Header = L->getHeader();
    if (Apart.count(Header))
      continue;
    unsigned Last = 0;
    for (BasicBlock *BB : L->blocks())
      Last = std::max(Last, Place.lookup(BB));
    SmallVector<BasicBlock *, 4> Latches;
    L->getLoopLatches(Latches);
    if (Latches.size() < 2 || !encloseMeeting(Place.lookup(Header), Last))
      continue;
    BasicBlock *Latch = SplitBlockPredecessors(Header, Latches, ".latch");
    Latch->moveAfter(Order[Last]);
    for (const std::unique_ptr<Visit> &V : All)
      if (V->Blocks.count(Header))
        V->Blocks.insert(Latch);
    return true;
  }
  return false;
}

void Divider::findShared() {
  Shared.clear();
  PostDominatorTree PDT(F);
  std::vector<bool> InCutLoop(Order.size());
  for (unsigned From = 0; From < Order.size(); ++From)
    for (BasicBlock *Succ : successors(Order[From])) {
      auto To = Place.find(Succ);
      if (To != Place.end() && To->second <= From &&
          encloseMeeting(To->second, From))
        std::fill(InCutLoop.begin() + To->second, InCutLoop.begin() + From + 1,
                  true);
    }
  for (BasicBlock *BB : Order) {
    bool InBody = any_of(All, [&](const std::unique_ptr<Visit> &V) {
      return V->Blocks.count(BB) || V->End == BB;
    });
    if (!InBody && !InCutLoop[Place[BB]] &&
        PDT.dominates(BB, &F.getEntryBlock()))
      Shared.insert(BB);
  }
}

/// Does \p Block have an edge to a block before \p First?
bool Divider::goesBefore(unsigned Block, unsigned First) const {
  return any_of(successors(Order[Block]), [&](BasicBlock *Succ) {
    auto To = Place.find(Succ);
    return To != Place.end() && To->second < First;
  });
}

/// Can the node of the blocks \p First to \p Last take in the next block, too?
/// That block brings along the whole loops that it begins. Moves \p Last if so.
bool Divider::canJoin(unsigned First, unsigned &Last) const {
  unsigned End = Last + 1;
  for (unsigned Next = Last + 1; Next <= End; ++Next) {
    if (Next == Order.size() || Meetings.count(Order[Next]) ||
        Alone.count(Order[Next]))
      return false;
    for (BasicBlock *Pred : predecessors(Order[Next])) {
      auto From = Place.find(Pred);
      if (From == Place.end() || From->second < First)
        return false;
      End = std::max(End, From->second);
    }
    if (Next < End && goesBefore(Next, First))
      return false;
  }
  Last = End;
  return true;
}

std::vector<Node> Divider::divide() {
  std::vector<Node> Nodes;
  for (unsigned First = 0; First < Order.size();) {
    auto Known = Meetings.find(Order[First]);
    bool Everybody = Shared.count(Order[First]);
    if (Known != Meetings.end()) {
      Nodes.push_back(Known->second);
      Nodes.back().Everybody = Everybody;
      ++First;
      continue;
    }
    unsigned Last = First;
    if (unsigned Count = Alone.lookup(Order[First]))
      Last += Count - 1;
    else
      while (!goesBefore(Last, First) && canJoin(First, Last))
        ;
    Node N;
    N.Everybody = Everybody;
    N.Blocks.append(Order.begin() + First, Order.begin() + Last + 1);
    Nodes.push_back(N);
    First = Last + 1;
  }
  return Nodes;
}

std::vector<Node> Divider::run(ArrayRef<Meeting> Calls) {
  for (const std::unique_ptr<Visit> &V : All) {
    meeting(V->Header, Node::Begin).TheVisit = V.get();
    meeting(V->End, Node::End).TheVisit = V.get();
  }
  for (const Meeting &Call : Calls)
    separate(Call, Node::SubGroup);
  while (true) {
    readOrder();
    if (joinLatches())
      continue;
    findShared();
    std::vector<Node> Nodes = divide();
    // Not all lanes would reach these barriers together.
    SmallVector<CallInst *, 4> Barriers;
    for (const Node &N : Nodes)
      if (N.What == Node::Plain && !N.Everybody)
        for (BasicBlock *BB : N.Blocks)
          for (Instruction &I : *BB)
            if (isBarrier(I))
              Barriers.push_back(cast<CallInst>(&I));
    if (Barriers.empty())
      return Nodes;
    for (CallInst *Barrier : Barriers)
      separate({Barrier, Barrier}, Node::Barrier);
  }
}

std::vector<Meeting> tasklet::findSubGroupMeetings(Function &Kernel,
                                                   const Visits &All) {
  std::vector<Meeting> Found;
  for (BasicBlock &BB : Kernel) {
    if (none_of(All, [&](const std::unique_ptr<Visit> &V) {
          return V->Blocks.count(&BB);
        }))
      continue;
    for (Instruction &I : BB)
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (isSubGroupCall(*Call) && !isLocalSubGroupCall(*Call))
          Found.push_back({Call, Call});
  }
  return Found;
}

std::vector<Node>
tasklet::divideIntoNodes(Function &Kernel, const Visits &All,
                         const SmallPtrSetImpl<BasicBlock *> &Apart,
                         ArrayRef<Meeting> Calls,
                         const DenseMap<BasicBlock *, unsigned> &Alone) {
  return Divider(Kernel, All, Apart, Alone).run(Calls);
}

Instruction *tasklet::afterVariables(Function &F) {
  Instruction *I = &*F.getEntryBlock().begin();
  while (isa<AllocaInst>(I))
    I = I->getNextNode();
  return I;
}
