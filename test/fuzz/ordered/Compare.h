//===- Compare.h - Run ordered kernels beside their oracles -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_COMPARE_H
#define TASKLET_TEST_FUZZ_ORDERED_COMPARE_H

#include "Ast.h"
#include "Batch.h"

namespace tasklet::ordered {

/// What the commands did; programs that only ever run in order show little.
struct Coverage {
  uint64_t Commands = 0;
  uint64_t Inspected = 0;   ///< not run in order
  uint64_t Copies = 0;      ///< likewise, but on copies
  uint64_t Owned = 0;       ///< with owners
  uint64_t Streamed = 0;    ///< levels that read from streams
  uint64_t Independent = 0; ///< whose addresses show that
  uint64_t Levels = 0;      ///< of commands that ran by levels
  uint64_t Conflicts = 0;
};

/// Runs each program in every mode and with 1, 2 and 5 workers; by levels, again
/// and again, with memory that changes or does not. Adds to \p C,
/// unless it is null.
std::vector<fuzz::Report> compareWithOracle(const std::vector<Program> &Some,
                                            const fuzz::Settings &S,
                                            Coverage *C);

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_COMPARE_H
