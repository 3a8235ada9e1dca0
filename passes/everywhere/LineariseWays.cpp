//===- LineariseWays.cpp - Where lanes go from node to node ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LineariseWays.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace tasklet;

NodeWays::NodeWays(const std::vector<Node> &Nodes) : Nodes(Nodes) {
  for (unsigned I = 0; I < Nodes.size(); ++I)
    NumberOf[Nodes[I].Blocks.front()] = I;
  for (unsigned From = 0; From < Nodes.size(); ++From)
    for (BasicBlock *BB : Nodes[From].Blocks)
      for (BasicBlock *Succ : successors(BB)) {
        auto To = NumberOf.find(Succ);
        if (To != NumberOf.end() && To->second <= From &&
            (To->second != From || Nodes[From].What != Node::Plain))
          GoingBack.push_back({From, To->second});
      }
}

static void makeUnique(SmallVectorImpl<unsigned> &Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(std::unique(Numbers.begin(), Numbers.end()), Numbers.end());
}

SmallVector<unsigned, 4> NodeWays::leaving(unsigned Number) const {
  const Node &N = Nodes[Number];
  SmallVector<unsigned, 4> Targets;
  for (BasicBlock *BB : N.Blocks) {
    if (isa<ReturnInst>(BB->getTerminator()))
      Targets.push_back(ends());
    for (BasicBlock *To : successors(BB))
      if (!is_contained(N.Blocks, To))
        Targets.push_back(numberOf(To));
  }
  makeUnique(Targets);
  return Targets;
}

void NodeWays::redirect(
    unsigned Number,
    function_ref<BasicBlock *(unsigned Target)> LeaveTo) const {
  const Node &N = Nodes[Number];
  SmallPtrSet<BasicBlock *, 8> Inside(N.Blocks.begin(), N.Blocks.end());
  for (BasicBlock *BB : N.Blocks) {
    Instruction *Last = BB->getTerminator();
    if (isa<ReturnInst>(Last)) {
      IRBuilder<>(Last).CreateBr(LeaveTo(ends()));
      Last->eraseFromParent();
      continue;
    }
    for (unsigned I = 0; I < Last->getNumSuccessors(); ++I)
      if (BasicBlock *To = Last->getSuccessor(I); !Inside.count(To)) {
        Last->setSuccessor(I, LeaveTo(numberOf(To)));
        // This back edge is gone, so its loop metadata must go, too.
        Last->setMetadata(LLVMContext::MD_loop, nullptr);
      }
  }
}

SmallVector<unsigned, 4> NodeWays::back(unsigned Number,
                                        ArrayRef<unsigned> Targets) {
  SmallVector<unsigned, 4> Back;
  for (unsigned Target : Targets)
    if (Target <= Number)
      Back.push_back(Target);
  makeUnique(Back);
  return Back;
}

unsigned NodeWays::landing(unsigned From, unsigned To) const {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto [OtherFrom, OtherTo] : GoingBack)
      if (OtherTo < To && To <= OtherFrom && OtherFrom < From) {
        To = OtherTo;
        Changed = true;
      }
  }
  return To;
}
