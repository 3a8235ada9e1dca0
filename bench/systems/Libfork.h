//===- Libfork.h - Workers of libfork ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// libfork's tasks are coroutines, so that each function between two tasks must
/// be one: the problems with tasks are in libfork/.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SYSTEMS_LIBFORK_H
#define TASKLET_BENCH_SYSTEMS_LIBFORK_H

#include <cstddef>
#include <memory>
#include <stdexcept>

#include <libfork.hpp>

namespace bench {

constexpr bool RunsTasks = true;

/// So that the code that spawns closures compiles; nobody runs it.
class TaskGroup {
public:
  template <typename Function> void spawn(Function) {
    throw std::logic_error("a problem without tasks of libfork");
  }
  void wait() {}
};

/// The workers; runInThreads makes them. They sleep when there is no work.
inline std::unique_ptr<lf::lazy_pool> Pool;

/// A task from outside of the workers, and its result.
template <typename Task, typename... Arguments>
auto runTask(const Task &T, Arguments &&...Of) {
  return lf::sync_wait(*Pool, T, std::forward<Arguments>(Of)...);
}

template <typename Function> void runInThreads(int Threads, const Function &F) {
  if (!Pool)
    Pool = std::make_unique<lf::lazy_pool>(static_cast<std::size_t>(Threads));
  F();
}

} // namespace bench

#endif
