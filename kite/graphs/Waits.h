//===- Waits.h - What each node waits for -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// From a graph to code: which results a node has to wait for, and in which order
/// code can start and wait so that no node waits for more than that.
///
/// A node is *pending* after it is started if its dependence is parallel (`~>`):
/// an application, `map`, or a compound statement with one in it. Other nodes are
/// done when they are executed. Nodes are named by their places in the graph, and
/// so are pending results: what the code forces are the variables in the node's
/// D.Y, or, of a node without any, its end.
///
/// An edge from a pending node is waited for if the later node uses, or
/// determines anew, what the earlier one determines. If the later one only
/// determines what the earlier one uses, it waits for a compound node, and for an
/// application that got an array: others got copies when they were started, so
/// that their start suffices.
///
/// Example. `y <- f(x); print(y); z <- f(y); print(z);` is nodes 0 to 3, Needs are
/// {}, {0}, {0}, {0, 2}: a chain. Code:
/// \code
///   start 0; force {0}; start 1; start 2; force {2}; start 3;
/// \endcode
/// `a <- f(); print(a); b <- g(); print(b);` has {}, {0}, {}, {2}: no chain, but two
/// groups, {1} and {3}, with disjoint needs: two child tasks, or two
/// continuations. {0}, {0, 1} and {1} would be one group without a chain: counters.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_WAITS_H
#define TASKLET_KITE_GRAPHS_WAITS_H

#include "graphs/Graph.h"

#include "llvm/ADT/ArrayRef.h"

namespace tasklet::kite {

/// An array is in a value of this type, or may be: whoever got such a value uses
/// memory that others may change.
bool mayHoldArray(const Type *T);

/// Numbers of nodes, ascending.
using NodeSet = std::vector<unsigned>;

struct NodeWaits {
  /// Pending nodes with an edge to this one that is waited for.
  NodeSet Direct;
  /// Direct, and the Needs of all earlier nodes with edges to this one: exactly
  /// what has come before this node can begin.
  NodeSet Needs;
};

/// One step of a linear order.
struct WaitStep {
  /// Forced before the nodes: pending nodes, all started in earlier steps, none
  /// forced earlier. Empty in the first step of the whole graph.
  NodeSet Force;
  /// Executed or started now, in this order.
  NodeSet Nodes;
};

/// Nodes that wait, such that no edge and no common need leads out of the group.
struct WaitGroup {
  /// Those with Needs, ascending.
  NodeSet Nodes;
  /// The union of their Needs. Groups have disjoint ones.
  NodeSet Needs;
  /// The Needs of its nodes are a chain: each two are equal, or one contains the
  /// other. Then Steps is exact: no node waits for more than its Needs.
  bool IsChain = true;
  /// The group in a linear order. If it is no chain, nodes in TooLong wait too
  /// long in it.
  std::vector<WaitStep> Steps;
  /// The nodes that would wait for more than their Needs. Empty for a chain.
  NodeSet TooLong;
};

struct Waits {
  /// For each node of the graph.
  std::vector<NodeWaits> Nodes;
  /// Nodes without Needs, in order: they are executed or started first. None of
  /// them waits.
  NodeSet AtOnce;
  /// By their first nodes. None if nothing waits. One: code is AtOnce, then its
  /// Steps. More: each may become a task, or a continuation, of its own.
  std::vector<WaitGroup> Groups;
  /// The whole graph as one linear order is exact: one group, or none, or groups
  /// whose Needs are a chain together, which disjoint sets are not.
  bool IsChain = true;
  /// Pending nodes that no node needs: the task ends without waiting for them.
  NodeSet Unneeded;
};

/// Time: nodes times pending nodes. Memory the same, in bits.
Waits computeWaits(const Graph &G);

/// Sets GraphNode::SharesFrame and GraphNode::IsTailCall (section 3.3.4). An
/// application shares its frame with the only node that waits for it, if that one
/// waits for nothing else and is an application, too, or the `return` of its
/// result, which makes it a tail call.
void markTailCalls(Graph &G);

} // namespace tasklet::kite

#endif
