//===- Flatten.h - Open conditionals in graphs ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Graph flattening, which section 3.3.4 of the Kite paper asks for and leaves
/// open: nodes of an `if` or `case` become nodes of the graph around it, so that
/// each waits for what it needs itself, and later nodes wait for what they need of
/// each branch.
///
/// \code
///   x <- f(); y <- g();                 0  x <- f();       {} ~> {x}
///   if (b) { x <- h(x); }               1  y <- g();       {} ~> {y}
///   else { y <- h(y); }           ==>   2  x <- h(x);      {x, b} ~> {x}  if b
///   j(x); j(y);                         3  y <- h(y);      {y, b} ~> {y}  if !b
///                                       4  j(x);           {x} ~> {}
///                                       5  j(y);           {y} ~> {}
/// \endcode
/// Node 5 has edges from 1 and 3, and none from 2. If b is true it waits for 1 only.
///
/// What a flattened graph means:
///
/// * A node with Guards runs if all of them hold; otherwise it is done as soon as
///   what it depends on is there, and leaves all variables as they are. So its
///   dependence has, besides its own, its conditions and, since it may leave them,
///   the variables that it determines.
/// * A guard's Condition is a variable that nothing determines again: what the
///   `if` or `case` tested, or a fresh one, which a node before determines
///   (`x1: bool = a < b;`).
/// * A variable that only some branches determine is joined by the guards: a later
///   node has edges from each guarded node that may have determined it, and from
///   the node before that is without guards.
/// * The data of a `case` branch (CaseBranch::Payload) has no node that determines
///   it: where a guard of that branch holds, it is the data of the guard's
///   Condition. A store into an array of it determines the tested union, too.
/// * Nodes whose guards exclude each other are not linked: at most one runs.
/// * Nodes of inner `if`s have the guards from outside to inside.
/// * Nodes are in topological order, as before; Graph::D stays that of the graph
///   before flattening.
///
/// What is opened: an `if` or `case` for which that shortens the wait of some
/// application in a branch, or of some later node: the results that it would wait
/// for become fewer. Others stay as they are, since guards cost a test for each
/// node. Also inside of branches, `map`, `then` and `critical`.
///
/// Limits: nothing is opened that has a `return`, or that is in the body of `for`
/// or `while`, whose turns would overlap, or in a list of 128 nodes and more, which
/// would take long. Where very many conditionals of one task are in each other,
/// the inner ones are tried first; what is left behind a certain amount of work
/// stays closed.
///
/// Cost: for each `if` and `case` that a later node waits for, or that waits for
/// more than its test does, a copy of the graph around it, and computeWaits() of
/// that. Bounded for each task.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_FLATTEN_H
#define TASKLET_KITE_GRAPHS_FLATTEN_H

#include "graphs/Graph.h"
#include "types/CheckedProgram.h"

namespace tasklet::kite {

/// Changes \p G in place. \p P: for names that are free.
void flattenGraph(TaskGraph &G, const CheckedProgram &P, AstContext &Context);

} // namespace tasklet::kite

#endif
