//===- LineariseValues.h - Values between nodes -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LINEARISEVALUES_H
#define TASKLET_PASSES_LINEARISEVALUES_H

#include "LineariseNodes.h"

namespace tasklet {

/// Puts what one node of \p Kernel computes and another one uses into private
/// variables, so that no order of nodes can be wrong for it.
///
/// Lanes come to bodies and to sub-group functions that have passed nothing of
/// what is before: variables that they can see, parameters of inlined functions
/// included, are 0 from the start. A shuffle may ask a lane that is not at the
/// call: Node::Elsewhere becomes that lane's value of the variable or of the
/// member that is passed, as it is then, and 0 where something else is passed.
void placeValues(llvm::Function &Kernel, llvm::MutableArrayRef<Node> Nodes,
                 const Visits &All);

} // namespace tasklet

#endif
