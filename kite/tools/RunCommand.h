//===- RunCommand.h - kite run ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_RUNCOMMAND_H
#define TASKLET_KITE_TOOLS_RUNCOMMAND_H

#include "interpret/Value.h"
#include "syntax/Diagnostics.h"
#include "types/CheckedProgram.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace tasklet::kite {

/// `kite run [OPTION...] FILE ENTRY ARGS...`. Behind the entry
/// nothing is an option.
struct RunOptions {
  bool IsInterpreted = false;
  bool NoBounds = false;
  /// Conditionals stay closed: CodeOptions::Flatten.
  bool NoFlatten = false;
  /// Part of the device's name; empty: any.
  std::string Device;
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

/// The arguments of the command line; fewer if one is wrong.
std::vector<Value> readArguments(const RunOptions &Options,
                                 const TaskDecl &Entry, Diagnostics &Diags);

/// These read, check and run the program, and return the exit code.
int runInterpreted(const RunOptions &Options);
int runOnDevice(const RunOptions &Options);

} // namespace tasklet::kite

#endif
