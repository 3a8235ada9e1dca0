//===- AnfSteps.h - The steps to A-normal form ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of toNormalForm() (Anf.h), in the order in which it runs them. Each
/// is a pass over the program; what it guarantees is in Anf.h. Also what the
/// steps share: making and copying of nodes.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_ANFSTEPS_H
#define TASKLET_KITE_GRAPHS_ANFSTEPS_H

#include "types/CheckedProgram.h"

namespace tasklet::kite {

/// Anonymous tasks and tasks in blocks become tasks of the program. First, since
/// the later steps copy expressions, and no task must become two.
void liftTasks(CheckedProgram &P, AstContext &Context, TypeContext &Types);

/// Applications become statements.
void separateApplications(TaskDecl &Task, AstContext &Context,
                          TypeContext &Types);

/// Statements behind a return go to the paths that do not return. After
/// separateApplications(), which makes statements, also behind loops' bodies.
void separateReturns(TaskDecl &Task, AstContext &Context, TypeContext &Types);

/// Different names for all variables, types without futures. Last, so that the
/// variables of the other steps get their names here.
void giveNames(CheckedProgram &P, AstContext &Context, TypeContext &Types);

/// A copy of the expression, with the same variables and tasks.
Expr *cloneExpr(const Expr *E, AstContext &Context);

/// A use of \p Var.
NameExpr *makeName(VarDecl *Var, llvm::SMRange Range, AstContext &Context);

/// `Target <- Value;`
AssignStmt *makeAssign(Expr *Target, Expr *Value, llvm::SMRange Range,
                       AstContext &Context);

/// `Var: t = Value;`
DeclStmt *makeDeclaration(VarDecl *Var, llvm::SMRange Range,
                          AstContext &Context);

/// \p T as it is written.
TypeExpr *writeType(const Type *T, llvm::SMRange Range, AstContext &Context);

/// \p T without future(t).
const Type *withoutFutures(const Type *T, TypeContext &Types);

} // namespace tasklet::kite

#endif
