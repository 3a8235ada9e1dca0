//===- State.h - The state of the machine -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Figure 4 without the program: active threads, local memories, shared memory,
/// synchronisation stack, context stack, program counter. The last element of
/// a vector that is a stack is its top.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_STATE_H
#define TASKLET_USIMD_STATE_H

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tasklet::usimd {

constexpr size_t MaxThreads = 1024;
using ThreadSet = std::bitset<MaxThreads>;

/// The threads from 0 to \p Count - 1.
ThreadSet firstThreads(size_t Count);
/// Such as {0, 2-5}.
std::string toString(const ThreadSet &Set);

/// An entry of the synchronisation stack: where threads that diverged meet.
struct SyncEntry {
  size_t Id;      ///< pc of the branch
  ThreadSet Done; ///< threads that have come to the sync
  size_t Next;    ///< where waiting threads continue
  ThreadSet Todo; ///< threads that wait
};
using SyncStack = std::vector<SyncEntry>;
std::string toString(const SyncStack &Stack);

/// An entry of the context stack: what an everywhere has interrupted.
struct Context {
  ThreadSet Active;
  SyncStack Sync;
};
using ContextStack = std::vector<Context>;
std::string toString(const ContextStack &Stack);

inline bool operator==(const SyncEntry &X, const SyncEntry &Y) {
  return X.Id == Y.Id && X.Done == Y.Done && X.Next == Y.Next &&
         X.Todo == Y.Todo;
}
inline bool operator==(const Context &X, const Context &Y) {
  return X.Active == Y.Active && X.Sync == Y.Sync;
}

/// No value: nothing was assigned yet.
using Value = std::optional<int64_t>;

struct State {
  ThreadSet Active;
  /// By thread, then by the number of the variable. The element of tid is not
  /// used.
  std::vector<std::vector<Value>> Local;
  std::map<int64_t, int64_t> Shared;
  SyncStack Sync;
  ContextStack Contexts;
  size_t Pc = 1;
};

} // namespace tasklet::usimd

#endif
