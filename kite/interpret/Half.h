//===- Half.h - Numbers of 16 bits ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_HALF_H
#define TASKLET_KITE_INTERPRET_HALF_H

#include <cstdint>

namespace tasklet::kite {

/// The nearest half, to even. What is too large is infinity.
uint16_t toHalf(double Number);
double fromHalf(uint16_t Bits);

} // namespace tasklet::kite

#endif
