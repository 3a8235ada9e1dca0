//===- Arithmetic.cpp - Operators on base types ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Half.h"

#include <cmath>

using namespace tasklet;
using namespace tasklet::kite;

bool kite::isFloating(Base B) { return B >= Base::Half; }

bool kite::isSignedInteger(Base B) {
  return B == Base::Char || B == Base::Short || B == Base::Int ||
         B == Base::Long;
}

uint64_t kite::wrap(uint64_t Bits, Base B) {
  if (B == Base::Bool)
    return Bits != 0;
  unsigned Unused = 64 - bitsOf(B);
  if (isSignedInteger(B))
    return static_cast<uint64_t>(static_cast<int64_t>(Bits << Unused) >>
                                 Unused);
  return Bits << Unused >> Unused;
}

double kite::roundTo(double Number, Base B) {
  if (B == Base::Float)
    return static_cast<float>(Number);
  if (B == Base::Half)
    return fromHalf(toHalf(Number));
  return Number;
}

/// Truncates, and saturates at the bounds of \p To.
static uint64_t toInteger(double Number, Base To) {
  if (std::isnan(Number))
    return 0;
  if (To == Base::Bool)
    return Number != 0;
  double Whole = std::trunc(Number);
  unsigned Bits = bitsOf(To);
  // Powers of two: exact.
  if (isSignedInteger(To)) {
    double Bound = std::ldexp(1.0, Bits - 1);
    if (Whole >= Bound)
      return (uint64_t(1) << (Bits - 1)) - 1;
    if (Whole < -Bound)
      return wrap(uint64_t(1) << (Bits - 1), To);
    return static_cast<uint64_t>(static_cast<int64_t>(Whole));
  }
  if (Whole <= 0)
    return 0;
  if (Whole >= std::ldexp(1.0, Bits))
    return wrap(UINT64_MAX, To);
  return static_cast<uint64_t>(Whole);
}

/// Rounds once: 64 bits to float by way of double would round twice.
static double toFloating(uint64_t Bits, bool IsSigned, Base To) {
  auto Signed = static_cast<int64_t>(Bits);
  if (To == Base::Float)
    return IsSigned ? static_cast<float>(Signed) : static_cast<float>(Bits);
  // Halves are below 65520, where doubles hold all integers.
  return roundTo(
      IsSigned ? static_cast<double>(Signed) : static_cast<double>(Bits), To);
}

Value kite::convertScalar(const Value &From, Base FromBase, Base To) {
  if (isFloating(FromBase)) {
    // `bool(x)`: not a number is not zero.
    if (To == Base::Bool)
      return Value::ofBool(From.floating() != 0);
    if (isFloating(To))
      return Value::ofFloating(roundTo(From.floating(), To));
    return Value::ofInteger(toInteger(From.floating(), To));
  }
  if (isFloating(To))
    return Value::ofFloating(
        toFloating(From.bits(), isSignedInteger(FromBase), To));
  return Value::ofInteger(wrap(From.bits(), To));
}

Value kite::component(const Value &V, const BaseType &Type, unsigned Number) {
  return Type.isVector() ? V.part(Number) : V;
}

Value kite::convert(const Value &From, const BaseType &FromType,
                    const BaseType &To) {
  if (!To.isVector())
    return convertScalar(From, FromType.B, To.B);
  Value Made = Value::ofParts(To.Width);
  for (unsigned I = 0; I < To.Width; ++I)
    Made.shared(I) =
        convertScalar(component(From, FromType, I), FromType.B, To.B);
  return Made;
}

static Value negate(const Value &Operand, Base B) {
  if (isFloating(B))
    return Value::ofFloating(-Operand.floating());
  return Value::ofInteger(wrap(-Operand.bits(), B));
}

static bool isZero(const Value &V, Base B) {
  return isFloating(B) ? V.floating() == 0 : V.bits() == 0;
}

static Value applyUnaryToScalar(UnaryOp Op, const Value &Operand, Base B) {
  switch (Op) {
  case UnaryOp::Plus:
    return Operand;
  case UnaryOp::Minus:
    return negate(Operand, B);
  case UnaryOp::Not:
    return Value::ofBool(!Operand.isTrue());
  case UnaryOp::Complement:
    return Value::ofInteger(wrap(~Operand.bits(), B));
  }
  return Value();
}

Value kite::applyUnary(UnaryOp Op, const Value &Operand, const BaseType &Type) {
  if (!Type.isVector())
    return applyUnaryToScalar(Op, Operand, Type.B);
  Value Made = Value::ofParts(Type.Width);
  for (unsigned I = 0; I < Type.Width; ++I) {
    Value Part = Operand.part(I);
    if (Op == UnaryOp::Not)
      Part = Value::ofInteger(isZero(Part, Type.B) ? UINT64_MAX : 0);
    else
      Part = applyUnaryToScalar(Op, Part, Type.B);
    Made.shared(I) = std::move(Part);
  }
  return Made;
}

bool kite::isComparison(BinaryOp Op) {
  return Op >= BinaryOp::Less && Op <= BinaryOp::NotEqual;
}

template <class T> static bool compare(BinaryOp Op, T Left, T Right) {
  switch (Op) {
  case BinaryOp::Less:
    return Left < Right;
  case BinaryOp::LessEqual:
    return Left <= Right;
  case BinaryOp::Greater:
    return Left > Right;
  case BinaryOp::GreaterEqual:
    return Left >= Right;
  case BinaryOp::Equal:
    return Left == Right;
  default:
    return Left != Right;
  }
}

static bool compareScalars(BinaryOp Op, const Value &Left, const Value &Right,
                           Base B) {
  if (isFloating(B))
    return compare(Op, Left.floating(), Right.floating());
  if (isSignedInteger(B))
    return compare(Op, Left.integer(), Right.integer());
  return compare(Op, Left.bits(), Right.bits());
}

template <class T> static T computeFloating(BinaryOp Op, T Left, T Right) {
  switch (Op) {
  case BinaryOp::Multiply:
    return Left * Right;
  case BinaryOp::Divide:
    return Left / Right;
  case BinaryOp::Remainder:
    return std::fmod(Left, Right);
  case BinaryOp::Add:
    return Left + Right;
  default:
    return Left - Right;
  }
}

/// Of \p Left by \p Right, which is not zero; or what remains.
static uint64_t divide(BinaryOp Op, uint64_t Left, uint64_t Right, Base B) {
  bool IsQuotient = Op == BinaryOp::Divide;
  if (!isSignedInteger(B))
    return IsQuotient ? Left / Right : Left % Right;
  // The one quotient that overflows; the processor would trap.
  if (Right == UINT64_MAX)
    return IsQuotient ? -Left : 0;
  auto SignedLeft = static_cast<int64_t>(Left);
  auto SignedRight = static_cast<int64_t>(Right);
  return static_cast<uint64_t>(IsQuotient ? SignedLeft / SignedRight
                                          : SignedLeft % SignedRight);
}

static std::optional<uint64_t> computeInteger(BinaryOp Op, uint64_t Left,
                                              uint64_t Right, Base B) {
  switch (Op) {
  case BinaryOp::Multiply:
    return Left * Right;
  case BinaryOp::Divide:
  case BinaryOp::Remainder:
    if (Right == 0)
      return std::nullopt;
    return divide(Op, Left, Right, B);
  case BinaryOp::Add:
    return Left + Right;
  case BinaryOp::Subtract:
    return Left - Right;
  case BinaryOp::ShiftLeft:
    return Left << (Right & (bitsOf(B) - 1));
  case BinaryOp::ShiftRight:
    Right &= bitsOf(B) - 1;
    if (isSignedInteger(B))
      return static_cast<uint64_t>(static_cast<int64_t>(Left) >> Right);
    return Left >> Right;
  case BinaryOp::BitAnd:
    return Left & Right;
  case BinaryOp::BitXor:
    return Left ^ Right;
  default:
    return Left | Right;
  }
}

/// \p B is the type of the left operand.
static std::optional<Value> compute(BinaryOp Op, const Value &Left,
                                    const Value &Right, Base B) {
  if (isComparison(Op))
    return Value::ofBool(compareScalars(Op, Left, Right, B));
  if (B == Base::Double)
    return Value::ofFloating(
        computeFloating(Op, Left.floating(), Right.floating()));
  if (isFloating(B)) {
    // In float, and then to half: as rounding once, since a float has more than
    // twice the places of a half.
    float Number = computeFloating(Op, static_cast<float>(Left.floating()),
                                   static_cast<float>(Right.floating()));
    return Value::ofFloating(roundTo(Number, B));
  }
  if (std::optional<uint64_t> Bits =
          computeInteger(Op, Left.bits(), Right.bits(), B))
    return Value::ofInteger(wrap(*Bits, B));
  return std::nullopt;
}

std::optional<Value> kite::applyBinary(BinaryOp Op, const Value &Left,
                                       const BaseType &LeftType,
                                       const Value &Right,
                                       const BaseType &RightType,
                                       const BaseType &Result) {
  if (!Result.isVector())
    return compute(Op, Left, Right, LeftType.B);
  Value Made = Value::ofParts(Result.Width);
  for (unsigned I = 0; I < Result.Width; ++I) {
    std::optional<Value> Part =
        compute(Op, component(Left, LeftType, I),
                component(Right, RightType, I), LeftType.B);
    if (!Part)
      return std::nullopt;
    // True has all bits set.
    Made.shared(I) = isComparison(Op) ? Value::ofInteger(-Part->bits()) : *Part;
  }
  return Made;
}
