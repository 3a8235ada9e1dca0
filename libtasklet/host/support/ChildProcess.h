//===- ChildProcess.h - Run a program without a shell -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs one program to its end. Arguments travel as a vector and are never
/// seen by a shell. Text in and out goes through anonymous memory files, so a
/// child that writes much can never block against a parent that writes much.
///
/// The child stays in the caller's process group: what interrupts an
/// application from its terminal interrupts the compiler, too.
///
/// An application may also end without a word to its children, by SIGKILL. A
/// child that shall not outlive it gets a lifeline: a descriptor that becomes
/// readable when this process has ended, which the child has to watch. It is a
/// pidfd, or else the end of a pipe. PR_SET_PDEATHSIG would not do: it is about
/// the thread that started the child, reaches none of what the child started,
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
  std::vector<int> Stops;             ///< When one of these descriptors can be
                                      ///< read, or its other end is closed, the
                                      ///< child and what it started are killed.
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
