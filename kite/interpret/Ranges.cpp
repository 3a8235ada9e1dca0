//===- Ranges.cpp - Ranges of integers ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Ranges.h"
#include "interpret/Arithmetic.h"

using namespace tasklet;
using namespace tasklet::kite;

std::optional<Value> kite::makeRange(const Value &First,
                                     const std::optional<Value> &Second,
                                     const Value &Last, Base B) {
  // Wide enough for the differences of all integer types.
  auto Wide = [&](const Value &V) {
    return isSignedInteger(B) ? static_cast<__int128>(V.integer())
                              : static_cast<__int128>(V.bits());
  };
  __int128 From = Wide(First), To = Wide(Last);
  __int128 Step = Second ? Wide(*Second) - From : 1;
  if (Step == 0)
    return std::nullopt;
  bool IsEmpty = Step > 0 ? To < From : To > From;
  __int128 Count = IsEmpty ? 0 : (To - From) / Step + 1;
  // All of `ulong` has one element more than a number can count.
  if (Count > UINT64_MAX)
    Count = UINT64_MAX;
  return Value::ofRange(First.bits(), static_cast<uint64_t>(Step),
                        static_cast<uint64_t>(Count));
}

uint64_t kite::sizeOfRange(const Value &Range) { return Range.part(2).bits(); }

Value kite::elementOfRange(const Value &Range, Base B, uint64_t Number) {
  return Value::ofInteger(
      wrap(Range.part(0).bits() + Number * Range.part(1).bits(), B));
}
