//===- Ranges.h - Ranges of integers ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_RANGES_H
#define TASKLET_KITE_INTERPRET_RANGES_H

#include "interpret/Value.h"
#include "types/Type.h"

#include <optional>

namespace tasklet::kite {

/// `[First..Last]` or `[First, Second..Last]`. Includes the last element if it
/// is hit; without a second element each is one more than the one before, so that
/// `[0..n - 1]` is empty for n = 0. Empty if the first two elements are equal.
std::optional<Value> makeRange(const Value &First,
                               const std::optional<Value> &Second,
                               const Value &Last, Base B);

uint64_t sizeOfRange(const Value &Range);
/// The element \p Number, which is less than the size.
Value elementOfRange(const Value &Range, Base B, uint64_t Number);

} // namespace tasklet::kite

#endif
