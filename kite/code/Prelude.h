//===- Prelude.h - What each generated program begins with ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_PRELUDE_H
#define TASKLET_KITE_CODE_PRELUDE_H

#include "types/CheckedProgram.h"

#include <string>

namespace tasklet::kite {

/// Functions in OpenCL C for indexes, memory, locks and prints.
std::string preludeFor(const CheckedProgram &Program);

} // namespace tasklet::kite

#endif
