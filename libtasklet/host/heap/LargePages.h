//===- LargePages.h - Memory on large pages ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_LARGEPAGES_H
#define TASKLET_HOST_HEAP_LARGEPAGES_H

#include <atomic>
#include <cstdint>
#include <memory>

namespace tasklet {

/// Memory of this process for which the system is asked for pages of 2 MiB
/// (madvise(2), MADV_HUGEPAGE): for memory that is used here and there, where most
/// accesses would miss the buffer of page addresses.
class LargePages : public std::enable_shared_from_this<LargePages> {
public:
  /// \p Size is rounded up to whole pages. Null if there are none.
  static std::shared_ptr<LargePages> map(uint64_t Size);
  LargePages(const LargePages &) = delete;
  LargePages &operator=(const LargePages &) = delete;
  ~LargePages();

  char *begin() const { return Begin; }
  uint64_t size() const { return Size; }

  /// Lets a thread ask the system for all pages (MADV_POPULATE_WRITE). Who writes
  /// to one first waits, and that may take milliseconds.
  void askForAll() const;
  /// Whether that thread has done. Where the system is too old for the question,
  /// pages come when they are written to.
  bool areThere() const { return HasAll; }
  /// Whether nobody needs to wait long for pages: they are there, a thread asks for
  /// them, or they come about as fast as memory is written. To find that out it asks
  /// for some, for at most some 50 ms of its processor's time. Where the host of a
  /// virtual machine has to find them, a gigabyte may take ten seconds.
  bool comeFast() const;

private:
  LargePages(char *Begin, uint64_t Size) : Begin(Begin), Size(Size) {}
  void populate() const;

  char *const Begin;
  const uint64_t Size;
  mutable std::atomic<bool> IsAsked{false}, HasAll{false};
};

} // namespace tasklet

#endif
