//===- Returns.cpp - Whether each way through a task returns -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

using namespace llvm;
using namespace tasklet::kite;

static bool isTrue(const Expr *E) {
  auto *Literal = dyn_cast<BooleanExpr>(E);
  return Literal && Literal->Value;
}

bool tasklet::kite::alwaysReturns(const Stmt *S,
                                  function_ref<void(const Stmt *)> Warn) {
  switch (S->K) {
  case Stmt::Kind::Return:
    return true;
  case Stmt::Kind::Then: {
    auto *Then = cast<ThenStmt>(S);
    bool First = alwaysReturns(Then->First, Warn);
    if (First)
      Warn(Then->Second);
    return alwaysReturns(Then->Second, Warn) || First;
  }
  case Stmt::Kind::Block: {
    bool Returns = false, Warned = false;
    for (const Stmt *Part : cast<BlockStmt>(S)->Body) {
      if (Returns && !Warned) {
        Warn(Part);
        Warned = true;
      }
      Returns |= alwaysReturns(Part, Warn);
    }
    return Returns;
  }
  case Stmt::Kind::If: {
    auto *If = cast<IfStmt>(S);
    bool Then = alwaysReturns(If->Then, Warn);
    bool Else = If->Else && alwaysReturns(If->Else, Warn);
    return Then && Else;
  }
  case Stmt::Kind::Case: {
    // Without branches it is an error that was reported.
    bool Returns = !cast<CaseStmt>(S)->Branches.empty();
    for (const CaseBranch &Branch : cast<CaseStmt>(S)->Branches)
      Returns &= alwaysReturns(Branch.Body, Warn);
    return Returns;
  }
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    // Perhaps there is no element.
    alwaysReturns(cast<LoopStmt>(S)->Body, Warn);
    return false;
  case Stmt::Kind::While:
    alwaysReturns(cast<WhileStmt>(S)->Body, Warn);
    // Without `break` such a loop ends with `return` or not at all.
    return isTrue(cast<WhileStmt>(S)->Condition);
  case Stmt::Kind::Critical:
    return alwaysReturns(cast<CriticalStmt>(S)->Body, Warn);
  case Stmt::Kind::Expression:
  case Stmt::Kind::Declaration:
  case Stmt::Kind::Assign:
    return false;
  }
  return false;
}
