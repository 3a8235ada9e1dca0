//===- Compare.h - Run programs with everywhere in all three ways *- C++ -*===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H

#include "Batch.h"
#include "PrintCl.h"
#include "Shrink.h"

namespace tasklet::simd {

/// How the results of usimd and the interpreter differ, or nothing.
std::string compareWithMachine(const Test &T);

/// The programs as one source, the kernel of program I is pI_kernel.
std::string sourceOf(const std::vector<Test> &Tests, Fault Planted);

/// Runs the kernel on the device; \p P says how it is laid out.
Outcome runOnDevice(fuzz::Device &D, const Program &P,
                    const std::string &Kernel);

/// All tests have one warp size; the build options get the one for it.
std::vector<fuzz::Report> compareWithDevice(const std::vector<Test> &Tests,
                                            const fuzz::Settings &S,
                                            Fault Planted);

/// Adds the option for that size after the others.
fuzz::Settings withWarp(fuzz::Settings S, unsigned WarpSize);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_COMPARE_H
