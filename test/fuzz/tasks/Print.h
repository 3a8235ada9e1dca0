//===- Print.h - Random programs as OpenCL C --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_PRINT_H
#define TASKLET_TEST_FUZZ_PRINT_H

#include "Ast.h"

namespace tasklet::fuzz {

/// The source of the program. Each name at file scope begins with \p Prefix,
/// so that many programs fit into one source; the kernel is PREFIX_kernel.
std::string print(const Program &P, const std::string &Prefix);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_PRINT_H
