//===- Parts.cpp - Parts of tasks that become tasks -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A part gets the values of the variables that it uses, and returns those that
// it determines.
//
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "graphs/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tasklet::kite {

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
  for (const Guard &G : N.Guards)
    if (G.Case && G.Case->Branches[G.Branch].Payload)
      Declared.insert(G.Case->Branches[G.Branch].Payload);
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

VarSet TaskCode::declaredIn(ArrayRef<const GraphNode *> Nodes) {
  VarSet Assigned, Declared;
  for (const GraphNode *N : Nodes)
    addAssigned(*N, Assigned, Declared);
  return Declared;
}

VarSet TaskCode::assignedOutside(ArrayRef<const GraphNode *> Nodes) {
  VarSet Assigned, Declared, Outside;
  for (const GraphNode *N : Nodes)
    addAssigned(*N, Assigned, Declared);
  for (const VarDecl *V : Assigned)
    if (!Declared.contains(V))
      Outside.insert(V);
  return Outside;
}

std::string TaskCode::declarations(const Parameters &P) {
  return join(map_range(P, [](auto &Each) { return Each.Type + Each.Name; }),
              ", ");
}

std::string TaskCode::arguments(const Parameters &P) {
  return join(map_range(P, [](auto &Each) { return Each.Argument; }), ", ");
}

void TaskCode::addInputs(Parameters &P, const VarSet &Inputs,
                         const VarSet &Changed, TaskCode &Inner) {
  for (const VarDecl *V : Inputs) {
    std::string Outer = E.variable(V), Inside = U.All.fresh(V->Name);
    if (InMemory.count(V) && Changed.contains(V)) {
      P.push_back(
          {"__global " + U.Types.name(V->Ty) + " *", Inside, "&" + Outer});
      Inner.E.substitute(V, "(*" + Inside + ")");
      Inner.InMemory[V] = true;
      continue;
    }
    P.push_back({U.Types.name(V->Ty) + " ", Inside, Outer});
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

static bool isUsedByOthers(const Graph &G, ArrayRef<const GraphNode *> Nodes,
                           const VarDecl *V) {
  return any_of(G.Nodes, [&](const GraphNode &N) {
    auto *S = dyn_cast<DeclStmt>(N.S);
    bool DeclaresIt = S && is_contained(S->Decls, V);
    return !DeclaresIt && !is_contained(Nodes, &N) &&
           (N.D.X.contains(V) || N.D.Y.contains(V));
  });
}

Tokens TaskCode::writePart(const Graph &Whole,
                           ArrayRef<const GraphNode *> Nodes, StringRef Suffix,
                           bool IsNeeded) {
  Graph G = subgraph(Whole, Nodes);
  VarSet Declared = declaredIn(Nodes), Inputs, Determined, AtSpawn;
  // Its declaration was left to the spawn, which goes into the part; so does
  // all that uses it.
  for (const VarDecl *V : assignedOutside(Nodes))
    if (DeclaredAtSpawn.erase(V)) {
      AtSpawn.insert(V);
      Declared.insert(V);
    }
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
    if (!InMemory.count(V) && !AtSpawn.contains(V)) {
      if (&Whole == Current && isLocal(V) && !isUsedByOthers(Whole, Nodes, V))
        Determined.remove(V);
      else
        Outputs.push_back(V);
    }

  // What it returns.
  std::string PartName = U.All.fresh(Name + "_" + Suffix.str()), ResultName;
  if (Outputs.empty())
    ResultName = "unit";
  else if (Outputs.size() == 1)
    ResultName = U.Types.name(Outputs[0]->Ty);
  else
    ResultName = U.All.fresh(PartName + "_results");

  Parameters P;
  TaskCode Inner(U, PartName, nullptr);
  Inner.IsPart = true;
  for (const VarDecl *V : AtSpawn)
    Inner.DeclaredAtSpawn.insert(V);
  addInputs(P, Inputs, Determined, Inner);
  if (Outputs.size() > 1) {
    U.Prototypes.open("typedef struct");
    for (const VarDecl *V : Outputs)
      U.Prototypes.add(declared(V->Ty, Inner.E.variable(V)) + ";");
    U.Prototypes.close(" " + ResultName + ";");
  }
  Inner.Out.open("static __task " + ResultName + " " + PartName + "(" +
                 (P.empty() ? "void" : declarations(P)) + ")");
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
    Out.add("() <- " + PartName + "(" + arguments(P) + ");");
    EndsWithSpawn = Outstanding.empty();
    return {start(Determined, "")};
  }
  std::string Future = U.All.fresh(Outputs.empty() ? "done" : "results");
  Out.add(ResultName + " " + Future + " <- " + PartName + "(" + arguments(P) +
          ");");
  TokenRef Started = start(Determined, Future, ResultName + " " + Future);
  for (const VarDecl *V : Outputs)
    Started->Completion.push_back(
        E.variable(V) + " = " + Future +
        (Outputs.size() == 1 ? "" : "." + Inner.E.variable(V)) + ";");
  return {Started};
}

} // namespace tasklet::kite
