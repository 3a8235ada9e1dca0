//===- Memory.h - Numbers as bytes ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_MEMORY_H
#define TASKLET_KITE_INTERPRET_MEMORY_H

#include "interpret/Value.h"
#include "types/Type.h"

namespace tasklet::kite {

/// A number as it is in memory, in files and on devices: its low bytes.
uint64_t toMemory(const Value &V, Base B);
Value fromMemory(uint64_t Bits, Base B);

} // namespace tasklet::kite

#endif
