//===- Device.h - Run random task programs on the device --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_DEVICE_H
#define TASKLET_TEST_FUZZ_DEVICE_H

#include "Batch.h"
#include "Shrink.h"

namespace tasklet::fuzz {

/// The programs as one source, the kernel of program I is pI_kernel.
std::string sourceOf(const std::vector<Test> &Tests);

/// See Batch.h.
std::vector<Report> runTogether(const std::vector<Test> &Tests,
                                const Settings &S);
std::vector<Report> runEach(const std::vector<Test> &Tests, const Settings &S);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_DEVICE_H
