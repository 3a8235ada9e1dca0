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

/// What \p Nodes determine and others use.
static VarSet usedOutside(const Graph &Whole,
                          ArrayRef<const GraphNode *> Nodes) {
  auto IsMoved = [&](unsigned I) {
    return is_contained(Nodes, &Whole.Nodes[I]);
  };
  VarSet Used;
  for (const GraphEdge &Edge : Whole.Edges)
    if (IsMoved(Edge.From) && !IsMoved(Edge.To))
      Used.insert(Edge.Variables.begin(), Edge.Variables.end());
  return Used;
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

/// The guards under which \p Nodes assign \p V; none if they always do.
/// Otherwise a part returns the value that it got, while another part may assign
/// it on the other way.
static std::vector<ArrayRef<Guard>>
waysToAssign(ArrayRef<const GraphNode *> Nodes, const VarDecl *V) {
  std::vector<ArrayRef<Guard>> Ways;
  for (const GraphNode *N : Nodes) {
    if (!TaskCode::assignedOutside({N}).contains(V))
      continue;
    if (N->Guards.empty())
      return {};
    Ways.push_back(N->Guards);
  }
  return Ways;
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
  // What is declared in there and used here is declared here as well.
  VarSet Used = usedOutside(Whole, Nodes);
  for (const VarDecl *V : Returned)
    Used.insert(V);
  for (const VarDecl *V : Used)
    if (Declared.contains(V)) {
      Determined.insert(V);
      if (!isUnit(V->Ty)) {
        Outputs.push_back(V);
        Out.add(declared(V->Ty, E.variable(V)) + ";");
      }
    }

  // What it returns: values, and whether it has assigned them.
  std::map<const VarDecl *, std::vector<ArrayRef<Guard>>> Ways;
  for (const VarDecl *V : Outputs)
    if (auto Of = waysToAssign(Nodes, V); !Of.empty())
      Ways[V] = std::move(Of);
  bool IsStruct = Outputs.size() > 1 || !Ways.empty();
  std::string PartName = U.All.fresh(Name + "_" + Suffix.str()), ResultName;
  if (Outputs.empty())
    ResultName = "unit";
  else if (!IsStruct)
    ResultName = U.Types.name(Outputs[0]->Ty);
  else
    ResultName = U.All.fresh(PartName + "_results");

  Parameters P;
  TaskCode Inner(U, PartName, nullptr);
  Inner.IsPart = true;
  Inner.Returned.insert(Outputs.begin(), Outputs.end());
  // Its last line looks at the conditions; a part inside may determine them.
  for (auto &[V, Of] : Ways)
    for (ArrayRef<Guard> Way : Of)
      for (const Guard &G : Way)
        Inner.Returned.insert(G.Condition);
  for (const VarDecl *V : AtSpawn)
    Inner.DeclaredAtSpawn.insert(V);
  addInputs(P, Inputs, G.D.Y, Inner);
  Inner.Out.open("static __task " + ResultName + " " + PartName + "(" +
                 (P.empty() ? "void" : declarations(P)) + ")");
  Inner.writeGraph(G);
  Inner.EndsWithSpawn = false;
  Inner.finish();
  if (Outputs.empty()) {
    Inner.Out.add("return 0;");
  } else if (!IsStruct) {
    Inner.Out.add("return " + Inner.E.variable(Outputs[0]) + ";");
  }
  // By condition.
  std::map<std::string, std::string> Flags;
  std::map<const VarDecl *, std::string> FlagOf;
  if (IsStruct) {
    std::string Values;
    U.Prototypes.open("typedef struct");
    for (const VarDecl *V : Outputs) {
      U.Prototypes.add(declared(V->Ty, Inner.E.variable(V)) + ";");
      Values += (Values.empty() ? "" : ", ") + Inner.E.variable(V);
    }
    for (const VarDecl *V : Outputs) {
      SmallVector<std::string, 2> Conditions;
      for (ArrayRef<Guard> Way : Ways[V])
        if (std::string One = Inner.condition(Way);
            !is_contained(Conditions, One))
          Conditions.push_back(std::move(One));
      if (Conditions.empty())
        continue;
      std::string Condition = join(Conditions, " || ");
      std::string &Flag = Flags[Condition];
      if (Flag.empty()) {
        Flag = U.All.fresh("assigned");
        U.Prototypes.add("bool " + Flag + ";");
        Values += ", " + Condition;
      }
      FlagOf[V] = Flag;
    }
    U.Prototypes.close(" " + ResultName + ";");
    Inner.Out.add("return (" + ResultName + "){" + Values + "};");
  }
  Inner.Out.close();
  U.Tasks.append(Inner.Out);
  U.Tasks.blank();

  if (std::string Force = forceOfOtherWays(Inputs); !Force.empty())
    Out.add(Force);
  if (Outputs.empty() && !IsNeeded) {
    Out.add("() <- " + PartName + "(" + arguments(P) + ");");
    EndsWithSpawn = Outstanding.empty();
    return {start(Determined, "")};
  }
  std::string Future = U.All.fresh(Outputs.empty() ? "done" : "results");
  Out.add(ResultName + " " + Future + " <- " + PartName + "(" + arguments(P) +
          ");");
  TokenRef Started = start(Determined, Future, ResultName + " " + Future);
  for (const VarDecl *V : Outputs) {
    auto Flag = FlagOf.find(V);
    Started->Completion.push_back(
        {V,
         (Flag == FlagOf.end() ? ""
                               : "if (" + Future + "." + Flag->second + ") ") +
             E.variable(V) + " = " + Future +
             (IsStruct ? "." + Inner.E.variable(V) : "") + ";"});
  }
  return {Started};
}

} // namespace tasklet::kite
