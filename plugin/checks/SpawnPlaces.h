//===- SpawnPlaces.h - Where spawns store their results ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_SPAWNPLACES_H
#define TASKLET_PLUGIN_CHECKS_SPAWNPLACES_H

#include "plugin/checks/FunctionModel.h"

namespace tasklet {

/// Whether two spawns into one variable certainly store to the same memory.
/// Their members and constant indices are compared, as far as both go. Two
/// indices that are known only at run time may differ.
bool certainlyOverlap(const Spawn &A, const Spawn &B,
                      const clang::ASTContext &Context);
/// The same for two parts of one variable.
bool certainlyOverlap(const LvaluePath &A, const LvaluePath &B,
                      const clang::ASTContext &Context);

/// Whether two parts of one variable certainly have no byte in common.
bool certainlyDisjoint(const LvaluePath &A, const LvaluePath &B,
                       const clang::ASTContext &Context);
/// Whether \p Part is certainly all of \p Whole or lies in it.
bool certainlyWithin(const LvaluePath &Part, const LvaluePath &Whole,
                     const clang::ASTContext &Context);

} // namespace tasklet

#endif
