//===- OnDevice.h - Run made-up programs on a device ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_FUZZ_ONDEVICE_H
#define TASKLET_TEST_KITE_FUZZ_ONDEVICE_H

#include "Batch.h"

#include <string>
#include <vector>

namespace tasklet::kite {

/// Builds \p Source, a kernel \p Kernel whose argument chooses a program, once,
/// and runs each program with 1, 2 and 5 workers. Each must print what stands
/// for it in \p Expected.
std::vector<fuzz::Report> runOnDevice(const std::string &Source,
                                      const std::string &Kernel,
                                      const std::vector<std::string> &Expected,
                                      const fuzz::Settings &S);

} // namespace tasklet::kite

#endif
