//===- LineariseForm.h - Kernels whose lanes meet ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LINEARISEFORM_H
#define TASKLET_PASSES_EVERYWHERE_LINEARISEFORM_H

#include "everywhere/ForceParts.h"
#include "everywhere/Visits.h"

namespace tasklet {

/// Brings \p Kernel into the form that docs/everywhere.md describes. Its
/// everywhere loops are cut (\p All). Work-items that reach one of \p Forces
/// wait until all others are through, and run it then.
void linearise(llvm::Function &Kernel, Visits &All,
               llvm::ArrayRef<ForcePart> Forces);

} // namespace tasklet

#endif
