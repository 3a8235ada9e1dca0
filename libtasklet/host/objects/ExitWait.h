//===- ExitWait.h - The end of a process with commands in flight -*- C++ -*-==//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// PoCL compiles a kernel for its local size in a thread of its own, when the
/// command is ready to run. A process that ends meanwhile destroys the global
/// objects of LLVM below that thread, which crashes then. A command of ours is
/// large and begins with three others, so that this is no rare case: a process
/// that ends waits until the driver has what it needs. Tasks that run by then
/// end with the process, as plain kernels do.
///
/// What is to be said of a command that is complete, its table or its trace,
/// comes from a thread of the driver as well, and is waited for.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_EXITWAIT_H
#define TASKLET_HOST_OBJECTS_EXITWAIT_H

#include <functional>

namespace tasklet {

/// How far a command is.
enum class Stage {
  Waiting,   ///< for what it depends on
  Preparing, ///< The driver may be compiling it.
  Running,   ///< The driver has all that it needs.
  Reporting, ///< Complete; its statistics or its trace are still due.
  Ended,
};

/// To be called early, by any thread: only the main thread's end is the end of
/// the process. Who ends it from another thread is not waited for.
void armExitWait();

/// From now on the end of the process waits for \p Command, which is a name
/// only: \p Ask says how far it is.
void watchAtExit(const void *Command, std::function<Stage()> Ask);

/// \p Command has been resolved, and what is to be said of it has been said.
void unwatchAtExit(const void *Command);

} // namespace tasklet

#endif
