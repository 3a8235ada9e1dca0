//===- Taskflow.h - Task groups of Taskflow ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// tf::TaskGroup is what Taskflow's documentation shows for recursion: a group
/// from the executor, one branch by silent_async, the other one called, and
/// corun to wait.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_TASKFLOW_H
#define TASKLET_BENCH_SYSTEMS_TASKFLOW_H

#include <taskflow/taskflow.hpp>

namespace bench {

constexpr bool RunsTasks = true;

/// Of the tasks that are running; runInThreads sets it.
inline tf::Executor *Pool = nullptr;

class TaskGroup {
public:
  template <typename Function> void spawn(Function F) { Group.silent_async(F); }
  void wait() { Group.corun(); }

private:
  tf::TaskGroup Group = Pool->task_group();
};

template <typename Function> void runInThreads(int Threads, const Function &F) {
  static tf::Executor Executor(static_cast<size_t>(Threads));
  Pool = &Executor;
  Executor.async([&F] { F(); }).get();
}

} // namespace bench

#endif
