//===- Assembly.h - The assembly of the machine -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lines of the form `[label:] [instruction [operand, ...]] [# comment]`;
/// README.md lists the instructions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_ASSEMBLY_H
#define TASKLET_USIMD_ASSEMBLY_H

#include "Program.h"

namespace tasklet::usimd {

/// Reports at most one error for each line.
Parsed parseAssembly(const std::string &Text);

} // namespace tasklet::usimd

#endif
