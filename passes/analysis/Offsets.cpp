//===- Offsets.cpp - Which bytes an index can lead to ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/PointsTo.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace tasklet;
using std::gcd;

/// \p Bytes modulo \p Period, from 0 to \p Period - 1.
static int64_t wrap(int64_t Bytes, uint64_t Period) {
  Bytes %= int64_t(Period);
  return Bytes < 0 ? Bytes + int64_t(Period) : Bytes;
}

Offsets Offsets::exactly(int64_t Bytes) {
  Offsets Result;
  Result.First = Bytes;
  return Result;
}

Offsets Offsets::multiples(uint64_t Step, uint64_t Reach) {
  Offsets Result;
  Result.Period = Step;
  Result.Reach = Reach;
  return Result.normal();
}

bool Offsets::operator==(const Offsets &O) const {
  return std::tie(First, Stride, Span, Period, Reach) ==
         std::tie(O.First, O.Stride, O.Span, O.Period, O.Reach);
}

Offsets Offsets::normal() const {
  Offsets Result = *this;
  if (!Result.Span)
    Result.Stride = 0;
  if (!Result.Reach)
    Result.Period = 0;
  // If there is only one step and it is bounded, it is the stride.
  if (!Result.Span && Result.Reach != Unbounded) {
    std::swap(Result.Stride, Result.Period);
    std::swap(Result.Span, Result.Reach);
  }
  if (Result.Reach != Unbounded)
    return Result;
  if (Result.Span >= Result.Period) {
    Result.Period = gcd(Result.Period, Result.Stride);
    Result.Stride = Result.Span = 0;
  }
  Result.First = wrap(Result.First, Result.Period);
  return Result;
}

Offsets Offsets::joined(Offsets Other) const {
  if (Other.First < First)
    return Other.joined(*this);
  Offsets Both;
  Both.First = First;
  Both.Period = gcd(Period, Other.Period);
  uint64_t Apart = Other.First - First, Rest = Apart;
  if (Both.Period) {
    Rest = Apart % Both.Period;
    Both.Reach = Reach == Unbounded || Other.Reach == Unbounded
                     ? Unbounded
                     : std::max(Reach, Apart - Rest + Other.Reach);
  }
  Both.Stride = gcd(gcd(Stride, Other.Stride), Rest);
  Both.Span = std::max(Span, Rest + Other.Span);
  return Both.normal();
}

bool Offsets::merge(Offsets Other) {
  Offsets Both = joined(Other);
  if (Both == *this)
    return false;
  // Widening (Cousot and Cousot 1977): a set that grows again with the same
  // steps would grow in each iteration of a loop. So it becomes unbounded.
  if (Period == Both.Period && Stride == Both.Stride) {
    if (Stride && (Span != Both.Span || !Period)) {
      Both.Period = gcd(Both.Period, Both.Stride);
      Both.Stride = Both.Span = 0;
    }
    if (Both.Period)
      Both.Reach = Unbounded;
    Both = Both.normal();
  }
  *this = Both;
  return true;
}

Offsets Offsets::plus(Offsets Other) const {
  Offsets Sum;
  Sum.First = First + Other.First;
  // The widest steps are the period, and all others together the stride.
  const std::pair<uint64_t, uint64_t> Steps[] = {{Stride, Span},
                                                 {Period, Reach},
                                                 {Other.Stride, Other.Span},
                                                 {Other.Period, Other.Reach}};
  for (auto [Step, Length] : Steps)
    Sum.Period = std::max(Sum.Period, Step);
  for (auto [Step, Length] : Steps) {
    // A step without bounds can only be a period.
    bool Wide = Step == Sum.Period || Length == Unbounded;
    uint64_t &Total = Wide ? Sum.Reach : Sum.Span;
    if (Wide)
      Sum.Period = gcd(Sum.Period, Step);
    else
      Sum.Stride = gcd(Sum.Stride, Step);
    Total =
        Total == Unbounded || Length == Unbounded ? Unbounded : Total + Length;
  }
  return Sum.normal();
}

Offsets Offsets::negated() const {
  Offsets Result = *this;
  Result.First = -First - int64_t(Span);
  if (Reach != Unbounded)
    Result.First -= int64_t(Reach);
  return Result.normal();
}

bool Offsets::overlaps(uint64_t Size, Offsets Other, uint64_t OtherSize) const {
  if (Reach != Unbounded && Other.Reach != Unbounded &&
      (First >= Other.First + int64_t(Other.Span + Other.Reach + OtherSize) ||
       Other.First >= First + int64_t(Span + Reach + Size)))
    return false;
  // Test again modulo each of the steps. Steps that are multiples of the
  // modulus vanish, and the others make the range longer.
  auto Length = [](const Offsets &O, uint64_t Size, uint64_t Modulus) {
    uint64_t Result = Size;
    for (auto [Step, Whole] :
         {std::pair(O.Stride, O.Span), std::pair(O.Period, O.Reach)})
      if (Step % Modulus)
        Result = Whole == Unbounded ? Modulus : Result + Whole;
    return Result;
  };
  uint64_t All = gcd(gcd(Period, Other.Period), gcd(Stride, Other.Stride));
  for (uint64_t Modulus : {All, Stride, Other.Stride, Period, Other.Period}) {
    if (!Modulus)
      continue;
    uint64_t Apart = wrap(Other.First - First, Modulus);
    if (Apart >= Length(*this, Size, Modulus) &&
        Apart + Length(Other, OtherSize, Modulus) <= Modulus)
      return false;
  }
  return true;
}
