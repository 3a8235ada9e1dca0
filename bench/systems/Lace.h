//===- Lace.h - Workers of Lace ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lace's macros define a task by the name of a function: the problems with
/// tasks are in lace/.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_LACE_H
#define TASKLET_BENCH_SYSTEMS_LACE_H

#include <stdexcept>

#include <lace.h>

namespace bench {

constexpr bool RunsTasks = true;

/// So that the code that spawns closures compiles; nobody runs it.
class TaskGroup {
public:
  template <typename Function> void spawn(Function) {
    throw std::logic_error("a problem without tasks of Lace");
  }
  void wait() {}
};

/// Calls a function with its argument. Its code is in lace/Problems.cpp.
using Callback = void (*)(const void *);
VOID_TASK_DECL_2(laceCall, Callback, const void *);

/// \p F runs in a worker, so that no other thread takes time from the workers,
/// and when all of them are awake. They look for work until they are suspended.
template <typename Function> void runInThreads(int Threads, const Function &F) {
  static bool HasBegun = false;
  if (HasBegun)
    lace_resume();
  else
    lace_start(static_cast<unsigned>(Threads), 0);
  HasBegun = true;
  RUN(
      laceCall, [](const void *Of) { (*static_cast<const Function *>(Of))(); },
      &F);
  lace_suspend();
}

} // namespace bench

#endif
