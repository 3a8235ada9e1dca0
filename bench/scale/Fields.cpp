//===- Fields.cpp - What a place in a heap is -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Fields.h"

#include <cstddef>
#include <iterator>

namespace {

struct Field {
  uint64_t Begin;
  const char *Name;
};

// In the order of their places.
constexpr Field OfHeader[] = {
    {0, "constants"},
    {offsetof(tkl_heap_header, status), "status"},
    {offsetof(tkl_heap_header, next_root), "next_root"},
    {offsetof(tkl_heap_header, need), "need"},
    {offsetof(tkl_heap_header, roots), "roots"},
    {offsetof(tkl_heap_header, trace_shortest), "traces"},
    {offsetof(tkl_heap_header, finished), "finished"},
    {offsetof(tkl_heap_header, root_sentinel), "root_sentinel"},
    {offsetof(tkl_heap_header, free_list), "free_list"},
    {offsetof(tkl_heap_header, trace_clock), "traces"},
    {offsetof(tkl_heap_header, busy), "busy"},
    {offsetof(tkl_heap_header, bump), "bump"},
};
constexpr Field OfBlock[] = {
    {offsetof(tkl_worker_block, deque), "deque"},
    {offsetof(tkl_worker_block, hungry), "hungry"},
    {offsetof(tkl_worker_block, copied), "copied"},
    {offsetof(tkl_worker_block, leaving), "services"},
    {offsetof(tkl_worker_block, awaited), "awaited"},
    {offsetof(tkl_worker_block, turns), "statistics"},
};

template <size_t Count>
const char *find(const Field (&Fields)[Count], uint64_t Offset) {
  const Field *Last = std::begin(Fields);
  for (const Field &Each : Fields)
    if (Each.Begin <= Offset)
      Last = &Each;
  return Last->Name;
}

} // namespace

std::string scale::fieldAt(const tkl_heap_header &Header, uint64_t Offset) {
  if (Offset < sizeof(Header))
    return find(OfHeader, Offset);
  const uint64_t Block = Offset - sizeof(Header);
  if (Block / sizeof(tkl_worker_block) < Header.workers)
    return find(OfBlock, Block % sizeof(tkl_worker_block));
  if (Offset < Header.deque_offset)
    return "services";
  if (Offset < Header.arena_offset)
    return "records";
  const uint64_t Inboxes = uint64_t(Header.workers) * Header.record_size;
  return Offset - Header.arena_offset < Inboxes ? "inboxes" : "frames";
}
