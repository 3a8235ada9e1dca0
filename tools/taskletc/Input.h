//===- Input.h - What taskletc reads ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the program or the objects that the command line names. It refuses
/// what clang would misunderstand: a text that is neither a program nor
/// bitcode, a program among objects, a name that clang takes for options.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_INPUT_H
#define TASKLET_TOOLS_INPUT_H

#include "CommandLine.h"

namespace tasklet {

/// The first input. If objects are linked, the plugin reads the others.
struct Input {
  std::string Name;       ///< "-": standard input
  std::string Text;       ///< of standard input, as it is passed on to clang
                          ///< or kitec
  bool IsBitcode = false; ///< LLVM bitcode or its text, not a program
  bool IsKite = false;    ///< to be translated first
  bool fromStandardInput() const { return Name == "-"; }
};

/// Returns ExitDone, or has reported the reason.
int readInput(const CommandLine &Line, Input &Result);

} // namespace tasklet

#endif
