//===- Maps.cpp - `map` in Tasklets ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// `map` is a part (Parts.cpp) that does the first elements of its range and
// leaves the others to tasks: section 3.4 of the Kite paper, one task for each
// element, next to its neighbours (row-major). Where the body starts nothing,
// elements are done in blocks, which compilers make vectors of.
//
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "graphs/Walk.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tasklet::kite {

/// The elements that a part does.
struct TaskCode::Range {
  /// Names: the collection, the first element and the one behind the last, the
  /// one behind those that this task does itself.
  std::string Of, From, To, End;
  /// How many it does itself: a name, or 1.
  std::string Size;
};

/// About how many instructions one turn takes; more than Limit with a loop.
static unsigned costOf(const Graph &G) {
  unsigned Cost = 1;
  for (const GraphNode &N : G.Nodes) {
    forEachExpr(*N.S, [&](Expr *&Whole) {
      forEachExprWithin(
          Whole, [&](Expr *&Part) { Cost += isa<CallExpr>(Part) ? 8 : 1; });
    });
    for (const Graph &Inner : N.Graphs)
      Cost += costOf(Inner);
    if (isa<ForStmt>(N.S) || isa<WhileStmt>(N.S))
      Cost += 1000;
  }
  return Cost;
}

/// An application whose result is stored in a place that spawns cannot name.
static bool storesLater(const Graph &G) {
  return any_of(G.Nodes, [](const GraphNode &N) {
    auto *S = dyn_cast<AssignStmt>(N.S);
    auto *Call = S ? dyn_cast<CallExpr>(S->Value) : nullptr;
    return (Call && Call->Call == CallKind::Application &&
            !ExprCode::isPlain(S->Target)) ||
           any_of(N.Graphs, storesLater);
  });
}

/// The code of an element may wait, so that what follows it would, too.
bool TaskCode::bodyWaits(const Graph &Body) {
  return storesLater(Body) || any_of(Body.Nodes, mayWait) ||
         any_of(Body.Edges, [&](const GraphEdge &Edge) {
           return mayStart(Body.Nodes[Edge.From]);
         });
}

Tokens TaskCode::writeMap(const MapStmt &S, const GraphNode &N, bool IsNeeded) {
  const Graph &Body = N.Graphs[0];
  // One task per element where the body starts something; otherwise blocks, as
  // long as there are enough of them.
  constexpr unsigned BlockCost = 16384, BlocksAtLeast = 64;
  unsigned Block =
      Body.D.IsParallel ? 1 : std::max(1u, BlockCost / costOf(Body));

  std::vector<const GraphNode *> Nodes;
  for (const GraphNode &M : Body.Nodes)
    Nodes.push_back(&M);
  VarSet Inputs, Determined = N.D.Y, Declared = declaredIn(Nodes);
  for (const VarSet *From : {&Body.D.X, &Body.D.Y})
    for (const VarDecl *V : *From)
      if (V != S.Element && V != S.Index && !Declared.contains(V))
        Inputs.insert(V);
  // Variables that critical sections assign are shared: they move to memory.
  std::vector<std::pair<const VarDecl *, std::string>> Shared;
  for (const VarDecl *V : assignedOutside(Nodes))
    if (V != S.Element && !InMemory.count(V))
      Shared.push_back({V, U.All.fresh("shared_" + V->Name)});

  std::string PartName = U.All.fresh(Name + "_map");
  Parameters P;
  TaskCode Inner(U, PartName, nullptr);
  Inner.IsPart = true;
  for (auto &[V, Cell] : Shared) {
    std::string T = U.Types.name(V->Ty);
    Out.add("__global " + T + " *" + Cell + " = (__global " + T +
            " *)tkl_alloc(sizeof(" + T + "));");
    Out.add("*" + Cell + " = " + E.variable(V) + ";");
    std::string Inside = U.All.fresh(V->Name);
    P.push_back({"__global " + T + " *", Inside, Cell});
    Inner.E.substitute(V, "(*" + Inside + ")");
    Inner.InMemory[V] = true;
    Inputs.remove(V);
  }
  addInputs(P, Inputs, Determined, Inner);
  Range Elements = {U.All.fresh("elements"), U.All.fresh("from"),
                    U.All.fresh("to"), U.All.fresh("end"), "1"};
  std::string Given = collection(S, Body);
  P.push_back({U.Types.name(S.Collection->Ty) + " ", Elements.Of, Given});
  P.push_back({"int ", Elements.From, "0"});
  P.push_back({"int ", Elements.To, "(int)" + Given + ".length"});
  if (Block > 1) {
    Elements.Size = U.All.fresh("block");
    P.push_back({"int ", Elements.Size,
                 ("kite_block(" + Given + ".length, " + Twine(Block) + ", " +
                  Twine(BlocksAtLeast) + ")")
                     .str()});
  }
  Inner.Out.open("static __task unit " + PartName + "(" + declarations(P) +
                 ")");
  Inner.writeElements(S, Body, Elements, P);
  Inner.Out.close();
  U.Tasks.append(Inner.Out);
  U.Tasks.blank();

  if (!IsNeeded && Shared.empty()) {
    Out.add("() <- " + PartName + "(" + arguments(P) + ");");
    EndsWithSpawn = Outstanding.empty();
    return {start(Determined, "")};
  }
  std::string Future = U.All.fresh("done");
  Out.add("unit " + Future + " <- " + PartName + "(" + arguments(P) + ");");
  TokenRef Started = start(Determined, Future, "unit " + Future);
  for (auto &[V, Cell] : Shared) {
    Started->Declarations.push_back(
        {"__global " + U.Types.name(V->Ty) + " *" + Cell, Cell});
    Started->Completion.push_back(E.variable(V) + " = *" + Cell + ";");
  }
  return {Started};
}

/// The body of the part: the first elements of its range, and tasks for the
/// others. Its own come first, unless they let the others wait.
void TaskCode::writeElements(const MapStmt &S, const Graph &Body,
                             const Range &R, const Parameters &P) {
  Out.add("int " + R.End + " = " + R.To + " - " + R.From + " > " + R.Size +
          " ? " + R.From + " + " + R.Size + " : " + R.To + ";");
  bool IsBlock = R.Size != "1", BodyFirst = !bodyWaits(Body);
  std::string Stop = R.End;
  if (!BodyFirst) {
    if (IsBlock) {
      Stop = U.All.fresh("stop");
      Out.add("int " + Stop + " = " + R.End + ";");
    }
    startOthers(R, P);
  }

  std::string Index = S.Index ? E.variable(S.Index) : U.All.fresh("i");
  if (IsBlock) {
    Out.open("for (int " + Index + " = " + R.From + "; " + Index + " < " +
             Stop + "; ++" + Index + ")");
  } else {
    Out.open("if (" + R.From + " < " + R.To + ")");
    Out.add("int " + Index + " = " + R.From + ";");
  }
  if (isa<RangeType>(S.Collection->Ty)) {
    Out.add(declared(S.Element->Ty, E.variable(S.Element)) + " = " + R.Of +
            ".first + " + Index + " * " + R.Of + ".step;");
  } else {
    E.substitute(S.Element, R.Of + ".data[" + Index + "]");
    InMemory[S.Element] = true;
  }
  // Variables of the block are gone behind it.
  Tokens Kept;
  for (TokenRef &T : writeGraph(Body))
    if (!T->Completion.empty())
      Kept.push_back(T);
    else
      T->Future.clear();
  wait(Kept);
  Out.close();

  if (BodyFirst)
    startOthers(R, P);
  EndsWithSpawn = false;
  finish();
  Out.add("return 0;");
}

/// Starts what follows in parts that double, from left to right: children begin
/// in the order of their spawns, and others take the last one, the largest.
void TaskCode::startOthers(const Range &R, Parameters P) {
  std::string Next = U.All.fresh("next"), Count = U.All.fresh("count");
  for (Parameter &Each : P)
    Each.Argument = Each.Name == R.From ? R.End
                    : Each.Name == R.To ? Next
                                        : Each.Name;
  Out.open("for (int " + Count + " = " + R.Size + "; " + R.End + " < " + R.To +
           "; " + Count + " *= 2)");
  Out.add("int " + Next + " = " + R.To + " - " + R.End + " > " + Count + " ? " +
          R.End + " + " + Count + " : " + R.To + ";");
  Out.add("() <- " + Name + "(" + arguments(P) + ");");
  Out.add(R.End + " = " + Next + ";");
  Out.close();
  start({}, "");
}

} // namespace tasklet::kite
