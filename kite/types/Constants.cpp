//===- Constants.cpp - Values of constants -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include <cmath>

using namespace llvm;
using namespace tasklet::kite;

namespace {
/// Integers and bools are kept modulo 2^64; signed ones are sign-extended.
struct Number {
  uint64_t Bits = 0;
  double Floating = 0;
};

class Evaluator {
public:
  explicit Evaluator(function_ref<void(SMRange, StringRef)> Fail)
      : Fail(Fail) {}
  std::optional<Number> evaluate(const Expr *E);

private:
  std::optional<Number> unary(const UnaryExpr *E);
  std::optional<Number> binary(const BinaryExpr *E);

  function_ref<void(SMRange, StringRef)> Fail;
};
} // namespace

static uint64_t wrap(uint64_t Bits, const BaseType *T) {
  unsigned Width = T->bits();
  if (Width == 64)
    return Bits;
  uint64_t Mask = (uint64_t(1) << Width) - 1;
  Bits &= Mask;
  if (T->isSigned() && (Bits >> (Width - 1)))
    Bits |= ~Mask;
  return Bits;
}

// To the precision of the type; of half through float, which is exact enough
// for what a literal says.
static double roundTo(double Value, const BaseType *T) {
  if (T->B == Base::Double)
    return Value;
  if (T->B == Base::Float)
    return static_cast<float>(Value);
  if (!std::isfinite(Value) || Value == 0)
    return Value;
  int Exponent = std::max(std::ilogb(Value), -14);
  double Step = std::ldexp(1.0, Exponent - 10);
  Value = std::nearbyint(Value / Step) * Step;
  return std::fabs(Value) > 65504 ? std::copysign(HUGE_VAL, Value) : Value;
}

std::optional<Number> Evaluator::unary(const UnaryExpr *E) {
  std::optional<Number> Value = evaluate(E->Operand);
  if (!Value)
    return std::nullopt;
  auto *T = cast<BaseType>(E->Ty);
  switch (E->Op) {
  case UnaryOp::Plus:
    break;
  case UnaryOp::Minus:
    Value->Bits = wrap(-Value->Bits, T);
    Value->Floating = -Value->Floating;
    break;
  case UnaryOp::Not:
    Value->Bits = !Value->Bits;
    break;
  case UnaryOp::Complement:
    Value->Bits = wrap(~Value->Bits, T);
    break;
  }
  return Value;
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

std::optional<Number> Evaluator::binary(const BinaryExpr *E) {
  std::optional<Number> Left = evaluate(E->Left);
  if (!Left)
    return std::nullopt;
  if (E->Op == BinaryOp::And && !Left->Bits)
    return Left;
  if (E->Op == BinaryOp::Or && Left->Bits)
    return Left;
  std::optional<Number> Right = evaluate(E->Right);
  if (!Right)
    return std::nullopt;
  if (E->Op == BinaryOp::And || E->Op == BinaryOp::Or)
    return Right;
  auto *Operand = cast<BaseType>(E->Left->Ty);
  Number Result;
  if (E->Op >= BinaryOp::Less && E->Op <= BinaryOp::NotEqual) {
    if (Operand->isFloating())
      Result.Bits = compare(E->Op, Left->Floating, Right->Floating);
    else if (Operand->isSigned())
      Result.Bits = compare<int64_t>(E->Op, Left->Bits, Right->Bits);
    else
      Result.Bits = compare(E->Op, Left->Bits, Right->Bits);
    return Result;
  }
  auto *T = cast<BaseType>(E->Ty);
  if (T->isFloating()) {
    double L = Left->Floating, R = Right->Floating;
    Result.Floating = roundTo(E->Op == BinaryOp::Multiply ? L * R
                              : E->Op == BinaryOp::Divide ? L / R
                              : E->Op == BinaryOp::Add    ? L + R
                                                          : L - R,
                              T);
    return Result;
  }
  uint64_t L = Left->Bits, R = Right->Bits;
  unsigned Count = R & (T->bits() - 1);
  switch (E->Op) {
  case BinaryOp::Multiply:
    Result.Bits = L * R;
    break;
  case BinaryOp::Add:
    Result.Bits = L + R;
    break;
  case BinaryOp::Subtract:
    Result.Bits = L - R;
    break;
  case BinaryOp::Divide:
  case BinaryOp::Remainder: {
    if (!R) {
      Fail(E->OpRange.isValid() ? E->OpRange : E->Range, "division by zero");
      return std::nullopt;
    }
    bool IsDivision = E->Op == BinaryOp::Divide;
    if (!T->isSigned())
      Result.Bits = IsDivision ? L / R : L % R;
    else if (R == ~uint64_t(0))
      // The smallest number by -1 wraps.
      Result.Bits = IsDivision ? -L : 0;
    else
      Result.Bits =
          IsDivision ? int64_t(L) / int64_t(R) : int64_t(L) % int64_t(R);
    break;
  }
  case BinaryOp::ShiftLeft:
    Result.Bits = L << Count;
    break;
  case BinaryOp::ShiftRight:
    Result.Bits = T->isSigned() ? uint64_t(int64_t(L) >> Count) : L >> Count;
    break;
  case BinaryOp::BitAnd:
    Result.Bits = L & R;
    break;
  case BinaryOp::BitOr:
    Result.Bits = L | R;
    break;
  default:
    Result.Bits = L ^ R;
    break;
  }
  Result.Bits = wrap(Result.Bits, T);
  return Result;
}

std::optional<Number> Evaluator::evaluate(const Expr *E) {
  auto *T = dyn_cast_or_null<BaseType>(E->Ty);
  if (!T)
    if (!E->Ty)
      return std::nullopt;
  if (T && !T->isVector()) {
    Number Result;
    switch (E->K) {
    case Expr::Kind::Integer:
      Result.Bits = wrap(cast<IntegerExpr>(E)->Value, T);
      return Result;
    case Expr::Kind::Floating:
      Result.Floating = roundTo(cast<FloatingExpr>(E)->Value, T);
      return Result;
    case Expr::Kind::Boolean:
      Result.Bits = cast<BooleanExpr>(E)->Value;
      return Result;
    case Expr::Kind::Unary:
      return unary(cast<UnaryExpr>(E));
    case Expr::Kind::Binary:
      if (auto *Operand = dyn_cast<BaseType>(cast<BinaryExpr>(E)->Left->Ty))
        if (!Operand->isVector())
          return binary(cast<BinaryExpr>(E));
      break;
    case Expr::Kind::Conditional: {
      auto *Conditional = cast<ConditionalExpr>(E);
      std::optional<Number> Condition = evaluate(Conditional->Condition);
      if (!Condition)
        return std::nullopt;
      return evaluate(Condition->Bits ? Conditional->Then : Conditional->Else);
    }
    case Expr::Kind::Widen: {
      auto *From = cast<BaseType>(cast<WidenExpr>(E)->Operand->Ty);
      std::optional<Number> Value = evaluate(cast<WidenExpr>(E)->Operand);
      if (Value && T->isFloating() && !From->isFloating())
        Value->Floating = From->isSigned()
                              ? static_cast<double>(int64_t(Value->Bits))
                              : static_cast<double>(Value->Bits);
      return Value;
    }
    case Expr::Kind::Name:
      // Of an earlier constant, which is evaluated already.
      if (auto *Variable = dyn_cast_or_null<VarDecl>(cast<NameExpr>(E)->Target))
        if (Variable->Role == VarRole::Constant && Variable->Value)
          return evaluate(Variable->Value);
      break;
    default:
      break;
    }
  }
  Fail(E->Range, "a constant is made of numbers, bools, operators and other "
                 "constants");
  return std::nullopt;
}

Expr *
tasklet::kite::evaluateConstant(Expr *E, AstContext &Nodes,
                                function_ref<void(SMRange, StringRef)> Fail) {
  std::optional<Number> Value = Evaluator(Fail).evaluate(E);
  if (!Value)
    return nullptr;
  auto *T = cast<BaseType>(E->Ty);
  bool IsNegative = false;
  Expr *Result;
  if (T->B == Base::Bool) {
    auto *Literal = Nodes.make<BooleanExpr>();
    Literal->Value = Value->Bits;
    Result = Literal;
  } else if (T->isFloating()) {
    auto *Literal = Nodes.make<FloatingExpr>();
    IsNegative = std::signbit(Value->Floating) && !std::isnan(Value->Floating);
    Literal->Value = IsNegative ? -Value->Floating : Value->Floating;
    Result = Literal;
  } else {
    auto *Literal = Nodes.make<IntegerExpr>();
    IsNegative = T->isSigned() && int64_t(Value->Bits) < 0;
    Literal->Value = IsNegative ? -Value->Bits : Value->Bits;
    Result = Literal;
  }
  Result->Range = E->Range;
  Result->Ty = T;
  if (!IsNegative)
    return Result;
  auto *Minus = Nodes.make<UnaryExpr>();
  Minus->Range = E->Range;
  Minus->Op = UnaryOp::Minus;
  Minus->Operand = Result;
  Minus->Ty = T;
  return Minus;
}
