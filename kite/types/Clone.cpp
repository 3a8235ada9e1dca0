//===- Clone.cpp - Copies of unchecked syntax --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

using namespace llvm;
using namespace tasklet::kite;

namespace {
/// Copies what the parser sets. Kinds that only the checker makes do not occur.
class Cloner {
public:
  explicit Cloner(AstContext &Nodes) : Nodes(Nodes) {}
  TaskDecl *task(const TaskDecl *Old);

private:
  template <class T> T *start(const T *Old) {
    T *New = Nodes.make<T>();
    New->Range = Old->Range;
    return New;
  }
  template <class T> T *startDecl(const T *Old) {
    T *New = start(Old);
    New->Name = Old->Name;
    New->NameRange = Old->NameRange;
    return New;
  }
  template <class T> std::vector<T *> all(const std::vector<T *> &Old) {
    std::vector<T *> New;
    for (const T *Part : Old)
      New.push_back(any(Part));
    return New;
  }

  TypeExpr *any(const TypeExpr *Old);
  NamedTypeExpr *named(const NamedTypeExpr *Old);
  Expr *any(const Expr *Old);
  Stmt *any(const Stmt *Old);
  Decl *any(const Decl *Old);
  BlockStmt *block(const BlockStmt *Old);
  VarDecl *variable(const VarDecl *Old);
  template <class T> T *loop(const T *Old);

  AstContext &Nodes;
};
} // namespace

NamedTypeExpr *Cloner::named(const NamedTypeExpr *Old) {
  if (!Old)
    return nullptr;
  auto *New = start(Old);
  New->Name = Old->Name;
  New->Arguments = all(Old->Arguments);
  return New;
}

TypeExpr *Cloner::any(const TypeExpr *Old) {
  if (!Old)
    return nullptr;
  switch (Old->K) {
  case TypeExpr::Kind::Named:
    return named(cast<NamedTypeExpr>(Old));
  case TypeExpr::Kind::Tuple: {
    auto *New = start(cast<TupleTypeExpr>(Old));
    New->Elements = all(cast<TupleTypeExpr>(Old)->Elements);
    return New;
  }
  case TypeExpr::Kind::Task: {
    auto *T = cast<TaskTypeExpr>(Old);
    auto *New = start(T);
    New->Parameters = all(T->Parameters);
    New->Result = any(T->Result);
    return New;
  }
  }
  return nullptr;
}

Expr *Cloner::any(const Expr *Old) {
  if (!Old)
    return nullptr;
  switch (Old->K) {
  case Expr::Kind::Name: {
    auto *New = start(cast<NameExpr>(Old));
    New->Name = cast<NameExpr>(Old)->Name;
    return New;
  }
  case Expr::Kind::Integer: {
    auto *New = start(cast<IntegerExpr>(Old));
    New->Value = cast<IntegerExpr>(Old)->Value;
    New->IsCharacter = cast<IntegerExpr>(Old)->IsCharacter;
    return New;
  }
  case Expr::Kind::Floating: {
    auto *New = start(cast<FloatingExpr>(Old));
    New->Value = cast<FloatingExpr>(Old)->Value;
    return New;
  }
  case Expr::Kind::Boolean: {
    auto *New = start(cast<BooleanExpr>(Old));
    New->Value = cast<BooleanExpr>(Old)->Value;
    return New;
  }
  case Expr::Kind::String: {
    auto *New = start(cast<StringExpr>(Old));
    New->Value = cast<StringExpr>(Old)->Value;
    return New;
  }
  case Expr::Kind::Unary: {
    auto *E = cast<UnaryExpr>(Old);
    auto *New = start(E);
    New->Op = E->Op;
    New->Operand = any(E->Operand);
    return New;
  }
  case Expr::Kind::Binary: {
    auto *E = cast<BinaryExpr>(Old);
    auto *New = start(E);
    New->Op = E->Op;
    New->OpRange = E->OpRange;
    New->Left = any(E->Left);
    New->Right = any(E->Right);
    return New;
  }
  case Expr::Kind::Conditional: {
    auto *E = cast<ConditionalExpr>(Old);
    auto *New = start(E);
    New->Condition = any(E->Condition);
    New->Then = any(E->Then);
    New->Else = any(E->Else);
    return New;
  }
  case Expr::Kind::Call: {
    auto *E = cast<CallExpr>(Old);
    auto *New = start(E);
    New->Callee = any(E->Callee);
    New->Arguments = all(E->Arguments);
    return New;
  }
  case Expr::Kind::Field: {
    auto *E = cast<FieldExpr>(Old);
    auto *New = start(E);
    New->Base = any(E->Base);
    New->Name = E->Name;
    New->NameRange = E->NameRange;
    return New;
  }
  case Expr::Kind::TupleField: {
    auto *E = cast<TupleFieldExpr>(Old);
    auto *New = start(E);
    New->Base = any(E->Base);
    New->Number = E->Number;
    return New;
  }
  case Expr::Kind::Index: {
    auto *E = cast<IndexExpr>(Old);
    auto *New = start(E);
    New->Base = any(E->Base);
    New->Index = any(E->Index);
    return New;
  }
  case Expr::Kind::Tuple: {
    auto *New = start(cast<TupleExpr>(Old));
    New->Elements = all(cast<TupleExpr>(Old)->Elements);
    return New;
  }
  case Expr::Kind::Literal: {
    auto *E = cast<LiteralExpr>(Old);
    auto *New = start(E);
    New->Of = named(E->Of);
    New->Fields = E->Fields;
    for (FieldValue &Field : New->Fields)
      Field.Value = any(Field.Value);
    return New;
  }
  case Expr::Kind::Array: {
    auto *New = start(cast<ArrayExpr>(Old));
    New->Elements = all(cast<ArrayExpr>(Old)->Elements);
    return New;
  }
  case Expr::Kind::New: {
    auto *E = cast<NewExpr>(Old);
    auto *New = start(E);
    New->Element = any(E->Element);
    New->Sizes = all(E->Sizes);
    return New;
  }
  case Expr::Kind::Range: {
    auto *E = cast<RangeExpr>(Old);
    auto *New = start(E);
    New->First = any(E->First);
    New->Second = any(E->Second);
    New->Last = any(E->Last);
    return New;
  }
  case Expr::Kind::Task: {
    auto *New = start(cast<TaskExpr>(Old));
    New->Task = task(cast<TaskExpr>(Old)->Task);
    return New;
  }
  case Expr::Kind::Future: {
    auto *New = start(cast<FutureExpr>(Old));
    New->Operand = any(cast<FutureExpr>(Old)->Operand);
    return New;
  }
  case Expr::Kind::Force:
  case Expr::Kind::Widen:
    break;
  }
  assert(false && "only unchecked syntax is copied");
  return nullptr;
}

BlockStmt *Cloner::block(const BlockStmt *Old) {
  if (!Old)
    return nullptr;
  auto *New = start(Old);
  New->Body = all(Old->Body);
  return New;
}

template <class T> T *Cloner::loop(const T *Old) {
  T *New = start(Old);
  New->Element = variable(Old->Element);
  New->Collection = any(Old->Collection);
  New->Index = variable(Old->Index);
  New->Body = block(Old->Body);
  return New;
}

Stmt *Cloner::any(const Stmt *Old) {
  if (!Old)
    return nullptr;
  switch (Old->K) {
  case Stmt::Kind::Expression: {
    auto *New = start(cast<ExprStmt>(Old));
    New->Value = any(cast<ExprStmt>(Old)->Value);
    return New;
  }
  case Stmt::Kind::Declaration: {
    auto *New = start(cast<DeclStmt>(Old));
    New->Decls = all(cast<DeclStmt>(Old)->Decls);
    return New;
  }
  case Stmt::Kind::Assign: {
    auto *S = cast<AssignStmt>(Old);
    auto *New = start(S);
    New->Target = any(S->Target);
    New->Op = S->Op;
    New->OpRange = S->OpRange;
    New->Value = any(S->Value);
    return New;
  }
  case Stmt::Kind::Return: {
    auto *New = start(cast<ReturnStmt>(Old));
    New->Value = any(cast<ReturnStmt>(Old)->Value);
    return New;
  }
  case Stmt::Kind::Then: {
    auto *S = cast<ThenStmt>(Old);
    auto *New = start(S);
    New->First = any(S->First);
    New->Second = any(S->Second);
    return New;
  }
  case Stmt::Kind::Block:
    return block(cast<BlockStmt>(Old));
  case Stmt::Kind::If: {
    auto *S = cast<IfStmt>(Old);
    auto *New = start(S);
    New->Condition = any(S->Condition);
    New->Then = block(S->Then);
    New->Else = block(S->Else);
    return New;
  }
  case Stmt::Kind::Case: {
    auto *S = cast<CaseStmt>(Old);
    auto *New = start(S);
    New->Value = any(S->Value);
    New->Branches = S->Branches;
    for (CaseBranch &Branch : New->Branches) {
      Branch.Payload = variable(Branch.Payload);
      Branch.Body = block(Branch.Body);
    }
    return New;
  }
  case Stmt::Kind::For:
    return loop(cast<ForStmt>(Old));
  case Stmt::Kind::Map:
    return loop(cast<MapStmt>(Old));
  case Stmt::Kind::While: {
    auto *S = cast<WhileStmt>(Old);
    auto *New = start(S);
    New->Condition = any(S->Condition);
    New->Body = block(S->Body);
    return New;
  }
  case Stmt::Kind::Critical: {
    auto *S = cast<CriticalStmt>(Old);
    auto *New = start(S);
    New->Lock = any(S->Lock);
    New->Body = block(S->Body);
    return New;
  }
  }
  return nullptr;
}

VarDecl *Cloner::variable(const VarDecl *Old) {
  if (!Old)
    return nullptr;
  auto *New = startDecl(Old);
  New->Role = Old->Role;
  New->Written = any(Old->Written);
  New->Value = any(Old->Value);
  return New;
}

Decl *Cloner::any(const Decl *Old) {
  switch (Old->K) {
  case Decl::Kind::Variable:
    return variable(cast<VarDecl>(Old));
  case Decl::Kind::Task:
    return task(cast<TaskDecl>(Old));
  case Decl::Kind::Type: {
    auto *T = cast<TypeDecl>(Old);
    auto *New = startDecl(T);
    New->IsUnion = T->IsUnion;
    New->TypeParameters = T->TypeParameters;
    New->Fields = T->Fields;
    for (FieldDecl &Field : New->Fields)
      Field.Written = any(Field.Written);
    return New;
  }
  case Decl::Kind::Import:
    return startDecl(cast<ImportDecl>(Old));
  }
  return nullptr;
}

TaskDecl *Cloner::task(const TaskDecl *Old) {
  auto *New = startDecl(Old);
  New->TypeParameters = Old->TypeParameters;
  for (const VarDecl *Parameter : Old->Parameters)
    New->Parameters.push_back(variable(Parameter));
  New->Result = any(Old->Result);
  New->Body = block(Old->Body);
  New->IsExported = Old->IsExported;
  return New;
}

TaskDecl *tasklet::kite::cloneTask(const TaskDecl *Task, AstContext &Nodes) {
  return Cloner(Nodes).task(Task);
}
