//===- Essential.h - What others need of a tree -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Locally essential trees (M. Warren and J. Salmon, "Astrophysical N-body
/// Simulations Using Hierarchical Tree Data Structures", Supercomputing 1992;
/// J. Salmon, "Parallel Hierarchical N-body Methods", Caltech 1991): a rank
/// sends another one those nodes and bodies of its tree that a walk for any
/// body in the other one's box may come to, and no more. So forces are as exact
/// as those of one tree: each node that stands for its bodies does so because
/// the opening criterion allows it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_MPI_ESSENTIAL_H
#define TASKLET_SAMPLES_BARNES_HUT_MPI_ESSENTIAL_H

#include "Exchange.h"
#include "Layout.h"

namespace barneshut {

/// The bodies of a rank and the box around them.
struct Region {
  size_t Rank = 0;
  uint64_t Bodies = 0;
  float Low[3], High[3];
};

/// Nodes and bodies for each rank, or from each rank.
struct EssentialTrees {
  explicit EssentialTrees(size_t Ranks) : Nodes(Ranks), Bodies(Ranks) {}

  Parcels<DeviceNode> Nodes;
  Parcels<cl_float4> Bodies; ///< Positions and masses.
};

/// What the rank of \p Target needs of \p Tree with the bodies at \p Positions
/// goes to the end of \p Result: to be called in the order of ranks. Nodes and
/// bodies are counted from the beginning of this parcel. \p Whole: all of the
/// tree goes there, which changes no force.
void addEssential(const std::vector<DeviceNode> &Tree,
                  const std::vector<cl_float4> &Positions, const Region &Target,
                  bool Whole, EssentialTrees &Result);

/// Makes one list of the trees of all ranks: behind each of them follows the
/// next. The first node gets the number \p FirstNode, the first body
/// \p FirstBody.
void joinTrees(EssentialTrees &Trees, cl_uint FirstNode, cl_uint FirstBody);

} // namespace barneshut

#endif
