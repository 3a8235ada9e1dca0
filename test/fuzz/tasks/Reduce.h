//===- Reduce.h - Make a failing program small ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts at the AST of a failing program while it fails in the same way. A cut
/// program must still follow the rules, and mean something to the interpreter,
/// so what is left is a correct program that is compiled wrongly.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_REDUCE_H
#define TASKLET_TEST_FUZZ_REDUCE_H

#include "Device.h"

namespace tasklet::fuzz {

struct Reduction {
  Test Smallest;
  Report Why;
  unsigned Steps = 0; ///< Cuts that were kept.
  unsigned Tries = 0; ///< Programs that were run.
};

Reduction reduce(const Test &Failing, const Settings &S, const Report &Why);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_REDUCE_H
