//===- HeapLayout.h - Where things lie in a command's heap ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_HEAPLAYOUT_H
#define TASKLET_HOST_HEAP_HEAPLAYOUT_H

#include "compile/Manifest.h"
#include "support/Environment.h"
#include "tkl_abi.h"

#include <string>

namespace tasklet {

static_assert(sizeof(tkl_heap_header) == 384, "as docs/abi.md says");
static_assert(sizeof(tkl_worker_block) == 256, "as docs/abi.md says");
static_assert(sizeof(tkl_services) == 448, "as tkl_abi.h says");
static_assert(sizeof(tkl_trace_head) == 64, "as docs/abi.md says");
static_assert(sizeof(tkl_trace_event) == 32, "as docs/abi.md says");

/// The most records that a worker gets; a power of two. A task that spawns more
/// is suspended at a spawn, which costs about as much as a record. Thieves take
/// the oldest records, so they have enough to choose from.
constexpr uint32_t MaximumDequeCapacity = 1u << 12;
/// The same for a lane of a team, of which there are many.
constexpr uint32_t MaximumTeamDequeCapacity = 1u << 6;
/// With fewer records per worker thieves would find too little.
constexpr uint32_t MinimumDequeCapacity = 16;

struct HeapRequest {
  uint64_t HeapSize;      ///< as chosen, bytes
  uint64_t WorkItems;     ///< of the user's kernel
  uint32_t Workers;       ///< of all teams
  uint64_t MaxAllocation; ///< of the device, bytes
  uint64_t RootBytes;     ///< per work-item
  uint32_t RecordSize;
  uint32_t ChunkSize;
  bool HasClock;            ///< tkl_heap_header::has_clock
  uint32_t TeamLanes = 1;   ///< workers of a work-group
  bool KnowsSpawns = false; ///< There is a tkl_stack_path; no traces then.
  /// What finds races lies in the same buffer, and is not in MaxAllocation.
  bool FindsRaces = false;
  uint64_t TraceSize = 0;     ///< bytes for traces, on top of the heap; 0: none
  uint64_t TraceShortest = 0; ///< tkl_heap_header::trace_shortest
  Chooser HeapSizeBy = Chooser::User, WorkersBy = Chooser::User;
  uint64_t HeapSizeGiven = 0; ///< Before it was rounded down; 0: the same.
  /// What the heap would have if nobody had chosen its size; 0: that is so.
  uint64_t HeapSizeUnset = 0;
};

/// Fills the part of the header that the host decides, and sets the rest to 0.
/// Root tasks and traces come on top of the heap. If all of it does not fit
/// into the device's largest buffer, the heap gets smaller. On failure \p Error
/// says what to set, and \p Header is untouched.
[[nodiscard]] bool layOutHeap(const HeapRequest &Request,
                              tkl_heap_header &Header, std::string &Error);

/// Bytes of heap for the lanes of teams, where nobody has chosen a size and
/// memory costs before it is used.
uint64_t teamHeapSize(uint32_t Workers, uint32_t RecordSize,
                      uint32_t ChunkSize);

/// Fewer events per worker would make traces useless.
constexpr uint64_t MinimumTraceCapacity = 16;

/// Bytes of what lies before traces and deques: the header, the worker blocks
/// and what functions for tasks share.
uint64_t blockBytes(uint32_t Workers);

/// Moves all that follows the worker blocks and the services by \p Bytes, a
/// multiple of 64: what lies between is not the command's.
void moveApart(tkl_heap_header &Header, uint32_t Bytes);

/// Bytes from the start of the heap that the host writes, clears and reads: all
/// before the traces.
uint64_t bytesOfHost(const tkl_heap_header &Header);

/// Bytes of a command's heap, without its traces and what moveApart() left out.
uint64_t ownBytes(const tkl_heap_header &Header);

/// Bytes of the traces of all workers.
uint64_t traceBytes(const tkl_heap_header &Header);

/// Bytes that are used for other things than chunks: those up to the end of the
/// inboxes and root records, and those of the root frames. Roots that did not
/// fit are counted as well. Traces are not.
uint64_t bytesBesidesChunks(const tkl_heap_header &Header);

/// Bytes of the heap that a command used, without its traces.
uint64_t usedBytes(const tkl_heap_header &Header);

/// Tasks that wait for a permit of a semaphore. If there are any at the end of a
/// command, it has failed, though its status is TKL_OK.
uint64_t waitersLeft(const tkl_services &Services);

/// The message for the status that the device left in \p Header, which was made
/// for \p Request, and in what follows the worker blocks.
std::string describeFault(const std::string &Kernel,
                          const tkl_heap_header &Header,
                          const HeapRequest &Request,
                          const tkl_services &Services);

} // namespace tasklet

#endif
