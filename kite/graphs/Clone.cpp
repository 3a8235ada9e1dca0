//===- Clone.cpp - Making and copying nodes -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/AnfSteps.h"
#include "graphs/Walk.h"

using namespace llvm;
using namespace tasklet::kite;

template <class T> static Expr *copy(const Expr *E, AstContext &Context) {
  return Context.make<T>(*cast<T>(E));
}

static Expr *copyTop(const Expr *E, AstContext &Context) {
  switch (E->K) {
  case Expr::Kind::Name:
    return copy<NameExpr>(E, Context);
  case Expr::Kind::Integer:
    return copy<IntegerExpr>(E, Context);
  case Expr::Kind::Floating:
    return copy<FloatingExpr>(E, Context);
  case Expr::Kind::Boolean:
    return copy<BooleanExpr>(E, Context);
  case Expr::Kind::String:
    return copy<StringExpr>(E, Context);
  case Expr::Kind::Unary:
    return copy<UnaryExpr>(E, Context);
  case Expr::Kind::Binary:
    return copy<BinaryExpr>(E, Context);
  case Expr::Kind::Conditional:
    return copy<ConditionalExpr>(E, Context);
  case Expr::Kind::Call:
    return copy<CallExpr>(E, Context);
  case Expr::Kind::Field:
    return copy<FieldExpr>(E, Context);
  case Expr::Kind::TupleField:
    return copy<TupleFieldExpr>(E, Context);
  case Expr::Kind::Index:
    return copy<IndexExpr>(E, Context);
  case Expr::Kind::Tuple:
    return copy<TupleExpr>(E, Context);
  case Expr::Kind::Literal:
    return copy<LiteralExpr>(E, Context);
  case Expr::Kind::Array:
    return copy<ArrayExpr>(E, Context);
  case Expr::Kind::New:
    return copy<NewExpr>(E, Context);
  case Expr::Kind::Range:
    return copy<RangeExpr>(E, Context);
  case Expr::Kind::Task:
    return copy<TaskExpr>(E, Context);
  case Expr::Kind::Future:
    return copy<FutureExpr>(E, Context);
  case Expr::Kind::Force:
    return copy<ForceExpr>(E, Context);
  case Expr::Kind::Widen:
    return copy<WidenExpr>(E, Context);
  }
  llvm_unreachable("all kinds of expressions are above");
}

Expr *tasklet::kite::cloneExpr(const Expr *E, AstContext &Context) {
  Expr *Copy = copyTop(E, Context);
  forEachOperand(*Copy, [&](Expr *&Operand) {
    Operand = cloneExpr(Operand, Context);
  });
  return Copy;
}

NameExpr *tasklet::kite::makeName(VarDecl *Var, SMRange Range,
                                  AstContext &Context) {
  auto *Name = Context.make<NameExpr>();
  Name->Range = Range;
  Name->Name = Var->Name;
  Name->Target = Var;
  Name->Ty = Var->Ty;
  return Name;
}

AssignStmt *tasklet::kite::makeAssign(Expr *Target, Expr *Value, SMRange Range,
                                      AstContext &Context) {
  auto *S = Context.make<AssignStmt>();
  S->Range = Range;
  S->Target = Target;
  S->Value = Value;
  return S;
}

DeclStmt *tasklet::kite::makeDeclaration(VarDecl *Var, SMRange Range,
                                         AstContext &Context) {
  auto *S = Context.make<DeclStmt>();
  S->Range = Range;
  S->Decls.push_back(Var);
  return S;
}
