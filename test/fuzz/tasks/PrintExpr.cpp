//===- PrintExpr.cpp - Types and expressions as OpenCL C ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "PrintExpr.h"

namespace tasklet::fuzz {

static const char *const ScalarNames[] = {"bool",   "char", "uchar", "short",
                                          "ushort", "int",  "uint",  "long",
                                          "ulong",  "float"};
static const char *const Operators[] = {"+", "-",  "*",  "&",  "|",
                                        "^", "<<", ">>", "/",  "%",
                                        "<", "==", "!=", "&&", "||"};
static const char *const WorkItemFunctions[] = {
    "get_global_id(0)",  "get_global_id(1)",  "get_local_id(0)",
    "get_local_id(1)",   "get_group_id(0)",   "get_global_size(0)",
    "get_local_size(0)", "get_num_groups(0)", "get_global_offset(0)",
    "get_group_id(1)",   "get_local_size(1)", "get_work_dim()"};

std::string ExprPrinter::symbol(Op Operator) {
  return Operators[static_cast<int>(Operator)];
}

std::string ExprPrinter::typeName(int Ty) const {
  if (Ty < 0)
    return "void";
  const Type &T = P.Types[Ty];
  std::string Element = ScalarNames[static_cast<int>(T.Element)];
  switch (T.K) {
  case Type::Number:
    return Element;
  case Type::Vector:
    return Element + std::to_string(T.Count);
  case Type::Struct:
    return "struct " + Prefix + "_s" + std::to_string(Ty);
  case Type::Array:
    return typeName(T.ElementType);
  }
  return "";
}

std::string ExprPrinter::declarator(int Ty, const std::string &Name) const {
  std::string Text = typeName(Ty) + " " + Name;
  for (const Type *T = &P.Types[Ty]; T->K == Type::Array;
       T = &P.Types[T->ElementType])
    Text += "[" + std::to_string(T->Count) + "]";
  return Text;
}

std::string ExprPrinter::varName(int Var) { return "v" + std::to_string(Var); }

std::string ExprPrinter::functionName(int Index) const {
  return P.Functions[Index].K == Function::Kernel
             ? Prefix + "_kernel"
             : Prefix + "_f" + std::to_string(Index);
}

std::string ExprPrinter::list(const std::vector<Expr> &Values) const {
  std::string Text;
  for (size_t I = 0; I < Values.size(); ++I)
    Text += (I ? ", " : "") + text(Values[I]);
  return Text;
}

std::string ExprPrinter::stored(int Ty, const Expr &E) const {
  const Type &T = P.Types[Ty];
  if (T.isNumber() && T.Element == Scalar::Float)
    return "(float)(ushort)(" + text(E) + ")";
  return text(E);
}

std::string
ExprPrinter::initialiser(int Ty,
                         std::vector<Expr>::const_iterator &Next) const {
  const Type &T = P.Types[Ty];
  std::string Text;
  auto Add = [&](const std::string &Part) {
    Text += (Text.empty() ? "" : ", ") + Part;
  };
  switch (T.K) {
  case Type::Number:
    return stored(Ty, *Next++);
  case Type::Vector:
    for (unsigned I = 0; I < T.Count; ++I)
      Add("(" + typeName(typeOf(T.Element)) + ")" + text(*Next++));
    return "(" + typeName(Ty) + ")(" + Text + ")";
  case Type::Array:
    for (unsigned I = 0; I < T.Count; ++I)
      Add(initialiser(T.ElementType, Next));
    break;
  case Type::Struct:
    for (int Field : T.Fields)
      Add(initialiser(Field, Next));
    break;
  }
  return "{" + Text + "}";
}

std::string ExprPrinter::cast(bool Wide, const std::string &Text) {
  return (Wide ? "(ulong)(" : "(uint)(") + Text + ")";
}

std::string ExprPrinter::path(const Expr &E) const {
  if (E.Var == MutatedArray)
    return "p[(" + text(E.Steps[0].Index[0]) + ") % " +
           std::to_string(Current->ArrayLength) + "]";
  std::string Text = varName(E.Var);
  int Ty = Current->Vars[E.Var];
  for (const Step &S : E.Steps) {
    const Type &T = P.Types[Ty];
    switch (S.K) {
    case Step::Member:
      Text += ".m" + std::to_string(S.Number);
      Ty = T.Fields[S.Number];
      break;
    case Step::Component:
      Text += std::string(".s") + "0123456789abcdef"[S.Number];
      Ty = typeOf(T.Element);
      break;
    case Step::Element:
      Text += S.Index[0].K == Expr::Const
                  ? "[" + std::to_string(S.Index[0].Number % T.Count) + "]"
                  : "[(" + text(S.Index[0]) + ") % " + std::to_string(T.Count) +
                        "]";
      Ty = T.ElementType;
      break;
    }
  }
  return Text;
}

std::string ExprPrinter::place(const Expr &E) const {
  if (E.K == Expr::OwnWord)
    return "g[base + " + std::to_string(E.Number) + "]";
  return path(E);
}

std::string ExprPrinter::text(const Expr &E) const {
  auto Arg = [&](unsigned I) { return text(E.Args[I]); };
  switch (E.K) {
  case Expr::Const:
    return std::to_string(E.Number) + (E.Wide ? "ul" : "u");
  case Expr::Load:
    if (E.Var == MutatedArray)
      return cast(E.Wide, path(E));
    if (!P.Types[E.Ty].isNumber())
      return path(E);
    // A negative float is no uint.
    return cast(E.Wide,
                (P.Types[E.Ty].Element == Scalar::Float ? "(int)" : "") +
                    path(E));
  case Expr::Unary:
    switch (E.Operator) {
    case Op::Neg:
      return "(-" + cast(E.Wide, Arg(0)) + ")";
    case Op::Not:
      return "(~" + cast(E.Wide, Arg(0)) + ")";
    case Op::LogicalNot:
      return cast(E.Wide, "!" + cast(E.Wide, Arg(0)));
    default:
      return "popcount(" + cast(E.Wide, Arg(0)) + ")";
    }
  case Expr::Binary: {
    std::string A = cast(E.Wide, Arg(0)), B = cast(E.Wide, Arg(1));
    std::string Bits = E.Wide ? "63" : "31";
    switch (E.Operator) {
    case Op::Shl:
    case Op::Shr:
      B = "(" + B + " & " + Bits + ")";
      break;
    case Op::Div:
    case Op::Rem:
      B = "(" + B + " | 1)";
      break;
    case Op::Less:
    case Op::Equal:
    case Op::NotEqual:
    case Op::LogicalAnd:
    case Op::LogicalOr:
      return cast(E.Wide, "(" + A + " " + symbol(E.Operator) + " " + B + ")");
    case Op::Min:
      return "min(" + A + ", " + B + ")";
    case Op::Max:
      return "max(" + A + ", " + B + ")";
    case Op::Rotate:
      return "rotate(" + A + ", " + B + ")";
    default:
      break;
    }
    return "(" + A + " " + symbol(E.Operator) + " " + B + ")";
  }
  case Expr::Choose:
    return "(" + Arg(0) + " ? " + cast(E.Wide, Arg(1)) + " : " +
           cast(E.Wide, Arg(2)) + ")";
  case Expr::Make: {
    auto Next = E.Args.begin();
    return (P.Types[E.Ty].K == Type::Struct ? "(" + typeName(E.Ty) + ")" : "") +
           initialiser(E.Ty, Next);
  }
  case Expr::Vector:
    return "(" + Arg(0) + " " + symbol(E.Operator) + " " + Arg(1) + ")";
  case Expr::CallHelper:
    return cast(E.Wide, functionName(E.Callee) + "(" + list(E.Args) + ")");
  case Expr::WorkItem:
    return cast(E.Wide, WorkItemFunctions[E.Number]);
  case Expr::OwnWord:
    return cast(E.Wide, place(E));
  case Expr::ParentWord:
    return cast(E.Wide, "g[pbase + " + std::to_string(E.Number) + "]");
  case Expr::ChildWord:
    return cast(E.Wide, Prefix + "_child(g, base, fuel, " +
                            std::to_string(E.Ordinal) + ", " +
                            std::to_string(E.Number) + ")");
  case Expr::FuelLeft:
    return cast(E.Wide, "fuel");
  case Expr::Table:
    return cast(E.Wide, Prefix + "_table[" + Arg(0) + " % " +
                            std::to_string(P.Table.size()) + "]");
  }
  return "";
}

} // namespace tasklet::fuzz
