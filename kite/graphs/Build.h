//===- Build.h - From statements to nested task graphs ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections 3.3.2 and 3.3.3 of the Kite paper: one node per statement of a task
/// in A-normal form, linked by the dependences of the nodes (Dependences.h).
///
/// Input:     a task as toNormalForm() leaves it (Anf.h).
/// Output:    its graph. The task is not changed; nodes point to its statements.
/// Guarantee: nodes are in the order of the statements, which is topological:
///            each edge leads from an earlier node to a later one. For each two
///            statements of one list of which one determines what the other
///            uses or determines, there is a path between their nodes.
/// Cost:      for each node, the number of its variables and edges.
///
/// An edge means: the later node begins when the earlier one is done. A `->`
/// node is done when its statement is executed; an application when its result
/// is there; a compound node when all nodes in it are done, where `map` counts
/// those of all elements. (What "done" does not mean: that tasks that an
/// application started have ended. Only `then` waits for them.)
///
/// A node in the body of a loop that is not behind others by data may belong to
/// any time of its turn, but to no other turn: a turn begins when all statements
/// of the turn before are executed (a started application counts as executed).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_BUILD_H
#define TASKLET_KITE_GRAPHS_BUILD_H

#include "graphs/Graph.h"

#include "llvm/ADT/ArrayRef.h"

namespace tasklet::kite {

TaskGraph buildGraph(TaskDecl &Task);

/// The graph of a list of statements: node construction, (11), linkGraph(), and
/// markTailCalls() of Waits.h.
Graph buildGraph(llvm::ArrayRef<Stmt *> List);

/// Section 3.3.3: makes the edges of \p G anew from the dependences of its nodes,
/// which are in the order of their statements. To each node with X α Y lead
/// edges from
///
/// * the nearest earlier node that determines each variable of X,
/// * all earlier nodes that depend on a variable of Y, and
/// * earlier nodes that determine a variable of Y (contract: else
///   `x: int = 0; x <- f();` might end with 0).
///
/// Of the last two kinds, nodes before the nearest one that determines the
/// variable have no edge of their own: a path leads through that one. A guarded
/// node (Flatten.h) may leave its variables as they are: the nearest node is then
/// the nearest one of each case. Nodes with guards that exclude each other are
/// not linked.
void linkGraph(Graph &G);

/// No path makes both hold.
bool excludeEachOther(llvm::ArrayRef<Guard> A, llvm::ArrayRef<Guard> B);

} // namespace tasklet::kite

#endif
