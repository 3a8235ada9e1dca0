//===- IntegerFunctions.cpp - Functions of integers and of all numbers ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Builtins.h"

#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace tasklet::kite;

/// Holds the results of all operations on 64 bits but products.
using Wide = __int128;

static Wide wide(const Value &V, Base B) {
  return isSignedInteger(B) ? Wide(V.integer()) : Wide(V.bits());
}

static Value wrapped(Wide Number, Base B) {
  return Value::ofInteger(wrap(static_cast<uint64_t>(Number), B));
}

static Value saturated(Wide Number, Base B) {
  unsigned Bits = bitsOf(B);
  Wide Most =
      isSignedInteger(B) ? (Wide(1) << (Bits - 1)) - 1 : (Wide(1) << Bits) - 1;
  Wide Least = isSignedInteger(B) ? -(Wide(1) << (Bits - 1)) : Wide(0);
  return wrapped(Number < Least ? Least : Number > Most ? Most : Number, B);
}

/// The upper half of the product.
static Wide highOf(const Value *A, Base B) {
  unsigned Bits = bitsOf(B);
  if (isSignedInteger(B))
    return wide(A[0], B) * wide(A[1], B) >> Bits;
  auto Product = static_cast<unsigned __int128>(A[0].bits()) * A[1].bits();
  return static_cast<Wide>(Product >> Bits);
}

/// The product of the low 24 bits, as numbers of the type's sign.
static Wide product24(const Value *A, Base B) {
  auto Low = [&](const Value &V) {
    return isSignedInteger(B) ? static_cast<int64_t>(V.bits() << 40) >> 40
                              : static_cast<int64_t>(V.bits() & 0xffffff);
  };
  return Wide(Low(A[0])) * Low(A[1]);
}

static Value absOf(const Value *A, Base B) {
  Wide Number = wide(A[0], B);
  // The result is unsigned: INT_MIN has one.
  uint64_t Mask = UINT64_MAX >> (64 - bitsOf(B));
  return Value::ofInteger(static_cast<uint64_t>(Number < 0 ? -Number : Number) &
                          Mask);
}
static Value absDiff(const Value *A, Base B) {
  Wide Number = wide(A[0], B) - wide(A[1], B);
  return Value::ofInteger(static_cast<uint64_t>(Number < 0 ? -Number : Number));
}
static Value addSat(const Value *A, Base B) {
  return saturated(wide(A[0], B) + wide(A[1], B), B);
}
static Value subSat(const Value *A, Base B) {
  return saturated(wide(A[0], B) - wide(A[1], B), B);
}
static Value hadd(const Value *A, Base B) {
  return wrapped((wide(A[0], B) + wide(A[1], B)) >> 1, B);
}
static Value rhadd(const Value *A, Base B) {
  return wrapped((wide(A[0], B) + wide(A[1], B) + 1) >> 1, B);
}
static Value mulHi(const Value *A, Base B) { return wrapped(highOf(A, B), B); }
static Value madHi(const Value *A, Base B) {
  return wrapped(highOf(A, B) + wide(A[2], B), B);
}
static Value madSat(const Value *A, Base B) {
  Wide Product = 0, Sum = 0;
  if (!__builtin_mul_overflow(wide(A[0], B), wide(A[1], B), &Product) &&
      !__builtin_add_overflow(Product, wide(A[2], B), &Sum))
    return saturated(Sum, B);
  // Only products of two large ulong do not fit.
  return saturated(Wide(1) << 100, B);
}
static Value mul24(const Value *A, Base B) {
  return wrapped(product24(A, B), B);
}
static Value mad24(const Value *A, Base B) {
  return wrapped(product24(A, B) + wide(A[2], B), B);
}
static uint64_t plainBits(const Value &V, Base B) {
  return V.bits() & UINT64_MAX >> (64 - bitsOf(B));
}
static Value rotate(const Value *A, Base B) {
  unsigned Bits = bitsOf(B);
  unsigned Count = A[1].bits() & (Bits - 1);
  uint64_t Number = plainBits(A[0], B);
  if (Count == 0)
    return A[0];
  return Value::ofInteger(wrap(Number << Count | Number >> (Bits - Count), B));
}
static Value clzOf(const Value *A, Base B) {
  uint64_t Number = plainBits(A[0], B);
  unsigned Unused = 64 - bitsOf(B);
  return Value::ofInteger(Number ? __builtin_clzll(Number) - Unused
                                 : bitsOf(B));
}
static Value ctzOf(const Value *A, Base B) {
  uint64_t Number = plainBits(A[0], B);
  return Value::ofInteger(Number ? __builtin_ctzll(Number) : bitsOf(B));
}
static Value popcountOf(const Value *A, Base B) {
  return Value::ofInteger(__builtin_popcountll(plainBits(A[0], B)));
}
static Value upsample(const Value *A, Base B) {
  uint64_t High = A[0].bits() << bitsOf(B);
  // The low half is unsigned, whatever the sign of the high one.
  uint64_t Number = High | plainBits(A[1], B);
  Base To = B == Base::Char     ? Base::Short
            : B == Base::Uchar  ? Base::Ushort
            : B == Base::Short  ? Base::Int
            : B == Base::Ushort ? Base::Uint
            : B == Base::Int    ? Base::Long
                                : Base::Ulong;
  return Value::ofInteger(wrap(Number, To));
}

// Of floating numbers, too. There `y < x ? y : x` as OpenCL says.
static bool isLess(const Value &Left, const Value &Right, Base B) {
  return isFloating(B) ? Left.floating() < Right.floating()
                       : wide(Left, B) < wide(Right, B);
}
static Value minOf(const Value *A, Base B) {
  return isLess(A[1], A[0], B) ? A[1] : A[0];
}
static Value maxOf(const Value *A, Base B) {
  return isLess(A[0], A[1], B) ? A[1] : A[0];
}
static Value clampOf(const Value *A, Base B) {
  Value Low[] = {A[0], A[1]};
  Value High[] = {maxOf(Low, B), A[2]};
  return minOf(High, B);
}

ScalarFunction tasklet::kite::findIntegerFunction(llvm::StringRef Name) {
  static const llvm::StringMap<ScalarFunction> Table = {
      {"abs", absOf},         {"abs_diff", absDiff}, {"add_sat", addSat},
      {"clamp", clampOf},     {"clz", clzOf},        {"ctz", ctzOf},
      {"hadd", hadd},         {"mad24", mad24},      {"mad_hi", madHi},
      {"mad_sat", madSat},    {"max", maxOf},        {"min", minOf},
      {"mul24", mul24},       {"mul_hi", mulHi},     {"popcount", popcountOf},
      {"rhadd", rhadd},       {"rotate", rotate},    {"sub_sat", subSat},
      {"upsample", upsample},
  };
  return Table.lookup(Name);
}

static Value isEqual(const Value *A, Base) {
  return Value::ofBool(A[0].floating() == A[1].floating());
}
static Value isNotEqual(const Value *A, Base) {
  return Value::ofBool(A[0].floating() != A[1].floating());
}
static Value isGreater(const Value *A, Base) {
  return Value::ofBool(A[0].floating() > A[1].floating());
}
static Value isGreaterEqual(const Value *A, Base) {
  return Value::ofBool(A[0].floating() >= A[1].floating());
}
static Value isLessThan(const Value *A, Base) {
  return Value::ofBool(A[0].floating() < A[1].floating());
}
static Value isLessEqual(const Value *A, Base) {
  return Value::ofBool(A[0].floating() <= A[1].floating());
}
static Value isLessGreater(const Value *A, Base) {
  return Value::ofBool(A[0].floating() < A[1].floating() ||
                       A[0].floating() > A[1].floating());
}
static Value isUnordered(const Value *A, Base) {
  return Value::ofBool(std::isunordered(A[0].floating(), A[1].floating()));
}
static Value isOrdered(const Value *A, Base) {
  return Value::ofBool(!std::isunordered(A[0].floating(), A[1].floating()));
}
static Value isFinite(const Value *A, Base) {
  return Value::ofBool(std::isfinite(A[0].floating()));
}
static Value isInf(const Value *A, Base) {
  return Value::ofBool(std::isinf(A[0].floating()));
}
static Value isNan(const Value *A, Base) {
  return Value::ofBool(std::isnan(A[0].floating()));
}
static Value isNormal(const Value *A, Base B) {
  // The least normal number: a number is stored as a double, of which all but
  // the smallest are normal.
  double Least = std::ldexp(1.0, B == Base::Half    ? -14
                                 : B == Base::Float ? -126
                                                    : -1022);
  double Size = std::fabs(A[0].floating());
  return Value::ofBool(std::isfinite(Size) && Size >= Least);
}
static Value signBit(const Value *A, Base) {
  return Value::ofBool(std::signbit(A[0].floating()));
}

ScalarFunction tasklet::kite::findRelation(llvm::StringRef Name) {
  static const llvm::StringMap<ScalarFunction> Table = {
      {"isequal", isEqual},
      {"isfinite", isFinite},
      {"isgreater", isGreater},
      {"isgreaterequal", isGreaterEqual},
      {"isinf", isInf},
      {"isless", isLessThan},
      {"islessequal", isLessEqual},
      {"islessgreater", isLessGreater},
      {"isnan", isNan},
      {"isnormal", isNormal},
      {"isnotequal", isNotEqual},
      {"isordered", isOrdered},
      {"isunordered", isUnordered},
      {"signbit", signBit},
  };
  return Table.lookup(Name);
}
