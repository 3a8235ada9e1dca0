//===- Schedule.cpp - In which order nodes are written --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "graphs/Walk.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tasklet::kite {

struct TaskCode::Progress {
  explicit Progress(const Graph &G)
      : G(G), Before(G.Nodes.size()), IsWritten(G.Nodes.size()),
        IsNeeded(G.Nodes.size()), Left(G.Nodes.size()) {
    for (const GraphEdge &Edge : G.Edges) {
      Before[Edge.To].push_back(&Edge);
      IsNeeded[Edge.From] = true;
    }
  }

  const Graph &G;
  /// The edges to each node.
  std::vector<std::vector<const GraphEdge *>> Before;
  std::vector<bool> IsWritten;
  /// Another node waits for it.
  std::vector<bool> IsNeeded;
  /// What each node has left outstanding.
  std::vector<Tokens> Left;

  /// All that it depends on has been started at least.
  bool isReachable(unsigned Node) const {
    return !IsWritten[Node] && all_of(Before[Node], [&](const GraphEdge *Edge) {
      return IsWritten[Edge->From];
    });
  }
  bool isComplete() const {
    return all_of(IsWritten, [](bool W) { return W; });
  }
};

static bool anyNode(const GraphNode &N,
                    function_ref<bool(const GraphNode &)> Is) {
  if (Is(N))
    return true;
  return any_of(N.Graphs, [&](const Graph &G) {
    return any_of(G.Nodes, [&](const GraphNode &M) { return anyNode(M, Is); });
  });
}

bool TaskCode::mayStart(const GraphNode &N) { return N.D.IsParallel; }

bool TaskCode::mayReturn(const GraphNode &N) {
  return anyNode(N, [](const GraphNode &M) { return isa<ReturnStmt>(M.S); });
}

/// The code of this node may wait before it is through.
bool TaskCode::mayWait(const GraphNode &N) {
  if (isa<MapStmt>(N.S))
    return false;
  if (isa<CriticalStmt>(N.S))
    return true;
  if (isa<ThenStmt>(N.S) && N.Graphs[0].D.IsParallel)
    return true;
  bool IsLoop = isa<ForStmt>(N.S) || isa<WhileStmt>(N.S);
  for (const Graph &G : N.Graphs) {
    for (const GraphNode &M : G.Nodes)
      if (mayWait(M))
        return true;
    for (const GraphEdge &Edge : G.Edges)
      if (mayStart(G.Nodes[Edge.From]))
        return true;
    // The next turn may need what this one has started.
    if (IsLoop && G.D.IsParallel && !G.D.Y.empty())
      return true;
  }
  return false;
}

Tokens TaskCode::needs(const Progress &P, unsigned Node) const {
  Tokens Needed;
  for (const GraphEdge *Edge : P.Before[Node])
    for (const TokenRef &T : P.Left[Edge->From])
      if (!T->IsDone && any_of(T->Variables, [&](const VarDecl *V) {
            return Edge->Variables.contains(V);
          }))
        Needed.push_back(T);
  // A return waits for its value only, but all must have been started before.
  return Needed;
}

/// A fresh variable that \p From declares for the application \p To.
static const VarDecl *declaredFor(const GraphNode &From, const GraphNode &To) {
  auto *S = dyn_cast<DeclStmt>(From.S);
  auto *V = S ? dyn_cast<VarDecl>(S->Decls.front()) : nullptr;
  auto *Assign = dyn_cast<AssignStmt>(To.S);
  auto *Name = Assign ? dyn_cast<NameExpr>(Assign->Target) : nullptr;
  bool IsIt = V && V->IsTemporary && !V->Value && Name && Name->Target == V &&
              To.Guards.empty() && !isUnit(V->Ty) &&
              hasApplication(Assign->Value);
  return IsIt ? V : nullptr;
}

bool TaskCode::isLocal(const VarDecl *V) const {
  return any_of(Current->Nodes, [&](const GraphNode &N) {
    auto *S = dyn_cast<DeclStmt>(N.S);
    return S && is_contained(S->Decls, V);
  });
}

/// Writes all nodes. Returns what they have left outstanding.
Tokens TaskCode::writeGraph(const Graph &G) {
  Progress P(G);
  for (const GraphEdge &Edge : G.Edges)
    if (const VarDecl *V = declaredFor(G.Nodes[Edge.From], G.Nodes[Edge.To]))
      DeclaredAtSpawn.insert(V);
  const Graph *Outer = std::exchange(Current, &G);
  while (!P.isComplete()) {
    splitGroups(P);
    writeReady(P);
    if (!P.isComplete())
      waitForNext(P);
  }
  Current = Outer;
  Tokens Left;
  for (Tokens &Of : P.Left)
    for (TokenRef &T : Of)
      if (!T->IsDone)
        Left.push_back(T);
  return Left;
}

/// Writes what needs no wait.
void TaskCode::writeReady(Progress &P) {
  for (bool Parallel : {true, false, true})
    for (unsigned I = 0; I < P.G.Nodes.size(); ++I) {
      const GraphNode &N = P.G.Nodes[I];
      if (!P.isReachable(I) || mayStart(N) != Parallel || mayWait(N) ||
          mayReturn(N) || !needs(P, I).empty())
        continue;
      // Results that a loop stores in elements are waited for by `force ();`,
      // which waits for all else as well. A part is waited for alone.
      bool IsLoop = isa<ForStmt>(N.S) || isa<WhileStmt>(N.S);
      if (IsLoop && Parallel && P.IsNeeded[I] && !Outstanding.empty() &&
          N.Guards.empty())
        P.Left[I] = writePart(P.G, {&N}, "loop", /*IsNeeded=*/true);
      else
        P.Left[I] = writeNode(N, P.IsNeeded[I]);
      P.IsWritten[I] = true;
      // It may have made others ready; applications among them go first.
      if (!Parallel)
        return writeReady(P);
    }
}

/// Waits for what one more node needs, and writes it if the node itself may
/// wait, or return.
void TaskCode::waitForNext(Progress &P) {
  // Nodes that return come last.
  for (bool Returns : {false, true})
    for (unsigned I = 0; I < P.G.Nodes.size(); ++I) {
      const GraphNode &N = P.G.Nodes[I];
      if (!P.isReachable(I) || mayReturn(N) != Returns)
        continue;
      Tokens Needed = needs(P, I);
      if (!Needed.empty() && !Returns) {
        wait(Needed);
        return;
      }
      wait(Needed);
      P.Left[I] = writeNode(N, P.IsNeeded[I]);
      P.IsWritten[I] = true;
      return;
    }
}

/// Of groups of nodes that have nothing to do with each other, all that wait but
/// one become tasks.
void TaskCode::splitGroups(Progress &P) {
  EquivalenceClasses<unsigned> Groups;
  std::vector<unsigned> Nodes;
  for (unsigned I = 0; I < P.G.Nodes.size(); ++I)
    if (!P.IsWritten[I]) {
      Groups.insert(I);
      Nodes.push_back(I);
    }
  for (const GraphEdge &Edge : P.G.Edges)
    if (!P.IsWritten[Edge.From] && !P.IsWritten[Edge.To])
      Groups.unionSets(Edge.From, Edge.To);

  struct Group {
    std::vector<unsigned> Nodes;
    bool Waits = false;
    bool MustStay = false;
  };
  std::map<unsigned, Group> All;
  for (unsigned I : Nodes) {
    Group &Of = All[Groups.getLeaderValue(I)];
    const GraphNode &N = P.G.Nodes[I];
    Of.Nodes.push_back(I);
    Of.Waits |= mayWait(N);
    Of.MustStay |= mayReturn(N) || !N.Guards.empty();
    for (const GraphEdge *Edge : P.Before[I]) {
      if (P.IsWritten[Edge->From]) {
        bool IsOutstanding = any_of(
            P.Left[Edge->From], [](const TokenRef &T) { return !T->IsDone; });
        Of.Waits |= IsOutstanding;
        // It waits for a child of this task.
        Of.MustStay |= IsOutstanding;
      } else if (mayStart(P.G.Nodes[Edge->From])) {
        Of.Waits = true;
      }
    }
  }
  unsigned Waiting = count_if(All, [](auto &G) { return G.second.Waits; });
  if (Waiting < 2)
    return;
  bool HasKept =
      any_of(All, [](auto &G) { return G.second.Waits && G.second.MustStay; });
  // The last one may stay.
  for (auto &[Leader, Of] : All) {
    if (!Of.Waits || Of.MustStay)
      continue;
    if (!HasKept && Waiting == 1)
      break;
    --Waiting;
    std::vector<const GraphNode *> Moved;
    for (unsigned I : Of.Nodes)
      Moved.push_back(&P.G.Nodes[I]);
    Tokens Left = writePart(P.G, Moved, "part", /*IsNeeded=*/true);
    for (unsigned I : Of.Nodes) {
      P.IsWritten[I] = true;
      P.Left[I] = Left;
    }
  }
}

} // namespace tasklet::kite
