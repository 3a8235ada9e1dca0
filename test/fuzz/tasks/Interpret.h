//===- Interpret.h - What a random program computes -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle: runs a program one statement after the other, each spawn as a
/// call. It shares nothing with the compiler. It also checks the promises of
/// the generator: a program is invalid if something in it is undefined or
/// depends on the order in which tasks run.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_INTERPRET_H
#define TASKLET_TEST_FUZZ_INTERPRET_H

#include "Ast.h"

namespace tasklet::fuzz {

struct Outcome {
  std::vector<uint32_t> Words; ///< The buffer after the kernel.
  uint64_t Tasks = 0;          ///< How many tasks ran.
  uint64_t Forces = 0;         ///< How many force bodies ran.
  uint64_t Waits = 0;          ///< How often a task waited without a body.
  std::string Invalid;         ///< Why the program means nothing, or empty.
};

Outcome interpret(const Program &P);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_INTERPRET_H
