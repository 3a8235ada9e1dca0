//===- CheckSpawns.cpp - Where spawns and forces stand, and on what -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tasklet {
namespace {

void checkScope(const FunctionModel &Model, const Stmt *S, SourceLocation Loc,
                StringRef What, Report &Diag) {
  const FunctionDecl *Function = Model.function();
  if (Model.isInBlock(S)) {
    Diag.error(Loc, "'%0' may stand only in a task or a kernel, not in a block")
        << What;
    Diag.note(Loc, "move it to the function around the block");
    return;
  }
  if (Model.isTask() || Model.isKernel())
    return;
  Diag.error(Loc, "'%0' may stand only in a task or a kernel, and %1 is "
                  "neither")
      << What << Function;
  Diag.note(Function->getLocation(),
            "mark %0 with '__task' and spawn it, or make it a macro, which is "
            "expanded in the task that uses it")
      << Function << Report::insert(Function->getBeginLoc(), "__task ");
}

bool usesTask(const Expr *Value) {
  bool Found = false;
  forEachStmt(Value, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Function =
        Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    Found |= Function && isTask(Function);
    return !Found;
  });
  return Found;
}

void checkSpawned(const Spawn &S, const SourceManager &SM, Report &Diag) {
  if (S.Call || S.Right->containsErrors())
    return;
  const auto *Call = dyn_cast<CallExpr>(S.Right);
  const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
  SourceLocation Loc = S.Right->getBeginLoc();
  bool Assigned = !S.isDetached();
  bool MoreThanTask = usesTask(S.Right);
  {
    auto Error =
        Diag.error(Loc, "only a call of a '__task' function can be spawned");
    if (Assigned && !MoreThanTask)
      Error << Report::replace(S.Arrow, 2, "=");
  }
  if (MoreThanTask) {
    Diag.note(Loc, "%0") << AdviceOfPartsThatAreTasks;
  } else if (!Callee) {
    Diag.note(Loc, "to compute a value here and now, write "
                   "%select{it without '() <-'|'='}0")
        << Assigned;
  } else if (Callee->hasAttr<OpenCLKernelAttr>()) {
    Diag.note(Callee->getLocation(),
              "kernel %0 cannot be a task: move what it does into a function "
              "marked '__task', and spawn that")
        << Callee;
  } else if (Callee->isImplicit() || Callee->getBuiltinID() != 0 ||
             SM.isInSystemHeader(Callee->getLocation())) {
    Diag.note(Loc, "%0 is no task: call it %select{without '() <-'|with '='}1")
        << Callee << Assigned;
  } else {
    Diag.note(Callee->getLocation(),
              "%0 is declared without '__task'; mark it, or call it "
              "%select{without '() <-'|with '='}1")
        << Callee << Assigned
        << Report::insert(Callee->getBeginLoc(), "__task ");
  }
}

void checkDestination(const Spawn &S, Report &Diag) {
  if (!S.Destination)
    return;
  const Expr *Dest = S.Destination->IgnoreParens();
  SourceLocation Loc = Dest->getBeginLoc();
  const char *Advice =
      "spawn into a variable, force it, and store its value in the body";
  if (Dest->getObjectKind() == OK_BitField) {
    Diag.error(Loc, "a bit-field cannot receive the result of a task");
    Diag.note(Loc, "%0") << Advice;
    return;
  }
  LvaluePath Path = pathTo(Dest);
  if (Dest->getObjectKind() == OK_VectorComponent ||
      isa<ExtVectorElementExpr>(Dest) ||
      (!Path.Steps.empty() &&
       Path.Steps.back().What == LvalueStep::Component)) {
    Diag.error(Loc, "a component of a vector cannot receive the result of a "
                    "task");
    Diag.note(Loc, "%0") << Advice;
    return;
  }
  if (S.Future)
    return;
  LangAS Space = Dest->getType().getAddressSpace();
  if (Space == LangAS::opencl_global || Space == LangAS::opencl_global_device ||
      Space == LangAS::opencl_global_host)
    return;
  Diag.error(Loc, "the result of a task can be stored in a private variable or "
                  "in '__global' memory, not %select{through a pointer to "
                  "other memory|in local memory}0")
      << (Space == LangAS::opencl_local);
  Diag.note(Loc, "%0") << Advice;
}

bool isSpawnedInto(const FunctionModel &Model, const VarDecl *Var) {
  return llvm::any_of(Model.spawns(),
                      [&](const Spawn &S) { return S.Future == Var; });
}

/// \p Part of the variable of \p Ref is listed. Which one must be known.
void checkPart(const FunctionModel &Model, const DeclRefExpr *Ref,
               const Expr *Part, Report &Diag) {
  if (llvm::all_of(pathTo(Part).Steps, [&](const LvalueStep &Step) {
        return Step.Field || Step.index(Model.context());
      }))
    return;
  Diag.error(Ref->getLocation(), "'force' lists an element of %0 whose index "
                                 "is known at run time only")
      << Ref->getDecl();
  SourceLocation After = Lexer::getLocForEndOfToken(
      Ref->getEndLoc(), 0, Model.context().getSourceManager(),
      Model.context().getLangOpts());
  Diag.note(Ref->getLocation(), "force all of it: write '%0'")
      << Ref->getDecl()->getName()
      << Report::replace(SourceRange(After, Part->getEndLoc()), "");
}

void checkNames(const FunctionModel &Model, const Force &F, Report &Diag) {
  for (const Expr *Pointed : F.Elsewhere) {
    Diag.error(Pointed->getBeginLoc(),
               "'force' lists a place to which a pointer leads");
    Diag.note(Pointed->getBeginLoc(),
              "list the variables that were spawned into; to wait for every "
              "task spawned so far, write 'force ()'");
  }
  for (const auto &[Ref, Part] : llvm::zip(F.Names, F.Parts)) {
    checkPart(Model, Ref, Part, Diag);
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && Var->hasLocalStorage() &&
        Var->getType().getAddressSpace() != LangAS::opencl_local) {
      // The list of a body may show what the body uses.
      if (!F.isWait() || isSpawnedInto(Model, Var))
        continue;
      Diag.error(Ref->getLocation(),
                 "'force' waits for %0, into which nothing is spawned")
          << Var;
      Diag.note(Ref->getLocation(),
                "list the variables that were spawned into; to wait for every "
                "task spawned so far, write 'force ();'");
      continue;
    }
    Diag.error(Ref->getLocation(), "'force' lists %0, which is no private "
                                   "variable of the enclosing function")
        << Ref->getDecl();
    Diag.note(Ref->getLocation(),
              "list the variables that were spawned into; to wait for every "
              "task spawned so far, write 'force ()'");
  }
}

} // namespace

void checkSpawns(const FunctionModel &Model, Report &Diag) {
  for (const Spawn &S : Model.spawns()) {
    checkScope(Model, S.Statement, S.Arrow, "<-", Diag);
    checkSpawned(S, Model.context().getSourceManager(), Diag);
    checkDestination(S, Diag);
  }
  for (const Force &F : Model.forces()) {
    checkScope(Model, F.Statement, F.Word, "force", Diag);
    checkNames(Model, F, Diag);
  }
}

} // namespace tasklet
