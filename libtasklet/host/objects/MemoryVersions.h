//===- MemoryVersions.h - Whether memory has changed ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory that is *watched* has a version, another one after each command that
/// may have written to it. A version is given when the command is enqueued, not
/// when it runs. That is enough as long as no user event is pending: commands
/// that wait for none run, where they touch the same memory, in the order in
/// which they were enqueued, or the program has a race. With a pending user
/// event, a command that was enqueued later may run earlier (UserEvents.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_OBJECTS_MEMORYVERSIONS_H
#define TASKLET_HOST_OBJECTS_MEMORYVERSIONS_H

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace tasklet {

class MemoryVersions {
public:
  /// The version of \p Root: a memory object that is no part of another one, or
  /// an allocation of shared virtual memory. From now on it is watched.
  uint64_t watch(const void *Root, bool IsShared);
  bool isWatched(const void *Root) const;
  /// False: nothing has been watched yet, and the functions below have no
  /// effect, but alias().
  bool isActive() const { return Active; }

  /// \p Memory is a root, a part of one, or something else.
  void wrote(const void *Memory);
  /// All shared virtual memory may have been written.
  void wroteShared();
  /// \p Memory exists no longer. Another object may get its address.
  void forget(const void *Memory);

  /// Who writes to \p Part writes to \p Root.
  void alias(const void *Part, const void *Root);

  /// From now on, there are writes that nobody sees.
  void distrust() { Trusted = false; }
  bool areTrusted() const { return Trusted; }
  /// From now on, there may be arguments of kernels that nobody knows.
  void distrustArguments() { Trusted = TrustedArguments = false; }
  bool areArgumentsTrusted() const { return TrustedArguments; }

private:
  struct Entry {
    uint64_t Version;
    bool IsShared;
  };
  mutable std::mutex Mutex;
  std::atomic<bool> Active{false}, Trusted{true}, TrustedArguments{true};
  uint64_t Last = 0;                                    // guarded by Mutex, ...
  std::unordered_map<const void *, Entry> Entries;      // ... as this
  std::unordered_map<const void *, const void *> Parts; // ... and this
};

MemoryVersions &memoryVersions();

} // namespace tasklet

#endif
