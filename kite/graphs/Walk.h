//===- Walk.h - The parts of expressions and statements ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Visits what an expression or a statement consists of, one level deep and in
/// the order of the source, so that each stage of graphs/ need only name the
/// kinds that it treats in a way of its own. None of them looks into the body
/// of a nested task: what happens there happens in another task.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_WALK_H
#define TASKLET_KITE_GRAPHS_WALK_H

#include "syntax/Decl.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Casting.h"

namespace tasklet::kite {

/// The operands of \p E; each may be replaced. The callee of a call is one if
/// it is neither a task nor a built-in function by its name.
void forEachOperand(Expr &E, llvm::function_ref<void(Expr *&)> Visit);

/// The expressions that stand in \p S itself: not those in the blocks of a
/// compound statement, and not the statements of `then`.
void forEachExpr(Stmt &S, llvm::function_ref<void(Expr *&)> Visit);

/// The statements directly within \p S: blocks of a compound statement, both
/// statements of `then`, the statements of a block.
void forEachStmt(Stmt &S, llvm::function_ref<void(Stmt *&)> Visit);

/// The variables that \p S itself declares or binds: of a declaration; element
/// and index of a loop; the data of the branches of a `case`.
void forEachVariable(Stmt &S, llvm::function_ref<void(VarDecl *)> Visit);

/// All statements in \p S with itself, from outside to inside.
void forEachStmtWithin(Stmt &S, llvm::function_ref<void(Stmt &)> Visit);

/// All expressions in \p E with itself, from outside to inside.
void forEachExprWithin(Expr *&E, llvm::function_ref<void(Expr *&)> Visit);

/// The call of a task or of `print`: what is parallel.
inline bool isApplication(const Expr *E) {
  auto *Call = llvm::dyn_cast_or_null<CallExpr>(E);
  return Call && (Call->Call == CallKind::Application ||
                  Call->Call == CallKind::Print);
}

/// Somewhere in \p E an application is.
bool hasApplication(Expr *E);

} // namespace tasklet::kite

#endif
