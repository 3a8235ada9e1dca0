//===- CommandCall.h - What a call that enqueues is made of -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The words of Commands.def. Each wraps an argument, says what it is to the
/// command, and unwraps to what the driver's function takes. Observers of
/// commands ask here: failure handling asks which call waits (WaitList.h), and
/// whoever must know of every write asks which memory it is (usesOf).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_API_COMMANDCALL_H
#define TASKLET_HOST_API_COMMANDCALL_H

#include "support/OpenCL.h"

#include <type_traits>
#include <vector>

namespace tasklet {

/// A memory object, memory at a pointer, or the arguments of a kernel.
struct MemoryUse {
  cl_mem Object = nullptr;
  const void *Pointer = nullptr;
  cl_kernel Kernel = nullptr;
  bool IsWritten = false;
};

namespace words {

template <typename T> struct Used {
  T Value;
  bool IsWritten;
};
template <typename T> struct UsedList {
  T Value;
  cl_uint Count;
};
struct FreedList {
  void **Value;
  cl_uint Count;
};
template <typename T> struct Mapped { T Value; };
struct Run {
  cl_kernel Value;
};
struct Block {
  cl_bool Value;
};

template <typename T> Used<T> reads(T Memory) { return {Memory, false}; }
template <typename T> Used<T> writes(T Memory) { return {Memory, true}; }
template <typename T> UsedList<T> writes(T List, cl_uint Count) {
  return {List, Count};
}
inline FreedList frees(void **List, cl_uint Count) { return {List, Count}; }
template <typename T> Mapped<T> maps(T Memory) { return {Memory}; }
inline Run runs(cl_kernel Kernel) { return {Kernel}; }
inline Block blocks(cl_bool Blocking) { return {Blocking}; }

template <typename T> T plain(T Value) {
  static_assert(!std::is_same_v<T, cl_mem> && !std::is_same_v<T, cl_kernel> &&
                    !std::is_same_v<T, const cl_mem *>,
                "Commands.def must say what the command does with this");
  return Value;
}
template <typename T> T plain(Used<T> Word) { return Word.Value; }
template <typename T> T plain(UsedList<T> Word) { return Word.Value; }
inline void **plain(FreedList Word) { return Word.Value; }
template <typename T> T plain(Mapped<T> Word) { return Word.Value; }
inline cl_kernel plain(Run Word) { return Word.Value; }
inline cl_bool plain(Block Word) { return Word.Value; }

template <typename T> bool isBlocking(const T &) { return false; }
inline bool isBlocking(Block Word) { return Word.Value; }

inline MemoryUse use(cl_mem Object, bool IsWritten) {
  return {Object, nullptr, nullptr, IsWritten};
}
inline MemoryUse use(const void *Pointer, bool IsWritten) {
  return {nullptr, Pointer, nullptr, IsWritten};
}

template <typename T> void addUses(std::vector<MemoryUse> &, const T &) {}
template <typename T> void addUses(std::vector<MemoryUse> &To, Used<T> Word) {
  To.push_back(use(Word.Value, Word.IsWritten));
}
template <typename T>
void addUses(std::vector<MemoryUse> &To, UsedList<T> Word) {
  for (cl_uint I = 0; Word.Value && I < Word.Count; ++I)
    To.push_back(use(Word.Value[I], true));
}
template <typename T> void addUses(std::vector<MemoryUse> &To, Mapped<T> Word) {
  To.push_back(use(Word.Value, false));
}
inline void addUses(std::vector<MemoryUse> &To, FreedList Word) {
  addUses(To, UsedList<void **>{Word.Value, Word.Count});
}
inline void addUses(std::vector<MemoryUse> &To, Run Word) {
  To.push_back({nullptr, nullptr, Word.Value, true});
}

/// Whether the call waits for its command.
template <typename... Words> bool anyBlocking(const Words &...All) {
  return (isBlocking(All) || ...);
}

/// The memory that the command reads and writes.
template <typename... Words>
std::vector<MemoryUse> usesOf(const Words &...All) {
  std::vector<MemoryUse> Uses;
  (addUses(Uses, All), ...);
  return Uses;
}

} // namespace words
} // namespace tasklet

#endif
