//===- FunctionModel.h - The additions in one function ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Recovers the spawns and forces of a function body from the AST, and answers
/// the questions that several checks have about them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_FUNCTIONMODEL_H
#define TASKLET_PLUGIN_CHECKS_FUNCTIONMODEL_H

#include "plugin/checks/LvaluePath.h"
#include "plugin/marks/SourceMarks.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class CFG;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace tasklet {

/// Calls \p Visit for \p Root and everything below it, in source order. This
/// includes block literals. Visit returns whether to descend into the
/// statement.
void forEachStmt(const clang::Stmt *Root,
                 llvm::function_ref<bool(const clang::Stmt *)> Visit);

/// The function that a call names, or null for a call through a pointer.
const clang::FunctionDecl *directCallee(const clang::CallExpr *Call);

struct Spawn {
  /// The assignment, or the outermost `__extension__` if there is none.
  const clang::Expr *Statement = nullptr;
  /// The user's `<`.
  clang::SourceLocation Arrow;
  /// Null for `() <-` and in a declaration.
  const clang::Expr *Destination = nullptr;
  /// The variable of `T x <- f();`, else null.
  const clang::VarDecl *Declared = nullptr;
  /// The right-hand side, without parentheses.
  const clang::Expr *Right = nullptr;
  /// The right-hand side if it is a call of a task, else null.
  const clang::CallExpr *Call = nullptr;
  /// The private variable that becomes a future, or null.
  const clang::VarDecl *Future = nullptr;
  /// Where the destination names it; null in a declaration.
  const clang::DeclRefExpr *FutureRef = nullptr;

  bool isDetached() const { return !Destination && !Declared; }
  /// The part of the variable that receives the result.
  LvaluePath place() const;
};

/// `force (list) { ... }`, or `force (list);`, which is a *wait*.
struct Force {
  /// The user's `force`.
  clang::SourceLocation Word;
  /// What stands for it: the loop, or the block of a wait.
  const clang::Stmt *Statement = nullptr;
  /// The loop that stands for a force with a body; null for a wait.
  const clang::WhileStmt *Loop = nullptr;
  ForceMark List;
  /// The variables in the arguments of the markers, in the order of the list,
  /// and what is listed of each.
  llvm::SmallVector<const clang::DeclRefExpr *, 4> Names;
  llvm::SmallVector<const clang::Expr *, 4> Parts;
  /// Arguments that are no part of a variable: a pointer leads there.
  llvm::SmallVector<const clang::Expr *, 1> Elsewhere;
  /// The last of the markers, at which the step ends; null in wrong code.
  const clang::CallExpr *Mark = nullptr;
  /// The index in the body of the first statement of the user's own, after the
  /// markers.
  unsigned FirstUserStmt = 0;

  bool isWait() const { return !Loop; }
};

struct EverywhereBlock {
  const clang::DoStmt *Loop = nullptr;
  EverywhereMark Mark;
  /// The mask; null if there is none, or Clang could not parse it.
  const clang::VarDecl *Mask = nullptr;
};

/// Whether \p S is an `everywhere`, before or after markEverywheres.
bool isEverywhere(const clang::Stmt *S, const SourceMarks &Marks);

class FunctionModel {
public:
  FunctionModel(const clang::FunctionDecl *Function, clang::ASTContext &Context,
                const SourceMarks &Marks);
  ~FunctionModel();

  const clang::FunctionDecl *function() const { return Function; }
  const clang::Stmt *body() const { return Body; }
  clang::ASTContext &context() const { return Context; }
  bool isTask() const { return Task; }
  bool isKernel() const { return Kernel; }
  /// Whether Clang could not make sense of some expression in the body. Checks
  /// that must see everything then stay silent.
  bool hasErrors() const { return Errors; }

  const std::vector<Spawn> &spawns() const { return Spawns; }
  const std::vector<Force> &forces() const { return Forces; }
  const std::vector<EverywhereBlock> &everywheres() const {
    return Everywheres;
  }
  /// The spawn that \p Statement carries out, or null.
  const Spawn *spawnAt(const clang::Stmt *Statement) const;
  const Force *forceOf(const clang::Stmt *Loop) const;
  /// The force that \p Element of the CFG carries out, or null.
  const Force *forceAt(const clang::Stmt *Element) const;
  const EverywhereBlock *everywhereOf(const clang::Stmt *Loop) const;
  /// The spawn whose destination has \p Ref at its root, or null.
  const Spawn *spawnInto(const clang::DeclRefExpr *Ref) const;

  /// The innermost force whose body holds \p S, or null.
  const Force *enclosingForce(const clang::Stmt *S) const;
  /// Whether control can come from a wait to \p S.
  bool isAfterWait(const clang::Stmt *S) const;
  /// Whether control can come to \p S without a wait.
  bool isBeforeWaits(const clang::Stmt *S) const;
  /// Whether \p S of a kernel runs as a task does, as one work-item: in the
  /// body of a force or after a wait.
  bool isAlone(const clang::Stmt *S) const {
    return enclosingForce(S) || isAfterWait(S);
  }
  /// The innermost everywhere whose body holds \p S, or null.
  const EverywhereBlock *enclosingEverywhere(const clang::Stmt *S) const;
  /// Whether \p Ref is a name in the list of a force.
  bool isListed(const clang::DeclRefExpr *Ref) const { return listedPart(Ref); }
  /// What that list names of the variable: all of it, or a part; else null.
  const clang::Expr *listedPart(const clang::DeclRefExpr *Ref) const;
  /// Whether \p S stands in a block literal, which is another function.
  bool isInBlock(const clang::Stmt *S) const;
  /// The nearest ancestor that is neither parentheses nor an implicit cast.
  const clang::Stmt *parent(const clang::Stmt *S) const;
  const clang::ParentMap &parents() const { return *Parents; }

  /// Every expression is an element of it. Null if Clang cannot build it.
  const clang::CFG *cfg() const;

private:
  void findForce(const clang::WhileStmt *Loop, const ForceMark &Mark);
  void findWait(const clang::CompoundStmt *Block, const ForceMark &Mark);
  void findMarkers(Force &F, const clang::Stmt *Body);
  void findOrder() const;
  void findEverywhere(const clang::DoStmt *Loop, const EverywhereMark &Mark);
  void findSpawn(const clang::Expr *Statement, clang::SourceLocation Arrow,
                 const clang::VarDecl *Declared = nullptr);
  void findDeclaredSpawns(const clang::DeclStmt *Decls,
                          const SourceMarks &Marks);

  const clang::FunctionDecl *Function;
  clang::ASTContext &Context;
  const clang::Stmt *Body;
  bool Task, Kernel, Errors = false;
  std::vector<Spawn> Spawns;
  std::vector<Force> Forces;
  std::vector<EverywhereBlock> Everywheres;
  std::unique_ptr<clang::ParentMap> Parents;
  mutable std::unique_ptr<clang::CFG> Graph;
  mutable bool TriedGraph = false;
  /// Elements of the CFG.
  mutable llvm::DenseSet<const clang::Stmt *> Before, After;
  mutable bool KnowsOrder = false;
};

} // namespace tasklet

#endif
