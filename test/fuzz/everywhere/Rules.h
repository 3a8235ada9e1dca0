//===- Rules.h - What a program may look like -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_RULES_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_RULES_H

#include "Ast.h"

namespace tasklet::simd {

/// Whether the compiler must accept the program: names are declared where they
/// are used, nothing leaves a body, every function ends with a return. The
/// interpreter must find errors that occur only at run time.
bool followsRules(const Program &P);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_RULES_H
