//===- Expressions.cpp - Expressions in OpenCL C --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Expressions.h"

#include "code/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tasklet::kite {

using Made = std::pair<std::string, Level>;

/// C computes in int instead of this type.
static bool isNarrow(const Type *T) {
  auto *Plain = dyn_cast<BaseType>(T);
  return Plain && Plain->isInteger() && !Plain->isVector() &&
         Plain->bits() < 32;
}

std::string ExprCode::get(const Expr *E, Level Min) {
  Made M = make(E);
  return M.second < Min ? "(" + M.first + ")" : M.first;
}

std::string ExprCode::variable(const VarDecl *V) {
  auto Place = Substitutes.find(V);
  return Place != Substitutes.end() ? Place->second : U.All.of(V, V->Name);
}

std::string ExprCode::arguments(ArrayRef<Expr *> List) {
  std::string Text;
  for (const Expr *E : List)
    Text += (Text.empty() ? "" : ", ") + get(E);
  return Text;
}

Made ExprCode::make(const Expr *E) {
  switch (E->K) {
  case Expr::Kind::Name: {
    auto *Name = cast<NameExpr>(E);
    if (auto *V = dyn_cast<VarDecl>(Name->Target))
      return {variable(V), Level::Postfix};
    // A task as a value: a closure that captured nothing.
    auto *Task = cast<TaskDecl>(Name->Target);
    unsigned Code = U.closure(Task, cast<TaskType>(E->Ty));
    return {("(" + U.Types.name(E->Ty) + "){" + Twine(Code) + ", 0}").str(),
            Level::Postfix};
  }
  case Expr::Kind::Integer:
    return integerLiteral(cast<IntegerExpr>(E)->Value, cast<BaseType>(E->Ty));
  case Expr::Kind::Floating:
    return floatingLiteral(cast<FloatingExpr>(E)->Value, cast<BaseType>(E->Ty));
  case Expr::Kind::Boolean:
    return {cast<BooleanExpr>(E)->Value ? "true" : "false", Level::Postfix};
  case Expr::Kind::String:
    return {U.text(cast<StringExpr>(E)->Value), Level::Postfix};
  case Expr::Kind::Unary:
    return makeUnary(cast<UnaryExpr>(E));
  case Expr::Kind::Binary:
    return makeBinary(cast<BinaryExpr>(E));
  case Expr::Kind::Conditional: {
    auto *C = cast<ConditionalExpr>(E);
    std::string Text = get(C->Condition, Level::Or) + " ? " + get(C->Then) +
                       " : " + get(C->Else, Level::Conditional);
    if (isNarrow(E->Ty))
      return {"(" + U.Types.name(E->Ty) + ")(" + Text + ")", Level::Unary};
    return {Text, Level::Conditional};
  }
  case Expr::Kind::Call:
    return {makeCall(cast<CallExpr>(E)), Level::Postfix};
  case Expr::Kind::Field:
    return makeField(cast<FieldExpr>(E));
  case Expr::Kind::TupleField: {
    auto *F = cast<TupleFieldExpr>(E);
    return {member(F->Base, F->Number), Level::Postfix};
  }
  case Expr::Kind::Index:
    return {makeIndex(cast<IndexExpr>(E)), Level::Postfix};
  case Expr::Kind::Tuple: {
    auto *T = cast<TupleExpr>(E);
    if (T->Elements.empty())
      return {"0", Level::Postfix};
    return {"(" + U.Types.name(E->Ty) + "){" + arguments(T->Elements) + "}",
            Level::Postfix};
  }
  case Expr::Kind::Literal:
    return {makeLiteral(cast<LiteralExpr>(E)), Level::Postfix};
  case Expr::Kind::Array: {
    auto *A = cast<ArrayExpr>(E);
    auto *T = cast<ArrayType>(E->Ty);
    return {U.Types.listArray(T, A->Elements.size()) + "(" +
                arguments(A->Elements) + ")",
            Level::Postfix};
  }
  case Expr::Kind::New:
    return {makeNew(cast<NewExpr>(E)), Level::Postfix};
  case Expr::Kind::Range: {
    auto *R = cast<RangeExpr>(E);
    auto *T = cast<RangeType>(E->Ty);
    std::string First = get(R->First), Last = get(R->Last);
    return {U.Types.makeRange(T, R->Second != nullptr) + "(" + First + ", " +
                (R->Second ? get(R->Second) + ", " : "") + Last +
                (R->Second
                     ? ", " + U.message(E->Range, "a range with a step of 0")
                     : "") +
                ")",
            Level::Postfix};
  }
  case Expr::Kind::Task:
    return {makeClosure(cast<TaskExpr>(E)), Level::Postfix};
  case Expr::Kind::Future:
    return make(cast<FutureExpr>(E)->Operand);
  case Expr::Kind::Force:
    return make(cast<ForceExpr>(E)->Operand);
  case Expr::Kind::Widen: {
    auto *To = cast<BaseType>(E->Ty);
    return {makeConversion(To, cast<WidenExpr>(E)->Operand), Level::Unary};
  }
  }
  llvm_unreachable("unknown kind");
}

Made ExprCode::makeUnary(const UnaryExpr *E) {
  const char *Ops[] = {"+", "-", "!", "~"};
  std::string Operand = get(E->Operand, Level::Unary);
  const char *Op = Ops[unsigned(E->Op)];
  // `- -x` must not become `--x`.
  if ((Op[0] == '-' || Op[0] == '+') && Operand[0] == Op[0])
    Operand = "(" + Operand + ")";
  std::string Text = Op + Operand;
  if (isNarrow(E->Ty))
    return {"(" + U.Types.name(E->Ty) + ")" + Text, Level::Unary};
  return {Text, Level::Unary};
}

Made ExprCode::makeBinary(const BinaryExpr *E) {
  struct Operator {
    const char *Text;
    Level L;
  };
  static const Operator Operators[] = {
      {"*", Level::Product},   {"/", Level::Product},   {"%", Level::Product},
      {"+", Level::Sum},       {"-", Level::Sum},       {"<<", Level::Shift},
      {">>", Level::Shift},    {"<", Level::Relation},  {"<=", Level::Relation},
      {">", Level::Relation},  {">=", Level::Relation}, {"==", Level::Equality},
      {"!=", Level::Equality}, {"&", Level::BitAnd},    {"^", Level::BitXor},
      {"|", Level::BitOr},     {"&&", Level::And},      {"||", Level::Or},
  };
  const Operator &Op = Operators[unsigned(E->Op)];
  if ((E->Op == BinaryOp::Equal || E->Op == BinaryOp::NotEqual) &&
      !isa<BaseType>(E->Left->Ty)) {
    std::string Same = U.Types.equal(E->Left->Ty, get(E->Left), get(E->Right));
    if (E->Op == BinaryOp::NotEqual)
      return {"!" + Same, Level::Unary};
    return {Same, Level::Postfix};
  }
  auto *T = dyn_cast<BaseType>(E->Ty);
  if (T && T->isInteger() &&
      (E->Op == BinaryOp::Divide || E->Op == BinaryOp::Remainder) &&
      !isSafeDivisor(E->Right)) {
    bool Divides = E->Op == BinaryOp::Divide;
    return {U.Types.divide(T, Divides) + "(" + get(E->Left) + ", " +
                get(E->Right) + ", " +
                U.message(E->Right->Range, "integer division by zero") + ")",
            Level::Postfix};
  }
  // Compilers warn of & beside == and the like without parentheses.
  Level Left = Op.L, Right = Level(unsigned(Op.L) + 1);
  if (Op.L >= Level::Or && Op.L <= Level::BitAnd) {
    auto IsSame = [&](const Expr *Operand) {
      auto *Inner = dyn_cast<BinaryExpr>(Operand);
      return Inner && Inner->Op == E->Op;
    };
    Right = Level::Equality;
    Left = IsSame(E->Left) ? Op.L : Level::Equality;
    if (E->Op == BinaryOp::BitAnd || E->Op == BinaryOp::BitXor ||
        E->Op == BinaryOp::BitOr) {
      Right = Level::Unary;
      Left = IsSame(E->Left) ? Op.L : Level::Unary;
    }
  }
  if (Op.L == Level::Shift)
    Left = Right = Level::Unary;
  std::string Text =
      get(E->Left, Left) + " " + Op.Text + " " + get(E->Right, Right);
  // C shifts narrow types as int: modulo 32.
  if (Op.L == Level::Shift && isNarrow(E->Ty) &&
      !isLiteralBelow(E->Right, cast<BaseType>(E->Ty)->bits()))
    Text = get(E->Left, Left) + " " + Op.Text + " (" +
           get(E->Right, Level::Unary) + " & " +
           std::to_string(cast<BaseType>(E->Ty)->bits() - 1) + ")";
  if (isNarrow(E->Ty))
    return {"(" + U.Types.name(E->Ty) + ")(" + Text + ")", Level::Unary};
  return {Text, Op.L};
}

std::string ExprCode::member(const Expr *Base, unsigned Number) {
  std::string Name = U.Types.field(Base->Ty, Number);
  if (TypeCode::isBoxed(Base->Ty))
    return U.Types.unbox(cast<NamedType>(Base->Ty), get(Base)) + "." + Name;
  return tight(Base) + "." + Name;
}

Made ExprCode::makeField(const FieldExpr *E) {
  if (E->Components.empty())
    return {member(E->Base, E->Number), Level::Postfix};
  std::string Text = tight(E->Base) + ".s";
  for (unsigned Component : E->Components)
    Text += hexdigit(Component, /*LowerCase=*/true);
  return {Text, Level::Postfix};
}

std::string ExprCode::makeConversion(const BaseType *To, const Expr *From) {
  std::string Name = U.Types.name(To);
  auto *Of = cast<BaseType>(From->Ty);
  if (Of->isFloating() && To->isInteger())
    return "convert_" + Name + "_sat(" + get(From) + ")";
  if (To->B == Base::Bool && !To->isVector())
    return "(" + get(From, Level::Relation) + " != 0)";
  if (To->isVector())
    return Of->isVector() ? "convert_" + Name + "(" + get(From) + ")"
                          : "(" + Name + ")(" + get(From) + ")";
  return "(" + Name + ")" + get(From, Level::Unary);
}

std::string ExprCode::makeCall(const CallExpr *E) {
  switch (E->Call) {
  case CallKind::Conversion: {
    auto *To = cast<BaseType>(E->Ty);
    if (E->Arguments.size() == 1)
      return "(" + makeConversion(To, E->Arguments[0]) + ")";
    return "(" + U.Types.name(To) + ")(" + arguments(E->Arguments) + ")";
  }
  case CallKind::Length:
    return "((int)" + tight(E->Arguments[0]) + ".length)";
  case CallKind::Atomic: {
    std::string Text = cast<NameExpr>(E->Callee)->Name + "(&" +
                       get(E->Arguments[0], Level::Unary);
    for (const Expr *Argument : ArrayRef(E->Arguments).drop_front())
      Text += ", " + get(Argument);
    return Text + ")";
  }
  case CallKind::Builtin: {
    std::string Name = cast<NameExpr>(E->Callee)->Name;
    if (Name == "ctz")
      Name = U.Types.trailingZeroes(cast<BaseType>(E->Ty));
    return Name + "(" + arguments(E->Arguments) + ")";
  }
  case CallKind::Application:
  case CallKind::Print:
    break;
  }
  llvm_unreachable("applications are statements");
}

std::string ExprCode::makeIndex(const IndexExpr *E) {
  std::string Base = tight(E->Base), Index = get(E->Index);
  if (isa<RangeType>(E->Base->Ty)) {
    if (U.Options.CheckBounds)
      Index = "kite_index(" + Index + ", " + Base + ".length, " +
              U.message(E->Index->Range,
                        "index %0 is outside of a range of length %1") +
              ")";
    return "(" + Base + ".first + (" + Index + ") * " + Base + ".step)";
  }
  if (U.Options.CheckBounds)
    Index = "kite_index(" + Index + ", " + Base + ".length, " +
            U.message(E->Index->Range,
                      "index %0 is outside of an array of length %1") +
            ")";
  return Base + ".data[" + Index + "]";
}

std::string ExprCode::makeLiteral(const LiteralExpr *E) {
  auto *T = cast<NamedType>(E->Ty);
  std::string Parts;
  if (T->isUnion()) {
    const FieldValue &Only = E->Fields.front();
    Parts = (".tag = " + Twine(Only.Number) + ", ." +
             U.Types.field(T, Only.Number) + " = " + get(Only.Value))
                .str();
  } else {
    for (const FieldValue &Field : E->Fields)
      Parts += (Parts.empty() ? "." : ", .") + U.Types.field(T, Field.Number) +
               " = " + get(Field.Value);
    if (E->Fields.empty())
      Parts = "0";
  }
  if (TypeCode::isBoxed(T))
    return U.Types.box(T, "(" + U.Types.cell(T) + "){" + Parts + "}");
  return "(" + U.Types.name(T) + "){" + Parts + "}";
}

std::string ExprCode::makeClosure(const TaskExpr *E) {
  unsigned Code = U.closure(E->Task, cast<TaskType>(E->Ty));
  std::string Name = U.Types.name(E->Ty);
  if (E->Captured.empty())
    return ("(" + Name + "){" + Twine(Code) + ", 0}").str();
  return ("(" + Name + "){" + Twine(Code) + ", " + U.captureFunction(E->Task) +
          "(" + arguments(E->Captured) + ")}")
      .str();
}

std::string ExprCode::makeNew(const NewExpr *E) {
  return U.Types.makeArray(cast<ArrayType>(E->Ty), E->Sizes.size()) + "(" +
         arguments(E->Sizes) + ", " +
         U.message(E->Sizes[0]->Range,
                   "an array cannot have %0 elements, but 0 to 2147483647") +
         ")";
}

bool ExprCode::isPlain(const Expr *Target) {
  if (auto *Field = dyn_cast<FieldExpr>(Target))
    return Field->Components.empty() && !TypeCode::isBoxed(Field->Base->Ty) &&
           isPlain(Field->Base);
  if (auto *Field = dyn_cast<TupleFieldExpr>(Target))
    return isPlain(Field->Base);
  return isa<NameExpr>(Target) || isa<IndexExpr>(Target);
}

std::string ExprCode::assign(const Expr *Target, StringRef Value) {
  auto *Field = dyn_cast<FieldExpr>(Target);
  if (Field && TypeCode::isBoxed(Field->Base->Ty)) {
    // Cells do not change: the variable gets another one.
    auto *T = cast<NamedType>(Field->Base->Ty);
    std::string Cell = U.All.fresh("changed");
    return "{ " + U.Types.cell(T) + " " + Cell + " = " +
           U.Types.unbox(T, get(Field->Base)) + "; " + Cell + "." +
           U.Types.field(T, Field->Number) + " = " + Value.str() + "; " +
           assign(Field->Base, U.Types.box(T, Cell)) + " }";
  }
  const Expr *Base = Field ? Field->Base : nullptr;
  if (auto *Element = dyn_cast<TupleFieldExpr>(Target))
    Base = Element->Base;
  if (!Base || isPlain(Base))
    return get(Target, Level::Unary) + " = " + Value.str() + ";";
  // A part of a part of a cell: through a copy of the part.
  std::string Part = U.All.fresh("part");
  std::string Name;
  if (!Field || Field->Components.empty())
    Name = U.Types.field(
        Base->Ty, Field ? Field->Number : cast<TupleFieldExpr>(Target)->Number);
  else {
    Name = "s";
    for (unsigned Component : Field->Components)
      Name += hexdigit(Component, /*LowerCase=*/true);
  }
  return "{ " + U.Types.name(Base->Ty) + " " + Part + " = " + get(Base) + "; " +
         Part + "." + Name + " = " + Value.str() + "; " + assign(Base, Part) +
         " }";
}

} // namespace tasklet::kite
