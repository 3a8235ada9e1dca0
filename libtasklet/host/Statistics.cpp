//===- Statistics.cpp - What the tasks of a command did -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Statistics.h"

#include "HeapLayout.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

using namespace tasklet;

/// Counters of different cores may disagree by a little.
static uint64_t difference(uint64_t Larger, uint64_t Smaller) {
  return Larger > Smaller ? Larger - Smaller : 0;
}

Statistics::Statistics(const tkl_heap_header &Header) {
  const auto *Block = reinterpret_cast<const tkl_worker_block *>(&Header + 1);
  Total.heap_size = Header.size;
  Total.heap_used =
      std::min<uint64_t>(bytesBesidesChunks(Header) + Header.bump, Header.size);
  Total.workers = Header.workers;
  uint64_t First = UINT64_MAX, Last = 0;
  for (uint32_t I = 0; I < Header.workers; ++I) {
    Total.tasks += Block[I].tasks;
    Total.steals += Block[I].steals;
    Total.continuations += Block[I].continuations;
    Total.blocked += Block[I].blocked;
    Total.chunks += Block[I].chunks;
    First = std::min<uint64_t>(First, Block[I].begin);
    Last = std::max<uint64_t>(Last, Block[I].end);
  }
  uint64_t Whole = difference(Last, First);
  for (uint32_t I = 0; I < Header.workers; ++I) {
    cl_tasklet_worker_stats_tkl Worker = {};
    uint64_t Present = difference(Block[I].end, Block[I].begin);
    Worker.tasks = Block[I].tasks;
    Worker.steals = Block[I].steals;
    Worker.stealing = std::min<uint64_t>(Block[I].searching, Present);
    Worker.busy = Present - Worker.stealing;
    Worker.idle = difference(Whole, Present);
    Workers.push_back(Worker);
  }
}

template <typename... Values>
static std::string format(const char *Format, Values... Arguments) {
  std::string Text(snprintf(nullptr, 0, Format, Arguments...), '\0');
  snprintf(Text.data(), Text.size() + 1, Format, Arguments...);
  return Text;
}

std::string Statistics::describe(const std::string &Kernel, bool Failed) const {
  std::string Text =
      format("tasklet: %s: %" PRIu64 " tasks, %" PRIu64 " steals, %" PRIu64
             " continuations, %" PRIu64 " blocked, %" PRIu64
             " chunks, %u workers, heap %" PRIu64 " of %" PRIu64 " bytes%s\n",
             Kernel.c_str(), Total.tasks, Total.steals, Total.continuations,
             Total.blocked, Total.chunks, Total.workers, Total.heap_used,
             Total.heap_size, Failed ? ", failed" : "");
  for (size_t I = 0; I < Workers.size(); ++I) {
    const cl_tasklet_worker_stats_tkl &Worker = Workers[I];
    Text +=
        format("tasklet:   worker %zu: %" PRIu64 " tasks, %" PRIu64 " steals",
               I, Worker.tasks, Worker.steals);
    // None without a cycle counter.
    if (uint64_t Whole = Worker.busy + Worker.stealing + Worker.idle)
      Text +=
          format("; %.1f %% busy, %.1f %% stealing, %.1f %% idle",
                 100.0 * Worker.busy / Whole, 100.0 * Worker.stealing / Whole,
                 100.0 * Worker.idle / Whole);
    Text += '\n';
  }
  return Text;
}
