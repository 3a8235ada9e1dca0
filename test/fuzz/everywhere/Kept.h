//===- Kept.h - Programs with everywhere as files ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program in a folder, which can be run again when the generator makes other
/// programs of its seed. The files are `program.cl` and, for each number of
/// lanes in its warps, `warp-N.usimd`. The first line of the OpenCL C gives the
/// sizes:
/// \code
///   // warp 8, local 13 x 1, groups 2, variables v0 v1 v3
/// \endcode
/// The values of those variables of the kernel are the last values. Both files
/// can be changed by hand; the kernel must leave what the machine leaves.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_KEPT_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_KEPT_H

#include "Ast.h"
#include "Batch.h"

namespace tasklet::simd {

void writeProgram(const Program &P, const std::string &Folder);

/// Throws if there is no such program in the folder, or usimd does not run it.
fuzz::Report runKept(const std::string &Folder, const fuzz::Settings &S);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_KEPT_H
