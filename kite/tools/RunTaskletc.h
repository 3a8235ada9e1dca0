//===- RunTaskletc.h - From Kite to bitcode ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_RUNTASKLETC_H
#define TASKLET_KITE_TOOLS_RUNTASKLETC_H

#include <string>

namespace tasklet::kite {

/// Becomes taskletc, which runs kitec and clang. TASKLET_COMPILER names it, or
/// it lies beside this command, or in PATH. Returns only if it cannot be run: an
/// exit code, and the reason has been told.
int runTaskletc(const std::string &Input, const std::string &Output,
                const std::string &DepFile, bool NoBounds);

} // namespace tasklet::kite

#endif
