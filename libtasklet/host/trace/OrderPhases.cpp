//===- OrderPhases.cpp - What an ordered command did when -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "trace/OrderPhases.h"

#include <algorithm>

using namespace tasklet;

/// Empty: the phase runs work-items, or there is no such phase.
static std::string inspectionName(const tkl_order_record &Record) {
  switch (Record.phase) {
  case TKL_PHASE_CLEAR:
    return Record.executor == TKL_ORDER_COPIES ? "clear copies" : "clear marks";
  case TKL_PHASE_LEVELS:
    return "find levels";
  case TKL_PHASE_MINIMA:
  case TKL_PHASE_CHECK:
  case TKL_PHASE_KEEP:
    return "pass " + std::to_string(Record.pass);
  case TKL_PHASE_SAMPLE:
  case TKL_PHASE_BINS:
    return "find bins";
  case TKL_PHASE_NARROW:
  case TKL_PHASE_EXTENTS:
  case TKL_PHASE_BORDERS:
    return "find owners";
  case TKL_PHASE_COUNT:
  case TKL_PHASE_SUM:
  case TKL_PHASE_PLACE:
  case TKL_PHASE_REWIND:
    return "sort work-items";
  case TKL_PHASE_MEASURE:
  case TKL_PHASE_DIVIDE:
  case TKL_PHASE_STREAM:
    return "write streams";
  case TKL_PHASE_CUT:
  case TKL_PHASE_NUMBER:
  case TKL_PHASE_LINK:
  case TKL_PHASE_LENGTH:
    return "link tasks";
  default:
    return std::string();
  }
}

/// \p First is the first bucket of the phase.
static bool name(const tkl_order_record &Record, uint32_t First,
                 OrderPhase &Phase) {
  Phase.Name = inspectionName(Record);
  if (!Phase.Name.empty())
    return true;
  Phase.Runs = true;
  Phase.Items = Record.items;
  if (Record.phase == TKL_PHASE_PACK || Record.phase == TKL_PHASE_REPACK) {
    Phase.Name = "compute values";
    return true;
  }
  if (Record.phase == TKL_PHASE_ADD) {
    Phase.Name = "add copies";
    Phase.Items = 0; // That is the number of bytes.
    return true;
  }
  if (Record.phase == TKL_PHASE_BESIDE) {
    Phase.Name = "run in order, find levels";
    Phase.Items = 0;
    return true;
  }
  if (Record.phase == TKL_PHASE_WIND || Record.phase == TKL_PHASE_TASKS) {
    Phase.Name = Record.phase == TKL_PHASE_WIND ? "wind tasks" : "run tasks";
    Phase.Items = 0; // That is the number of tasks, or of workers.
    return true;
  }
  if (Record.phase == TKL_PHASE_PIPE) {
    Phase.IsLevel = true;
    Phase.Name = "level " + std::to_string(Record.bucket) + ", pass " +
                 std::to_string(Record.pass);
    return true;
  }
  if (Record.phase != TKL_PHASE_RUN)
    return false;
  if (Record.executor == TKL_ORDER_SERIAL) {
    Phase.Name = "run in order";
  } else if (Record.executor == TKL_ORDER_BINS) {
    Phase.Name = "run bins";
    Phase.Items = 0; // That is the number of bins.
  } else if (Record.executor == TKL_ORDER_OWNERS) {
    Phase.Name = "run owners";
    Phase.Items = 0; // That is their number.
  } else if (Record.executor == TKL_ORDER_COPIES) {
    Phase.Name = "run on copies";
  } else {
    Phase.IsLevel = true;
    Phase.Name = "level " + std::to_string(First + 1);
    if (Record.bucket > First + 1)
      Phase.Name = "levels " + std::to_string(First + 1) + " to " +
                   std::to_string(Record.bucket);
  }
  return true;
}

OrderPhases::OrderPhases(const tkl_order_header &Header,
                         const std::vector<tkl_order_record> &Records,
                         const TickClock::Scale &Scale) {
  size_t Count = std::min<uint64_t>(Header.traced, Records.size());
  Dropped = Header.traced - Count;
  uint32_t First = 0;
  for (size_t I = 0; I < Count; ++I) {
    const tkl_order_record &Record = Records[I];
    OrderPhase Phase = {
        Scale.at(Record.begin), Scale.at(Record.end), "", false, false, 0};
    // Of passes, the last level runs after them, alone.
    bool IsPass =
        Record.phase == TKL_PHASE_CHECK || Record.phase == TKL_PHASE_KEEP;
    bool RunsLevels =
        Record.phase == TKL_PHASE_RUN || Record.phase == TKL_PHASE_PIPE;
    if (!RunsLevels && !IsPass)
      First = 0;
    bool IsKnown = name(Record, First, Phase);
    if (RunsLevels)
      First = Record.bucket;
    if (!IsKnown || Record.begin > Record.end ||
        (!List.empty() && Phase.Begin < List.back().End))
      continue;
    // Phases of one kind look like one.
    if (!Phase.Runs && !List.empty() && List.back().Name == Phase.Name)
      List.back().End = Phase.End;
    else
      List.push_back(std::move(Phase));
  }
  if (!List.empty()) {
    Begin = List.front().Begin;
    End = List.back().End;
  }
}
