//===- LineariseValues.h - Values that cross nodes --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISEVALUES_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISEVALUES_H

#include "everywhere/LineariseNodes.h"

namespace tasklet {

/// Puts values that one node of \p Kernel computes and another one uses into
/// private variables (as LLVM's reg2mem does). Then they are right in any order
/// of nodes.
///
/// A lane may come to a body or a sub-group function without having run the
/// code before it. So the variables that it can see there are 0 at the start of
/// the kernel, also the parameters of inlined functions. A shuffle may read
/// from a lane that is not at the call. This function sets Node::Elsewhere to
/// the operand of such a lane. If the call passes a variable or a member, it is
/// the lane's current value of that; otherwise it is 0.
void placeValues(llvm::Function &Kernel, llvm::MutableArrayRef<Node> Nodes,
                 const Visits &All);

} // namespace tasklet

#endif
