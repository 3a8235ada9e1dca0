//===- Elide.h - taskletc --elide -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ELIDE_H
#define TASKLET_TOOLS_ELIDE_H

#include "CommandLine.h"
#include "Input.h"
#include "Interruption.h"
#include "Toolchain.h"
#include "support/FileIO.h"

namespace tasklet {

/// Writes the program as C to \p Path. Clang runs three times: the first run
/// tells of mistakes, in the user's own text. The second one is the
/// preprocessor. The third one is the plugin's, which changes what is not C in
/// a text without macros. \p DepFile is empty or the file for the rule that
/// make gets for \p Target. Returns ExitDone, or has reported the reason.
int elide(const CommandLine &Line, const Toolchain &Tools, const Input &From,
          const TemporaryFolder &Folder, const Interruption &Stop,
          const std::string &Path, const std::string &DepFile,
          const std::string &Target);

} // namespace tasklet

#endif
