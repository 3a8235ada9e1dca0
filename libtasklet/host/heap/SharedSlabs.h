//===- SharedSlabs.h - Small memory of commands and the host ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A command that needs a few bytes only has a *piece* of shared memory. The host
/// writes it before the command is enqueued and reads it when it is complete, so
/// the driver has no steps for that. Each link of a chain of steps wakes a thread
/// of the driver, which takes longer than an empty kernel.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_SHAREDSLABS_H
#define TASKLET_HOST_HEAP_SHAREDSLABS_H

#include "heap/SharedAllocation.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace tasklet {

class SharedSlabs {
public:
  /// Of a piece; it begins at a multiple of 128.
  static constexpr size_t PieceBytes = 4096;

  explicit SharedSlabs(cl_context Context) : Context(Context) {}
  SharedSlabs(const SharedSlabs &) = delete;
  SharedSlabs &operator=(const SharedSlabs &) = delete;

  struct GiveBack {
    SharedSlabs *Pool = nullptr;
    void operator()(char *Returned) const { Pool->leave(Returned); }
  };

  /// A piece that nobody has; null if the driver has no such memory, or if so many
  /// commands wait that all have one. The pool must outlive it.
  std::unique_ptr<char, GiveBack> take();

private:
  static constexpr size_t PiecesOfSlab = 64;
  static constexpr size_t MostSlabs = 16;

  const cl_context Context;
  std::mutex Mutex;
  std::deque<SharedAllocation> Slabs; ///< guarded by Mutex, as the next is
  std::vector<char *> Free;

  void leave(char *Returned);
};

using SharedPiece = std::unique_ptr<char, SharedSlabs::GiveBack>;

} // namespace tasklet

#endif
