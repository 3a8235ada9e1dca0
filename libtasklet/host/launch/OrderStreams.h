//===- OrderStreams.h - What an analysis keeps copies of --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands that run by levels may read memory from streams (StreamChoice.h).
/// This says what those of a launch would hold. Memory that somebody may write
/// unseen is in no stream. Who makes an order himself promises that what the
/// inspector reads stays the same; so that may be written, as long as the kernel
/// uses nothing else of that memory.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERSTREAMS_H
#define TASKLET_HOST_LAUNCH_ORDERSTREAMS_H

#include "launch/OrderLaunch.h"
#include "order/StreamChoice.h"

namespace tasklet {

struct OrderStreams {
  StreamContent Content;
  uint64_t Room = 0; ///< bytes that they may need; 0: there are none
};

/// Why some writes to the memory of \p L may escape the library; empty: all are
/// seen.
std::string unseenWrites(const OrderLaunch &L);

/// For the plan that \p L has chosen. \p IsPromised: of an order of the application;
/// else the caller knows that there are no unseen writes.
OrderStreams findStreams(const OrderLaunch &L, bool IsPromised);

/// Bytes for the streams of an order of the application, whose bytes are limited
/// by L.Request.MaxBytes; half of these at most.
uint64_t roomInOrder(const OrderLaunch &L);

} // namespace tasklet

#endif
