//===- Dependences.cpp - The equations of dependences ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Dependences.h"

#include "graphs/Walk.h"

using namespace llvm;
using namespace tasklet::kite;

static void add(VarSet &To, const VarSet &From) {
  To.insert(From.begin(), From.end());
}

static const VarDecl *variableOf(const Expr *E) {
  auto *Name = dyn_cast<NameExpr>(E);
  auto *Var = Name ? dyn_cast_or_null<VarDecl>(Name->Target) : nullptr;
  return Var && Var->Role != VarRole::Constant ? Var : nullptr;
}

static void addFreeVariables(const Expr *E, VarSet &To) {
  if (const VarDecl *Var = variableOf(E))
    To.insert(Var);
  // forEachOperand may replace what it visits; this does not.
  forEachOperand(const_cast<Expr &>(*E),
                 [&](Expr *&Operand) { addFreeVariables(Operand, To); });
}

VarSet tasklet::kite::freeVariables(const Expr *E) {
  VarSet Result;
  addFreeVariables(E, Result);
  return Result;
}

VarSet tasklet::kite::rootsOf(const Expr *E) {
  VarSet Result;
  if (const VarDecl *Var = variableOf(E))
    Result.insert(Var);
  else if (auto *Field = dyn_cast<FieldExpr>(E))
    return rootsOf(Field->Base);
  else if (auto *Field = dyn_cast<TupleFieldExpr>(E))
    return rootsOf(Field->Base);
  else if (auto *Element = dyn_cast<IndexExpr>(E))
    return rootsOf(Element->Base);
  else if (auto *Choice = dyn_cast<ConditionalExpr>(E)) {
    Result = rootsOf(Choice->Then);
    add(Result, rootsOf(Choice->Else));
  }
  return Result;
}

TargetVariables tasklet::kite::fvs(const Expr *Target) {
  TargetVariables Result;
  Result.Determined = rootsOf(Target);
  if (!variableOf(Target))
    Result.Used = freeVariables(Target);
  return Result;
}

Dependence tasklet::kite::dependenceOfExpr(const Expr *E) {
  Dependence Result;
  Result.X = freeVariables(E);
  return Result;
}

Dependence tasklet::kite::dependenceOfApplication(const CallExpr &Call) {
  Dependence Result = dependenceOfExpr(&Call);
  Result.IsParallel = true;
  return Result;
}

/// What (3) and (4) have in common.
static Dependence withTarget(const Expr *Target, const Dependence &Value) {
  TargetVariables Variables = fvs(Target);
  Dependence Result;
  Result.X = Variables.Used;
  Result.Y = Variables.Determined;
  return sum(Result, Value);
}

Dependence
tasklet::kite::dependenceOfAssignedApplication(const AssignStmt &S) {
  return withTarget(S.Target,
                    dependenceOfApplication(*cast<CallExpr>(S.Value)));
}

Dependence tasklet::kite::dependenceOfAssign(const AssignStmt &S) {
  return withTarget(S.Target, dependenceOfExpr(S.Value));
}

Dependence tasklet::kite::dependenceOfDeclaration(const DeclStmt &S) {
  Dependence Result;
  for (const Decl *D : S.Decls) {
    auto *Var = dyn_cast<VarDecl>(D);
    if (!Var)
      continue;
    if (Var->Value)
      add(Result.X, freeVariables(Var->Value));
    Result.Y.insert(Var);
  }
  return Result;
}

Dependence tasklet::kite::dependenceOfOther(const Stmt &S) {
  Dependence Result;
  forEachExpr(const_cast<Stmt &>(S),
              [&](Expr *&E) { add(Result.X, freeVariables(E)); });
  return Result;
}

Dependence tasklet::kite::dependenceOfSimple(const Stmt &S) {
  if (auto *Expression = dyn_cast<ExprStmt>(&S))
    return isApplication(Expression->Value)
               ? dependenceOfApplication(*cast<CallExpr>(Expression->Value))
               : dependenceOfOther(S);
  if (auto *Assign = dyn_cast<AssignStmt>(&S))
    return isApplication(Assign->Value)
               ? dependenceOfAssignedApplication(*Assign)
               : dependenceOfAssign(*Assign);
  if (auto *Declaration = dyn_cast<DeclStmt>(&S))
    return dependenceOfDeclaration(*Declaration);
  return dependenceOfOther(S);
}

/// Without the variables that \p G declares.
static Dependence seenOutside(const Graph &G) {
  VarSet Own;
  for (const GraphNode &Node : G.Nodes)
    if (auto *Declaration = dyn_cast<DeclStmt>(Node.S))
      forEachVariable(*Declaration, [&](VarDecl *Var) { Own.insert(Var); });
  Dependence Result = G.D;
  Result.X.set_subtract(Own);
  Result.Y.set_subtract(Own);
  return Result;
}

/// Of alternatives, those that are determined in each.
static VarSet inEach(ArrayRef<Dependence> Alternatives) {
  VarSet Result;
  if (Alternatives.empty())
    return Result;
  Result = Alternatives.front().Y;
  Result.remove_if([&](const VarDecl *Var) {
    return any_of(Alternatives,
                  [&](const Dependence &D) { return !D.Y.count(Var); });
  });
  return Result;
}

/// A variable that some path does not determine keeps its value.
static void keepOthers(Dependence &D, const VarSet &Determined) {
  for (const VarDecl *Var : D.Y)
    if (!Determined.count(Var))
      D.X.insert(Var);
}

/// What is done to an alias is done to the roots that it stands for.
static void replaceAlias(Dependence &D, const VarDecl *Alias,
                         const VarSet &Roots) {
  D.X.remove(Alias);
  if (!D.Y.remove(Alias))
    return;
  add(D.X, Roots);
  add(D.Y, Roots);
}

Dependence tasklet::kite::dependenceOfIf(const IfStmt &S, const Graph &Then,
                                         const Graph &Else) {
  Dependence Branches[] = {seenOutside(Then), seenOutside(Else)};
  Dependence Result = sum(sum(dependenceOfExpr(S.Condition), Branches[0]),
                          Branches[1]);
  keepOthers(Result, inEach(Branches));
  return Result;
}

Dependence
tasklet::kite::dependenceOfCase(const CaseStmt &S,
                                const std::vector<Graph> &Branches) {
  Dependence Result = dependenceOfExpr(S.Value);
  std::vector<Dependence> All;
  for (size_t I = 0; I < Branches.size(); ++I) {
    Dependence D = seenOutside(Branches[I]);
    if (const VarDecl *Payload = S.Branches[I].Payload)
      replaceAlias(D, Payload, rootsOf(S.Value));
    Result = sum(Result, D);
    All.push_back(D);
  }
  keepOthers(Result, inEach(All));
  return Result;
}

/// What (9) and (10) have in common.
static Dependence dependenceOfLoop(const LoopStmt &S, const Graph &Body) {
  Dependence D = seenOutside(Body);
  replaceAlias(D, S.Element, rootsOf(S.Collection));
  if (S.Index)
    D.X.remove(S.Index);
  Dependence Result = sum(dependenceOfExpr(S.Collection), D);
  keepOthers(Result, VarSet());
  return Result;
}

Dependence tasklet::kite::dependenceOfFor(const ForStmt &S,
                                          const Graph &Body) {
  return dependenceOfLoop(S, Body);
}

Dependence tasklet::kite::dependenceOfMap(const MapStmt &S,
                                          const Graph &Body) {
  Dependence Result = dependenceOfLoop(S, Body);
  Result.IsParallel = true;
  return Result;
}

Dependence tasklet::kite::dependenceOfGraph(const Graph &G) {
  Dependence Result;
  for (const GraphNode &Node : G.Nodes)
    Result = compose(Result, Node.D);
  return Result;
}

Dependence tasklet::kite::dependenceOfWhile(const WhileStmt &S,
                                            const Graph &Body) {
  Dependence Result = sum(dependenceOfExpr(S.Condition), seenOutside(Body));
  add(Result.X, Result.Y);
  return Result;
}

Dependence tasklet::kite::dependenceOfCritical(const CriticalStmt &S,
                                               const Graph &Body) {
  Dependence Result = sum(dependenceOfExpr(S.Lock), seenOutside(Body));
  add(Result.Y, rootsOf(S.Lock));
  return Result;
}

Dependence tasklet::kite::dependenceOfThen(const Graph &First,
                                           const Graph &Second) {
  // Not seenOutside() of each alone: what the first declares, outside of
  // braces, the second may use. Anf moves such declarations before the `then`,
  // so that none is left here.
  return compose(seenOutside(First), seenOutside(Second));
}
