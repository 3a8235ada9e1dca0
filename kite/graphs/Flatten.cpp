//===- Flatten.cpp - Open conditionals in graphs --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Flatten.h"

#include "graphs/AnfSteps.h"
#include "graphs/Build.h"
#include "graphs/Dependences.h"
#include "graphs/Waits.h"
#include "graphs/Walk.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <optional>
#include <set>

using namespace llvm;
using namespace tasklet::kite;

/// More nodes than this are not opened: each guarded node may be linked to all
/// later ones that use its variables, and each opening looks at all of them.
static constexpr size_t MostNodes = 128;

/// What opening may look at in one task: nodes, edges and needs. Each try copies
/// and links what it opens, and all in it, so that conditionals in conditionals
/// cost their number to the power of three. Behind this, they stay closed.
static constexpr size_t MostWork = 50000;

static Expr *testedBy(const Stmt *S) {
  if (auto *If = dyn_cast<IfStmt>(S))
    return If->Condition;
  return cast<CaseStmt>(S)->Value;
}

static bool hasReturn(const Graph &G) {
  return any_of(G.Nodes, [](const GraphNode &Node) {
    return isa<ReturnStmt>(Node.S) || any_of(Node.Graphs, hasReturn);
  });
}

/// Without waits in it there is nothing to gain.
static bool hasWaits(const GraphNode &Node) {
  return isa<IfStmt, CaseStmt>(Node.S) && Node.D.IsParallel;
}

/// What is in one conditional of a list may wait for less of another one before it
/// as soon as both are open.
static bool hasSiblings(const GraphNode &Node) {
  return any_of(Node.Graphs, [](const Graph &G) {
    return count_if(G.Nodes, hasWaits) > 1 || any_of(G.Nodes, [](auto &Inner) {
             return hasWaits(Inner) && hasSiblings(Inner);
           });
  });
}

/// Cheap, and true wherever opening node \p At of \p G shortens a wait: some later
/// node may wait for it, or it waits for more than its test does, so that
/// something in it may begin earlier. What helps only within it has been opened.
static bool mayHelp(const Graph &G, size_t At, const Waits &W) {
  const GraphNode &Node = G.Nodes[At];
  VarSet Tested = freeVariables(testedBy(Node.S));
  for (const Guard &Each : Node.Guards)
    Tested.insert(Each.Condition);
  std::set<unsigned> OfTest;
  for (const GraphEdge &Edge : G.Edges) {
    if (Edge.From == At)
      return true;
    const GraphNode &From = G.Nodes[Edge.From];
    if (Edge.To != At || none_of(Edge.Variables, [&](const VarDecl *Var) {
          return Tested.count(Var) && From.D.Y.count(Var);
        }))
      continue;
    const NodeSet &Needs = W.Nodes[Edge.From].Needs;
    OfTest.insert(Needs.begin(), Needs.end());
    if (From.D.IsParallel)
      OfTest.insert(Edge.From);
  }
  return OfTest.size() < W.Nodes[At].Needs.size() || hasSiblings(Node);
}

/// A node is known by its statement: opening moves nodes, and copies them.
using Leaves = std::set<const Stmt *>;

/// What waiting for \p Node means: for the pending nodes in an `if` or `case`,
/// which may be opened; for others as a whole.
static void addLeaves(const GraphNode &Node, Leaves &To) {
  if (!Node.D.IsParallel)
    return;
  if (!isa<IfStmt, CaseStmt>(Node.S)) {
    To.insert(Node.S);
    return;
  }
  for (const Graph &Branch : Node.Graphs)
    for (const GraphNode &Inner : Branch.Nodes)
      addLeaves(Inner, To);
}

static size_t countNodes(const Graph &G) {
  size_t Count = G.Nodes.size();
  for (const GraphNode &Node : G.Nodes)
    for (const Graph &Inner : Node.Graphs)
      Count += countNodes(Inner);
  return Count;
}

/// For each node of \p G, and of the branches in it, the pending nodes that it
/// waits for, \p Outer with them.
static void addNeeds(const Graph &G, const Leaves &Outer,
                     DenseMap<const Stmt *, Leaves> &To, size_t &Work) {
  Waits W = computeWaits(G);
  for (size_t I = 0; I < G.Nodes.size(); ++I) {
    const GraphNode &Node = G.Nodes[I];
    Leaves Needs = Outer;
    for (unsigned Need : W.Nodes[I].Needs)
      addLeaves(G.Nodes[Need], Needs);
    if (isa<IfStmt, CaseStmt>(Node.S))
      for (const Graph &Branch : Node.Graphs)
        addNeeds(Branch, Needs, To, Work);
    Work += 1 + Needs.size();
    To[Node.S] = std::move(Needs);
  }
}

namespace {

class Flattener {
public:
  Flattener(TaskGraph &G, const CheckedProgram &P, AstContext &Context)
      : Context(Context) {
    for (const TaskDecl *Task : P.Tasks)
      Names.insert(Task->Name);
    for (const VarDecl *Constant : P.Constants)
      Names.insert(Constant->Name);
    for (const NamedType *T : P.Types)
      Names.insert(T->Declaration->Name);
    for (const VarDecl *Parameter : G.Task->Parameters)
      Names.insert(Parameter->Name);
    for (const Capture &Each : G.Task->Captures)
      Names.insert(Each.Inside->Name);
    forEachStmtWithin(*G.Task->Body, [&](Stmt &S) {
      forEachVariable(S, [&](VarDecl *Var) { Names.insert(Var->Name); });
    });
  }

  void flatten(Graph &G) {
    for (GraphNode &Node : G.Nodes)
      if (!isa<ForStmt, WhileStmt>(Node.S))
        for (Graph &Inner : Node.Graphs)
          flatten(Inner);
    bool IsChanged = false;
    std::optional<Waits> W;
    for (size_t I = 0; I < G.Nodes.size() && G.Nodes.size() < MostNodes; ++I) {
      if (Work >= MostWork)
        break;
      if (!canOpen(G.Nodes[I]))
        continue;
      if (!W)
        W = computeWaits(G);
      if (!mayHelp(G, I, *W))
        continue;
      Graph Opened = open(G, I);
      if (!isBetter(G, I, Opened)) {
        // Perhaps what it hides is in a conditional in it.
        bool HasInner = false;
        size_t Later = G.Nodes.size() - I - 1;
        for (size_t J = I; J + Later < Opened.Nodes.size() &&
                           Opened.Nodes.size() < MostNodes &&
                           Work < MostWork;) {
          if (!canOpen(Opened.Nodes[J])) {
            ++J;
            continue;
          }
          HasInner = true;
          Opened = open(Opened, J);
        }
        if (!HasInner || !isBetter(G, I, Opened))
          continue;
      }
      G = std::move(Opened);
      W.reset();
      IsChanged = true;
      // Where the node was there are others now.
      --I;
    }
    if (!IsChanged)
      return;
    for (GraphNode &Node : G.Nodes)
      Node.SharesFrame = Node.IsTailCall = false;
    markTailCalls(G);
  }

private:
  static bool canOpen(const GraphNode &Node) {
    return hasWaits(Node) && !any_of(Node.Graphs, hasReturn);
  }

  /// \p G with the nodes of node \p At instead of it.
  Graph open(const Graph &G, size_t At) {
    Graph Result;
    Result.D = G.D;
    Result.Nodes.assign(G.Nodes.begin(), G.Nodes.begin() + At);
    const GraphNode &Node = G.Nodes[At];
    Expr *Tested = testedBy(Node.S);
    VarDecl *Condition = fixedVariable(Tested, G, At);
    if (!Condition) {
      Condition = makeVariable(Tested);
      GraphNode Test;
      Test.S = makeDeclaration(Condition, Node.S->Range, Context);
      Test.D = dependenceOfSimple(*Test.S);
      Test.Guards = Node.Guards;
      addConditions(Test);
      Result.Nodes.push_back(std::move(Test));
    }
    Roots[Condition] = rootsOf(Tested);
    for (size_t I = 0; I < Node.Graphs.size(); ++I)
      openBranch(Node, I, Condition, Result);
    Result.Nodes.insert(Result.Nodes.end(), G.Nodes.begin() + At + 1,
                        G.Nodes.end());
    linkGraph(Result);
    Work += countNodes(Result) + Result.Edges.size();
    return Result;
  }

  void openBranch(const GraphNode &Node, unsigned Number, VarDecl *Condition,
                  Graph &Result) {
    Guard G;
    G.Condition = Condition;
    G.Branch = Number;
    G.Count = Node.Graphs.size();
    G.Case = dyn_cast<CaseStmt>(Node.S);
    VarSet Own;
    for (const GraphNode &Inner : Node.Graphs[Number].Nodes)
      if (isa<DeclStmt>(Inner.S))
        Own.insert(Inner.D.Y.begin(), Inner.D.Y.end());
    for (GraphNode Inner : Node.Graphs[Number].Nodes) {
      std::vector<Guard> Guards = Node.Guards;
      Guards.push_back(G);
      // Where one variable is tested within its own test, the other branches
      // never run. What excludes itself is linked to nothing, not even to the
      // declarations around.
      if (excludeEachOther(Node.Guards, G) ||
          excludeEachOther(Guards, Inner.Guards))
        continue;
      Guards.insert(Guards.end(), Inner.Guards.begin(), Inner.Guards.end());
      Inner.Guards = std::move(Guards);
      addRoots(Inner);
      addConditions(Inner);
      for (const VarDecl *Var : Inner.D.Y)
        if (!Own.count(Var))
          Inner.D.X.insert(Var);
      Result.Nodes.push_back(std::move(Inner));
    }
  }

  /// What is stored into an array of a branch's data is stored into the union,
  /// and into the one that this is the data of: from inside to outside.
  void addRoots(GraphNode &Node) {
    for (const Guard &Each : reverse(Node.Guards)) {
      const VarDecl *Payload =
          Each.Case ? Each.Case->Branches[Each.Branch].Payload : nullptr;
      if (!Payload || !Node.D.Y.count(Payload))
        continue;
      const VarSet &Stored = Roots[Each.Condition];
      Node.D.Y.insert(Stored.begin(), Stored.end());
    }
  }

  static void addConditions(GraphNode &Node) {
    for (const Guard &Each : Node.Guards)
      Node.D.X.insert(Each.Condition);
  }

  /// The variable that \p Tested is, if nothing from node \p At on changes it.
  VarDecl *fixedVariable(const Expr *Tested, const Graph &G, size_t At) {
    auto *Name = dyn_cast<NameExpr>(Tested);
    auto *Var = Name ? dyn_cast_or_null<VarDecl>(Name->Target) : nullptr;
    if (!Var)
      return nullptr;
    for (size_t I = At; I < G.Nodes.size(); ++I)
      if (G.Nodes[I].D.Y.count(Var))
        return nullptr;
    return Var;
  }

  VarDecl *makeVariable(Expr *Value) {
    auto *Var = Context.make<VarDecl>();
    Var->Range = Value->Range;
    Var->NameRange = Value->Range;
    Var->Ty = Value->Ty;
    Var->Value = Value;
    Var->Written = writeType(Value->Ty, Value->Range, Context);
    Var->IsTemporary = true;
    for (unsigned Number = 1; Var->Name.empty(); ++Number) {
      std::string Name = ("x" + Twine(Number)).str();
      if (Names.insert(Name).second)
        Var->Name = Name;
    }
    return Var;
  }

  /// Some application of the branches of node \p At in \p Before, or some later
  /// node, waits for less in \p After.
  bool isBetter(const Graph &Before, size_t At, const Graph &After) {
    DenseMap<const Stmt *, Leaves> Old, New;
    addNeeds(Before, {}, Old, Work);
    addNeeds(After, {}, New, Work);
    size_t Later = Before.Nodes.size() - At - 1;
    for (size_t I = At; I < After.Nodes.size(); ++I) {
      const GraphNode &Node = After.Nodes[I];
      bool IsLater = I >= After.Nodes.size() - Later;
      if (!IsLater && !Node.D.IsParallel)
        continue;
      auto Place = Old.find(Node.S);
      if (Place != Old.end() && New[Node.S].size() < Place->second.size())
        return true;
    }
    return false;
  }

  AstContext &Context;
  size_t Work = 0;
  StringSet<> Names;
  /// Of conditions, those of what was tested.
  DenseMap<const VarDecl *, VarSet> Roots;
};

} // namespace

void tasklet::kite::flattenGraph(TaskGraph &G, const CheckedProgram &P,
                                 AstContext &Context) {
  Flattener(G, P, Context).flatten(G.Body);
}
