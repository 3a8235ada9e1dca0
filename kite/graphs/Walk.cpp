//===- Walk.cpp - The parts of expressions and statements -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Walk.h"

using namespace llvm;
using namespace tasklet::kite;

void tasklet::kite::forEachOperand(Expr &E,
                                   function_ref<void(Expr *&)> Visit) {
  auto VisitAll = [&](std::vector<Expr *> &List) {
    for (Expr *&Each : List)
      Visit(Each);
  };
  switch (E.K) {
  case Expr::Kind::Name:
  case Expr::Kind::Integer:
  case Expr::Kind::Floating:
  case Expr::Kind::Boolean:
  case Expr::Kind::String:
    return;
  case Expr::Kind::Unary:
    return Visit(cast<UnaryExpr>(E).Operand);
  case Expr::Kind::Binary:
    Visit(cast<BinaryExpr>(E).Left);
    return Visit(cast<BinaryExpr>(E).Right);
  case Expr::Kind::Conditional:
    Visit(cast<ConditionalExpr>(E).Condition);
    Visit(cast<ConditionalExpr>(E).Then);
    return Visit(cast<ConditionalExpr>(E).Else);
  case Expr::Kind::Call: {
    auto &Call = cast<CallExpr>(E);
    auto *Name = dyn_cast<NameExpr>(Call.Callee);
    bool IsFixed = Call.Call != CallKind::Application ||
                   (Name && isa_and_nonnull<TaskDecl>(Name->Target));
    if (!IsFixed)
      Visit(Call.Callee);
    return VisitAll(Call.Arguments);
  }
  case Expr::Kind::Field:
    return Visit(cast<FieldExpr>(E).Base);
  case Expr::Kind::TupleField:
    return Visit(cast<TupleFieldExpr>(E).Base);
  case Expr::Kind::Index:
    Visit(cast<IndexExpr>(E).Base);
    return Visit(cast<IndexExpr>(E).Index);
  case Expr::Kind::Tuple:
    return VisitAll(cast<TupleExpr>(E).Elements);
  case Expr::Kind::Literal:
    for (FieldValue &Each : cast<LiteralExpr>(E).Fields)
      Visit(Each.Value);
    return;
  case Expr::Kind::Array:
    return VisitAll(cast<ArrayExpr>(E).Elements);
  case Expr::Kind::New:
    return VisitAll(cast<NewExpr>(E).Sizes);
  case Expr::Kind::Range: {
    auto &Range = cast<RangeExpr>(E);
    Visit(Range.First);
    if (Range.Second)
      Visit(Range.Second);
    return Visit(Range.Last);
  }
  case Expr::Kind::Task:
    return VisitAll(cast<TaskExpr>(E).Captured);
  case Expr::Kind::Future:
    return Visit(cast<FutureExpr>(E).Operand);
  case Expr::Kind::Force:
    return Visit(cast<ForceExpr>(E).Operand);
  case Expr::Kind::Widen:
    return Visit(cast<WidenExpr>(E).Operand);
  }
}

void tasklet::kite::forEachExpr(Stmt &S, function_ref<void(Expr *&)> Visit) {
  switch (S.K) {
  case Stmt::Kind::Expression:
    return Visit(cast<ExprStmt>(S).Value);
  case Stmt::Kind::Declaration:
    for (Decl *D : cast<DeclStmt>(S).Decls)
      if (auto *Var = dyn_cast<VarDecl>(D))
        if (Var->Value)
          Visit(Var->Value);
    return;
  case Stmt::Kind::Assign:
    Visit(cast<AssignStmt>(S).Target);
    return Visit(cast<AssignStmt>(S).Value);
  case Stmt::Kind::Return:
    if (cast<ReturnStmt>(S).Value)
      Visit(cast<ReturnStmt>(S).Value);
    return;
  case Stmt::Kind::Then:
  case Stmt::Kind::Block:
    return;
  case Stmt::Kind::If:
    return Visit(cast<IfStmt>(S).Condition);
  case Stmt::Kind::Case:
    return Visit(cast<CaseStmt>(S).Value);
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    return Visit(cast<LoopStmt>(S).Collection);
  case Stmt::Kind::While:
    return Visit(cast<WhileStmt>(S).Condition);
  case Stmt::Kind::Critical:
    return Visit(cast<CriticalStmt>(S).Lock);
  }
}

/// Blocks keep their type in the tree: only a statement of a list, or of `then`,
/// may be replaced by one of another kind.
static void visitBlock(BlockStmt *&Block, function_ref<void(Stmt *&)> Visit) {
  if (!Block)
    return;
  Stmt *S = Block;
  Visit(S);
  Block = cast<BlockStmt>(S);
}

void tasklet::kite::forEachStmt(Stmt &S, function_ref<void(Stmt *&)> Visit) {
  switch (S.K) {
  case Stmt::Kind::Expression:
  case Stmt::Kind::Declaration:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Return:
    return;
  case Stmt::Kind::Then:
    Visit(cast<ThenStmt>(S).First);
    return Visit(cast<ThenStmt>(S).Second);
  case Stmt::Kind::Block:
    for (Stmt *&Each : cast<BlockStmt>(S).Body)
      Visit(Each);
    return;
  case Stmt::Kind::If:
    visitBlock(cast<IfStmt>(S).Then, Visit);
    return visitBlock(cast<IfStmt>(S).Else, Visit);
  case Stmt::Kind::Case:
    for (CaseBranch &Branch : cast<CaseStmt>(S).Branches)
      visitBlock(Branch.Body, Visit);
    return;
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    return visitBlock(cast<LoopStmt>(S).Body, Visit);
  case Stmt::Kind::While:
    return visitBlock(cast<WhileStmt>(S).Body, Visit);
  case Stmt::Kind::Critical:
    return visitBlock(cast<CriticalStmt>(S).Body, Visit);
  }
}

void tasklet::kite::forEachVariable(Stmt &S,
                                    function_ref<void(VarDecl *)> Visit) {
  if (auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    for (Decl *D : Declaration->Decls)
      if (auto *Var = dyn_cast<VarDecl>(D))
        Visit(Var);
  } else if (auto *Loop = dyn_cast<LoopStmt>(&S)) {
    Visit(Loop->Element);
    if (Loop->Index)
      Visit(Loop->Index);
  } else if (auto *Case = dyn_cast<CaseStmt>(&S)) {
    for (CaseBranch &Branch : Case->Branches)
      if (Branch.Payload)
        Visit(Branch.Payload);
  }
}

void tasklet::kite::forEachStmtWithin(Stmt &S,
                                      function_ref<void(Stmt &)> Visit) {
  Visit(S);
  forEachStmt(S, [&](Stmt *&Inner) { forEachStmtWithin(*Inner, Visit); });
}

void tasklet::kite::forEachExprWithin(Expr *&E,
                                      function_ref<void(Expr *&)> Visit) {
  Visit(E);
  forEachOperand(*E, [&](Expr *&Inner) { forEachExprWithin(Inner, Visit); });
}

bool tasklet::kite::hasApplication(Expr *E) {
  bool Found = false;
  forEachExprWithin(E, [&](Expr *&Inner) { Found |= isApplication(Inner); });
  return Found;
}
