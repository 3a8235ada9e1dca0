//===- Results.h - What taskletc writes -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The program, the manifest, the report and the rule for make appear whole or
/// not at all: each is written under a temporary name and moved into place when
/// the whole compilation has succeeded. None may replace an input or another
/// result.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_RESULTS_H
#define TASKLET_TOOLS_RESULTS_H

#include "CommandLine.h"
#include "support/FileIO.h"

namespace tasklet {

/// A result on its way: tools write it under another name in the folder where
/// it is to appear, so nobody ever sees half of it. The name is one that nobody
/// can know before. What is no ordinary file, such as /dev/null, the link
/// /dev/stdout or standard output itself, is written to and never replaced.
class PendingFile {
public:
  /// \p Path is empty if no such result is wanted, "-" for standard output.
  PendingFile(std::string Path, const TemporaryFolder &Folder);
  ~PendingFile();
  PendingFile(const PendingFile &) = delete;
  PendingFile &operator=(const PendingFile &) = delete;
  const std::string &path() const { return Temporary; }
  bool wanted() const { return !Final.empty(); }

  /// ExitDone, or the reason has been told.
  int check() const;
  /// Puts the result in its place, if that is an ordinary file, or keeps it for
  /// deliver().
  int finish();
  /// This may wait for whoever reads, so nothing temporary may be left.
  int deliver();

private:
  std::string Final, Temporary;
  std::string Content; ///< of what is no ordinary file
  int Error = 0;       ///< an errno value
  bool IsSpecial = false;
};

/// Where the program goes if the command line names no place.
std::string defaultOutput(const CommandLine &Line);

/// Results that would replace an input or each other. ExitDone, or the reason
/// has been told.
int checkOutputs(const CommandLine &Line, const std::string &Output);

/// What a rule for make calls the result: build systems look for its file.
std::string nameInRule(const std::string &Output);

/// The rule that clang writes for programs, for bitcode.
std::string makeRule(const std::string &Output,
                     const std::vector<std::string> &Inputs);

} // namespace tasklet

#endif
