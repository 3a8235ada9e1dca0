//===- Together.h - Made-up programs as one of Tasklets ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of what a program costs on a device is the same for one and for many:
/// the start of clang, and of the driver's compiler. So the code generator's
/// output for each, made as for the command `kite`, becomes a part of one
/// source.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_FUZZ_TOGETHER_H
#define TASKLET_TEST_KITE_FUZZ_TOGETHER_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet::kite {

/// The kernel of sourceOf(); its argument chooses a program.
constexpr char KernelOfAll[] = "run_one";

/// The task `main` of the program that generateProgram(Seed) makes, as Tasklets,
/// for each seed. Some seeds have conditionals that stay closed, some unchecked
/// indexes. A program with errors ends the process; findProblem() tells of them.
std::string sourceOf(const std::vector<uint64_t> &Seeds);

/// The options of the commands `kite` and `kitec` by which \p Seed is compiled so;
/// each with a blank before it.
std::string optionsOf(uint64_t Seed);

} // namespace tasklet::kite

#endif
