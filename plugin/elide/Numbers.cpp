//===- Numbers.cpp - Numbers of OpenCL C, as C ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Statements.h"
#include <utility>

using namespace clang;

namespace tasklet {

/// A number as C; empty if it is something else.
static std::string constantText(const APValue &Value, QualType Type) {
  SmallString<40> Text;
  if (Value.isInt()) {
    // C has no literal for the least number.
    if (Value.getInt().isMinSignedValue() && Value.getInt().isSigned() &&
        Value.getInt().getBitWidth() == 64)
      return "(-0x7fffffffffffffff - 1)";
    Value.getInt().toString(Text, 10);
    return "(" + nameOfNumbers(Type) + ")" + Text.str().str() +
           (Type->isUnsignedIntegerType() ? "u" : "");
  }
  if (!Value.isFloat())
    return {};
  const llvm::APFloat &Number = Value.getFloat();
  std::string Name = "(" + nameOfNumbers(Type) + ")";
  if (Number.isNaN())
    return Name + "__builtin_nan(\"\")";
  if (Number.isInfinity())
    return Name + (Number.isNegative() ? "-" : "") + "__builtin_inf()";
  char Digits[64];
  Number.convertToHexString(Digits, 0, /*UpperCase=*/false,
                            llvm::APFloat::rmNearestTiesToEven);
  return Name + Digits;
}

/// C computes fewer values before the program starts than OpenCL C.
bool Statements::constant(const Expr *E) {
  if (!InConstant)
    return false;
  bool Braces = std::exchange(IsPart, false);
  Expr::EvalResult Result;
  std::string Value;
  if (E->EvaluateAsRValue(Result, Context)) {
    if (!Result.Val.isVector())
      Value = constantText(Result.Val, E->getType());
    for (unsigned I = 0;
         Result.Val.isVector() && I != Result.Val.getVectorLength(); ++I)
      Value += (I ? ", " : "") + constantText(Result.Val.getVectorElt(I),
                                              elementOf(E->getType()));
    if (Result.Val.isVector())
      Value = (Braces ? "" : "(" + nameOfNumbers(E->getType()) + ")") + "{" +
              Value + "}";
  }
  if (!Value.empty()) {
    Text.copyTo(begin(E));
    Text.add(Value);
    Text.skipTo(end(E));
    return true;
  }
  refuse(E->getBeginLoc(), "this value of a constant",
         "write its elements as numbers");
  return true;
}

/// C has no suffix for halves.
void Statements::VisitFloatingLiteral(const FloatingLiteral *E) {
  if (!E->getType()->isHalfType())
    return;
  Text.copyTo(begin(E));
  Text.add("(" + constantText(APValue(E->getValue()), E->getType()) + ")");
  Text.skipTo(end(E));
}

bool Statements::mayRepeat(const Expr *E) const {
  return !E->HasSideEffects(Context);
}

void Statements::VisitBinaryConditionalOperator(
    const BinaryConditionalOperator *E) {
  write(E->getCommon());
  write(E->getFalseExpr());
}

/// The operand of the macro tkl_assert, if \p E comes from it.
static const Expr *assertedBy(const ConditionalOperator *E) {
  const auto *Call = dyn_cast<CallExpr>(E->getFalseExpr()->IgnoreImplicit());
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || Callee->getName() != "__tkl_service_assert")
    return nullptr;
  return cast<ParenExpr>(E->getCond()->IgnoreImplicit())->getSubExpr();
}

/// The text of the condition as a literal of C; \p E comes from tkl_assert.
static std::string assertedText(const ConditionalOperator *E) {
  const auto *Call = cast<CallExpr>(E->getFalseExpr()->IgnoreImplicit());
  const auto *Literal =
      cast<StringLiteral>(Call->getArg(2)->IgnoreParenImpCasts());
  std::string Text = "\"";
  for (char C : Literal->getString()) {
    if (C == '"' || C == '\\')
      Text += '\\';
    Text += C;
  }
  return Text + "\"";
}

void Statements::VisitConditionalOperator(const ConditionalOperator *E) {
  if (const Expr *Asserted = assertedBy(E)) {
    // The copy ends at the name of the macro, which stands for all of it.
    Text.copyTo(begin(E));
    Text.add("((");
    Text.skipTo(begin(Asserted));
    write(Asserted);
    Text.add(") ? (void)0 : __tkl_assert(__FILE__, __LINE__, __func__, " +
             assertedText(E) + "))");
    Text.skipTo(Text.offsetAfterMacro(E->getBeginLoc()));
    return;
  }
  QualType Condition = E->getCond()->getType();
  if (!Condition->isVectorType())
    return VisitStmt(E);
  if (!constant(E))
    call(Helpers.choose(E->getType(), Condition), E,
         {E->getCond(), E->getTrueExpr(), E->getFalseExpr()});
}

/// OpenCL counts modulo the bits of the number, and knows no overflow here.
void Statements::shift(const BinaryOperator *E) {
  const Expr *Value = E->getLHS(), *Count = E->getRHS();
  bool Left = E->getOpcode() == BO_Shl;
  QualType Type = E->getType();
  auto Amount = Count->getIntegerConstantExpr(Context);
  bool Inside = !Type->isVectorType() && Amount && *Amount >= 0 &&
                *Amount < Context.getTypeSize(Type);
  if (Inside && (!Left || Type->isUnsignedIntegerType()))
    return VisitStmt(E);
  auto Result = E->getIntegerConstantExpr(Context);
  auto Operand = Value->getIntegerConstantExpr(Context);
  if (Inside && Result && Operand && !Operand->isNegative() &&
      !Result->isNegative())
    return VisitStmt(E);
  if (Inside) {
    std::string Name = nameOfNumbers(Type);
    Text.copyTo(begin(E));
    Text.add("((" + Name + ")((u" + Name + ")(");
    write(Value);
    Text.add(")");
    Text.copyTo(begin(Count));
    write(Count);
    Text.add("))");
    return;
  }
  if (!constant(E))
    call(Helpers.shift(Type, Count->getType(), Left), E, {Value, Count});
}

void Statements::shiftAssign(const BinaryOperator *E) {
  const Expr *To = E->getLHS(), *Count = E->getRHS();
  const auto *Assign = cast<CompoundAssignOperator>(E);
  bool Left = E->getOpcode() == BO_ShlAssign;
  QualType Type = Assign->getComputationLHSType();
  auto Amount = Count->getIntegerConstantExpr(Context);
  bool Inside = !Type->isVectorType() && Amount && *Amount >= 0 &&
                *Amount < Context.getTypeSize(Type);
  if (Inside && (!Left || Type->isUnsignedIntegerType()))
    return VisitStmt(E);
  if (!mayRepeat(To)) {
    if (Type->isVectorType())
      return refuse(E->getOperatorLoc(), "this shift of a vector",
                    "write it as an assignment");
    std::string Bits = std::to_string(Context.getTypeSize(Type) - 1);
    write(To);
    Text.copyTo(begin(Count));
    Text.add("((");
    write(Count);
    Text.add(") & " + Bits + ")");
    return;
  }
  std::string Place = text(To);
  Text.copyTo(begin(E));
  Text.add("(" + Place + " = " + Helpers.shift(Type, Count->getType(), Left) +
           "(" + Place + ", ");
  Text.skipTo(begin(Count));
  write(Count);
  Text.add("))");
}

std::string Statements::divide(QualType Type, bool Div) {
  // The fourth element of the vector in C must not be divided.
  return Helpers.each(Div ? "div" : "rem", Type, {Type, Type},
                      Div ? "a / b" : "a % b");
}

void Statements::VisitBinaryOperator(const BinaryOperator *E) {
  const auto *Elements =
      dyn_cast<ExtVectorElementExpr>(E->getLHS()->IgnoreParens());
  std::vector<unsigned> Lanes;
  if (E->isAssignmentOp() && Elements && elements(Elements, Lanes) &&
      Lanes.size() > 1)
    return assignElements(E, Elements);
  if (E->isShiftOp())
    return shift(E);
  if (E->isShiftAssignOp())
    return shiftAssign(E);
  QualType Type = E->getType(), Operand = E->getLHS()->getType();
  if (!Operand->isVectorType() || !E->getRHS()->getType()->isVectorType())
    return VisitStmt(E);
  if (E->isComparisonOp()) {
    if (constant(E))
      return;
    Text.copyTo(begin(E));
    Text.add("((" + nameOfNumbers(Type) + ")(");
    VisitStmt(E);
    Text.copyTo(end(E));
    Text.add("))");
  } else if (E->isLogicalOp()) {
    bool And = E->getOpcode() == BO_LAnd;
    call(Helpers.each(And ? "and" : "or", Type, {Operand, Operand},
                      And ? "-(a && b)" : "-(a || b)"),
         E, {E->getLHS(), E->getRHS()});
  } else if ((E->getOpcode() == BO_Div || E->getOpcode() == BO_Rem) &&
             lanesOf(Type) == 3) {
    call(divide(Type, E->getOpcode() == BO_Div), E, {E->getLHS(), E->getRHS()});
  } else if ((E->getOpcode() == BO_DivAssign ||
              E->getOpcode() == BO_RemAssign) &&
             lanesOf(Type) == 3 && !Operand->hasFloatingRepresentation()) {
    refuse(E->getOperatorLoc(), "this division of vectors of three",
           "write it as 'v = v / w'");
  } else {
    VisitStmt(E);
  }
}

} // namespace tasklet
