//===- Waits.cpp - What each node waits for -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Waits.h"

#include "graphs/Walk.h"
#include "types/Type.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace tasklet::kite;

/// An array is in a value of this type, or may be: a closure may hold one.
static bool holdsArray(const Type *T, SmallPtrSetImpl<const Type *> &Seen) {
  if (!T || !Seen.insert(T).second)
    return false;
  auto Any = [&](const auto &List) {
    return any_of(List,
                  [&](const Type *Each) { return holdsArray(Each, Seen); });
  };
  if (isa<ArrayType>(T) || isa<TaskType>(T))
    return true;
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return Any(Tuple->Elements);
  if (auto *Named = dyn_cast<NamedType>(T))
    return any_of(Named->Fields, [&](const FieldType &Field) {
      return holdsArray(Field.Ty, Seen);
    });
  return false;
}

bool tasklet::kite::mayHoldArray(const Type *T) {
  SmallPtrSet<const Type *, 8> Seen;
  return holdsArray(T, Seen);
}

/// The application that is the whole of \p S; null if there is none.
static const CallExpr *applicationOf(const Stmt *S) {
  const Expr *E = nullptr;
  if (auto *Expression = dyn_cast<ExprStmt>(S))
    E = Expression->Value;
  else if (auto *Assign = dyn_cast<AssignStmt>(S))
    E = Assign->Value;
  return isApplication(E) ? cast<CallExpr>(E) : nullptr;
}

/// The later node needs the earlier one to be done, not only to be started.
static bool isWaitedFor(const Graph &G, const GraphEdge &Edge) {
  const GraphNode &From = G.Nodes[Edge.From];
  if (!From.D.IsParallel)
    return false;
  if (!applicationOf(From.S))
    return true;
  return any_of(Edge.Variables, [&](const VarDecl *Var) {
    return From.D.Y.count(Var) || mayHoldArray(Var->Ty);
  });
}

static NodeSet toSet(const BitVector &Bits) {
  NodeSet Result;
  for (unsigned Bit : Bits.set_bits())
    Result.push_back(Bit);
  return Result;
}

/// Without what A has.
static NodeSet without(const NodeSet &Set, const BitVector &A) {
  NodeSet Result;
  for (unsigned Node : Set)
    if (!A.test(Node))
      Result.push_back(Node);
  return Result;
}

static BitVector toBits(const NodeSet &Set, size_t Size) {
  BitVector Bits(Size);
  for (unsigned Node : Set)
    Bits.set(Node);
  return Bits;
}

/// \p Order: nodes with Needs, smaller ones first.
static void makeSteps(WaitGroup &Group, const Waits &W, const NodeSet &Order) {
  BitVector Forced(W.Nodes.size());
  for (unsigned Node : Order) {
    const NodeSet &Needs = W.Nodes[Node].Needs;
    NodeSet New = without(Needs, Forced);
    if (!New.empty() || Group.Steps.empty()) {
      for (unsigned Each : New)
        Forced.set(Each);
      Group.Steps.emplace_back();
      Group.Steps.back().Force = std::move(New);
    }
    Group.Steps.back().Nodes.push_back(Node);
    if (Forced.count() != Needs.size()) {
      Group.IsChain = false;
      Group.TooLong.push_back(Node);
    }
  }
  llvm::sort(Group.TooLong);
}

static void makeGroups(Waits &W, const Graph &G) {
  size_t Size = W.Nodes.size();
  IntEqClasses Classes(Size);
  auto Waiting = [&](unsigned Node) { return !W.Nodes[Node].Needs.empty(); };
  for (unsigned Node = 0; Node < Size; ++Node)
    for (unsigned Need : W.Nodes[Node].Needs)
      Classes.join(Node, Need);
  for (const GraphEdge &Edge : G.Edges)
    if (Waiting(Edge.From) && Waiting(Edge.To))
      Classes.join(Edge.From, Edge.To);
  Classes.compress();

  std::vector<unsigned> GroupOf(Classes.getNumClasses(), ~0u);
  for (unsigned Node = 0; Node < Size; ++Node) {
    if (!Waiting(Node))
      continue;
    unsigned &Number = GroupOf[Classes[Node]];
    if (Number == ~0u) {
      Number = W.Groups.size();
      W.Groups.emplace_back();
    }
    W.Groups[Number].Nodes.push_back(Node);
  }
  for (WaitGroup &Group : W.Groups) {
    BitVector Needs(Size);
    for (unsigned Node : Group.Nodes)
      Needs |= toBits(W.Nodes[Node].Needs, Size);
    Group.Needs = toSet(Needs);
    // An edge leads to a node whose Needs contain those of the earlier one, so
    // that fewer first is a topological order, with the order of the source
    // among equal ones.
    NodeSet Order = Group.Nodes;
    llvm::stable_sort(Order, [&](unsigned A, unsigned B) {
      return W.Nodes[A].Needs.size() < W.Nodes[B].Needs.size();
    });
    makeSteps(Group, W, Order);
  }
}

Waits tasklet::kite::computeWaits(const Graph &G) {
  Waits W;
  size_t Size = G.Nodes.size();
  W.Nodes.resize(Size);
  std::vector<BitVector> Direct(Size, BitVector(Size));
  std::vector<BitVector> Needs(Size, BitVector(Size));
  // Edges are sorted by their ends: linkGraph() makes them node by node.
  for (const GraphEdge &Edge : G.Edges) {
    Needs[Edge.To] |= Needs[Edge.From];
    if (isWaitedFor(G, Edge)) {
      Direct[Edge.To].set(Edge.From);
      Needs[Edge.To].set(Edge.From);
    }
  }
  BitVector Needed(Size);
  for (unsigned Node = 0; Node < Size; ++Node) {
    Needed |= Needs[Node];
    W.Nodes[Node].Direct = toSet(Direct[Node]);
    W.Nodes[Node].Needs = toSet(Needs[Node]);
    if (Needs[Node].none())
      W.AtOnce.push_back(Node);
  }
  for (unsigned Node = 0; Node < Size; ++Node)
    if (G.Nodes[Node].D.IsParallel && !Needed.test(Node))
      W.Unneeded.push_back(Node);
  makeGroups(W, G);
  W.IsChain = W.Groups.size() <= 1;
  for (const WaitGroup &Group : W.Groups)
    W.IsChain &= Group.IsChain;
  return W;
}

void tasklet::kite::markTailCalls(Graph &G) {
  size_t Size = G.Nodes.size();
  // ~0 is none, ~1 is several.
  constexpr unsigned None = ~0u, Several = ~1u;
  std::vector<unsigned> WaitsFor(Size, None), WaitedBy(Size, None);
  auto Note = [&](unsigned &Slot, unsigned Node) {
    Slot = Slot == None ? Node : Several;
  };
  for (const GraphEdge &Edge : G.Edges)
    if (isWaitedFor(G, Edge)) {
      Note(WaitsFor[Edge.To], Edge.From);
      Note(WaitedBy[Edge.From], Edge.To);
    }
  for (unsigned Node = 0; Node < Size; ++Node) {
    unsigned Next = WaitedBy[Node];
    if (Next == None || Next == Several || WaitsFor[Next] != Node ||
        !applicationOf(G.Nodes[Node].S))
      continue;
    const Stmt *After = G.Nodes[Next].S;
    auto *Return = dyn_cast<ReturnStmt>(After);
    auto *Result = Return ? dyn_cast_or_null<NameExpr>(Return->Value) : nullptr;
    GraphNode &Marked = G.Nodes[Node];
    Marked.IsTailCall = Result && Marked.D.Y.size() == 1 &&
                        Result->Target == Marked.D.Y.front();
    Marked.SharesFrame = Marked.IsTailCall || applicationOf(After);
  }
}
