//===- Dependences.h - The equations of dependences -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Figures 6 and 7 of the Kite paper, one function per equation, for statements
/// in A-normal form (Anf.h). Where this departs from the figures:
///
/// * An assignment to an element or field depends on the variable that it
///   determines (the paper's text; figure 7 as printed leaves it out).
/// * A compound statement keeps what it does not assign: a variable that it may
///   determine, and may also leave as it is, is in X as well as in Y. Without
///   this, (11) would take an `if` without `else` for a statement that gives its
///   variables new values on every path. Loops may make no turn.
/// * Variables that are declared inside of a compound statement are in neither
///   set of it: nothing outside can name them.
/// * `for` and `map` determine the roots of their collection if their body
///   determines the element, which is an alias. Likewise a `case` whose branch
///   stores into an array of its data.
///
/// Constants and tasks by their names are no variables. Dependences go by
/// variables: two variables that refer to one array do not conflict.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_DEPENDENCES_H
#define TASKLET_KITE_GRAPHS_DEPENDENCES_H

#include "graphs/Graph.h"

namespace tasklet::kite {

/// The variables that occur in an expression: what its value depends on. Of a
/// closure, what it captures.
VarSet freeVariables(const Expr *E);

/// Figure 7: of the left side of an assignment.
struct TargetVariables {
  /// The variable at the root: the assignment determines it. None if the left
  /// side is an element of a value without name.
  VarSet Determined;
  /// What the assignment depends on: indexes, and the root itself unless the
  /// whole variable is assigned.
  VarSet Used;
};
TargetVariables fvs(const Expr *Target);

/// The variables that elements or fields of \p E belong to; of `c ? a : b` those
/// of both. None for new values.
VarSet rootsOf(const Expr *E);

/// (1) fvs(e) -> {}
Dependence dependenceOfExpr(const Expr *E);
/// (2) `f(e...)`, `print(e...)`: the variables of the arguments ~> {}. Of a
/// callee that is no task by its name, too.
Dependence dependenceOfApplication(const CallExpr &Call);
/// (3) `l <- f(e...)`
Dependence dependenceOfAssignedApplication(const AssignStmt &S);
/// (4) `l <- e`
Dependence dependenceOfAssign(const AssignStmt &S);
/// (5) `x: t = e`; without value {} -> {x}.
Dependence dependenceOfDeclaration(const DeclStmt &S);
/// (6) `return e`, and an expression as a statement.
Dependence dependenceOfOther(const Stmt &S);
/// (2) to (6), whichever is for \p S.
Dependence dependenceOfSimple(const Stmt &S);

/// (7)
Dependence dependenceOfIf(const IfStmt &S, const Graph &Then,
                          const Graph &Else);
/// (8) \p Branches as in the statement.
Dependence dependenceOfCase(const CaseStmt &S,
                            const std::vector<Graph> &Branches);
/// (9)
Dependence dependenceOfFor(const ForStmt &S, const Graph &Body);
/// (10) Parallel, whatever the body does.
Dependence dependenceOfMap(const MapStmt &S, const Graph &Body);
/// (11) The composition of the nodes in their order.
Dependence dependenceOfGraph(const Graph &G);

/// As the contract has it, besides figure 6: δ(e) + δ(g), and X includes Y.
Dependence dependenceOfWhile(const WhileStmt &S, const Graph &Body);
/// δ(e) + δ(g), determines the roots of e.
Dependence dependenceOfCritical(const CriticalStmt &S, const Graph &Body);
/// δ(s) ; δ(t)
Dependence dependenceOfThen(const Graph &First, const Graph &Second);

} // namespace tasklet::kite

#endif
