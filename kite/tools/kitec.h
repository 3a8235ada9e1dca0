//===- kitec.h - The compiler command for Kite ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_KITEC_H
#define TASKLET_KITE_TOOLS_KITEC_H

namespace tasklet::kite {

/// The command; a taskletc in one file has it inside. Returns the exit status:
/// 0, 1 if the program has errors, 2 for a wrong command or file.
int runKitec(int Argc, char **Argv);

} // namespace tasklet::kite

#endif
