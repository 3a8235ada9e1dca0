//===- Interruption.h - Ends before the work is done ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A compilation can be told to end early: by a signal, or because the process
/// that it is for has ended. Either way the tools that run are killed and
/// nothing temporary is left.
///
/// While this object lives, the signals that usually end a process are held
/// back; tools are run with `stops()`, which tells of them. What is temporary
/// belongs into objects made later, so that it is gone when the signals come.
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
  int Lifeline = -1;  ///< can be read, or is cut off, when the owner has ended
  std::string Folder; ///< for temporary files; ours once the owner has ended
};

class Interruption {
public:
  explicit Interruption(const Owner &For);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// For ChildRequest::Stops.
  const std::vector<int> &stops() const { return Stops; }
  bool happened() const;
  /// From now on signals act at once, as they must while this process may be
  /// blocked. Nothing temporary may be left.
  void letSignalsThrough();

private:
  std::vector<int> Stops;
  std::string OwnersFolder;
  sigset_t Held, Before;
  int Signals = -1;
};

} // namespace tasklet

#endif
