//===- TracedHeap.h - What a device leaves of a traced command --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_TRACEDHEAP_H
#define TASKLET_TEST_TRACEDHEAP_H

#include "TestFolder.h"
#include "heap/HeapLayout.h"
#include "support/FileIO.h"
#include "trace/TraceFile.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tasklet {

/// What a device leaves: header, blocks and traces. A tick is a nanosecond
/// unless a test says otherwise.
class TracedHeap {
public:
  TracedHeap(uint32_t Workers, uint32_t Capacity, bool HasClock = true)
      : Memory(sizeof(tkl_heap_header) + Workers * sizeof(tkl_worker_block) +
               Workers * (sizeof(tkl_trace_head) +
                          Capacity * sizeof(tkl_trace_event))) {
    header().workers = Workers;
    header().has_clock = HasClock;
    header().trace_capacity = Capacity;
    header().trace_offset =
        sizeof(tkl_heap_header) + Workers * sizeof(tkl_worker_block);
  }
  tkl_heap_header &header() {
    return *reinterpret_cast<tkl_heap_header *>(Memory.data());
  }
  tkl_worker_block &block(uint32_t Worker) {
    return reinterpret_cast<tkl_worker_block *>(&header() + 1)[Worker];
  }
  tkl_trace_head &head(uint32_t Worker) {
    return *reinterpret_cast<tkl_trace_head *>(
        Memory.data() + header().trace_offset +
        Worker * (sizeof(tkl_trace_head) +
                  header().trace_capacity * sizeof(tkl_trace_event)));
  }
  void add(uint32_t Worker, tkl_trace_event Event) {
    auto *Events = reinterpret_cast<tkl_trace_event *>(&head(Worker) + 1);
    Events[head(Worker).count++] = Event;
    block(Worker).end = std::max<uint64_t>(block(Worker).end, Event.end);
  }

private:
  std::vector<char> Memory;
};

constexpr uint32_t F = TKL_STEP_FIRST, G = TKL_STEP_FIRST + 1;
inline const TickClock::Scale Nanoseconds = {1.0, 0, 0};

inline std::string writeOne(TracedHeap &Heap, const TestFolder &Folder,
                            const TickClock::Scale &Scale = Nanoseconds,
                            const char *Name = "t.json") {
  TraceFile File(Folder.file(Name));
  return File.add({"k", &Heap.header(), {"f", "g"}, false}, Scale);
}

inline nlohmann::json readTrace(const TestFolder &Folder,
                                const char *Name = "t.json") {
  return nlohmann::json::parse(readFile(Folder.file(Name)).value_or(""));
}

/// The events of a phase, such as "X", of one track.
inline nlohmann::json pick(const nlohmann::json &Trace, const char *Phase,
                           int Track) {
  nlohmann::json Result = nlohmann::json::array();
  for (const nlohmann::json &Event : Trace["traceEvents"])
    if (Event["ph"] == Phase && Event["tid"] == Track)
      Result.push_back(Event);
  return Result;
}

} // namespace tasklet

#endif
