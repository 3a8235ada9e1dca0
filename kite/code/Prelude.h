//===- Prelude.h - What each generated program begins with ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_PRELUDE_H
#define TASKLET_KITE_CODE_PRELUDE_H

#include <string>

namespace tasklet::kite {

/// Functions in OpenCL C for indexes, memory and prints, and, if the program has
/// critical sections, locks.
std::string preludeFor(bool HasLocks);

} // namespace tasklet::kite

#endif
