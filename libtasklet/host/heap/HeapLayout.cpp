//===- HeapLayout.cpp - Where things lie in a command's heap --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/HeapLayout.h"
#include "heap/StackPath.h"

#include <algorithm>
#include <cstring>

using namespace tasklet;

/// Bytes of heap that fit into the device's largest buffer, beside the roots
/// and \p Traces.
static uint64_t heapBytes(const HeapRequest &Request, uint64_t Traces) {
  return std::min(Request.HeapSize, Request.MaxAllocation -
                                        Request.RootBytes * Request.WorkItems -
                                        Traces);
}

uint64_t tasklet::blockBytes(uint32_t Workers) {
  return sizeof(tkl_heap_header) +
         uint64_t(Workers) * sizeof(tkl_worker_block) + sizeof(tkl_services);
}

uint64_t tasklet::teamHeapSize(uint32_t Workers, uint32_t RecordSize,
                               uint32_t ChunkSize) {
  // A lane of fib 40 has two chunks.
  constexpr uint64_t Chunks = 4, Most = 1ull << 30;
  const uint64_t OfOne = sizeof(tkl_worker_block) +
                         uint64_t(MaximumTeamDequeCapacity) * RecordSize +
                         Chunks * ChunkSize;
  return std::clamp(Workers * OfOne & ~uint64_t(4095), DefaultHeapSize, Most);
}

bool tasklet::layOutHeap(const HeapRequest &Request, tkl_heap_header &Header,
                         std::string &Error) {
  uint64_t Given = std::max(Request.HeapSize, Request.HeapSizeGiven);
  if (Given > Request.MaxAllocation) {
    Error = std::string("the heap size (") + heapSizeName(Request.HeapSizeBy) +
            ") is " + formatSize(Given) +
            (Request.FindsRaces ? ", but beside what finds races the device "
                                  "has room for no more than "
                                : ", but the device allows no buffer above ") +
            formatSize(Request.MaxAllocation) + "; set it to that or less";
    return false;
  }
  uint64_t Left = Request.MaxAllocation - MinimumHeapSize;
  if (Request.RootBytes && Request.WorkItems > Left / Request.RootBytes) {
    Error = "the root tasks of " + std::to_string(Request.WorkItems) +
            " work-items take " + std::to_string(Request.RootBytes) +
            " bytes each, more than the device's largest buffer (" +
            formatSize(Request.MaxAllocation) + ") holds beside a heap of " +
            formatSize(MinimumHeapSize) +
            "; enqueue fewer work-items at a time";
    return false;
  }
  uint64_t Blocks = blockBytes(Request.Workers);
  uint64_t Traces = 0, TraceCapacity = 0;
  if (Request.TraceSize) {
    TraceCapacity =
        std::max(MinimumTraceCapacity,
                 Request.TraceSize / Request.Workers / sizeof(tkl_trace_event));
    Traces = Request.Workers *
             (sizeof(tkl_trace_head) + TraceCapacity * sizeof(tkl_trace_event));
    if (Traces > Left - Request.RootBytes * Request.WorkItems) {
      Error = "a trace of " + formatSize(Request.TraceSize) +
              " and the root tasks of the work-items are more than the "
              "device's largest buffer (" +
              formatSize(Request.MaxAllocation) + ") holds beside a heap of " +
              formatSize(MinimumHeapSize) +
              "; set TASKLET_TRACE_SIZE to less, or enqueue fewer work-items "
              "at a time";
      return false;
    }
  }
  uint64_t Heap = heapBytes(Request, Traces);
  uint64_t PerRecord = uint64_t(Request.Workers) * Request.RecordSize;
  uint64_t Fit = Heap / 4 / PerRecord;
  uint32_t Capacity =
      Request.TeamLanes == 1 ? MaximumDequeCapacity : MaximumTeamDequeCapacity;
  while (Capacity > Fit && Capacity > 1)
    Capacity /= 2;
  if (Capacity > Fit || Capacity < MinimumDequeCapacity) {
    uint64_t Wanted = PerRecord * MinimumDequeCapacity * 4;
    Wanted = (Wanted + (1 << 20) - 1) & ~uint64_t((1 << 20) - 1);
    std::string Fewer =
        std::string(workersName(Request.WorkersBy)) + " to fewer";
    Error = "a heap of " + formatSize(Heap) + " is too small for " +
            std::to_string(Request.Workers) + " workers; ";
    if (Heap < Request.HeapSize)
      Error += "enqueue fewer work-items at a time, whose root tasks leave no "
               "more of the device's largest buffer (" +
               formatSize(Request.MaxAllocation) + "), or set " + Fewer;
    else if (Wanted <= Request.MaxAllocation)
      Error +=
          setHeapSizeTo(Request.HeapSizeBy, Wanted) + " or more, or " + Fewer;
    else
      Error += "set " + Fewer;
    return false;
  }

  memset(&Header, 0, sizeof(Header));
  Header.size = Heap + Request.RootBytes * Request.WorkItems + Traces;
  // Frames at the upper end grow downwards from here.
  Header.size &= ~uint64_t(63);
  Header.trace_offset = Traces ? Blocks : 0;
  Header.trace_capacity = static_cast<uint32_t>(TraceCapacity);
  Header.trace_shortest = Request.TraceShortest;
  Header.deque_offset =
      Blocks + (Request.KnowsSpawns ? StackPathBytes : 0) + Traces;
  Header.arena_offset =
      (Header.deque_offset + PerRecord * Capacity + 63) & ~uint64_t(63);
  Header.abi = TKL_ABI_VERSION;
  Header.workers = Request.Workers;
  Header.deque_capacity = Capacity;
  Header.team_lanes = Request.TeamLanes;
  Header.record_size = Request.RecordSize;
  Header.chunk_size = Request.ChunkSize;
  Header.has_clock = Request.HasClock;
  return true;
}

void tasklet::moveApart(tkl_heap_header &Header, uint32_t Bytes) {
  Header.apart = Bytes;
  Header.deque_offset += Bytes;
  Header.arena_offset += Bytes;
  Header.size += Bytes;
}

/// Bytes of the command before \p Offset, without its traces.
static uint64_t bytesBefore(uint64_t Offset, const tkl_heap_header &Header) {
  return Offset - Header.apart - traceBytes(Header);
}

uint64_t tasklet::bytesOfHost(const tkl_heap_header &Header) {
  return bytesBefore(Header.deque_offset, Header);
}

uint64_t tasklet::ownBytes(const tkl_heap_header &Header) {
  return bytesBefore(Header.size, Header);
}

uint64_t tasklet::traceBytes(const tkl_heap_header &Header) {
  if (!Header.trace_offset)
    return 0;
  return Header.workers *
         (sizeof(tkl_trace_head) +
          uint64_t(Header.trace_capacity) * sizeof(tkl_trace_event));
}

uint64_t tasklet::bytesBesidesChunks(const tkl_heap_header &Header) {
  uint64_t Records = (Header.roots & UINT32_MAX) + Header.workers;
  return bytesBefore(Header.arena_offset, Header) +
         Records * Header.record_size + (Header.roots >> 32) * TKL_ALIGN;
}

uint64_t tasklet::usedBytes(const tkl_heap_header &Header) {
  return std::min<uint64_t>(bytesBesidesChunks(Header) + Header.bump,
                            ownBytes(Header));
}

/// Bytes of heap that would have been enough for the roots that were counted.
static uint64_t sizeForRoots(const tkl_heap_header &Header) {
  return bytesBesidesChunks(Header) +
         uint64_t(Header.workers) * Header.chunk_size;
}

/// What the user can do if at least \p Need bytes of heap are needed. 0: nobody
/// knows how many, since the device stops at the first shortage.
static std::string wayOut(const tkl_heap_header &Header,
                          const HeapRequest &Request, uint64_t Need) {
  std::string FewerItems = "enqueue fewer work-items at a time";
  if (heapBytes(Request, traceBytes(Header)) < Request.HeapSize)
    return FewerItems + ", whose root tasks leave no more of the device's "
                        "largest buffer";
  constexpr uint64_t Step = 1 << 20;
  uint64_t Suggested = std::max(Need, 2 * Request.HeapSize);
  Suggested = (Suggested + Step - 1) & ~(Step - 1);
  // On a processor, what there is: no other size is known to be enough.
  uint64_t Unset = Request.HeapSizeUnset & ~(Step - 1);
  if (!Need && Unset > std::max(Suggested, DefaultHeapSize))
    return setHeapSizeTo(Request.HeapSizeBy, Unset) +
           ", which is all that there is, or do not set it";
  if (Suggested <= Request.MaxAllocation) {
    std::string Text =
        setHeapSizeTo(Request.HeapSizeBy, Suggested) + " or more";
    return Need ? Text
                : Text + ", up to " +
                      formatSize(Request.MaxAllocation & ~(Step - 1)) +
                      ": how much is enough is not known, since the tasks "
                      "ended where the memory did";
  }
  // A little more would hardly help.
  if (Need <= Request.MaxAllocation &&
      Request.HeapSize < Request.MaxAllocation / 8 * 7)
    return setHeapSizeTo(Request.HeapSizeBy, Request.MaxAllocation) +
           ", the most that the device allows" +
           (Request.FindsRaces ? " beside what finds races" : "");
  return "the device allows no larger one, so " +
         (Header.status == TKL_FAULT_ROOTS
              ? FewerItems
              : std::string("set ") + workersName(Request.WorkersBy) +
                    " to fewer, or let tasks spawn and wait less deep");
}

/// The text of tkl_fail, with its values in the place of `%0` and `%1`.
static std::string failureText(const tkl_services &Services) {
  std::string Text;
  const char *At = Services.text, *End = At + TKL_TEXT_SIZE;
  for (; At != End && *At; ++At) {
    bool IsValue = *At == '%' && End - At > 1 && (At[1] == '0' || At[1] == '1');
    if (!IsValue) {
      Text += *At;
      continue;
    }
    ++At;
    Text += std::to_string(int64_t(Services.values[*At - '0']));
  }
  return Text.empty() ? "a task has called tkl_fail without a text" : Text;
}

/// What tkl_assert has left: the place, the function and the condition.
static std::string assertionText(const tkl_services &Services) {
  std::string Parts[3];
  const char *At = Services.text, *End = At + TKL_TEXT_SIZE - 1;
  bool Full = false;
  for (std::string &Part : Parts) {
    for (; At < End && *At; ++At)
      Part += *At;
    Full = At >= End;
    ++At;
  }
  if (Full) // The last part got all the room that was left.
    Parts[2] += "...";
  return "assertion '" + Parts[2] + "' is false at " + Parts[0] + " in '" +
         Parts[1] + "'";
}

uint64_t tasklet::waitersLeft(const tkl_services &Services) {
  return uint32_t(Services.suspended - Services.resumed);
}

std::string tasklet::describeFault(const std::string &Kernel,
                                   const tkl_heap_header &Header,
                                   const HeapRequest &Request,
                                   const tkl_services &Services) {
  std::string What;
  switch (Header.status) {
  case TKL_OK: {
    uint64_t Waiters = waitersLeft(Services);
    return "kernel '" + Kernel + "' failed: " + std::to_string(Waiters) +
           (Waiters == 1 ? " task waits" : " tasks wait") +
           " for a semaphore that no task releases; a semaphore in zeroed "
           "memory has no permit before the first tkl_release, each "
           "tkl_acquire takes one, and tasks that hold several must acquire "
           "them in one order";
  }
  case TKL_FAULT_CHUNKS:
    What = Services.wanted
               ? "there was no memory left for what its tasks allocate"
               : "there was no memory left for the frames of its tasks";
    break;
  case TKL_FAULT_ROOTS:
    What = "the tasks that its work-items spawn did not fit";
    break;
  case TKL_FAULT_ADDRESSES:
    return "kernel '" + Kernel +
           "' failed: a task that keeps addresses of its private variables has "
           "more children outstanding than a worker has room for; force some "
           "of them before it spawns more, or keep indices instead of pointers";
  case TKL_FAULT_PROGRAM:
    return failureText(Services);
  case TKL_FAULT_ASSERT:
    return "kernel '" + Kernel + "' failed: " + assertionText(Services);
  case TKL_FAULT_PERMITS:
    return "kernel '" + Kernel +
           "' failed: a semaphore has got more than 4294967295 permits; call "
           "tkl_release only for permits that a tkl_acquire takes";
  case TKL_FAULT_SEMAPHORE:
    return "kernel '" + Kernel +
           "' failed: tkl_release was called for memory that holds no "
           "semaphore; let it be zero before the first command that uses it, "
           "and again after a command has failed";
  default:
    return "kernel '" + Kernel + "' failed with the unknown status " +
           std::to_string(Header.status) +
           "; its heap has been overwritten, perhaps by the program itself";
  }
  // The device counts from the start of the command's heap.
  uint64_t Need = Header.need ? Header.need - Header.apart : 0;
  if (!Need && Header.status == TKL_FAULT_ROOTS)
    Need = sizeForRoots(Header);
  std::string Text =
      "kernel '" + Kernel + "' failed: " + What + ". The heap had " +
      formatSize(heapBytes(Request, traceBytes(Header))) + " bytes";
  if (Need)
    Text += ", and at least " + std::to_string(Need) + " are needed";
  return Text + "; " + wayOut(Header, Request, Need);
}
