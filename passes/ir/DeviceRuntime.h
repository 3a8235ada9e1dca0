//===- DeviceRuntime.h - The runtime in every program -----------*- C++ -*-===//
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

/// Links libtasklet/device into \p M; this library contains its bitcode. Gives
/// bodies to its atomic operations and to its clock, and makes all of it
/// internal. `__tkl_record_size` will return \p RecordSize, in bytes, and
/// `__tkl_team_lanes` \p TeamLanes. Returns false if it reported an error.
bool linkDeviceRuntime(llvm::Module &M, uint64_t RecordSize,
                       unsigned TeamLanes);

/// Links \p Bitcode, which is a part of this library, into \p M. Returns false
/// if it reported an error. \p What names the bitcode in messages, for example
/// "the runtime of tasks".
bool linkRuntime(llvm::Module &M, llvm::ArrayRef<uint8_t> Bitcode,
                 llvm::StringRef What);

/// Makes the runtime's function \p Name return the processor's clock, in ticks.
void defineClock(llvm::Module &M, llvm::StringRef Name);

/// Whether -tkl-trace was given. Then the program gets the runtime that records
/// what workers do (libtasklet/device/trace.cl), and calls it when a task
/// starts.
bool wantsTrace();

} // namespace tasklet

#endif
