//===- OnDevice.h - Run made-up programs on a device ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_FUZZ_ONDEVICE_H
#define TASKLET_TEST_KITE_FUZZ_ONDEVICE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tasklet::kite {

/// Runs the program in \p File with the command `kite`, which lies in \p Folder,
/// with 1, 2 and 5 workers. Returns the first difference from \p Expected, or
/// nothing.
std::string findDifferenceOnDevice(llvm::StringRef Folder, llvm::StringRef File,
                                   llvm::StringRef Expected);

} // namespace tasklet::kite

#endif
