//===- Clang.h - Clang as a part of this program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ONEFILE_CLANG_H
#define TASKLET_TOOLS_ONEFILE_CLANG_H

namespace tasklet {

/// Runs one command line of clang, as ClangArguments.h makes them: one input,
/// one result, without processes of its own. The plugin's action is always
/// there; -fpass-plugin= with no name runs its passes. The exit status is
/// clang's: 0, 1 after errors in the program, others after a crash.
int runClang(int Argc, char **Argv);

} // namespace tasklet

#endif
