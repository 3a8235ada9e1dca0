//===- Unused.h - Tasks that nothing reaches --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_UNUSED_H
#define TASKLET_KITE_GRAPHS_UNUSED_H

#include "types/CheckedProgram.h"

namespace tasklet::kite {

/// Leaves out the tasks that no exported one names, itself or through others.
/// \p P is in A-normal form.
void dropUnusedTasks(CheckedProgram &P);

} // namespace tasklet::kite

#endif
