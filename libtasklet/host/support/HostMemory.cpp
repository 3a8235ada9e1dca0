//===- HostMemory.cpp - The memory that this process may fill -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/HostMemory.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace tasklet;

/// The number in a file; UINT64_MAX if there is none, as in "max".
static uint64_t readNumber(const std::string &Path) {
  std::ifstream File(Path);
  uint64_t Number = 0;
  return File >> Number ? Number : UINT64_MAX;
}

/// The least limit in \p File of the group at \p Path and of those around it.
/// In a container the path may be the host's, and only the top is there.
static uint64_t groupLimit(const std::string &Top, std::string Path,
                           const std::string &File) {
  uint64_t Limit = readNumber(Top + "/" + File);
  for (; Path.size() > 1; Path.erase(Path.rfind('/')))
    Limit = std::min(Limit, readNumber(Top + Path + "/" + File));
  return Limit;
}

static uint64_t groupLimit(const std::string &Root) {
  uint64_t Limit = UINT64_MAX;
  std::ifstream Groups(Root + "/proc/self/cgroup");
  // "0::/path" for version 2, "9:cpu,memory:/path" for version 1.
  for (std::string Line; std::getline(Groups, Line);) {
    size_t First = Line.find(':'), Second = Line.find(':', First + 1);
    if (First == std::string::npos || Second == std::string::npos)
      continue;
    std::string Controllers =
        "," + Line.substr(First + 1, Second - First - 1) + ",";
    std::string Path = Line.substr(Second + 1);
    if (Path.empty() || Path[0] != '/')
      continue;
    if (Controllers == ",,")
      Limit = std::min(Limit,
                       groupLimit(Root + "/sys/fs/cgroup", Path, "memory.max"));
    else if (Controllers.find(",memory,") != std::string::npos)
      Limit = std::min(Limit, groupLimit(Root + "/sys/fs/cgroup/memory", Path,
                                         "memory.limit_in_bytes"));
  }
  return Limit;
}

/// What RLIMIT_AS leaves of the address space.
static uint64_t freeAddresses(const std::string &Root) {
  rlimit Limit;
  if (getrlimit(RLIMIT_AS, &Limit) != 0 || Limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  uint64_t Pages = readNumber(Root + "/proc/self/statm");
  uint64_t Used = Pages == UINT64_MAX ? 0 : Pages * sysconf(_SC_PAGESIZE);
  return Limit.rlim_cur - std::min<uint64_t>(Used, Limit.rlim_cur);
}

uint64_t tasklet::memoryLimit(const std::string &Root) {
  uint64_t Physical =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
  return std::min({Physical, groupLimit(Root), freeAddresses(Root)});
}

uint64_t tasklet::availableMemory(const std::string &Root) {
  static const std::string Name = "MemAvailable:";
  std::ifstream File(Root + "/proc/meminfo");
  for (std::string Line; std::getline(File, Line);)
    if (Line.compare(0, Name.size(), Name) == 0)
      return std::strtoull(Line.c_str() + Name.size(), nullptr, 10) << 10;
  return UINT64_MAX;
}

uint64_t tasklet::memoryForHeaps() {
  static const uint64_t Bytes = memoryLimit() / 2;
  return Bytes;
}
