//===- Shrink.h - Make an ordered kernel small ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Any cut leaves a program with a meaning (Ast.h). Statements and operands go
/// first, then the range, parameters that are not used, and what they share.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_SHRINK_H
#define TASKLET_TEST_FUZZ_ORDERED_SHRINK_H

#include "Ast.h"
#include "Shrinker.h"

namespace tasklet::ordered {

/// There is no interpreter; the property tells.
struct Outcome {
  std::string Invalid;
};
using fuzz::Clock;
using Test = fuzz::TestOf<Program, Outcome>;
using Shrinking = fuzz::ShrinkingOf<Test>;

/// \param HasProperty is true of \p Start.
Shrinking shrink(const Program &Start,
                 const std::function<bool(const Program &)> &HasProperty,
                 Clock::time_point Deadline);

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_SHRINK_H
