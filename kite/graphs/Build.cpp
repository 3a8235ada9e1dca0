//===- Build.cpp - From statements to nested task graphs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Build.h"

#include "graphs/Dependences.h"
#include "graphs/Waits.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Casting.h"

#include <map>

using namespace llvm;
using namespace tasklet::kite;

/// A statement or null as a graph: blocks are lists, others lists of one.
static Graph graphOf(Stmt *S) {
  if (!S)
    return Graph();
  if (auto *Block = dyn_cast<BlockStmt>(S))
    return buildGraph(Block->Body);
  return buildGraph(ArrayRef<Stmt *>(S));
}

/// Figure 5, with the dependence.
static GraphNode makeNode(Stmt *S) {
  GraphNode Node;
  Node.S = S;
  auto &Graphs = Node.Graphs;
  // A vector that grows copies its graphs, with all that is in them.
  if (auto *Case = dyn_cast<CaseStmt>(S))
    Graphs.reserve(Case->Branches.size());
  else
    Graphs.reserve(2);
  switch (S->K) {
  case Stmt::Kind::Expression:
  case Stmt::Kind::Declaration:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Return:
    Node.D = dependenceOfSimple(*S);
    break;
  case Stmt::Kind::Then: {
    auto *Then = cast<ThenStmt>(S);
    Graphs.push_back(graphOf(Then->First));
    Graphs.push_back(graphOf(Then->Second));
    Node.D = dependenceOfThen(Graphs[0], Graphs[1]);
    break;
  }
  case Stmt::Kind::Block:
    Graphs.push_back(graphOf(S));
    Node.D = dependenceOfThen(Graphs[0], Graph());
    break;
  case Stmt::Kind::If: {
    auto *If = cast<IfStmt>(S);
    Graphs.push_back(graphOf(If->Then));
    Graphs.push_back(graphOf(If->Else));
    Node.D = dependenceOfIf(*If, Graphs[0], Graphs[1]);
    break;
  }
  case Stmt::Kind::Case: {
    auto *Case = cast<CaseStmt>(S);
    for (CaseBranch &Branch : Case->Branches)
      Graphs.push_back(graphOf(Branch.Body));
    Node.D = dependenceOfCase(*Case, Graphs);
    break;
  }
  case Stmt::Kind::For:
    Graphs.push_back(graphOf(cast<ForStmt>(S)->Body));
    Node.D = dependenceOfFor(*cast<ForStmt>(S), Graphs[0]);
    break;
  case Stmt::Kind::Map:
    Graphs.push_back(graphOf(cast<MapStmt>(S)->Body));
    Node.D = dependenceOfMap(*cast<MapStmt>(S), Graphs[0]);
    break;
  case Stmt::Kind::While:
    Graphs.push_back(graphOf(cast<WhileStmt>(S)->Body));
    Node.D = dependenceOfWhile(*cast<WhileStmt>(S), Graphs[0]);
    break;
  case Stmt::Kind::Critical:
    Graphs.push_back(graphOf(cast<CriticalStmt>(S)->Body));
    Node.D = dependenceOfCritical(*cast<CriticalStmt>(S), Graphs[0]);
    break;
  }
  return Node;
}

Graph tasklet::kite::buildGraph(ArrayRef<Stmt *> List) {
  Graph G;
  G.Nodes.reserve(List.size());
  for (Stmt *S : List)
    G.Nodes.push_back(makeNode(S));
  G.D = dependenceOfGraph(G);
  linkGraph(G);
  markTailCalls(G);
  return G;
}

TaskGraph tasklet::kite::buildGraph(TaskDecl &Task) {
  TaskGraph Result;
  Result.Task = &Task;
  Result.Body = buildGraph(Task.Body->Body);
  return Result;
}

namespace {

/// Who may have determined a variable as it is now, and who has used it since.
struct VariableState {
  /// In order; all but the first have guards.
  SmallVector<unsigned, 2> Determiners;
  SmallVector<unsigned, 4> Users;
};

class Linker {
public:
  explicit Linker(Graph &G) : G(G) {}

  void run() {
    G.Edges.clear();
    for (unsigned To = 0; To < G.Nodes.size(); ++To) {
      const Dependence &D = G.Nodes[To].D;
      std::map<unsigned, VarSet> Into;
      for (const VarDecl *Var : D.X)
        for (unsigned From : States[Var].Determiners)
          link(Into, From, To, Var);
      for (const VarDecl *Var : D.Y) {
        for (unsigned From : States[Var].Determiners)
          link(Into, From, To, Var);
        for (unsigned From : States[Var].Users)
          link(Into, From, To, Var);
      }
      for (auto &[From, Variables] : Into)
        G.Edges.push_back({From, To, std::move(Variables)});
      for (const VarDecl *Var : D.X)
        States[Var].Users.push_back(To);
      for (const VarDecl *Var : D.Y)
        determine(States[Var], To);
    }
  }

private:
  void link(std::map<unsigned, VarSet> &Into, unsigned From, unsigned To,
            const VarDecl *Var) {
    if (!excludeEachOther(G.Nodes[From].Guards, G.Nodes[To].Guards))
      Into[From].insert(Var);
  }

  void determine(VariableState &State, unsigned Node) {
    if (G.Nodes[Node].Guards.empty()) {
      State.Determiners.clear();
      State.Users.clear();
    }
    State.Determiners.push_back(Node);
  }

  Graph &G;
  DenseMap<const VarDecl *, VariableState> States;
};

} // namespace

bool tasklet::kite::excludeEachOther(ArrayRef<Guard> A, ArrayRef<Guard> B) {
  for (const Guard &One : A)
    for (const Guard &Other : B)
      if (One.Condition == Other.Condition && One.Branch != Other.Branch)
        return true;
  return false;
}

void tasklet::kite::linkGraph(Graph &G) { Linker(G).run(); }
