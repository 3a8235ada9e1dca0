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

struct GraphNode {
  /// The statement; of compound ones only the head counts, the rest is in
  /// Graphs:
  ///   If        then, else
  ///   Case      one for each branch, in the order of the statement
  ///   For, Map, While, Critical, Block    the body
  ///   Then      first, second
  Stmt *S = nullptr;
  std::vector<Graph> Graphs;
  /// Of a node that has statements behind an `if` or `case` that may return:
  /// they are in the graphs of the branches that do not return.
  Dependence D;
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
