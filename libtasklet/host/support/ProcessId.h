//===- ProcessId.h - Which process this is ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_PROCESSID_H
#define TASKLET_HOST_SUPPORT_PROCESSID_H

#include <sys/types.h>

namespace tasklet {

/// What getpid() says. Each launch of a command asks, and a system call would
/// cost it more than most of its own steps.
pid_t processId();

} // namespace tasklet

#endif
