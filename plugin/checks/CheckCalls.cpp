//===- CheckCalls.cpp - Tasks are spawned, not called ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tasklet {
namespace {

class CallCheck {
public:
  CallCheck(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  void run() {
    forEachStmt(Model.body(), [&](const Stmt *S) {
      // What Clang could not make sense of may have been a spawn.
      if (const auto *E = dyn_cast<Expr>(S); E && E->containsErrors())
        return false;
      // What is wrong with such a spawn has been said.
      if (const Spawn *Sp = Model.spawnAt(S); Sp && !Sp->Call)
        return false;
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const auto *Callee =
          Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
      if (Callee && isTask(Callee))
        check(Ref, Callee);
      return true;
    });
  }

private:
  void check(const DeclRefExpr *Ref, const FunctionDecl *Task) {
    const auto *Call = dyn_cast_or_null<CallExpr>(Model.parent(Ref));
    if (!Call || Call->getCallee()->IgnoreParenImpCasts() != Ref) {
      Diag.error(Ref->getLocation(), "the address of task %0 cannot be taken")
          << Task;
      Diag.note(Ref->getLocation(),
                "choose between spawns with 'if' or 'switch' instead");
      return;
    }
    for (const Spawn &S : Model.spawns())
      if (S.Call == Call)
        return;
    report(Call, Ref, Task);
  }

  void report(const CallExpr *Call, const DeclRefExpr *Ref,
              const FunctionDecl *Task) {
    const Stmt *Up = Model.parent(Call);
    SourceLocation Loc = Ref->getLocation();
    const FunctionDecl *Function = Model.function();
    if (!Model.isTask() && !Model.isKernel()) {
      Diag.error(Loc, "%0 is a task: it is spawned with '<-', not called")
          << Task;
      Diag.note(Function->getLocation(),
                "only tasks and kernels can spawn: mark %0 with '__task' and "
                "spawn it, too, or make it a macro")
          << Function << Report::insert(Function->getBeginLoc(), "__task ");
      return;
    }
    FixItHint Fix;
    const char *Advice =
        "spawn it into a variable, name that variable in a 'force', and use "
        "its value in the body";
    if (isStatement(Call)) {
      Fix = Report::insert(Call->getBeginLoc(), "() <- ");
      Advice = "write '() <- ' before it to ignore the result";
    } else if (const auto *Assign = dyn_cast_or_null<BinaryOperator>(Up);
               Assign && Assign->getOpcode() == BO_Assign &&
               isStatement(Assign)) {
      Fix = Report::replace(Assign->getOperatorLoc(), 1, "<-");
      Advice = "write '<-' for '=', and force the variable before it is used";
    } else if (const auto *Less = comparisonWithMinus(Up)) {
      reportNoSpawn(Less, cast<UnaryOperator>(Up), Task);
      return;
    } else if (dyn_cast_or_null<ConditionalOperator>(Up)) {
      Advice = "choose with 'if', and spawn in both branches";
    } else if (const auto *Decl = dyn_cast_or_null<DeclStmt>(Up)) {
      if (const VarDecl *Var = initialisedVariable(Decl, Call)) {
        // In the head of a loop no statement can follow the declaration.
        auto Next = Lexer::findNextToken(Var->getLocation(),
                                         Model.context().getSourceManager(),
                                         Model.context().getLangOpts());
        bool InHead = isa<ForStmt>(Model.parent(Decl));
        if (!InHead && Next && Next->is(tok::equal))
          Fix = Report::replace(Next->getLocation(), 1, "<-");
        Advice = InHead ? "spawn into a variable before the loop, and force it "
                          "there"
                        : "write '<-' for '=', and force the variable before "
                          "it is used";
      }
    }
    {
      auto Error =
          Diag.error(Loc, "%0 is a task: it is spawned with '<-', not called");
      Error << Task;
      if (!Fix.isNull())
        Error << Fix;
    }
    Diag.note(Loc, "%0") << Advice;
  }

  /// The comparison that `a < -f()` is, if \p Up is the minus in it.
  const BinaryOperator *comparisonWithMinus(const Stmt *Up) const {
    const auto *Minus = dyn_cast_or_null<UnaryOperator>(Up);
    if (!Minus || Minus->getOpcode() != UO_Minus)
      return nullptr;
    const auto *Less = dyn_cast_or_null<BinaryOperator>(Model.parent(Minus));
    return Less && Less->getOpcode() == BO_LT ? Less : nullptr;
  }

  void reportNoSpawn(const BinaryOperator *Less, const UnaryOperator *Minus,
                     const FunctionDecl *Task) {
    const SourceManager &SM = Model.context().getSourceManager();
    SourceLocation Begin = Less->getOperatorLoc();
    SourceLocation End = Minus->getOperatorLoc();
    if (SM.getSpellingLoc(Begin).getLocWithOffset(1) !=
        SM.getSpellingLoc(End)) {
      Diag.error(Begin, "this does not spawn %0: '<' and '-' must touch")
          << Task << Report::replace(SourceRange(Begin, End), "<-");
      Diag.note(Begin, "write '<-'; with something between them they mean "
                       "'less than minus'");
      return;
    }
    Diag.error(Begin, "this does not spawn %0: a spawn is a statement of its "
                      "own, and '<-' in a longer expression means 'less than "
                      "minus'")
        << Task;
    Diag.note(Begin, "write 'variable <- %0(...);' before it, and use the "
                     "variable in a 'force' body")
        << Task->getName();
  }

  /// Whether \p E is a statement of its own.
  bool isStatement(const Expr *E) const {
    const Stmt *Up = Model.parent(E);
    if (!Up || isa<Expr>(Up) || isa<DeclStmt>(Up) ||
        Model.parents().isConsumedExpr(const_cast<Expr *>(E)))
      return false;
    // Not in the head of a loop.
    if (const auto *Loop = dyn_cast<ForStmt>(Up))
      return Loop->getBody() == E;
    // The last one of `({ ... })` is its value.
    const auto *Block = dyn_cast<CompoundStmt>(Up);
    return !Block || Block->body_back() != E ||
           !isa_and_nonnull<StmtExpr>(Model.parent(Block));
  }

  /// The only variable of \p Decl if \p Call is its initialiser.
  static const VarDecl *initialisedVariable(const DeclStmt *Decl,
                                            const CallExpr *Call) {
    if (!Decl->isSingleDecl())
      return nullptr;
    const auto *Var = dyn_cast<VarDecl>(Decl->getSingleDecl());
    if (!Var || !Var->getInit() ||
        Var->getInit()->IgnoreParenImpCasts() != Call)
      return nullptr;
    return Var;
  }

  const FunctionModel &Model;
  Report &Diag;
};

} // namespace

void checkCalls(const FunctionModel &Model, Report &Diag) {
  CallCheck(Model, Diag).run();
}

} // namespace tasklet
