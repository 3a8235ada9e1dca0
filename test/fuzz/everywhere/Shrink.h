//===- Shrink.h - Make a program with everywhere small ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts at the AST of a program while it keeps a property: from whole
/// statements to single operands, lists by halves, then the sizes. A cut
/// program must still follow the rules and have a meaning for the interpreter,
/// which is cheap to find out. The property may be expensive, and no program is
/// tried twice.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_SHRINK_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_SHRINK_H

#include "Interpret.h"
#include "Shrinker.h"

namespace tasklet::simd {

using fuzz::Clock;
using Test = fuzz::TestOf<Program, Outcome>;
using Shrinking = fuzz::ShrinkingOf<Test>;

/// \param HasProperty is true of \p Start.
Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline);

/// The lines of the program as it is printed.
size_t linesOf(const Program &P);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_SHRINK_H
