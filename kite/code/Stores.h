//===- Stores.h - Results that go straight to memory ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A-normal form makes `x1 <- f(); v[0] <- x1;` of `v[0] <- f();`. Where nobody
/// waits for the store, the application becomes one that stores its result
/// itself, so that its task need not wait: above all in loops, whose next turn
/// begins when all statements of the one before are done.
///
/// Guarantee: the store waits for nothing but the result, and no node of the graph
///            depends on the store.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_STORES_H
#define TASKLET_KITE_CODE_STORES_H

#include "graphs/Graph.h"

namespace tasklet::kite {

/// In \p G and the graphs in it.
void joinStores(Graph &G, AstContext &Nodes);

} // namespace tasklet::kite

#endif
