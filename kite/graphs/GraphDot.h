//===- GraphDot.h - Graphs as pictures --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints graphs as DOT (`kitec --emit=graph`, `--emit=graph-flat`): one cluster
/// for each task; in it one node for each simple statement, and one cluster for
/// each compound statement, with clusters for its branches or parts. Labels begin
/// with the line in the source and the dependence, `7: {n} ~> {x}`. Edges have the
/// variables that they are for. The same program gives the same text.
///
/// An edge from or to a compound statement is drawn to its border (`lhead`,
/// `ltail`); in the text its end is the invisible node of the cluster.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_GRAPHDOT_H
#define TASKLET_KITE_GRAPHS_GRAPHDOT_H

#include "graphs/Graph.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

namespace tasklet::kite {

/// \p Sources: for the lines; a statement that is in none of its buffers has
/// none.
void printDot(llvm::ArrayRef<TaskGraph> Tasks, const llvm::SourceMgr &Sources,
              llvm::raw_ostream &Stream);

} // namespace tasklet::kite

#endif
