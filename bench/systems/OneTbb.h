//===- OneTbb.h - Tasks of oneTBB -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_ONETBB_H
#define TASKLET_BENCH_SYSTEMS_ONETBB_H

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace bench {

constexpr bool RunsTasks = true;

class TaskGroup {
public:
  template <typename Function> void spawn(Function F) { Group.run(F); }
  void wait() { Group.wait(); }

private:
  oneapi::tbb::task_group Group;
};

template <typename Function> void runInThreads(int Threads, const Function &F) {
  using oneapi::tbb::global_control;
  static const global_control Limit(global_control::max_allowed_parallelism,
                                    static_cast<size_t>(Threads));
  static oneapi::tbb::task_arena Arena(Threads);
  Arena.execute(F);
}

} // namespace bench

#endif
