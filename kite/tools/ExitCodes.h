//===- ExitCodes.h - How commands end ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_EXITCODES_H
#define TASKLET_KITE_TOOLS_EXITCODES_H

namespace tasklet::kite {

/// The first four are those of taskletc.
enum ExitCode {
  ExitDone = 0,
  /// The program has errors.
  ExitErrors = 1,
  /// Wrong options, no such task, wrong arguments.
  ExitUsage = 2,
  /// There is no device, or a result cannot be written.
  ExitSystem = 3,
  /// The program failed while it ran.
  ExitFailed = 4,
};

} // namespace tasklet::kite

#endif
