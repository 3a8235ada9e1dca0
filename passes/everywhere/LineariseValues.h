//===- LineariseValues.h - Values that cross nodes --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISEVALUES_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISEVALUES_H

#include "everywhere/LineariseNodes.h"

namespace tasklet {

using VariableSet = llvm::SmallPtrSet<const llvm::Value *, 8>;

/// Does the body of \p V read \p Variable before it writes it, so that a visit
/// finds the value from before? Looks at reads of the whole variable only.
bool isReadFirst(const llvm::AllocaInst &Variable, const Visit &V);

/// Sets Node::Elsewhere of the shuffles among \p Nodes, and adds to \p Asked the
/// variables that they read in lanes which are not at the call.
void placeOperandsElsewhere(llvm::MutableArrayRef<Node> Nodes,
                            VariableSet &Asked);

/// Puts values that one node of \p Kernel computes and another one uses into
/// private variables (as LLVM's reg2mem does). Then they are right in any order
/// of nodes.
///
/// A lane may come to a body or a sub-group function without having run the
/// code before it. So the variables that it can see there are 0 at the start of
/// the kernel: \p Asked, those that a body uses that were used before or are read
/// first, and the parameters of inlined functions.
///
/// Adds to \p Same the variables of those values that \p IsSame picks.
void placeValues(
    llvm::Function &Kernel, llvm::ArrayRef<Node> Nodes, const Visits &All,
    const VariableSet &Asked,
    llvm::function_ref<bool(const llvm::Instruction &)> IsSame = nullptr,
    VariableSet *Same = nullptr);

} // namespace tasklet

#endif
