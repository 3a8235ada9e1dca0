//===- Generate.h - Make up an ordered kernel -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_GENERATE_H
#define TASKLET_TEST_FUZZ_ORDERED_GENERATE_H

#include "Ast.h"

namespace tasklet::ordered {

Program generate(uint64_t Seed);

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_GENERATE_H
