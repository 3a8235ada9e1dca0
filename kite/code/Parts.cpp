//===- Parts.cpp - Parts of tasks that become tasks -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A part gets the values of the variables that it uses, and returns those that
// it determines. `map` is a part that halves its range until few elements are
// left: section 3.4 of the Kite paper, one task for each element, next to its
// neighbours (row-major). Where the body starts nothing, elements are done in
// blocks, which compilers make vectors of.
//
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "graphs/Walk.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tasklet::kite {

struct TaskCode::Part {
  std::string Parameters, Arguments;

  void add(const std::string &Parameter, const std::string &Argument) {
    Parameters += (Parameters.empty() ? "" : ", ") + Parameter;
    Arguments += (Arguments.empty() ? "" : ", ") + Argument;
  }
};

/// The variables that are assigned as a whole or in a field: not through an
/// array.
static void addAssigned(const GraphNode &N, VarSet &Assigned,
                        VarSet &Declared) {
  if (auto *S = dyn_cast<AssignStmt>(N.S)) {
    const Expr *Target = S->Target;
    for (;;) {
      if (auto *Field = dyn_cast<FieldExpr>(Target))
        Target = Field->Base;
      else if (auto *Element = dyn_cast<TupleFieldExpr>(Target))
        Target = Element->Base;
      else
        break;
    }
    if (auto *Name = dyn_cast<NameExpr>(Target))
      if (auto *V = dyn_cast<VarDecl>(Name->Target))
        Assigned.insert(V);
  }
  forEachVariable(*N.S, [&](VarDecl *V) { Declared.insert(V); });
  for (const Graph &G : N.Graphs)
    for (const GraphNode &M : G.Nodes)
      addAssigned(M, Assigned, Declared);
}

bool TaskCode::isAssignedIn(const Graph &G, const VarDecl *V) {
  VarSet Assigned, Declared;
  for (const GraphNode &N : G.Nodes)
    addAssigned(N, Assigned, Declared);
  return Assigned.contains(V);
}

bool TaskCode::isDeclaredIn(const Graph &G, const VarDecl *V) {
  VarSet Assigned, Declared;
  for (const GraphNode &N : G.Nodes)
    addAssigned(N, Assigned, Declared);
  return Declared.contains(V);
}

static VarSet declaredIn(ArrayRef<const GraphNode *> Nodes) {
  VarSet Assigned, Declared;
  for (const GraphNode *N : Nodes)
    addAssigned(*N, Assigned, Declared);
  return Declared;
}

static VarSet assignedOutside(ArrayRef<const GraphNode *> Nodes) {
  VarSet Assigned, Declared, Outside;
  for (const GraphNode *N : Nodes)
    addAssigned(*N, Assigned, Declared);
  for (const VarDecl *V : Assigned)
    if (!Declared.contains(V))
      Outside.insert(V);
  return Outside;
}

void TaskCode::addInputs(Part &P, const VarSet &Inputs, const VarSet &Changed,
                         TaskCode &Inner) {
  for (const VarDecl *V : Inputs) {
    std::string Outer = E.variable(V), Inside = U.All.fresh(V->Name);
    if (InMemory.count(V) && Changed.contains(V)) {
      P.add("__global " + U.Types.name(V->Ty) + " *" + Inside, "&" + Outer);
      Inner.E.substitute(V, "(*" + Inside + ")");
      Inner.InMemory[V] = true;
      continue;
    }
    P.add(declared(V->Ty, Inside), Outer);
    Inner.E.substitute(V, Inside);
  }
}

/// The nodes as a graph of their own; edges from and to others are left out.
static Graph subgraph(const Graph &Whole, ArrayRef<const GraphNode *> Nodes) {
  Graph Made;
  std::map<const GraphNode *, unsigned> Numbers;
  for (const GraphNode *N : Nodes) {
    Numbers[N] = Made.Nodes.size();
    Made.Nodes.push_back(*N);
    Made.D = Made.Nodes.size() == 1 ? N->D : compose(Made.D, N->D);
  }
  for (const GraphEdge &Edge : Whole.Edges) {
    auto From = Numbers.find(&Whole.Nodes[Edge.From]);
    auto To = Numbers.find(&Whole.Nodes[Edge.To]);
    if (From != Numbers.end() && To != Numbers.end())
      Made.Edges.push_back({From->second, To->second, Edge.Variables});
  }
  return Made;
}

Tokens TaskCode::writePart(const Graph &Whole,
                           ArrayRef<const GraphNode *> Nodes, StringRef Suffix,
                           bool IsNeeded) {
  Graph G = subgraph(Whole, Nodes);
  VarSet Declared = declaredIn(Nodes), Inputs, Determined;
  for (const VarDecl *V : G.D.X)
    if (!Declared.contains(V))
      Inputs.insert(V);
  for (const VarDecl *V : G.D.Y)
    if (!Declared.contains(V)) {
      Determined.insert(V);
      Inputs.insert(V);
    }
  std::vector<const VarDecl *> Outputs;
  for (const VarDecl *V : assignedOutside(Nodes))
    if (!InMemory.count(V))
      Outputs.push_back(V);

  // What it returns.
  std::string PartName = U.All.fresh(Name + "_" + Suffix.str()), ResultName;
  if (Outputs.empty())
    ResultName = "unit";
  else if (Outputs.size() == 1)
    ResultName = U.Types.name(Outputs[0]->Ty);
  else
    ResultName = U.All.fresh(PartName + "_results");

  Part P;
  TaskCode Inner(U, PartName, nullptr);
  Inner.IsPart = true;
  addInputs(P, Inputs, Determined, Inner);
  if (Outputs.size() > 1) {
    U.Prototypes.open("typedef struct");
    for (const VarDecl *V : Outputs)
      U.Prototypes.add(declared(V->Ty, Inner.E.variable(V)) + ";");
    U.Prototypes.close(" " + ResultName + ";");
  }
  Inner.Out.open("__task " + ResultName + " " + PartName + "(" +
                 (P.Parameters.empty() ? "void" : P.Parameters) + ")");
  Inner.writeGraph(G);
  Inner.EndsWithSpawn = false;
  Inner.finish();
  if (Outputs.empty()) {
    Inner.Out.add("return 0;");
  } else if (Outputs.size() == 1) {
    Inner.Out.add("return " + Inner.E.variable(Outputs[0]) + ";");
  } else {
    std::string Values;
    for (const VarDecl *V : Outputs)
      Values += (Values.empty() ? "" : ", ") + Inner.E.variable(V);
    Inner.Out.add("return (" + ResultName + "){" + Values + "};");
  }
  Inner.Out.close();
  U.Tasks.append(Inner.Out);
  U.Tasks.blank();

  if (Outputs.empty() && !IsNeeded) {
    Out.add("() <- " + PartName + "(" + P.Arguments + ");");
    EndsWithSpawn = Outstanding.empty();
    return {start(Determined, "")};
  }
  std::string Future = U.All.fresh(Outputs.empty() ? "done" : "results");
  Out.add(ResultName + " " + Future + " <- " + PartName + "(" + P.Arguments +
          ");");
  TokenRef Started = start(Determined, Future, ResultName + " " + Future);
  for (const VarDecl *V : Outputs)
    Started->Completion.push_back(
        E.variable(V) + " = " + Future +
        (Outputs.size() == 1 ? "" : "." + Inner.E.variable(V)) + ";");
  return {Started};
}

/// About how many instructions one turn takes; more than Limit with a loop.
static unsigned costOf(const Graph &G) {
  unsigned Cost = 1;
  for (const GraphNode &N : G.Nodes) {
    forEachExpr(*N.S, [&](Expr *&Whole) {
      forEachExprWithin(Whole, [&](Expr *&Part) {
        Cost += isa<CallExpr>(Part) ? 8 : 1;
      });
    });
    for (const Graph &Inner : N.Graphs)
      Cost += costOf(Inner);
    if (isa<ForStmt>(N.S) || isa<WhileStmt>(N.S))
      Cost += 1000;
  }
  return Cost;
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
  Part P;
  TaskCode Inner(U, PartName, nullptr);
  Inner.IsPart = true;
  for (auto &[V, Cell] : Shared) {
    std::string T = U.Types.name(V->Ty);
    Out.add("__global " + T + " *" + Cell + " = (__global " + T +
            " *)tkl_alloc(sizeof(" + T + "));");
    Out.add("*" + Cell + " = " + E.variable(V) + ";");
    std::string Inside = U.All.fresh(V->Name);
    P.add("__global " + T + " *" + Inside, Cell);
    Inner.E.substitute(V, "(*" + Inside + ")");
    Inner.InMemory[V] = true;
    Inputs.remove(V);
  }
  addInputs(P, Inputs, Determined, Inner);
  std::string Of = U.All.fresh("elements"), From = U.All.fresh("from"),
              To = U.All.fresh("to"), Given = collection(S, Body);
  std::string Split = P.Arguments.empty() ? "" : ", ", Self;
  Self = P.Parameters;
  std::string Parameters = P.Parameters + Split + declared(S.Collection->Ty, Of) +
                           ", int " + From + ", int " + To;
  std::string Arguments = P.Arguments + Split + Given + ", 0, (int)" + Given +
                          ".length";
  // The part hands its own parameters on.
  std::string Handed;
  {
    StringRef Rest = Parameters;
    while (!Rest.empty()) {
      auto [One, Others] = Rest.split(", ");
      Handed += (Handed.empty() ? "" : ", ") +
                One.substr(One.find_last_of(" *") + 1).str();
      Rest = Others;
    }
  }
  std::string Middle = U.All.fresh("middle"), Size = "1";
  if (Block > 1) {
    Size = U.All.fresh("block");
    Parameters += ", int " + Size;
    Arguments += (", kite_block(" + Given + ".length, " + Twine(Block) + ", " +
                  Twine(BlocksAtLeast) + ")")
                     .str();
    Handed += ", " + Size;
  }
  Lines &To_ = Inner.Out;
  To_.open("__task unit " + PartName + "(" + Parameters + ")");
  To_.open("while (" + To + " - " + From + " > " + Size + ")");
  To_.add("int " + Middle + " = " + From + " + (" + To + " - " + From +
          ") / 2;");
  // The upper half: it begins at the middle.
  {
    std::string Upper;
    StringRef Rest = Handed;
    while (!Rest.empty()) {
      auto [One, Others] = Rest.split(", ");
      Upper += (Upper.empty() ? "" : ", ") + (One == From ? Middle : One.str());
      Rest = Others;
    }
    To_.add("() <- " + PartName + "(" + Upper + ");");
  }
  To_.add(To + " = " + Middle + ";");
  To_.close();
  Inner.start({}, "");

  std::string Index =
      S.Index ? Inner.E.variable(S.Index) : U.All.fresh("i");
  if (Block > 1) {
    To_.open("for (int " + Index + " = " + From + "; " + Index + " < " + To +
             "; ++" + Index + ")");
  } else {
    To_.open("if (" + From + " < " + To + ")");
    To_.add("int " + Index + " = " + From + ";");
  }
  if (isa<RangeType>(S.Collection->Ty)) {
    To_.add(declared(S.Element->Ty, Inner.E.variable(S.Element)) + " = " + Of +
            ".first + " + Index + " * " + Of + ".step;");
  } else {
    Inner.E.substitute(S.Element, Of + ".data[" + Index + "]");
    Inner.InMemory[S.Element] = true;
  }
  Tokens Left = Inner.writeGraph(Body);
  // Variables of the block are gone behind it.
  Tokens Kept;
  for (TokenRef &T : Left)
    if (!T->Completion.empty())
      Kept.push_back(T);
    else
      T->Future.clear();
  Inner.wait(Kept);
  To_.close();
  Inner.EndsWithSpawn = false;
  Inner.finish();
  To_.add("return 0;");
  To_.close();
  U.Tasks.append(To_);
  U.Tasks.blank();

  if (!IsNeeded && Shared.empty()) {
    Out.add("() <- " + PartName + "(" + Arguments + ");");
    EndsWithSpawn = Outstanding.empty();
    return {start(Determined, "")};
  }
  std::string Future = U.All.fresh("done");
  Out.add("unit " + Future + " <- " + PartName + "(" + Arguments + ");");
  TokenRef Started = start(Determined, Future, "unit " + Future);
  for (auto &[V, Cell] : Shared) {
    Started->Declarations.push_back(
        {"__global " + U.Types.name(V->Ty) + " *" + Cell, Cell});
    Started->Completion.push_back(E.variable(V) + " = *" + Cell + ";");
  }
  return {Started};
}

} // namespace tasklet::kite
