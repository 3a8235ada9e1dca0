//===- Half.cpp - Numbers of 16 bits --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Half.h"

#include <cmath>

using namespace tasklet;

uint16_t kite::toHalf(double Number) {
  uint16_t Sign = std::signbit(Number) ? 0x8000 : 0;
  if (std::isnan(Number))
    return 0x7e00 | Sign;
  double Size = std::fabs(Number);
  if (Size == 0)
    return Sign;
  // Half way between the largest half, 65504, and the next power of two.
  if (Size >= 65520.0)
    return Sign | 0x7c00;
  int Exponent = 0;
  std::frexp(Size, &Exponent);
  // Size is below 2^Exponent. The last place of a half has 11 bits less, and is
  // never below 2^-24.
  int Place = Exponent - 11 < -24 ? -24 : Exponent - 11;
  // Exact, then to even: the rounding mode is the usual one.
  auto Count = static_cast<unsigned>(std::nearbyint(std::ldexp(Size, -Place)));
  // 1024 is the leading bit of normal numbers, which the exponent stands for;
  // a count that was rounded up to the next power of two carries into it.
  return Sign | static_cast<uint16_t>(Count + ((Place + 24) << 10));
}

double kite::fromHalf(uint16_t Bits) {
  int Exponent = Bits >> 10 & 0x1f;
  double Fraction = Bits & 0x3ff;
  double Size;
  if (Exponent == 0x1f)
    Size = Fraction == 0 ? INFINITY : NAN;
  else if (Exponent == 0)
    Size = std::ldexp(Fraction, -24);
  else
    Size = std::ldexp(Fraction + 1024, Exponent - 25);
  return Bits & 0x8000 ? -Size : Size;
}
