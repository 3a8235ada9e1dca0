//===- Memory.h - What a program needs beside its data ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_MEMORY_H
#define TASKLET_BENCH_MEMORY_H

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

namespace bench {

/// How far the resident memory of this process grows from here on: stacks and
/// pools of the tasking system, as far as they were ever touched. Pages count,
/// so small amounts are rounded up. 0 where /proc does not tell.
class MemoryGrowth {
public:
  MemoryGrowth() {
    // Linux: the peak becomes what is resident now.
    std::ofstream("/proc/self/clear_refs") << 5;
    Before = read("VmRSS:");
  }

  uint64_t atMost() const {
    const uint64_t Peak = read("VmHWM:");
    return Peak > Before ? Peak - Before : 0;
  }

private:
  static uint64_t read(const std::string &Wanted) {
    std::ifstream Status("/proc/self/status");
    uint64_t Kilobytes = 0;
    for (std::string Name; Status >> Name;) {
      if (Name == Wanted && Status >> Kilobytes)
        break;
      Status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return 1024 * Kilobytes;
  }

  uint64_t Before;
};

} // namespace bench

#endif
