//===- Measure.h - What messages between processors cost here ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_SCALE_MEASURE_H
#define TASKLET_BENCH_SCALE_MEASURE_H

namespace scale {

/// Nanoseconds until a processor has a line that another one has written: half
/// of the time in which two threads on the first two processors of this process
/// hand a line to and fro. The shortest of several times. 0 if there is only one
/// processor.
double measureTransfer();

/// Nanoseconds of an atomic addition to a line that the processor has.
double measureAtomic();

} // namespace scale

#endif
