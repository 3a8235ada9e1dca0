//===- Device.h - Run random programs on the device -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_DEVICE_H
#define TASKLET_TEST_FUZZ_DEVICE_H

#include "Shrink.h"

namespace tasklet::fuzz {

struct Settings {
  unsigned Workers = 1;
  std::string BuildOptions;
  bool QuickDriver = true;       ///< See quickenDriver() in Device.cpp.
  unsigned TimeoutSeconds = 120; ///< For all programs of one call.
};

enum class Verdict { Same, Different, NotBuilt, Failed, Crashed, Hung };
const char *nameOf(Verdict V);

struct Report {
  Verdict V = Verdict::Same;
  std::string Text; ///< What differs, or the build log.
};

/// The programs as one source, the kernel of program I is pI_kernel.
std::string sourceOf(const std::vector<Test> &Tests);

/// Builds all programs as one and runs each, in a child process: a crash or an
/// endless loop is a verdict. NotBuilt, Crashed and Hung are those of all
/// programs from the first that has no other one.
std::vector<Report> runTogether(const std::vector<Test> &Tests,
                                const Settings &S);

/// As runTogether, but programs that were not built, crashed or hung run again
/// one by one, to find out which of them it was.
std::vector<Report> runEach(const std::vector<Test> &Tests, const Settings &S);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_DEVICE_H
