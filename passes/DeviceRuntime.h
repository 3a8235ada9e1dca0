//===- DeviceRuntime.h - The runtime of every program -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_DEVICERUNTIME_H
#define TASKLET_PASSES_DEVICERUNTIME_H

#include <cstdint>

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Links libtasklet/device, which is embedded in this library as bitcode, into
/// \p M, gives bodies to its atomic operations and to its clock and makes all
/// of it internal. \p RecordSize, in bytes, is what __tkl_record_size returns.
/// Returns false if it reported an error.
bool linkDeviceRuntime(llvm::Module &M, uint64_t RecordSize);

/// Whether -tkl-trace was given: the program gets the runtime that records what
/// workers do (libtasklet/device/trace.cl), and tells it when tasks start.
bool wantsTrace();

/// Gives bodies to the functions of libtasklet/device/atomics.h.
void defineAtomics(llvm::Module &M);

} // namespace tasklet

#endif
