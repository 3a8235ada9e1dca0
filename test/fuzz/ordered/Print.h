//===- Print.h - An ordered kernel and its oracle as OpenCL C ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_PRINT_H
#define TASKLET_TEST_FUZZ_ORDERED_PRINT_H

#include "Ast.h"

namespace tasklet::ordered {

/// A source with the kernels `p0`, `p1` ... of the programs. `p0_oracle` does
/// what `p0` must do, by a loop of one work-item; after the arguments of `p0`,
/// it has 9 numbers: global size, offset and local size of the range.
std::string print(const std::vector<Program> &Programs);

/// Its kernel alone, and in a comment what its launch is like.
std::string printKernel(const Program &P);
size_t linesOf(const Program &P);

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_PRINT_H
