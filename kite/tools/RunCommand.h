//===- RunCommand.h - kite run ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_RUNCOMMAND_H
#define TASKLET_KITE_TOOLS_RUNCOMMAND_H

#include "types/CheckedProgram.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace tasklet::kite {

/// `kite run [--interpret] [-o f.npy] FILE ENTRY ARGS...`. Behind the entry
/// nothing is an option.
struct RunOptions {
  bool IsInterpreted = false;
  /// Empty: the result is printed.
  std::string Output;
  std::string File;
  std::string Entry;
  std::vector<std::string> Arguments;
};

/// \p Words without the command's name and without `run`. With \p WithEntry
/// false, `FILE` alone, which runs `main`. False with \p Error set after a
/// mistake.
bool parseRunOptions(llvm::ArrayRef<std::string> Words, bool WithEntry,
                     RunOptions &Options, std::string &Error);

/// Says on standard error what is wrong with the command line: the exit code.
int failUsage(const llvm::Twine &Text);

/// The exported task, or `main`, that \p Options name. Null after an error: no
/// such task, another number of arguments, or a result that `-o` cannot write.
const TaskDecl *findEntry(const CheckedProgram &Program,
                          const RunOptions &Options);

/// Reads, checks and runs the program; returns the exit code.
int runInterpreted(const RunOptions &Options);

} // namespace tasklet::kite

#endif
