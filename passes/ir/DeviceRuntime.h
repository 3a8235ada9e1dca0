//===- DeviceRuntime.h - The runtime of every program -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_DEVICERUNTIME_H
#define TASKLET_PASSES_IR_DEVICERUNTIME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

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

/// Links \p Bitcode, which is a part of this library, into \p M. Returns false
/// if it reported an error. \p What names it in messages, as in "the runtime of
/// tasks".
bool linkRuntime(llvm::Module &M, llvm::ArrayRef<uint8_t> Bitcode,
                 llvm::StringRef What);

/// Whether -tkl-trace was given: the program gets the runtime that records what
/// workers do (libtasklet/device/trace.cl), and tells it when tasks start.
bool wantsTrace();

/// Gives bodies to the functions of libtasklet/device/atomics.h.
void defineAtomics(llvm::Module &M);

} // namespace tasklet

#endif
