//===- Schedule.cpp - In which order nodes are written --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "graphs/Dependences.h"
#include "graphs/Waits.h"
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
  const VarSet &Determined = P.G.Nodes[Node].D.Y;
  for (const GraphEdge *Edge : P.Before[Node])
    for (const TokenRef &T : P.Left[Edge->From])
      if (!T->IsDone && any_of(Edge->Variables, [&](const VarDecl *V) {
            // Numbers have been copied, arrays have not.
            return T->Variables.contains(V) ||
                   (T->Reads.contains(V) && Determined.contains(V));
          }))
        Needed.push_back(T);
  // A return waits for its value only, but all must have been started before.
  return Needed;
}

static void addArrays(const VarSet &Of, VarSet &To) {
  for (const VarDecl *V : Of)
    if (mayHoldArray(V->Ty))
      To.insert(V);
}

/// Outside, what goes to or comes from \p Alias belongs to \p Of.
static void addRoots(Token &T, const VarDecl *Alias, const Expr *Of) {
  for (VarSet *Set : {&T.Variables, &T.Reads})
    if (Alias && Set->contains(Alias)) {
      VarSet Roots = rootsOf(Of);
      Set->insert(Roots.begin(), Roots.end());
    }
}

/// The node has been written, and this is outstanding.
void TaskCode::leave(Progress &P, unsigned Node, Tokens Left, bool IsPart) {
  const GraphNode &N = P.G.Nodes[Node];
  for (const TokenRef &T : Left) {
    // Nodes of inner graphs have noted their own.
    if (N.Graphs.empty() || isa<MapStmt>(N.S) || IsPart) {
      addArrays(N.D.X, T->Reads);
      addArrays(N.D.Y, T->Reads);
    }
    if (auto *Loop = dyn_cast<LoopStmt>(N.S))
      addRoots(*T, Loop->Element, Loop->Collection);
    if (auto *Case = dyn_cast<CaseStmt>(N.S))
      for (const CaseBranch &Branch : Case->Branches)
        addRoots(*T, Branch.Payload, Case->Value);
  }
  P.IsWritten[Node] = true;
  P.Left[Node] = std::move(Left);
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
  if (Returned.contains(V))
    return false;
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
  writeConditions(P);
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

/// Conditions of guards come first where they need no wait: they would hold
/// groups together that have nothing else in common.
void TaskCode::writeConditions(Progress &P) {
  VarSet Conditions;
  for (const GraphNode &N : P.G.Nodes)
    for (const Guard &G : N.Guards)
      Conditions.insert(G.Condition);
  if (Conditions.empty())
    return;
  // Edges lead to later nodes.
  size_t Size = P.G.Nodes.size();
  std::vector<bool> IsEarly(Size), IsWanted(Size);
  for (unsigned I = 0; I < Size; ++I) {
    const GraphNode &N = P.G.Nodes[I];
    IsEarly[I] =
        !mayStart(N) && !mayWait(N) && !mayReturn(N) && N.Guards.empty() &&
        all_of(P.Before[I],
               [&](const GraphEdge *Edge) { return IsEarly[Edge->From]; });
    IsWanted[I] =
        any_of(N.D.Y, [&](const VarDecl *V) { return Conditions.contains(V); });
  }
  for (unsigned I = Size; I-- > 0;)
    if (IsEarly[I] && IsWanted[I])
      for (const GraphEdge *Edge : P.Before[I])
        IsWanted[Edge->From] = true;
  for (unsigned I = 0; I < Size; ++I)
    if (IsEarly[I] && IsWanted[I])
      leave(P, I, writeNode(P.G.Nodes[I], P.IsNeeded[I]));
}

/// An application for its effect, for which another node waits because it
/// determines an array that the application got. It has no future to force.
static bool isCallWaitedFor(const Graph &G, unsigned Node) {
  const GraphNode &N = G.Nodes[Node];
  auto *S = dyn_cast<ExprStmt>(N.S);
  auto *Call = S ? dyn_cast<CallExpr>(S->Value) : nullptr;
  if (!Call || Call->Call != CallKind::Application || !N.Guards.empty())
    return false;
  return any_of(G.Edges, [&](const GraphEdge &Edge) {
    return Edge.From == Node && any_of(Edge.Variables, [&](const VarDecl *V) {
             return mayHoldArray(V->Ty) && G.Nodes[Edge.To].D.Y.contains(V);
           });
  });
}

static bool startsNothingElse(const Graph &G, unsigned Node) {
  for (unsigned I = 0; I < G.Nodes.size(); ++I)
    if (I != Node && G.Nodes[I].D.IsParallel)
      return false;
  return true;
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
        leave(P, I, writePart(P.G, {&N}, "loop", /*IsNeeded=*/true),
              /*IsPart=*/true);
      else if (Parallel && isCallWaitedFor(P.G, I) &&
               !(Outstanding.empty() && startsNothingElse(P.G, I)))
        leave(P, I, writePart(P.G, {&N}, "call", /*IsNeeded=*/true),
              /*IsPart=*/true);
      else
        leave(P, I, writeNode(N, P.IsNeeded[I]));
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
      leave(P, I, writeNode(N, P.IsNeeded[I]));
      return;
    }
}

/// Groups of nodes that have nothing to do with each other become tasks, if more
/// than one of them waits. None stays: a worker that waits here for one result
/// may begin with an older child, and what follows the wait would come behind all
/// that this child does. Returns wait for everything in any case, and connect
/// nothing.
void TaskCode::splitGroups(Progress &P) {
  auto IsIn = [&](unsigned I) {
    return !P.IsWritten[I] && !isa<ReturnStmt>(P.G.Nodes[I].S);
  };
  EquivalenceClasses<unsigned> Groups;
  for (unsigned I = 0; I < P.G.Nodes.size(); ++I)
    if (IsIn(I))
      Groups.insert(I);
  for (const GraphEdge &Edge : P.G.Edges)
    if (IsIn(Edge.From) && IsIn(Edge.To))
      Groups.unionSets(Edge.From, Edge.To);

  struct Group {
    std::vector<unsigned> Nodes;
    bool Waits = false;
    bool MustStay = false;
  };
  std::map<unsigned, Group> All;
  for (unsigned I = 0; I < P.G.Nodes.size(); ++I) {
    if (!IsIn(I))
      continue;
    Group &Of = All[Groups.getLeaderValue(I)];
    const GraphNode &N = P.G.Nodes[I];
    Of.Nodes.push_back(I);
    Of.Waits |= mayWait(N);
    Of.MustStay |= mayReturn(N);
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
  if (count_if(All, [](auto &G) { return G.second.Waits; }) < 2)
    return;
  for (auto &[Leader, Of] : All) {
    if (!Of.Waits || Of.MustStay)
      continue;
    std::vector<const GraphNode *> Moved;
    for (unsigned I : Of.Nodes)
      Moved.push_back(&P.G.Nodes[I]);
    Tokens Left = writePart(P.G, Moved, "part", /*IsNeeded=*/true);
    for (unsigned I : Of.Nodes)
      leave(P, I, Left, /*IsPart=*/true);
  }
}

} // namespace tasklet::kite
