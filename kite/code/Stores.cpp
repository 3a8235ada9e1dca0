//===- Stores.cpp - Results that go straight to memory --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Stores.h"

#include "code/Expressions.h"
#include "graphs/Waits.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tasklet::kite {

/// The fresh variable that \p N starts an application for; null if it is none.
static const VarDecl *startedResult(const GraphNode &N) {
  auto *S = dyn_cast<AssignStmt>(N.S);
  auto *Call = S ? dyn_cast<CallExpr>(S->Value) : nullptr;
  auto *Name = S ? dyn_cast<NameExpr>(S->Target) : nullptr;
  if (!Call || !Name || Call->Call != CallKind::Application)
    return nullptr;
  auto *V = dyn_cast<VarDecl>(Name->Target);
  return V && V->IsTemporary ? V : nullptr;
}

/// \p N does nothing but to store \p V in an element.
static bool storesOnly(const GraphNode &N, const VarDecl *V) {
  auto *S = dyn_cast<AssignStmt>(N.S);
  auto *Value = S ? dyn_cast<NameExpr>(S->Value) : nullptr;
  if (!Value || Value->Target != V || !ExprCode::isPlain(S->Target))
    return false;
  if (auto *Name = dyn_cast<NameExpr>(S->Target))
    if (auto *Target = dyn_cast<VarDecl>(Name->Target))
      return Target->Role == VarRole::Element;
  return isa<IndexExpr>(S->Target);
}

static bool sameGuards(const GraphNode &A, const GraphNode &B) {
  if (A.Guards.size() != B.Guards.size())
    return false;
  for (size_t I = 0; I < A.Guards.size(); ++I)
    if (A.Guards[I].Condition != B.Guards[I].Condition ||
        A.Guards[I].Branch != B.Guards[I].Branch)
      return false;
  return true;
}

/// The node that stores the result of node \p From, or none.
static std::optional<unsigned> storeOf(const Graph &G, unsigned From,
                                       const Waits &W) {
  const VarDecl *V = startedResult(G.Nodes[From]);
  std::optional<unsigned> Store;
  for (const GraphEdge &Edge : G.Edges)
    if (V && Edge.From == From) {
      if (Store || !storesOnly(G.Nodes[Edge.To], V))
        return std::nullopt;
      Store = Edge.To;
    }
  if (!Store || !sameGuards(G.Nodes[From], G.Nodes[*Store]) ||
      any_of(G.Edges, [&](const GraphEdge &E) { return E.From == *Store; }))
    return std::nullopt;
  // What else the store waits for, the application must not wait for.
  for (unsigned Needed : W.Nodes[*Store].Needs)
    if (Needed != From && !is_contained(W.Nodes[From].Needs, Needed))
      return std::nullopt;
  return Store;
}

void joinStores(Graph &G, AstContext &Nodes) {
  for (GraphNode &N : G.Nodes)
    for (Graph &Inner : N.Graphs)
      joinStores(Inner, Nodes);
  Waits W = computeWaits(G);
  std::vector<bool> IsRemoved(G.Nodes.size());
  for (unsigned I = 0; I < G.Nodes.size(); ++I) {
    std::optional<unsigned> Store = storeOf(G, I, W);
    if (!Store)
      continue;
    GraphNode &To = G.Nodes[*Store];
    auto *Made = Nodes.make<AssignStmt>();
    Made->Range = G.Nodes[I].S->Range;
    Made->Target = cast<AssignStmt>(To.S)->Target;
    Made->Value = cast<AssignStmt>(G.Nodes[I].S)->Value;
    const VarDecl *V = startedResult(G.Nodes[I]);
    VarSet Used = G.Nodes[I].D.X;
    Used.insert(To.D.X.begin(), To.D.X.end());
    Used.remove(V);
    To.S = Made;
    To.D.X = Used;
    To.D.IsParallel = true;
    IsRemoved[I] = true;
    // The store begins when the application did.
    for (GraphEdge &Edge : G.Edges)
      if (Edge.To == I)
        Edge.To = *Store;
    // Its variable is declared in vain.
    for (unsigned D = 0; D < I; ++D)
      if (auto *S = dyn_cast<DeclStmt>(G.Nodes[D].S))
        IsRemoved[D] = IsRemoved[D] || S->Decls.front() == V;
  }
  // Numbers change.
  std::vector<unsigned> Place(G.Nodes.size());
  std::vector<GraphNode> Left;
  for (unsigned I = 0; I < G.Nodes.size(); ++I) {
    Place[I] = Left.size();
    if (!IsRemoved[I])
      Left.push_back(std::move(G.Nodes[I]));
  }
  erase_if(G.Edges, [&](const GraphEdge &E) {
    return IsRemoved[E.From] || IsRemoved[E.To];
  });
  for (GraphEdge &Edge : G.Edges)
    Edge = {Place[Edge.From], Place[Edge.To], std::move(Edge.Variables)};
  G.Nodes = std::move(Left);
}

} // namespace tasklet::kite
