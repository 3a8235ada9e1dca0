//===- Numbers.cpp - Numbers in OpenCL C ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Numbers.h"

#include <charconv>
#include <cmath>

namespace tasklet::kite {

std::pair<std::string, Level> integerLiteral(uint64_t Value,
                                             const BaseType *T) {
  if (T->isFloating())
    return floatingLiteral(double(Value), T);
  std::string Text = std::to_string(Value);
  // C has literals of int and long only.
  if (T->B == Base::Ulong)
    Text += "ul";
  else if (T->B == Base::Uint)
    Text += "u";
  else if (T->B == Base::Long)
    Text += "l";
  if (T->isVector())
    return {"(" + T->str() + ")(" + Text + ")", Level::Unary};
  // -2147483648 has no literal of int.
  if (T->B == Base::Int && Value > 2147483647)
    return {"(int)" + Text + "u", Level::Unary};
  if (T->B == Base::Long && Value > uint64_t(INT64_MAX))
    return {"(long)" + std::to_string(Value) + "ul", Level::Unary};
  if (T->bits() < 32)
    return {"(" + T->str() + ")" + Text, Level::Unary};
  return {Text, Level::Postfix};
}

std::pair<std::string, Level> floatingLiteral(double Value, const BaseType *T) {
  if (std::isinf(Value))
    return {T->B == Base::Double ? "(double)INFINITY" : "INFINITY",
            Level::Unary};
  char Buffer[64];
  std::to_chars_result End =
      T->B == Base::Double
          ? std::to_chars(Buffer, Buffer + sizeof(Buffer), Value)
          : std::to_chars(Buffer, Buffer + sizeof(Buffer), float(Value));
  std::string Text(Buffer, End.ptr);
  if (Text.find_first_of(".e") == std::string::npos)
    Text += ".0";
  if (T->B != Base::Double)
    Text += "f";
  if (T->isVector())
    return {"(" + T->str() + ")(" + Text + ")", Level::Unary};
  return {Text, Text[0] == '-' ? Level::Unary : Level::Postfix};
}

bool isSafeDivisor(const Expr *E) {
  // A literal is never negative.
  auto *Literal = llvm::dyn_cast<IntegerExpr>(E);
  return Literal && Literal->Value != 0;
}

bool isLiteralBelow(const Expr *E, unsigned Limit) {
  auto *Literal = llvm::dyn_cast<IntegerExpr>(E);
  return Literal && Literal->Value < Limit;
}

} // namespace tasklet::kite
