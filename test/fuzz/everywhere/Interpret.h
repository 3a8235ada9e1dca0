//===- Interpret.h - What a program with everywhere computes ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The definition of everywhere, run on the syntax tree. The set of lanes that
/// reach a statement executes it, and the result is the set of lanes that go on
/// after it. All lanes of the warp execute the body of an everywhere. There are
/// no masks to save: the sets are arguments and results.
///
/// It also checks the promises of the generator. A program is invalid if
/// something in it is undefined, or could depend on the order in which lanes
/// run between two points where they meet. Such points are the entries of
/// bodies, and barriers. Conflicts are found with one vector clock for each
/// lane.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_INTERPRET_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_INTERPRET_H

#include "Ast.h"

namespace tasklet::simd {

/// How often a program did what the fuzzer wants to test.
struct Coverage {
  uint64_t Visits = 0;    ///< Bodies that a warp executed,
  uint64_t Partial = 0;   ///< ... and not all of its lanes had come to,
  uint64_t Nested = 0;    ///< ... and that stood in another body.
  uint64_t Deepest = 0;   ///< The most bodies in one another.
  uint64_t Exchanges = 0; ///< Sub-group functions that were called,
  uint64_t Diverged = 0;  ///< ... and not by all lanes.
  uint64_t Absent = 0;    ///< Lanes that were read and had not called them.
};

Outcome interpret(const Program &P, Coverage *C = nullptr);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_INTERPRET_H
