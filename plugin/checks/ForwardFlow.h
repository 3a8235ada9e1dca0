//===- ForwardFlow.h - Forward analysis over clang's CFG --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The solver that the flow-sensitive checks share. A Domain provides
///
///   State                       copyable; default constructed: nothing known
///   bool join(State &, const State &)            whether the first has grown
///   void transfer(State &, const Stmt *)         one element, in program order
///   void report(const State &, const Stmt *)     each, when State is stable
///   bool follow(State &, const CFGBlock &, unsigned)   optional: the edge to
///     that successor; false if control cannot go there
///
/// States must grow along finite chains. Edges from the end of a force body
/// back to its start are not followed, because the function returns there.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_FORWARDFLOW_H
#define TASKLET_PLUGIN_CHECKS_FORWARDFLOW_H

#include "plugin/checks/FunctionModel.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"

namespace tasklet {

/// The force whose body ends in \p Block and loops back to its start, or null.
inline const Force *returnsFromForce(const FunctionModel &Model,
                                     const clang::CFGBlock &Block) {
  const clang::Stmt *Loop = Block.getLoopTarget();
  return Loop ? Model.forceOf(Loop) : nullptr;
}

template <typename Domain>
auto followEdge(Domain &D, typename Domain::State &S,
                const clang::CFGBlock &Block, unsigned Next, int)
    -> decltype(D.follow(S, Block, Next)) {
  return D.follow(S, Block, Next);
}
template <typename Domain>
bool followEdge(Domain &, typename Domain::State &, const clang::CFGBlock &,
                unsigned, long) {
  return true;
}

template <typename Domain>
void solveForward(const FunctionModel &Model, Domain &D) {
  const clang::CFG *Graph = Model.cfg();
  if (!Graph)
    return;
  using State = typename Domain::State;
  unsigned Size = Graph->getNumBlockIDs();
  std::vector<State> Entry(Size);
  llvm::BitVector Reached(Size), Queued(Size);

  auto Run = [](Domain &D, State &S, const clang::CFGBlock &Block,
                bool Reporting) {
    for (const clang::CFGElement &Element : Block) {
      auto Stmt = Element.getAs<clang::CFGStmt>();
      if (!Stmt)
        continue;
      if (Reporting)
        D.report(S, Stmt->getStmt());
      D.transfer(S, Stmt->getStmt());
    }
  };

  // Clang numbers blocks against the flow: the entry has the highest number.
  std::vector<const clang::CFGBlock *> Blocks(Size);
  for (const clang::CFGBlock *Block : *Graph)
    Blocks[Block->getBlockID()] = Block;
  unsigned Start = Graph->getEntry().getBlockID();
  Entry[Start] = D.entryState();
  Reached.set(Start);
  Queued.set(Start);
  while (Queued.any()) {
    unsigned Id = Queued.find_last();
    Queued.reset(Id);
    const clang::CFGBlock &Block = *Blocks[Id];
    State S = Entry[Id];
    Run(D, S, Block, /*Reporting=*/false);
    if (returnsFromForce(Model, Block))
      continue;
    for (unsigned Next = 0; Next < Block.succ_size(); ++Next) {
      const clang::CFGBlock *To =
          (Block.succ_begin() + Next)->getReachableBlock();
      State Through = S;
      if (!To || !followEdge(D, Through, Block, Next, 0))
        continue;
      unsigned ToId = To->getBlockID();
      bool Grew = D.join(Entry[ToId], Through);
      if (Grew || !Reached.test(ToId)) {
        Reached.set(ToId);
        Queued.set(ToId);
      }
    }
  }
  for (unsigned Id = Size; Id-- != 0;)
    if (Reached.test(Id)) {
      State S = Entry[Id];
      Run(D, S, *Blocks[Id], /*Reporting=*/true);
    }
}

} // namespace tasklet

#endif
