//===- VerifyChecked.cpp - Does the checker keep its promises? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/VerifyChecked.h"

#include <set>

using namespace llvm;
using namespace tasklet::kite;

namespace {

class Verifier {
public:
  std::string Broken;
  std::set<std::string> Names;

  void program(const CheckedProgram &P);

private:
  /// What the body of one task may name.
  struct Body {
    std::set<const Decl *> Known;
    const TaskDecl *Task = nullptr;
  };

  void promise(bool Kept, const std::string &What) {
    if (!Kept && Broken.empty())
      Broken = What;
  }
  void type(const Type *T, std::set<const Type *> &Seen);
  void written(const TypeExpr *T);
  void value(const Expr *E) {
    expr(E);
    promise(!E->Ty || E->Ty->K != Type::Kind::Future, "a future is an operand");
  }
  void expr(const Expr *E);
  void binary(const BinaryExpr *E);
  void call(const CallExpr *E);
  void stmt(const Stmt *S);
  void block(const BlockStmt *B) {
    for (const Stmt *S : B->Body)
      stmt(S);
  }
  void decl(const Decl *D);
  void variable(const VarDecl *V);
  void task(const TaskDecl *T);

  std::set<const Decl *> TopLevel;
  /// Tasks in blocks so far.
  std::set<const Decl *> Blocks;
  Body *In = nullptr;
};

} // namespace

void Verifier::type(const Type *T, std::set<const Type *> &Seen) {
  promise(T != nullptr, "a type is missing");
  if (!T || !Seen.insert(T).second)
    return;
  switch (T->K) {
  case Type::Kind::Tuple:
    promise(cast<TupleType>(T)->Elements.size() != 1, "a tuple of one");
    for (const Type *Part : cast<TupleType>(T)->Elements)
      type(Part, Seen);
    break;
  case Type::Kind::Array:
    type(cast<ArrayType>(T)->Element, Seen);
    break;
  case Type::Kind::Named:
    promise(cast<NamedType>(T)->Fields.size() ==
                cast<NamedType>(T)->Declaration->Fields.size(),
            "the fields of a type are missing");
    for (const Type *Part : cast<NamedType>(T)->Arguments)
      type(Part, Seen);
    for (const FieldType &Field : cast<NamedType>(T)->Fields)
      type(Field.Ty, Seen);
    break;
  case Type::Kind::Task:
    for (const Type *Part : cast<TaskType>(T)->Parameters)
      type(Part, Seen);
    type(cast<TaskType>(T)->Result, Seen);
    break;
  case Type::Kind::Future:
    type(cast<FutureType>(T)->Result, Seen);
    promise(!isa<FutureType>(cast<FutureType>(T)->Result),
            "a future of a future");
    break;
  case Type::Kind::Parameter:
    promise(false, "a type parameter is left");
    break;
  default:
    break;
  }
}

void Verifier::written(const TypeExpr *T) {
  if (!T)
    return;
  std::set<const Type *> Seen;
  type(T->Meaning, Seen);
}

void Verifier::binary(const BinaryExpr *E) {
  value(E->Left);
  value(E->Right);
  const Type *L = E->Left->Ty, *R = E->Right->Ty;
  if (!L || !R)
    return;
  auto *Left = dyn_cast<BaseType>(L);
  auto *Right = dyn_cast<BaseType>(R);
  bool Agree = L == R;
  if (Left && Right && Left->B == Right->B &&
      (Left->Width == 1 || Right->Width == 1))
    Agree = true;
  if (E->Op == BinaryOp::ShiftLeft || E->Op == BinaryOp::ShiftRight)
    promise(E->Ty == L, "a shift changes the type");
  else
    promise(Agree, "operands do not agree");
  bool IsArithmetic = E->Op <= BinaryOp::Subtract ||
                      (E->Op >= BinaryOp::BitAnd && E->Op <= BinaryOp::BitOr);
  if (IsArithmetic)
    promise(E->Ty == L || E->Ty == R, "arithmetic in another type");
}

void Verifier::call(const CallExpr *E) {
  for (const Expr *Argument : E->Arguments) {
    if (isa<StringExpr>(Argument))
      promise(E->Call == CallKind::Print, "a text outside of print");
    value(Argument);
  }
  if (E->Call != CallKind::Application) {
    auto *Name = dyn_cast<NameExpr>(E->Callee);
    promise(Name && !Name->Target, "a built-in function has a declaration");
    return;
  }
  value(E->Callee);
  auto *T = dyn_cast_or_null<TaskType>(E->Callee->Ty);
  promise(T != nullptr, "what is applied is no task");
  if (!T)
    return;
  auto *Future = dyn_cast_or_null<FutureType>(E->Ty);
  promise(Future && Future->Result == T->Result,
          "an application has no future");
  promise(T->Parameters.size() == E->Arguments.size(), "arguments are missing");
  for (size_t I = 0; I < E->Arguments.size() && I < T->Parameters.size(); ++I)
    promise(E->Arguments[I]->Ty == T->Parameters[I],
            "an argument has another type");
}

void Verifier::expr(const Expr *E) {
  std::set<const Type *> Seen;
  type(E->Ty, Seen);
  if (!E->Ty)
    return;
  switch (E->K) {
  case Expr::Kind::Name: {
    const Decl *Target = cast<NameExpr>(E)->Target;
    promise(Target != nullptr, "a name has no target");
    bool IsKnown = TopLevel.count(Target) ||
                   (In && (In->Known.count(Target) || In->Task == Target));
    // Without captures it is as good as one outside.
    if (auto *T = dyn_cast_or_null<TaskDecl>(Target))
      IsKnown |= T->Captures.empty() && Blocks.count(T);
    promise(IsKnown, "'" + cast<NameExpr>(E)->Name + "' is from outside");
    if (auto *V = dyn_cast_or_null<VarDecl>(Target))
      promise(V->Ty == E->Ty, "a name has another type than its variable");
    break;
  }
  case Expr::Kind::Integer:
    promise(isa<BaseType>(E->Ty) && cast<BaseType>(E->Ty)->isInteger(),
            "an integer literal of another type");
    break;
  case Expr::Kind::Floating:
    promise(isa<BaseType>(E->Ty) && cast<BaseType>(E->Ty)->isFloating(),
            "a floating literal of another type");
    break;
  case Expr::Kind::Unary:
    value(cast<UnaryExpr>(E)->Operand);
    if (cast<UnaryExpr>(E)->Op != UnaryOp::Not)
      promise(cast<UnaryExpr>(E)->Operand->Ty == E->Ty,
              "an operator changes the type");
    break;
  case Expr::Kind::Binary:
    binary(cast<BinaryExpr>(E));
    break;
  case Expr::Kind::Conditional:
    value(cast<ConditionalExpr>(E)->Condition);
    value(cast<ConditionalExpr>(E)->Then);
    value(cast<ConditionalExpr>(E)->Else);
    break;
  case Expr::Kind::Call:
    call(cast<CallExpr>(E));
    break;
  case Expr::Kind::Field: {
    auto *Field = cast<FieldExpr>(E);
    value(Field->Base);
    if (auto *T = dyn_cast_or_null<NamedType>(Field->Base->Ty))
      promise(Field->Number < T->Fields.size() &&
                  T->Fields[Field->Number].Ty == E->Ty &&
                  T->Fields[Field->Number].Name == Field->Name,
              "a field has another type");
    else
      promise(!Field->Components.empty(), "components are missing");
    break;
  }
  case Expr::Kind::TupleField:
    value(cast<TupleFieldExpr>(E)->Base);
    break;
  case Expr::Kind::Index:
    value(cast<IndexExpr>(E)->Base);
    value(cast<IndexExpr>(E)->Index);
    break;
  case Expr::Kind::Tuple: {
    auto *T = dyn_cast<TupleType>(E->Ty);
    const auto &Elements = cast<TupleExpr>(E)->Elements;
    promise(T && T->Elements.size() == Elements.size(), "a tuple's type");
    for (size_t I = 0; I < Elements.size(); ++I) {
      value(Elements[I]);
      promise(T && I < T->Elements.size() && Elements[I]->Ty == T->Elements[I],
              "an element of a tuple has another type");
    }
    break;
  }
  case Expr::Kind::Literal: {
    auto *T = dyn_cast<NamedType>(E->Ty);
    promise(T != nullptr, "a literal's type");
    written(cast<LiteralExpr>(E)->Of);
    for (const FieldValue &Field : cast<LiteralExpr>(E)->Fields) {
      value(Field.Value);
      promise(T && Field.Number < T->Fields.size() &&
                  Field.Value->Ty == T->Fields[Field.Number].Ty,
              "the value of a field has another type");
    }
    break;
  }
  case Expr::Kind::Array: {
    auto *T = dyn_cast<ArrayType>(E->Ty);
    for (const Expr *Element : cast<ArrayExpr>(E)->Elements) {
      value(Element);
      promise(T && Element->Ty == T->Element, "an element has another type");
    }
    break;
  }
  case Expr::Kind::New:
    written(cast<NewExpr>(E)->Element);
    for (const Expr *Size : cast<NewExpr>(E)->Sizes)
      value(Size);
    break;
  case Expr::Kind::Range: {
    auto *R = cast<RangeExpr>(E);
    auto *T = dyn_cast<RangeType>(E->Ty);
    for (const Expr *Part : {R->First, R->Second, R->Last})
      if (Part) {
        value(Part);
        promise(T && Part->Ty == T->Element, "a part of a range");
      }
    break;
  }
  case Expr::Kind::Task:
    task(cast<TaskExpr>(E)->Task);
    break;
  case Expr::Kind::Future: {
    auto *Call = dyn_cast<CallExpr>(cast<FutureExpr>(E)->Operand);
    promise(Call && (Call->Call == CallKind::Application ||
                     Call->Call == CallKind::Print),
            "a future of something else than an application");
    expr(cast<FutureExpr>(E)->Operand);
    promise(isa<FutureType>(E->Ty), "a future's type");
    break;
  }
  case Expr::Kind::Force: {
    const Expr *Operand = cast<ForceExpr>(E)->Operand;
    expr(Operand);
    auto *T = dyn_cast_or_null<FutureType>(Operand->Ty);
    promise(T && T->Result == E->Ty, "a force of no future");
    break;
  }
  case Expr::Kind::Widen:
    value(cast<WidenExpr>(E)->Operand);
    break;
  case Expr::Kind::Boolean:
  case Expr::Kind::String:
    break;
  }
}

void Verifier::variable(const VarDecl *V) {
  std::set<const Type *> Seen;
  type(V->Ty, Seen);
  written(V->Written);
  if (V->Value) {
    expr(V->Value);
    promise(V->Value->Ty == V->Ty, "'" + V->Name + "' has another type");
  }
  if (In)
    In->Known.insert(V);
}

void Verifier::decl(const Decl *D) {
  if (auto *V = dyn_cast<VarDecl>(D))
    variable(V);
  if (auto *T = dyn_cast<TaskDecl>(D)) {
    promise(T->TypeParameters.empty(), "a generic task is left in a block");
    In->Known.insert(T);
    Blocks.insert(T);
    task(T);
  }
}

void Verifier::stmt(const Stmt *S) {
  switch (S->K) {
  case Stmt::Kind::Expression:
    expr(cast<ExprStmt>(S)->Value);
    break;
  case Stmt::Kind::Declaration:
    for (const Decl *D : cast<DeclStmt>(S)->Decls)
      decl(D);
    break;
  case Stmt::Kind::Assign: {
    auto *A = cast<AssignStmt>(S);
    expr(A->Target);
    expr(A->Value);
    if (!A->Op)
      promise(A->Target->Ty == A->Value->Ty,
              "an assigned value has another type");
    break;
  }
  case Stmt::Kind::Return:
    if (const Expr *Value = cast<ReturnStmt>(S)->Value) {
      value(Value);
      promise(Value->Ty == In->Task->ResultType, "a result of another type");
    } else {
      promise(isUnit(In->Task->ResultType), "a result is missing");
    }
    break;
  case Stmt::Kind::Then:
    stmt(cast<ThenStmt>(S)->First);
    stmt(cast<ThenStmt>(S)->Second);
    break;
  case Stmt::Kind::Block:
    block(cast<BlockStmt>(S));
    break;
  case Stmt::Kind::If:
    value(cast<IfStmt>(S)->Condition);
    block(cast<IfStmt>(S)->Then);
    if (cast<IfStmt>(S)->Else)
      block(cast<IfStmt>(S)->Else);
    break;
  case Stmt::Kind::Case: {
    auto *Case = cast<CaseStmt>(S);
    value(Case->Value);
    auto *T = dyn_cast_or_null<NamedType>(Case->Value->Ty);
    promise(T && T->isUnion() && T->Fields.size() == Case->Branches.size(),
            "a case has not all branches");
    for (const CaseBranch &Branch : Case->Branches) {
      if (Branch.Payload) {
        variable(Branch.Payload);
        promise(T && Branch.Number < T->Fields.size() &&
                    T->Fields[Branch.Number].Ty == Branch.Payload->Ty,
                "a payload has another type");
      }
      block(Branch.Body);
    }
    break;
  }
  case Stmt::Kind::For:
  case Stmt::Kind::Map: {
    auto *Loop = cast<LoopStmt>(S);
    value(Loop->Collection);
    if (Loop->Element)
      variable(Loop->Element);
    if (Loop->Index)
      variable(Loop->Index);
    block(Loop->Body);
    break;
  }
  case Stmt::Kind::While:
    value(cast<WhileStmt>(S)->Condition);
    block(cast<WhileStmt>(S)->Body);
    break;
  case Stmt::Kind::Critical:
    value(cast<CriticalStmt>(S)->Lock);
    block(cast<CriticalStmt>(S)->Body);
    break;
  }
}

void Verifier::task(const TaskDecl *T) {
  promise(!T->UniqueName.empty() && Names.insert(T->UniqueName).second,
          "the name '" + T->UniqueName + "' is not unique");
  Body Inner;
  Inner.Task = T;
  for (const Capture &C : T->Captures) {
    // What is captured must be known where the task is made.
    promise(In && (In->Known.count(C.Outside)),
            "'" + C.Outside->Name + "' is captured from further outside");
    promise(C.Inside->Role == VarRole::Capture && C.Inside->Ty == C.Outside->Ty,
            "a capture has another type");
    Inner.Known.insert(C.Inside);
  }
  Body *Outer = In;
  In = &Inner;
  for (const VarDecl *Parameter : T->Parameters)
    variable(Parameter);
  written(T->Result);
  std::set<const Type *> Seen;
  type(T->ResultType, Seen);
  block(T->Body);
  In = Outer;
}

void Verifier::program(const CheckedProgram &P) {
  for (const VarDecl *Constant : P.Constants)
    TopLevel.insert(Constant);
  for (const TaskDecl *T : P.Tasks)
    TopLevel.insert(T);
  for (const VarDecl *Constant : P.Constants)
    variable(Constant);
  for (const TaskDecl *T : P.Tasks) {
    promise(T->TypeParameters.empty(), "a generic task is left");
    task(T);
  }
  std::set<const NamedType *> Before;
  for (const NamedType *T : P.Types) {
    std::set<const Type *> Seen;
    type(T, Seen);
    for (const FieldType &Field : T->Fields)
      if (auto *Inner = dyn_cast_or_null<NamedType>(Field.Ty))
        promise(Before.count(Inner) || Inner->IsRecursive || T->IsRecursive,
                "types are out of order");
    Before.insert(T);
  }
}

std::string tasklet::kite::verifyChecked(const CheckedProgram &P) {
  Verifier V;
  V.program(P);
  return V.Broken;
}
