//===- CheckEverywhere.cpp - What an everywhere may hold ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All work-items of a warp run the body of an `everywhere` from its start to
/// its end, whether or not they have come to it. So no jump leads into it or
/// out of it, and nothing in it is only for work-items that have come.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/WarpWidth.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TypeLoc.h"

using namespace clang;

namespace tasklet {
namespace {

class EverywhereCheck {
public:
  EverywhereCheck(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  void run() {
    for (const EverywhereBlock &E : Model.everywheres()) {
      checkPlace(E);
      checkOrder(E);
      checkMask(E);
    }
    forEachStmt(Model.body(), [&](const Stmt *S) {
      checkJump(S);
      checkFuture(S);
      return true;
    });
    for (const Spawn &S : Model.spawns())
      checkForTasks(S.Statement, S.Arrow, "<-");
    for (const Force &F : Model.forces())
      checkForTasks(F.Statement, F.Word, "force");
  }

private:
  void checkPlace(const EverywhereBlock &E) {
    if (!Model.isInBlock(E.Loop))
      return;
    Diag.error(E.Loop->getDoLoc(), "'everywhere' cannot stand in a block");
    Diag.note(E.Loop->getDoLoc(), "move it to the function around the block");
  }

  /// All work-items of a warp come to a block before a wait, and one of them to
  /// a block after it.
  void checkOrder(const EverywhereBlock &E) {
    const Stmt *Body = E.Loop->getBody();
    if (!Model.isKernel() || !Model.isAfterWait(Body) ||
        !Model.isBeforeWaits(Body))
      return;
    Diag.error(E.Loop->getDoLoc(), "this 'everywhere' is reached both before "
                                   "and after a 'force' that waits");
    for (const Force &F : Model.forces())
      if (F.isWait()) {
        Diag.note(F.Word, "after it, the warp is one work-item: write the "
                          "block once before it, and once after it");
        return;
      }
  }

  void checkMask(const EverywhereBlock &E) {
    if (!E.Mask || E.Mask->isInvalidDecl() || !E.Mask->getInit() ||
        E.Mask->getInit()->containsErrors())
      return;
    const ASTContext &Context = Model.context();
    QualType Type = E.Mask->getType();
    for (QualType Good : {Context.IntTy, Context.UnsignedIntTy, Context.LongTy,
                          Context.UnsignedLongTy})
      if (Context.hasSameUnqualifiedType(Type, Good) &&
          Context.getTypeSize(Good) >= lanesOfWarp())
        return;
    SourceLocation Loc = E.Mask->getLocation();
    SourceRange Written;
    if (const TypeSourceInfo *Info = E.Mask->getTypeSourceInfo())
      Written = Info->getTypeLoc().getUnqualifiedLoc().getSourceRange();
    StringRef Better = lanesOfWarp() > 32 ? "ulong" : "uint";
    if (Context.hasSameUnqualifiedType(Type, Context.IntTy) ||
        Context.hasSameUnqualifiedType(Type, Context.UnsignedIntTy))
      Diag.error(Loc, "the mask %0 has 32 bits, and a warp has %1 work-items")
          << E.Mask << lanesOfWarp() << Report::replace(Written, Better);
    else
      Diag.error(Loc, "the mask of an 'everywhere' has type 'int', 'uint', "
                      "'long' or 'ulong', and %0 has type %1")
          << E.Mask << Type.getUnqualifiedType()
          << Report::replace(Written, Better);
    Diag.note(Loc, "write 'everywhere (%0 %1) { ... }'")
        << Better << E.Mask->getName();
  }

  void checkJump(const Stmt *S) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      checkLeaving(S, Return->getReturnLoc(), "return");
    } else if (const auto *Break = dyn_cast<BreakStmt>(S)) {
      checkLeaving(S, Break->getBreakLoc(), "break");
    } else if (const auto *Continue = dyn_cast<ContinueStmt>(S)) {
      checkLeaving(S, Continue->getContinueLoc(), "continue");
    } else if (const auto *Goto = dyn_cast<GotoStmt>(S)) {
      checkGoto(Goto);
    } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
      for (const Stmt *Up = S; Up && !isa<SwitchStmt>(Up);
           Up = Model.parents().getParent(Up))
        if (const EverywhereBlock *E = Model.everywhereOf(Up)) {
          Diag.error(Case->getKeywordLoc(), "a 'switch' cannot jump into the "
                                            "body of an 'everywhere'");
          Diag.note(E->Loop->getDoLoc(),
                    "move the 'case' out of this 'everywhere'");
          return;
        }
    }
  }

  void checkLeaving(const Stmt *S, SourceLocation Loc, const char *Keyword) {
    for (const Stmt *Up = S; Up; Up = Model.parents().getParent(Up)) {
      if (const EverywhereBlock *E = Model.everywhereOf(Up)) {
        reportLeaving(*E, Loc, Keyword);
        return;
      }
      if (isa<ReturnStmt>(S)) {
        // The `return` of a force body is that of its task, and a force cannot
        // stand here anyway.
        if (Model.forceOf(Up))
          return;
        continue;
      }
      if (isa<WhileStmt>(Up) || isa<ForStmt>(Up) || isa<DoStmt>(Up) ||
          (isa<BreakStmt>(S) && isa<SwitchStmt>(Up)))
        return;
    }
  }

  void reportLeaving(const EverywhereBlock &E, SourceLocation Loc,
                     const char *Keyword) {
    Diag.error(Loc, "'%0' cannot leave the body of an 'everywhere'") << Keyword;
    Diag.note(E.Loop->getDoLoc(),
              "all work-items of the warp run this body to its end: set a "
              "variable in it, and decide after it");
  }

  void checkGoto(const GotoStmt *Goto) {
    const LabelStmt *Target = Goto->getLabel()->getStmt();
    if (!Target)
      return;
    const EverywhereBlock *From = Model.enclosingEverywhere(Goto);
    const EverywhereBlock *To = Model.enclosingEverywhere(Target);
    if (From == To)
      return;
    for (const EverywhereBlock *E = To; E;) {
      E = Model.enclosingEverywhere(E->Loop);
      if (E != From)
        continue;
      Diag.error(Goto->getGotoLoc(),
                 "'goto' cannot jump into the body of an 'everywhere'");
      Diag.note(Target->getBeginLoc(), "the label is in it; move it before the "
                                       "'everywhere' or after it");
      return;
    }
    reportLeaving(*From, Goto->getGotoLoc(), "goto");
  }

  /// Work-items that never came to the spawn or force would run it, too.
  void checkForTasks(const Stmt *S, SourceLocation Loc, const char *What) {
    const EverywhereBlock *E = Model.enclosingEverywhere(S);
    if (!E)
      return;
    Diag.error(Loc, "'%0' cannot stand in the body of an 'everywhere'") << What;
    Diag.note(E->Loop->getDoLoc(),
              "work-items that did not come to it run this body, too: set a "
              "variable in it, and spawn after it");
  }

  /// Control flow does not tell which futures are pending in a work-item that
  /// only comes along. In tasks, in the bodies of forces and after waits there
  /// is only one work-item.
  void checkFuture(const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref || !Model.isKernel() || Model.isAlone(S) || Model.spawnInto(Ref))
      return;
    const EverywhereBlock *E = Model.enclosingEverywhere(S);
    if (!E)
      return;
    for (const Spawn &Each : Model.spawns()) {
      if (Each.Future != Ref->getDecl() || !Each.Call ||
          Model.enclosingEverywhere(Each.Statement))
        continue;
      Diag.error(Ref->getLocation(),
                 "%0 may be a future of work-items that did not come to this "
                 "'everywhere'")
          << Ref->getDecl();
      Diag.note(Each.Arrow, "this spawn makes %0 a future") << Ref->getDecl();
      Diag.note(Ref->getLocation(), "use another variable in the body");
      return;
    }
  }

  const FunctionModel &Model;
  Report &Diag;
};

} // namespace

void checkEverywheres(const FunctionModel &Model, Report &Diag) {
  if (!Model.everywheres().empty())
    EverywhereCheck(Model, Diag).run();
}

} // namespace tasklet
