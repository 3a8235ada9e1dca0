//===- Generate.h - Make up a program of Kite -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Source text of programs that are right, that end, and whose output is the
/// same in each order that the language allows:
///
///  * A task that has a result changes nothing that others see. Tasks that
///    change arrays are applied before a `then`, and only what is behind the
///    `then` reads the array; what runs at once changes other elements.
///  * A loop's body does not name the collection; anonymous tasks capture no
///    arrays; no two names stand for one array that changes.
///  * Tasks at once change one variable by one commutative operator, in
///    `critical` or by an atomic function.
///  * Recursion has a depth that falls, loops have bounds; a task may be applied
///    only if all of the program stays small.
///  * Products of floating numbers are exact, so that it does not matter whether
///    a device rounds them before it adds.
///  * Divisors are odd; indexes are masked by sizes that are powers of two.
///
/// The task `main` prints all results in one print.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_FUZZ_GENERATE_H
#define TASKLET_TEST_KITE_FUZZ_GENERATE_H

#include <cstdint>
#include <string>

namespace tasklet::kite {

/// The same seed gives the same text.
std::string generateProgram(uint64_t Seed);

} // namespace tasklet::kite

#endif
