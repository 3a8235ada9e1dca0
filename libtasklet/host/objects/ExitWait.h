//===- ExitWait.h - The end of a process with commands in flight -*- C++ -*-==//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// When a command is ready to run, PoCL compiles its kernel for the local size,
/// in a thread of its own. A process that ends meanwhile destroys the global
/// objects of LLVM that this thread uses, and the thread crashes. With our
/// commands this is not rare: they are large, and each begins with three
/// others. So a process that ends waits until the driver has what it needs.
/// Tasks that run by then end with the process, as plain kernels do.
///
/// The table and the trace of a complete command come from a thread of the
/// driver as well. The process waits for them, too.
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

/// Any thread may call this, early; it has an effect only in the main thread,
/// because the end of that is the end of the process. If another thread ends
/// the process, nobody waits.
void armExitWait();

/// From now on the end of the process waits for \p Command. \p Ask says how far
/// the command is; \p Command is only its name.
void watchAtExit(const void *Command, std::function<Stage()> Ask);

/// \p Command has been resolved, and all its reports are out.
void unwatchAtExit(const void *Command);

} // namespace tasklet

#endif
