//===- Fields.h - What a place in a heap is ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_FIELDS_H
#define TASKLET_BENCH_SCALE_FIELDS_H

#include "tkl_abi.h"

#include <string>

namespace scale {

/// A word for the table, such as "busy" or "records". \p Offset is in bytes from
/// the start of the heap with this header.
std::string fieldAt(const tkl_heap_header &Header, uint64_t Offset);

} // namespace scale

#endif
