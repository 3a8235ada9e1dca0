//===- Serial.h - No tasks --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_SERIAL_H
#define TASKLET_BENCH_SYSTEMS_SERIAL_H

namespace bench {

constexpr bool RunsTasks = false;

/// So that the code with tasks compiles; nobody runs it.
class TaskGroup {
public:
  template <typename Function> void spawn(Function F) { F(); }
  void wait() {}
};

template <typename Function> void runInThreads(int, const Function &F) { F(); }

} // namespace bench

#endif
