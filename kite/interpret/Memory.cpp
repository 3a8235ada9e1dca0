//===- Memory.cpp - Numbers as bytes --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Memory.h"
#include "interpret/Arithmetic.h"
#include "interpret/Half.h"

using namespace tasklet;
using namespace tasklet::kite;

uint64_t kite::toMemory(const Value &V, Base B) {
  if (B == Base::Half)
    return toHalf(V.floating());
  if (B == Base::Float) {
    float Number = static_cast<float>(V.floating());
    uint32_t Bits;
    memcpy(&Bits, &Number, sizeof(Bits));
    return Bits;
  }
  return V.bits();
}

Value kite::fromMemory(uint64_t Bits, Base B) {
  if (B == Base::Half)
    return Value::ofFloating(fromHalf(static_cast<uint16_t>(Bits)));
  if (B == Base::Float) {
    auto Low = static_cast<uint32_t>(Bits);
    float Number;
    memcpy(&Number, &Low, sizeof(Number));
    return Value::ofFloating(Number);
  }
  if (B == Base::Double)
    return Value::ofInteger(Bits);
  return Value::ofInteger(wrap(Bits, B));
}
