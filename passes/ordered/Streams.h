//===- Streams.h - Read memory in the order of levels -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A body reads some memory that the kernel does not write, at places that do not
/// depend on what the kernel writes. The values of these loads may be copied
/// beforehand, for the work-items of a level, one value after the other: that is
/// a *stream* (libtasklet/device/ordered/stream.cl). This file makes
///
///   NAME.streamed  the body, which takes these values from the stream
///   NAME.measure   what decides them, reduced as a slice is (Slice.h); it counts
///                  their bytes
///   NAME.stream    the same; it writes them to the stream
///   NAME.fetch     prefetches what a work-item that comes later will use and not
///                  find in its stream. In a body with loops that takes as long
///                  as to run it, so there are only places that the id tells
///                  (Lookahead.h), and it leaves the stream alone
///
/// All have the parameters of the body and one more for each of \ref Params,
/// a number that is all ones if memory of this parameter is in the stream, and
/// else 0. Then the body reads that where it is.
///
/// The loads of a work-item must be the same ones, in the same order, in all of
/// these. So a load is left out if a branch decides on it that depends on memory
/// which the kernel writes.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_STREAMS_H
#define TASKLET_PASSES_ORDERED_STREAMS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

namespace tasklet {

struct Slice;

struct Streams {
  llvm::Function *Body = nullptr;
  llvm::Function *Measure = nullptr;
  llvm::Function *Write = nullptr;
  /// Prefetches what the body does not find in its stream, for a work-item whose
  /// stream it takes. Null if it would do nothing.
  llvm::Function *Fetch = nullptr;
  /// Whose memory it is. A bit of tkl_order_header.stream_mask for each.
  llvm::SmallVector<unsigned, 8> Params;
  /// Those of them that decide what is read, and how much: they must be in all
  /// streams, or there are none. Their masks are not used.
  llvm::SmallVector<unsigned, 8> Deciding;
  /// Those of them of which the body uses only what the slice uses (SliceNumbers.h).
  /// So an application that promises to leave that alone promises it of their
  /// streams.
  llvm::SmallVector<unsigned, 8> Pattern;
  /// Other parameters whose values decide that, too.
  llvm::SmallVector<unsigned, 8> Values;

  explicit operator bool() const { return Body; }
};

/// \p Body has numbers (SliceNumbers.h), as \p Found, its slice, has.
/// Nothing if there are no such loads, or if the body uses memory otherwise than by
/// plain loads and stores.
Streams makeStreams(llvm::Function &Body, const Slice &Found,
                    llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
