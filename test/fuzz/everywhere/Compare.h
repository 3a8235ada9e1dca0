//===- Compare.h - Run programs with everywhere in all three ways *- C++ -*===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H

#include "Batch.h"
#include "PrintCl.h"
#include "Shrink.h"

namespace tasklet::simd {

/// What usimd makes of the program and the interpreter does not, or nothing.
std::string compareWithMachine(const Test &T);

/// The programs as one source, the kernel of program I is pI_kernel.
std::string sourceOf(const std::vector<Test> &Tests, Fault Planted);

/// Runs the kernel on the device; \p P says how it is laid out.
Outcome runOnDevice(fuzz::Device &D, const Program &P,
                    const std::string &Kernel);

/// All of one warp size, for which the build options get theirs.
std::vector<fuzz::Report> compareWithDevice(const std::vector<Test> &Tests,
                                            const fuzz::Settings &S,
                                            Fault Planted);

/// The option for that size, behind the others.
fuzz::Settings withWarp(fuzz::Settings S, unsigned WarpSize);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H
