//===- Environment.h - What the user sets by TASKLET_* ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Every environment variable of the library, with its type, range and default.
/// In set-user-id processes all of them read as unset.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ENVIRONMENT_H
#define TASKLET_HOST_ENVIRONMENT_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tasklet {

/// Looks a variable up; nothing if it is unset or must not be trusted.
using Lookup = std::function<std::optional<std::string>(const char *)>;

/// secure_getenv as a Lookup. Empty values read as unset.
std::optional<std::string> readEnvironment(const char *Name);

/// True in a process that runs with other rights than its caller has.
bool isPrivilegedProcess();

/// "64M" -> 67108864. Suffixes K, M, G (powers of 1024, either case); no
/// suffix means bytes. Nothing if the text is no such number or too large.
std::optional<uint64_t> parseSize(const std::string &Text);

/// 67108864 -> "64M"; the largest unit that divides the number.
std::string formatSize(uint64_t Bytes);

constexpr uint64_t DefaultHeapSize = 64ull << 20; // bytes
constexpr uint64_t MinimumHeapSize = 1ull << 20;  // bytes

/// What the launch of a command depends on.
struct LaunchSettings {
  uint64_t HeapSize = DefaultHeapSize; ///< TASKLET_HEAP_SIZE, bytes
  uint32_t Workers = 0;                ///< TASKLET_WORKERS, 0: the device's
                                       ///< compute units
  bool Stats = false;                  ///< TASKLET_STATS=1
  std::string Error; ///< Empty, or which variable is wrong and how to mend it.

  static LaunchSettings read(const Lookup &Get = readEnvironment);
};

/// Where compiled programs are kept. Empty: nowhere.
/// TASKLET_CACHE=0 switches the cache off; TASKLET_CACHE_DIR names the folder;
/// default $XDG_CACHE_HOME/tasklet, then $HOME/.cache/tasklet.
std::string cacheDirectory(const Lookup &Get = readEnvironment);

} // namespace tasklet

#endif
