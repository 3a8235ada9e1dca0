//===- PtxUse.h - Registers and stack on a GPU, for the report --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_PTXUSE_H
#define TASKLET_TOOLS_PTXUSE_H

#include <string>

namespace tasklet {

/// From what `ptxas -v` says of a program, one line for each of its kernels:
/// registers, bytes of stack, bytes spilled. The dispatch kernel, which runs the
/// tasks, is called so; the library's other kernels are left out.
std::string describePtxUse(const std::string &Said);

} // namespace tasklet

#endif
