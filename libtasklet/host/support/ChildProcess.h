//===- ChildProcess.h - Run a program without a shell -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs one program to its end. Arguments are passed as a vector; no shell sees
/// them. Text in and out goes through anonymous memory files, so child and
/// parent can both write much without blocking each other.
///
/// The child stays in the caller's process group. So a signal from the terminal
/// that interrupts the application interrupts the compiler, too.
///
/// SIGKILL ends an application without a word to its children. A child that
/// must not outlive the application gets a lifeline: a descriptor that becomes
/// readable when this process has ended. The child has to watch it. It is a
/// pidfd, or else the end of a pipe. PR_SET_PDEATHSIG would not do: it depends
/// on the thread that started the child, does not reach what the child started,
/// and leaves no time to remove files.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_CHILDPROCESS_H
#define TASKLET_HOST_SUPPORT_CHILDPROCESS_H

#include <string>
#include <vector>

namespace tasklet {

/// The descriptor under which a child finds its lifeline.
constexpr int LifelineFd = 3;

struct ChildRequest {
  std::vector<std::string> Arguments; ///< [0] is the program; searched in PATH
                                      ///< if it has no slash. A full path in
                                      ///< set-user-id processes.
  const std::string *Input = nullptr; ///< Text for its standard input; none:
                                      ///< the null device.
  bool CaptureOutput = false;         ///< Otherwise the parent's own.
  bool CaptureErrors = false;         ///< Otherwise the parent's own.
  unsigned TimeLimit = 0;             ///< Seconds, after which the child and
                                      ///< what it started are killed; 0: none.
  bool Lifeline = false;              ///< The child gets one.
  std::vector<int> Stops;             ///< The child and what it started are
                                      ///< killed when one of these descriptors
                                      ///< can be read or its other end is
                                      ///< closed.
};

struct ChildResult {
  enum class End {
    Exited,     ///< Code is the exit status.
    Killed,     ///< Code is the signal.
    TimedOut,   ///< Killed by us at the time limit.
    Stopped,    ///< Killed by us because of one of the Stops.
    Unknown,    ///< Someone else collected the status.
    NotStarted, ///< Code is an errno value.
  };
  End How = End::NotStarted;
  int Code = 0;
  std::string Output;
  std::string Errors;

  bool succeeded() const { return How == End::Exited && Code == 0; }
};

ChildResult runChild(const ChildRequest &Request);

} // namespace tasklet

#endif
