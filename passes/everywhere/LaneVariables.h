//===- LaneVariables.h - Variables before lane loops ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable that a lane loop keeps for another one is an array with an element
/// for each lane. These functions leave as few of them as possible.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEVARIABLES_H
#define TASKLET_PASSES_EVERYWHERE_LANEVARIABLES_H

#include "everywhere/LineariseNodes.h"
#include "everywhere/LineariseValues.h"

namespace tasklet {

/// Gives each structure among the parameters of \p Kernel, of which each lane
/// has its own, a variable.
void copyStructures(llvm::Function &Kernel);

/// Makes SSA values of variables of \p Kernel, whose everywhere loops are cut.
/// A lane may come along to a body without having run the code before it. So
/// only a variable that no visit finds with a value takes part, or one that all
/// lanes write before everything else, and never again. None of \p Asked takes
/// part.
void promoteVariables(llvm::Function &Kernel, const Visits &All,
                      const VariableSet &Asked);

/// Computes values that depend only on arguments and on which work-item the
/// lane is in each of \p Nodes that uses them, rather than once for all.
void computeAgain(llvm::Function &Kernel, llvm::ArrayRef<Node> Nodes);

/// A copy before \p At of \p V with all that it needs, or with what it needs of
/// the block \p Home. It must have the same value there.
llvm::Value *copyBefore(llvm::Value *V, llvm::Instruction *At,
                        const llvm::BasicBlock *Home = nullptr);

} // namespace tasklet

#endif
