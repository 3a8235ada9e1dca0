//===- Shrink.h - Make a program small --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts at the AST of a program while it keeps a property. A cut program must
/// still follow the rules, and have a meaning for the interpreter. These tests
/// are cheap; the property may be expensive. So each cut is kept at once if
/// possible, from whole functions to single operands, lists by halves, and no
/// program is tried twice.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_SHRINK_H
#define TASKLET_TEST_FUZZ_SHRINK_H

#include "Interpret.h"
#include "Shrinker.h"

namespace tasklet::fuzz {

using Test = TestOf<Program, Outcome>;
using Shrinking = ShrinkingOf<Test>;

/// \param HasProperty is true of \p Start.
/// \param Tell is called after each try.
Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline,
                 const std::function<void(const Shrinking &)> &Tell);

/// The lines of the program as it is printed.
size_t linesOf(const Program &P);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_SHRINK_H
