//===- Statements.cpp - Statements and expressions as C -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Statements.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Attr.h"
#include <utility>

using namespace clang;

namespace tasklet {

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The `__extension__` of a rewritten spawn is no text of the user's.
static bool isOfSpawn(const UnaryOperator *E, StringRef Source, unsigned At) {
  return E->getOpcode() == UO_Extension &&
         !Source.drop_front(At).startswith("__extension__");
}

unsigned Statements::begin(const Stmt *S) const {
  if (const auto *E = dyn_cast<UnaryOperator>(S))
    if (isOfSpawn(E, Text.text(), Text.offset(E->getOperatorLoc())))
      return begin(E->getSubExpr());
  if (const auto *E = dyn_cast<ImplicitCastExpr>(S))
    return begin(E->getSubExpr());
  return Text.offset(S->getBeginLoc());
}

unsigned Statements::end(const Stmt *S) const {
  return Text.offsetAfter(S->getEndLoc());
}

void Statements::write(const Stmt *S) {
  if (!S || !Text.isInSource(S->getBeginLoc()))
    return;
  Visit(const_cast<Stmt *>(S));
  Text.copyTo(end(S));
}

std::string Statements::text(const Expr *E) {
  return Text.aside(begin(E), [&] { write(E); });
}

void Statements::call(const std::string &Name, const Stmt *Whole,
                      std::initializer_list<const Expr *> Operands) {
  Text.copyTo(begin(Whole));
  Text.add(Name + "(");
  bool First = true;
  for (const Expr *E : Operands) {
    Text.add(First ? "" : ", ");
    Text.skipTo(begin(E));
    write(E);
    First = false;
  }
  Text.skipTo(end(Whole));
  Text.add(")");
}

void Statements::refuse(SourceLocation Loc, const std::string &What,
                        const std::string &Advice) {
  Diag.error(Loc, "%0 cannot be elided") << What;
  Diag.note(Loc, "%0") << Advice;
}

/// A number as C; empty if it is something else.
static std::string constantText(const APValue &Value, QualType Type) {
  SmallString<40> Text;
  if (Value.isInt()) {
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
bool Statements::refuseConstant(const Expr *E, const std::string &What) {
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
  refuse(E->getBeginLoc(), What + " in the value of a constant",
         "C computes no such value before the program starts; write its "
         "elements as numbers");
  return true;
}

void Statements::VisitStmt(const Stmt *S) {
  for (const Stmt *Child : S->children())
    write(Child);
}

void Statements::writeBody(const FunctionDecl *Function) {
  Current = Function;
  write(Function->getBody());
  Current = nullptr;
}

void Statements::writeInitialiser(const Expr *Value, bool Constant) {
  InConstant = Constant;
  part(Value);
  InConstant = false;
}

void Statements::part(const Expr *Value) {
  const Expr *Bare = Value->IgnoreImplicit();
  IsPart = InConstant && Value->getType()->isVectorType() &&
           !isa<InitListExpr>(Bare);
  if (IsPart && !isa<CompoundLiteralExpr>(Bare) && !isa<CStyleCastExpr>(Bare))
    refuseConstant(Value, "this vector");
  else
    write(Value);
  IsPart = false;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// The user's own statements of a body; all else stands before its brace.
void Statements::bodyAfter(const Stmt *Body, SourceLocation Brace) {
  unsigned Open = Text.offset(Brace);
  for (const Stmt *Child : cast<CompoundStmt>(Body)->body())
    if (Text.isInSource(Child->getBeginLoc()) && begin(Child) > Open)
      write(Child);
}

/// The body of a `force` is the rest of the function. That of an `everywhere`
/// is a block: warps have one work-item.
void Statements::VisitWhileStmt(const WhileStmt *S) {
  auto Everywhere = Marks.Everywheres.find(S->getWhileLoc());
  if (Everywhere != Marks.Everywheres.end())
    return bodyAfter(S->getBody(), Everywhere->second.LBrace);
  auto Force = Marks.Forces.find(S->getWhileLoc());
  if (Force == Marks.Forces.end())
    return VisitStmt(S);
  bodyAfter(S->getBody(), Force->second.LBrace);
  if (Current->getReturnType()->isVoidType()) {
    Text.copyTo(Text.offset(Force->second.RBrace));
    Text.add("return; ");
  }
}

/// A wait has become a block of markers.
void Statements::VisitCompoundStmt(const CompoundStmt *S) {
  if (!Marks.Waits.count(S->getLBracLoc()))
    VisitStmt(S);
}

void Statements::VisitUnaryOperator(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  if (isOfSpawn(E, Text.text(), Text.offset(E->getOperatorLoc())))
    return write(Sub);
  QualType Type = E->getType();
  if (!Sub->getType()->isVectorType())
    return VisitStmt(E);
  if (E->getOpcode() == UO_LNot) {
    call(Helpers.each("not", Type, {Sub->getType()}, "-(a == 0)"), E, {Sub});
  } else if (E->isIncrementDecrementOp()) {
    // For C only the elements are numbers.
    if (isa<ExtVectorElementExpr>(Sub->IgnoreParens()) || !mayRepeat(Sub))
      return refuse(E->getBeginLoc(), "this step of a vector",
                    "write it as an assignment");
    std::string Vector = text(Sub),
                Operation = E->isIncrementOp() ? " += " : " -= ";
    std::string One = Helpers.splat(Type) + "(1)";
    Text.copyTo(begin(E));
    Text.skipTo(end(E));
    Text.add("(" + Vector + Operation + One + ")");
    if (E->isPostfix())
      Text.add((E->isIncrementOp() ? " - " : " + ") + One);
  } else {
    VisitStmt(E);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool Statements::isBuiltin(const FunctionDecl *Function) const {
  return Function->isImplicit() || !Text.isInSource(Function->getLocation());
}

std::string Statements::nameOf(const FunctionDecl *Function) const {
  std::string Name = Function->getName().str();
  if (!Function->hasAttr<OverloadableAttr>())
    return Name;
  for (const ParmVarDecl *P : Function->parameters()) {
    Name += '_';
    std::string Numbers = nameOfNumbers(P->getType());
    Name += Numbers;
    if (!Numbers.empty())
      continue;
    for (char C : P->getType().getCanonicalType().getAsString())
      Name += isalnum(static_cast<unsigned char>(C)) ? C : '_';
  }
  return Name;
}

void Statements::VisitDeclRefExpr(const DeclRefExpr *E) {
  const auto *Function = dyn_cast<FunctionDecl>(E->getDecl());
  if (!Function)
    return;
  std::string Name = Function->getName().str(), InC;
  if (isBuiltin(Function)) {
    InC = Helpers.builtin(Function);
    if (Name == "barrier" || Name == "work_group_barrier") {
      InC = "__tkl_barrier";
      Barriers = true;
    }
    if (InC.empty() && Name.rfind("__builtin_", 0) == 0)
      InC = Name;
    if (InC.empty())
      return refuse(
          E->getLocation(), "the built-in function '" + Name + "'",
          "docs/elision.md lists those that C has; write the function "
          "yourself under '#ifdef __TKL_SERIAL__'");
  } else {
    if (!Function->isDefined())
      return refuse(E->getLocation(), "a call of '" + Name + "'",
                    "another source defines it; make one source that includes "
                    "both");
    InC = nameOf(Function);
  }
  Text.copyTo(begin(E));
  Text.add(InC);
  Text.skipTo(end(E));
}

void Statements::VisitCallExpr(const CallExpr *E) {
  const FunctionDecl *Function = E->getDirectCallee();
  if (Function && isBuiltin(Function) && Function->getName() == "printf")
    for (const Expr *Argument : E->arguments())
      if (Argument->getType()->isVectorType())
        return refuse(Argument->getBeginLoc(), "a vector that is printed",
                      "print its elements one by one");
  VisitStmt(E);
}

void Statements::VisitBlockExpr(const BlockExpr *E) {
  refuse(E->getBeginLoc(), "a block", "write a function");
}

void Statements::VisitAttributedStmt(const AttributedStmt *S) {
  // Hints for loops, which gcc takes for errors.
  Text.copyTo(begin(S));
  Text.skipTo(begin(S->getSubStmt()));
  write(S->getSubStmt());
}

void Statements::VisitReturnStmt(const ReturnStmt *S) {
  // Of the markers' making; the text has none.
  VisitStmt(S);
}

void Statements::VisitDeclStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *Variable = dyn_cast<VarDecl>(D);
    if (!Variable)
      continue;
    LangAS Space = Variable->getType().getAddressSpace();
    bool Constant = Space == LangAS::opencl_constant;
    if ((Constant || Space == LangAS::opencl_local) &&
        Variable->getStorageClass() == SC_None && D == *S->decl_begin()) {
      Text.copyTo(begin(S));
      Text.add("static ");
    }
    if (Variable->getInit())
      writeInitialiser(Variable->getInit(),
                       Constant || Variable->isStaticLocal());
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool Statements::mayRepeat(const Expr *E) const {
  return !E->HasSideEffects(Context);
}

void Statements::VisitBinaryConditionalOperator(
    const BinaryConditionalOperator *E) {
  write(E->getCommon());
  write(E->getFalseExpr());
}

void Statements::VisitConditionalOperator(const ConditionalOperator *E) {
  QualType Condition = E->getCond()->getType();
  if (!Condition->isVectorType())
    return VisitStmt(E);
  if (!refuseConstant(E, "a choice of elements"))
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
  if (!refuseConstant(E, "a shift"))
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
    if (refuseConstant(E, "a comparison of vectors"))
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
    // The fourth element of the vector in C must not be divided.
    bool Div = E->getOpcode() == BO_Div;
    call(Helpers.each(Div ? "div" : "rem", Type, {Operand, Operand},
                      Div ? "a / b" : "a % b"),
         E, {E->getLHS(), E->getRHS()});
  } else if ((E->getOpcode() == BO_DivAssign ||
              E->getOpcode() == BO_RemAssign) &&
             lanesOf(Type) == 3 && !Operand->hasFloatingRepresentation()) {
    refuse(E->getOperatorLoc(), "this division of vectors of three",
           "write it as 'v = v / w'");
  } else {
    VisitStmt(E);
  }
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

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
  if (refuseConstant(E, "an element of a vector"))
    return;
  // Of a number that counts as a vector of one there is no element in C.
  if (!Vector->isVectorType())
    return refuse(E->getBeginLoc(), "the element of a number",
                  "leave the '.x' out");
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
  bool Plain = E->getOpcode() == BO_Assign;
  if (!Plain && (!mayRepeat(Root) || E->isShiftAssignOp()))
    return refuse(E->getOperatorLoc(), "this assignment to some elements",
                  "write it as an assignment with '='");
  std::string Whole = vectorText(To, Root);
  Text.copyTo(begin(E));
  Text.add(Helpers.put(Vector, To->getType(), Lanes) + "(&(" + Whole + "), ");
  if (!Plain) {
    StringRef Operator = E->getOpcodeStr();
    Text.add(Helpers.get(Vector, To->getType(), Lanes) + "(" + Whole + ") " +
             Operator.drop_back().str() + " (");
  }
  Text.skipTo(begin(E->getRHS()));
  write(E->getRHS());
  Text.add(Plain ? ")" : "))");
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
  if (!Numbers && refuseConstant(Whole, "a vector of vectors"))
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
  if (!refuseConstant(E, "a number of another type with the same bits"))
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
