//===- Results.h - What taskletc writes -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The program, the manifest, the report and the rule for make appear whole or
/// not at all. Each is written under a temporary name and moved into place
/// after the whole compilation has succeeded. None may replace an input or
/// another result.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_RESULTS_H
#define TASKLET_TOOLS_RESULTS_H

#include "CommandLine.h"
#include "support/FileIO.h"

namespace tasklet {

/// A result on its way. Tools write it under another name in the folder where
/// it is to appear, so no reader ever sees half of it. That name cannot be
/// guessed. If the result is no ordinary file, such as /dev/null, the link
/// /dev/stdout or standard output itself, it is written to and never replaced.
class PendingFile {
public:
  /// \p Path is empty if no such result is wanted, "-" for standard output.
  PendingFile(std::string Path, const TemporaryFolder &Folder);
  ~PendingFile();
  PendingFile(const PendingFile &) = delete;
  PendingFile &operator=(const PendingFile &) = delete;
  const std::string &path() const { return Temporary; }
  bool wanted() const { return !Final.empty(); }

  /// Returns ExitDone, or has reported the reason.
  int check() const;
  /// Moves the result into place if that is an ordinary file, or else keeps it
  /// for deliver().
  int finish();
  /// This may wait for a reader, so there must be no temporary files left.
  int deliver();

private:
  std::string Final, Temporary;
  std::string Content; ///< for a place that is no ordinary file
  int Error = 0;       ///< an errno value
  bool IsSpecial = false;
};

/// The place of the program if the command line names none.
std::string defaultOutput(const CommandLine &Line);

/// Refuses results that would replace an input or each other. Returns ExitDone,
/// or has reported the reason.
int checkOutputs(const CommandLine &Line, const std::string &Output);

/// The name of the result in a rule for make: build systems look for its file.
std::string nameInRule(const std::string &Output);

/// For bitcode: the rule that clang writes for programs.
std::string makeRule(const std::string &Output,
                     const std::vector<std::string> &Inputs);

} // namespace tasklet

#endif
