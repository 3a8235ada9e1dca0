//===- Reference.h - What usimd makes of a program --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Each warp runs on a machine of its own. A program must not meet anything
/// that the paper leaves undefined. The only exception is shfl from a lane that
/// did not reach the body; the language defines it as usimd does it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_REFERENCE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_REFERENCE_H

#include "Ast.h"

#include <functional>

namespace tasklet::simd {

/// The assembly for a warp of so many lanes.
using AssemblyOf = std::function<std::string(unsigned Lanes)>;

/// Uses only the layout of \p P.
Outcome runMachine(const Program &P, const AssemblyOf &Assembly);

/// The first difference between the two, or an empty string.
std::string firstDifference(const Program &P, const Outcome &Want,
                            const Outcome &Got);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_REFERENCE_H
