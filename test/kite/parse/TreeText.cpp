//===- TreeText.cpp - Syntax trees as nested lists ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TreeText.h"

#include "llvm/Support/Casting.h"

#include <cstdio>

using namespace llvm;

namespace tasklet::kite {

namespace {

// In the order of BinaryOp.
const char *const BinarySigns[] = {"*",  "/", "%",  "+", "-",  "<<",
                                   ">>", "<", "<=", ">", ">=", "==",
                                   "!=", "&", "^",  "|", "&&", "||"};
const char *const UnarySigns[] = {"+", "-", "!", "~"};
const char *const Roles[] = {"local",   "parameter", "element", "index",
                             "payload", "constant",  "capture"};

std::string text(const Expr *E);
std::string text(const Stmt *S);
std::string text(const Decl *D);
std::string text(const TypeExpr *T);

template <class Range> std::string list(const char *Head, const Range &Parts) {
  std::string Result = std::string("(") + Head;
  for (const auto &Each : Parts)
    Result += " " + text(Each);
  return Result + ")";
}

std::string text(const TypeExpr *T) {
  if (!T)
    return "-";
  if (auto *Named = dyn_cast<NamedTypeExpr>(T))
    return Named->Arguments.empty()
               ? Named->Name
               : list(Named->Name.c_str(), Named->Arguments);
  if (auto *Tuple = dyn_cast<TupleTypeExpr>(T))
    return list("tuple", Tuple->Elements);
  auto *Task = cast<TaskTypeExpr>(T);
  return list("task", Task->Parameters) + "->" + text(Task->Result);
}

std::string text(const std::vector<TypeParameter> &Parameters) {
  std::string Result;
  for (const TypeParameter &Each : Parameters)
    Result += "'" + Each.Name;
  return Result;
}

std::string bytes(const std::string &Value) {
  std::string Result = "\"";
  for (unsigned char C : Value) {
    char Code[8];
    snprintf(Code, sizeof(Code), C >= ' ' && C < 127 ? "%c" : "<%02X>", C);
    Result += Code;
  }
  return Result + "\"";
}

std::string text(const BlockStmt *Block) {
  return Block ? list("", Block->Body) : "-";
}

std::string signature(const TaskDecl *Task) {
  return text(Task->TypeParameters) + list("", Task->Parameters) + ":" +
         text(Task->Result);
}

std::string text(const Expr *E) {
  if (!E)
    return "-";
  switch (E->K) {
  case Expr::Kind::Name:
    return cast<NameExpr>(E)->Name;
  case Expr::Kind::Integer:
    return (cast<IntegerExpr>(E)->IsCharacter ? "char" : "") +
           std::to_string(cast<IntegerExpr>(E)->Value);
  case Expr::Kind::Floating: {
    char Digits[64];
    snprintf(Digits, sizeof(Digits), "%a", cast<FloatingExpr>(E)->Value);
    return Digits;
  }
  case Expr::Kind::Boolean:
    return cast<BooleanExpr>(E)->Value ? "true" : "false";
  case Expr::Kind::String:
    return bytes(cast<StringExpr>(E)->Value);
  case Expr::Kind::Unary:
    return std::string("(") + UnarySigns[int(cast<UnaryExpr>(E)->Op)] + " " +
           text(cast<UnaryExpr>(E)->Operand) + ")";
  case Expr::Kind::Binary: {
    auto *B = cast<BinaryExpr>(E);
    return std::string("(") + BinarySigns[int(B->Op)] + " " + text(B->Left) +
           " " + text(B->Right) + ")";
  }
  case Expr::Kind::Conditional: {
    auto *C = cast<ConditionalExpr>(E);
    return "(? " + text(C->Condition) + " " + text(C->Then) + " " +
           text(C->Else) + ")";
  }
  case Expr::Kind::Call:
    return "(call " + text(cast<CallExpr>(E)->Callee) +
           list("", cast<CallExpr>(E)->Arguments) + ")";
  case Expr::Kind::Field:
    return "(. " + text(cast<FieldExpr>(E)->Base) + " " +
           cast<FieldExpr>(E)->Name + ")";
  case Expr::Kind::TupleField:
    return "(." + std::to_string(cast<TupleFieldExpr>(E)->Number) + " " +
           text(cast<TupleFieldExpr>(E)->Base) + ")";
  case Expr::Kind::Index:
    return "([] " + text(cast<IndexExpr>(E)->Base) + " " +
           text(cast<IndexExpr>(E)->Index) + ")";
  case Expr::Kind::Tuple:
    return list("tuple", cast<TupleExpr>(E)->Elements);
  case Expr::Kind::Literal: {
    std::string Result = "(literal " + text(cast<LiteralExpr>(E)->Of);
    for (const FieldValue &Each : cast<LiteralExpr>(E)->Fields)
      Result += " " + Each.Name + "=" + text(Each.Value);
    return Result + ")";
  }
  case Expr::Kind::Array:
    return list("array", cast<ArrayExpr>(E)->Elements);
  case Expr::Kind::New:
    return "(new " + text(cast<NewExpr>(E)->Element) +
           list("", cast<NewExpr>(E)->Sizes) + ")";
  case Expr::Kind::Range: {
    auto *R = cast<RangeExpr>(E);
    return "(range " + text(R->First) + " " + text(R->Second) + " " +
           text(R->Last) + ")";
  }
  case Expr::Kind::Task: {
    auto *Task = cast<TaskExpr>(E)->Task;
    return "(task " + signature(Task) + " " + text(Task->Body) + ")";
  }
  case Expr::Kind::Future:
    return "(future " + text(cast<FutureExpr>(E)->Operand) + ")";
  case Expr::Kind::Force:
    return "(force " + text(cast<ForceExpr>(E)->Operand) + ")";
  case Expr::Kind::Widen:
    return "(widen " + text(cast<WidenExpr>(E)->Operand) + ")";
  }
  return "?";
}

std::string loop(const char *Head, const LoopStmt *Loop) {
  return std::string("(") + Head + " " + text(Loop->Element) + " " +
         text(Loop->Collection) + " " +
         (Loop->Index ? text(Loop->Index) : std::string("-")) + " " +
         text(Loop->Body) + ")";
}

std::string text(const Stmt *S) {
  if (!S)
    return "-";
  switch (S->K) {
  case Stmt::Kind::Expression:
    return "(expr " + text(cast<ExprStmt>(S)->Value) + ")";
  case Stmt::Kind::Declaration:
    return list("declare", cast<DeclStmt>(S)->Decls);
  case Stmt::Kind::Assign: {
    auto *A = cast<AssignStmt>(S);
    return std::string("(assign") + (A->Op ? BinarySigns[int(*A->Op)] : "") +
           " " + text(A->Target) + " " + text(A->Value) + ")";
  }
  case Stmt::Kind::Return:
    return "(return " + text(cast<ReturnStmt>(S)->Value) + ")";
  case Stmt::Kind::Then:
    return "(then " + text(cast<ThenStmt>(S)->First) + " " +
           text(cast<ThenStmt>(S)->Second) + ")";
  case Stmt::Kind::Block:
    return "(block " + text(cast<BlockStmt>(S)) + ")";
  case Stmt::Kind::If:
    return "(if " + text(cast<IfStmt>(S)->Condition) + " " +
           text(cast<IfStmt>(S)->Then) + " " + text(cast<IfStmt>(S)->Else) +
           ")";
  case Stmt::Kind::Case: {
    std::string Result = "(case " + text(cast<CaseStmt>(S)->Value);
    for (const CaseBranch &Each : cast<CaseStmt>(S)->Branches)
      Result += " [" + Each.Name + " " +
                (Each.Payload ? text(Each.Payload) : std::string("-")) + " " +
                text(Each.Body) + "]";
    return Result + ")";
  }
  case Stmt::Kind::For:
    return loop("for", cast<LoopStmt>(S));
  case Stmt::Kind::Map:
    return loop("map", cast<LoopStmt>(S));
  case Stmt::Kind::While:
    return "(while " + text(cast<WhileStmt>(S)->Condition) + " " +
           text(cast<WhileStmt>(S)->Body) + ")";
  case Stmt::Kind::Critical:
    return "(critical " + text(cast<CriticalStmt>(S)->Lock) + " " +
           text(cast<CriticalStmt>(S)->Body) + ")";
  }
  return "?";
}

std::string text(const Decl *D) {
  if (!D)
    return "-";
  if (auto *Variable = dyn_cast<VarDecl>(D)) {
    std::string Result =
        std::string(Roles[int(Variable->Role)]) + "." + Variable->Name;
    if (Variable->Written)
      Result += ":" + text(Variable->Written);
    if (Variable->Value)
      Result += "=" + text(Variable->Value);
    return Result;
  }
  if (auto *Type = dyn_cast<TypeDecl>(D)) {
    std::string Result = std::string(Type->IsUnion ? "(union " : "(struct ") +
                         Type->Name + text(Type->TypeParameters);
    for (const FieldDecl &Each : Type->Fields)
      Result += " " + Each.Name + ":" + text(Each.Written);
    return Result + ")";
  }
  auto *Task = cast<TaskDecl>(D);
  return std::string(Task->IsExported ? "(export " : "") + "(task " +
         Task->Name + signature(Task) + " " + text(Task->Body) +
         (Task->IsExported ? "))" : ")");
}

} // namespace

std::string treeText(const Program &P) {
  std::string Result;
  for (const Decl *Each : P.Decls) {
    auto *Task = dyn_cast<TaskDecl>(Each);
    if (!Task) {
      Result += text(Each) + "\n";
      continue;
    }
    Result += std::string(Task->IsExported ? "export " : "") + "task " +
              Task->Name + signature(Task) + "\n";
    for (const Stmt *S : Task->Body->Body)
      Result += "  " + text(S) + "\n";
  }
  return Result;
}

} // namespace tasklet::kite
