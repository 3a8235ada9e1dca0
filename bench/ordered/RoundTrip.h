//===- RoundTrip.h - How far two processors are apart -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_ORDERED_ROUNDTRIP_H
#define TASKLET_BENCH_ORDERED_ROUNDTRIP_H

namespace ordered {

/// Nanoseconds that a cache line takes from the first processor of this process
/// to the second one and back, the least of some tries; 0: there is one processor.
/// Virtual processors may share a cache at one time, and not at another.
double roundTripTime();

} // namespace ordered

#endif
