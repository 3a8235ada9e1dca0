//===- Level.h - A level of a tree as roots ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_UTS_MPI_LEVEL_H
#define TASKLET_SAMPLES_UTS_MPI_LEVEL_H

#include "Tree.h"

namespace uts {

/// The nodes of one level, and what there is above them. Every rank computes
/// it by itself, from the rule alone: a digest is faster than a message.
struct Level {
  uint32_t Depth = 0;      ///< The root is level 0.
  std::vector<Node> Nodes; ///< None below the deepest level.
  Tally Above;             ///< Of all levels before.
};

/// The level \p Depth.
Level makeLevel(const TreeRule &Rule, uint32_t Depth);

/// The first level with \p Wanted nodes, 1 or more. The levels of some trees
/// never have as many: then the largest one of those that take about 64 times
/// \p Wanted digests.
Level findLevel(const TreeRule &Rule, size_t Wanted);

} // namespace uts

#endif
