//===- LineariseWays.h - Where lanes go from node to node -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The edges between the nodes of a kernel (LineariseNodes.h), by the numbers of
/// the nodes. The number after that of the last node stands for the end of the
/// kernel.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISEWAYS_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISEWAYS_H

#include "everywhere/LineariseNodes.h"

namespace tasklet {

class NodeWays {
  const std::vector<Node> &Nodes;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned>
      NumberOf; ///< of first blocks
  /// Edges to earlier nodes: the node that goes back, and its target.
  llvm::SmallVector<std::pair<unsigned, unsigned>, 8> GoingBack;

public:
  /// For \p Nodes, which must outlive the object.
  explicit NodeWays(const std::vector<Node> &Nodes);

  /// Gives a block that belongs to no node the \p Number.
  void add(const llvm::BasicBlock *BB, unsigned Number) {
    NumberOf[BB] = Number;
  }
  /// Of the node with the first block \p BB.
  unsigned numberOf(const llvm::BasicBlock *BB) const {
    return NumberOf.lookup(BB);
  }
  unsigned ends() const { return Nodes.size(); }

  /// Where edges that leave plain node \p Number lead to, in ascending order.
  llvm::SmallVector<unsigned, 4> leaving(unsigned Number) const;

  /// Redirects the edges that leave plain node \p Number to the blocks that \p
  /// LeaveTo gives for their targets.
  void redirect(
      unsigned Number,
      llvm::function_ref<llvm::BasicBlock *(unsigned Target)> LeaveTo) const;

  /// Those of \p Targets that are not after node \p Number, in ascending order.
  static llvm::SmallVector<unsigned, 4> back(unsigned Number,
                                             llvm::ArrayRef<unsigned> Targets);

  /// The node to go back to from node \p From when lanes wait at \p To. It is an
  /// earlier node if loops would otherwise overlap without one containing the
  /// other: PoCL 3.1 cannot compile that. No lane waits between the two nodes.
  unsigned landing(unsigned From, unsigned To) const;
};

} // namespace tasklet

#endif
