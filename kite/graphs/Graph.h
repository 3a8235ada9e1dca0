//===- Graph.h - Nested task graphs -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Nested task graphs: figure 4 of the Kite paper. A node is one statement in
/// A-normal form (Anf.h); nodes of compound statements hold graphs. Nodes are
/// listed in topological order: an edge leads from an earlier node to a later
/// one. `s then t` is a node with two graphs, since t waits for more than data:
/// for all tasks that s started.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_GRAPH_H
#define TASKLET_KITE_GRAPHS_GRAPH_H

#include "graphs/Dependence.h"
#include "syntax/Decl.h"

#include <memory>

namespace tasklet::kite {

struct Graph;

/// A condition of a node in a flattened graph (Flatten.h).
struct Guard {
  /// A variable that nothing assigns again: `bool` of an `if`, the union of a
  /// `case`.
  const VarDecl *Condition = nullptr;
  /// Of an `if`: 0 where it is true, 1 where it is false. Of a `case`: the
  /// number in the statement.
  unsigned Branch = 0;
  /// How many branches there are.
  unsigned Count = 2;
  /// Null for an `if`. Where the guard holds, the branch's data is that of
  /// Condition.
  const CaseStmt *Case = nullptr;
};

struct GraphNode {
  /// The statement; of compound ones only the head counts, the rest is in
  /// Graphs:
  ///   If        then, else
  ///   Case      one for each branch, in the order of the statement
  ///   For, Map, While, Critical, Block    the body
  ///   Then      first, second
  Stmt *S = nullptr;
  std::vector<Graph> Graphs;
  /// Statements behind an `if` or `case` that may return are in the graphs of
  /// the branches that do not: Anf has moved them there.
  Dependence D;
  /// The node runs if all hold; otherwise it is done at once, without effect.
  /// Empty but in flattened graphs.
  std::vector<Guard> Guards;
  /// Section 3.3.4: the node after this application, the only one that waits for
  /// it, waits for nothing else, so that both may use one frame.
  bool SharesFrame = false;
  /// The result of this application is the result of the task: `r <- f(e...);`
  /// before `return r;`, and nothing else waits for r.
  bool IsTailCall = false;
};

/// From node to node of one graph, by their places in it.
struct GraphEdge {
  unsigned From = 0;
  unsigned To = 0;
  /// Why: To uses what From determines, or determines what From uses or
  /// determines. More than one variable gives one edge.
  VarSet Variables;
};

struct Graph {
  std::vector<GraphNode> Nodes;
  std::vector<GraphEdge> Edges;
  /// Equation (11).
  Dependence D;
};

/// Of a task, whose body is in A-normal form.
struct TaskGraph {
  TaskDecl *Task = nullptr;
  Graph Body;
};

} // namespace tasklet::kite

#endif
