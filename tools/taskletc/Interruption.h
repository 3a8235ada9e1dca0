//===- Interruption.h - Ends before the work is done ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A compilation can end early: by a signal, or because the process that it
/// works for has ended. Either way the running tools are killed, and no
/// temporary file is left.
///
/// This object holds back the signals that usually end a process, as long as it
/// lives. Tools run with `stops()`, which tells them of such signals. Objects
/// with temporary files must be made later, so that the files are gone when the
/// signals are delivered.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_INTERRUPTION_H
#define TASKLET_TOOLS_INTERRUPTION_H

#include <csignal>
#include <string>
#include <vector>

namespace tasklet {

/// The process that taskletc works for, as --owner gives it.
struct Owner {
  int Lifeline = -1;  ///< readable, or closed, when the owner has ended
  std::string Folder; ///< for temporary files; ours once the owner has ended
};

class Interruption {
public:
  explicit Interruption(const Owner &For);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// The value for ChildRequest::Stops.
  const std::vector<int> &stops() const { return Stops; }
  bool happened() const;
  /// From now on signals act at once, as they must while this process may
  /// block. There must be no temporary files left.
  void letSignalsThrough();

private:
  std::vector<int> Stops;
  std::string OwnersFolder;
  sigset_t Held, Before;
  int Signals = -1;
};

} // namespace tasklet

#endif
