//===- Failure.h - Tells of a mistake ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_FAILURE_H
#define TASKLET_TOOLS_FAILURE_H

#include <cstdio>
#include <string>

namespace tasklet {

/// Reports a failure on standard error. Returns \p Status, so that a function
/// can end with it.
inline int fail(int Status, const std::string &Message) {
  fprintf(stderr, "taskletc: error: %s\n", Message.c_str());
  return Status;
}

} // namespace tasklet

#endif
