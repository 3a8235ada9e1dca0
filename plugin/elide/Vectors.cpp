//===- Vectors.cpp - Vectors of OpenCL C, as C ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Statements.h"
#include <utility>

using namespace clang;

namespace tasklet {

const Expr *Statements::elements(const ExtVectorElementExpr *E,
                                 std::vector<unsigned> &Lanes) const {
  SmallVector<uint32_t, 16> Own;
  E->getEncodedElementAccess(Own);
  const Expr *Base = E->getBase()->IgnoreParens();
  const auto *Inner = dyn_cast<ExtVectorElementExpr>(Base);
  if (!Inner || E->isArrow()) {
    Lanes.assign(Own.begin(), Own.end());
    return E->getBase();
  }
  std::vector<unsigned> Outer;
  const Expr *Root = elements(Inner, Outer);
  for (unsigned Lane : Own)
    Lanes.push_back(Lane < Outer.size() ? Outer[Lane] : Outer.back());
  return Root;
}

std::string Statements::vectorText(const ExtVectorElementExpr *E,
                                   const Expr *Root) {
  // The innermost one tells whether the root is a pointer.
  while (const auto *Inner =
             dyn_cast<ExtVectorElementExpr>(E->getBase()->IgnoreParens())) {
    if (E->isArrow())
      break;
    E = Inner;
  }
  return E->isArrow() ? "(*" + text(Root) + ")" : text(Root);
}

void Statements::VisitExtVectorElementExpr(const ExtVectorElementExpr *E) {
  std::vector<unsigned> Lanes;
  const Expr *Root = elements(E, Lanes);
  QualType Vector = Root->getType();
  if (Vector->isPointerType())
    Vector = Vector->getPointeeType();
  bool Lvalue = Root->isLValue() || Root->getType()->isPointerType();
  if (constant(E))
    return;
  std::string Whole = vectorText(E, Root);
  Text.copyTo(begin(E));
  Text.skipTo(end(E));
  if (Lanes.size() == 1 && Lvalue)
    Text.add(Whole + "[" + std::to_string(Lanes.front()) + "]");
  else
    Text.add(Helpers.get(Vector, E->getType(), Lanes) + "(" + Whole + ")");
}

void Statements::assignElements(const BinaryOperator *E,
                                const ExtVectorElementExpr *To) {
  std::vector<unsigned> Lanes;
  const Expr *Root = elements(To, Lanes);
  QualType Vector = Root->getType();
  if (Vector->isPointerType())
    Vector = Vector->getPointeeType();
  QualType Part = To->getType(), Count = E->getRHS()->getType();
  std::string Name = nameOfNumbers(Part);
  // Not a call: checkers are to find this line. Through a pointer, as the left
  // side may have effects.
  std::string Whole = vectorText(To, Root);
  std::string Place = mayBeMisaligned(Root) ? "__tkl_loose_" : "";
  Place = "volatile " + Place + nameOfNumbers(Vector) + " *";
  Text.copyTo(begin(E));
  Text.add("({ " + Place + "__tkl_to = (" + Place + ")&(" + Whole + "); " +
           Name + " __tkl_from = ");
  std::string After;
  if (E->getOpcode() != BO_Assign) {
    std::string Old = Helpers.get(Vector, Part, Lanes) + "(*__tkl_to)";
    bool Div = E->getOpcode() == BO_DivAssign;
    After = ")";
    if (E->isShiftAssignOp())
      Text.add(Helpers.shift(Part, Count, E->getOpcode() == BO_ShlAssign) +
               "(" + Old + ", ");
    else if (Lanes.size() == 3 && (Div || E->getOpcode() == BO_RemAssign))
      Text.add(divide(Part, Div) + "(" + Old + ", ");
    else
      Text.add(Old + " " + E->getOpcodeStr().drop_back().str() + " (");
  }
  Text.skipTo(begin(E->getRHS()));
  write(E->getRHS());
  Text.add(After + "; ");
  std::vector<unsigned> Own;
  for (unsigned I = 0; I != Lanes.size(); ++I) {
    Own.push_back(I);
    Text.add("(*__tkl_to)[" + std::to_string(Lanes[I]) + "] = __tkl_from[" +
             std::to_string(I) + "]; ");
  }
  // What a call returns may stay unused.
  Text.add(Helpers.get(Part, Part, Own) + "(__tkl_from); })");
}

bool Statements::mayBeMisaligned(const Expr *E) const {
  E = E->IgnoreParens();
  QualType Type = E->getType();
  bool IsPointer = Type->isPointerType();
  if (IsPointer)
    Type = Type->getPointeeType();
  // By an attribute of a typedef.
  if (Context.getTypeAlign(Type) <
      Context.getTypeAlign(Type.getCanonicalType()))
    return true;
  if (IsPointer)
    return false;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    if (Field && Context.getDeclAlign(Field) <
                     Context.getTypeAlignInChars(Type.getCanonicalType()))
      return true;
    return !Member->isArrow() && mayBeMisaligned(Member->getBase());
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
    return Array->getType()->isArrayType() && mayBeMisaligned(Array);
  }
  return false;
}

void Statements::splat(const Expr *Whole, const Expr *Value) {
  QualType Type = Whole->getType();
  bool Braces = std::exchange(IsPart, false);
  Text.copyTo(begin(Whole));
  if (InConstant) {
    std::string One = text(Value), All;
    for (unsigned I = 0; I != lanesOf(Type); ++I)
      All += (I ? ", " : "") + One;
    Text.add((Braces ? "" : "(" + nameOfNumbers(Type) + ")") + "{" + All + "}");
    Text.skipTo(end(Whole));
  } else {
    Text.add(Helpers.splat(Type) + "(");
    Text.skipTo(begin(Value));
    write(Value);
    Text.add(")");
  }
}

void Statements::VisitImplicitCastExpr(const ImplicitCastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->getCastKind() == CK_VectorSplat)
    return splat(E, Sub);
  // With -cl-single-precision-constant.
  if (E->getCastKind() == CK_FloatingCast &&
      isa<FloatingLiteral>(Sub->IgnoreParens()) &&
      E->getType()->isSpecificBuiltinType(BuiltinType::Float) &&
      Context.getLangOpts().SinglePrecisionConstants) {
    Text.copyTo(begin(E));
    Text.add("(float)");
  }
  write(Sub);
}

void Statements::VisitCStyleCastExpr(const CStyleCastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->getCastKind() != CK_VectorSplat)
    return VisitStmt(E);
  // Of `(float4)(x)` the parentheses around x belong to no expression.
  unsigned After = Text.offsetAfter(E->getRParenLoc());
  size_t Open = Text.text().find_first_not_of(" \t\r\n", After);
  splat(E, Sub);
  if (Open < begin(Sub))
    Text.skipTo(Text.text().find(')', Text.position()) + 1);
}

void Statements::VisitCompoundLiteralExpr(const CompoundLiteralExpr *E) {
  const auto *List = dyn_cast<InitListExpr>(E->getInitializer());
  if (List && E->getType()->isVectorType())
    return literal(E, List);
  VisitStmt(E);
}

/// `(float4)(x, v.yzw)`
void Statements::literal(const Expr *Whole, const InitListExpr *List) {
  std::vector<QualType> Parts;
  bool Numbers = true;
  for (const Expr *Each : List->inits()) {
    Parts.push_back(Each->getType());
    Numbers &= !Each->getType()->isVectorType();
  }
  QualType Type = Whole->getType();
  if (!Numbers && constant(Whole))
    return;
  // gcc takes no vector literal for a constant, but an initialiser.
  bool Braces = std::exchange(IsPart, false);
  Text.copyTo(begin(Whole));
  std::string Name = "(" + nameOfNumbers(Type) + ")";
  Text.add(!Numbers     ? Helpers.make(Type, Parts) + "("
           : Braces     ? "{"
           : InConstant ? Name + "{"
                        : "(" + Name + "{");
  for (const Expr *Each : List->inits()) {
    if (Each == *List->begin())
      Text.skipTo(begin(Each));
    write(Each);
  }
  Text.skipTo(end(Whole));
  Text.add(!Numbers ? ")" : InConstant ? "}" : "})");
}

void Statements::VisitInitListExpr(const InitListExpr *E) {
  if (const InitListExpr *Written = E->getSyntacticForm())
    E = Written;
  bool Numbers = llvm::none_of(E->inits(), [](const Expr *Each) {
    return Each->getType()->isVectorType();
  });
  if (E->getType()->isVectorType() && !Numbers)
    return literal(E, E);
  for (const Expr *Each : E->inits())
    part(Each);
}

void Statements::VisitAsTypeExpr(const AsTypeExpr *E) {
  const Expr *From = E->getSrcExpr();
  if (nameOfNumbers(E->getType()).empty() ||
      nameOfNumbers(From->getType()).empty())
    return VisitStmt(E);
  if (!constant(E))
    call(Helpers.reinterpret(E->getType(), From->getType()), E, {From});
}

void Statements::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *E) {
  if (E->getKind() != UETT_VecStep)
    return VisitStmt(E);
  unsigned Lanes = lanesOf(E->getTypeOfArgument());
  Text.copyTo(begin(E));
  Text.skipTo(end(E));
  Text.add(std::to_string(Lanes == 3 ? 4 : Lanes));
}

} // namespace tasklet
