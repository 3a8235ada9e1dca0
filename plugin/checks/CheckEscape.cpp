//===- CheckEscape.cpp - Addresses stay in their step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A forward may-analysis of the addresses of private and local memory that
/// variables hold. At a `force` all these addresses become stale: the body runs
/// later, maybe elsewhere, with copies of the variables. While a variable is a
/// future, its address must not be used either.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/ForwardFlow.h"
#include "plugin/checks/HeldAddresses.h"
#include "plugin/checks/OutstandingResults.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace tasklet {
namespace {

class EscapeDomain {
public:
  struct State {
    HeldAddresses Held;
    /// Held since before the last force.
    HeldAddresses Stale;
    OutstandingResults::State Results;

    size_t size() const { return Held.size() + Stale.size(); }
  };

  EscapeDomain(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag), Results(Model) {}

  State entryState() const {
    State S;
    S.Results = Results.entryState();
    for (const ParmVarDecl *Param : Model.function()->parameters()) {
      PointeeKind Kind = pointeeKind(Param->getType());
      if (Kind == PointeeKind::Local || Kind == PointeeKind::Private)
        S.Held.emplace(
            Part{Param, {}, nullptr},
            Origin{Param->getLocation(), Kind == PointeeKind::Local});
    }
    return S;
  }

  bool join(State &Into, const State &From) const {
    size_t Before = Into.size();
    Into.Held.insert(From.Held.begin(), From.Held.end());
    Into.Stale.insert(From.Stale.begin(), From.Stale.end());
    return Results.join(Into.Results, From.Results) || Into.size() != Before;
  }

  bool follow(State &S, const CFGBlock &Block, unsigned Next) {
    return Results.follow(S.Results, Block, Next);
  }

  void transfer(State &S, const Stmt *Element) const {
    Results.transfer(S.Results, Element);
    if (const Spawn *Sp = Model.spawnAt(Element)) {
      if (Sp->Declared) {
        forget(Sp->Declared, S.Held);
        forget(Sp->Declared, S.Stale);
      }
    } else if (const auto *Op = dyn_cast<BinaryOperator>(Element)) {
      if (!Op->isAssignmentOp())
        return;
      storeTo(Op->getLHS(), carriedBy(Op, S.Held, Model.context()), S.Held);
      if (Op->getOpcode() == BO_Assign)
        storeTo(Op->getLHS(), CarriedAddresses(), S.Stale);
    } else if (const auto *Decls = dyn_cast<DeclStmt>(Element)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D)) {
          initialise(Var, S.Held);
          forget(Var, S.Stale);
        }
    } else if (Model.forceAt(Element)) {
      S.Stale.insert(S.Held.begin(), S.Held.end());
    }
  }

  void report(const State &S, const Stmt *Element) {
    if (const Spawn *Sp = Model.spawnAt(Element)) {
      if (Sp->Call)
        for (const Expr *Arg : Sp->Call->arguments())
          reportLeaving(Arg, S, /*What=*/0);
    } else if (const auto *Return = dyn_cast<ReturnStmt>(Element)) {
      if (Model.isTask() && Return->getRetValue())
        reportLeaving(Return->getRetValue(), S, /*What=*/1);
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Element)) {
      reportUse(Ref, S);
    }
  }

private:
  void reportLeaving(const Expr *E, const State &S, unsigned What) {
    CarriedAddresses Value = carriedBy(E, S.Held, Model.context());
    if (Value.empty() || !Reported.insert(E).second)
      return;
    const Origin &From = Value.first();
    Diag.error(E->getBeginLoc(), "%select{this argument of a spawn|this result "
                                 "of a task}0 carries the address of "
                                 "%select{private|local}1 memory out of its "
                                 "step")
        << What << From.Local;
    explain(E->getBeginLoc(), From);
  }

  /// The expression around \p Ref that stands for the part of its variable that
  /// is used: only the member that is read matters.
  const Expr *usedPart(const DeclRefExpr *Ref) const {
    const Expr *Part = Ref;
    for (const Stmt *Up = Model.parents().getParent(Ref); Up;
         Up = Model.parents().getParent(Up)) {
      if (const auto *Member = dyn_cast<MemberExpr>(Up)) {
        if (Member->isArrow())
          break;
        Part = Member;
      } else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Up)) {
        if (!rootVariable(Index) || rootVariable(Index) != Ref)
          break;
        Part = Index;
      } else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Up)) {
        if (Cast->getCastKind() != CK_ArrayToPointerDecay)
          break;
      } else if (!isa<ParenExpr>(Up)) {
        break;
      }
    }
    return Part;
  }

  void reportUse(const DeclRefExpr *Ref, const State &S) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Model.isListed(Ref))
      return;
    const Expr *Used = usedPart(Ref);
    // Overwriting is no use.
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(
        Model.parents().getParentIgnoreParens(const_cast<Expr *>(Used)));
    if (Assign && Assign->getOpcode() == BO_Assign &&
        Assign->getLHS()->IgnoreParens() == Used)
      return;
    Path Members = placeOf(Used).Members;
    auto Concerns = [&](const Part &Where) {
      return Where.Var == Var && (contains(Where.Members, Members) ||
                                  contains(Members, Where.Members));
    };
    for (const auto &[Where, From] : S.Stale)
      if (Concerns(Where)) {
        if (!Reported.insert(Ref).second)
          return;
        Diag.error(Ref->getLocation(),
                   "%0 carries the address of %select{private|local}1 memory "
                   "%select{past a 'force'|into this 'force' body}2")
            << Var << From.Local << (Model.enclosingForce(Ref) != nullptr);
        explain(Ref->getLocation(), From);
        return;
      }
    for (const auto &[Where, From] : S.Held) {
      const Spawn *First = Where.Target && Concerns(Where)
                               ? Results.firstSpawn(S.Results, Where.Target)
                               : nullptr;
      if (!First || !Reported.insert(Ref).second)
        continue;
      Diag.error(Ref->getLocation(),
                 "%0 holds the address of %1, which is a future until a "
                 "'force' names it")
          << Var << Where.Target;
      Diag.note(From.Loc, "the address comes from here");
      Diag.note(First->Arrow, "this spawn made %0 a future") << Where.Target;
      Diag.note(Ref->getLocation(),
                "use the address before that spawn, or put this into the body "
                "of 'force (%0) { ... }' and take it there")
          << Where.Target->getName();
      return;
    }
  }

  void explain(SourceLocation Use, const Origin &From) {
    if (From.Loc.isValid())
      Diag.note(From.Loc, "the address comes from here");
    Diag.note(Use, "pass the contents by value, or keep them in '__global' "
                   "memory");
  }

  const FunctionModel &Model;
  Report &Diag;
  OutstandingResults Results;
  llvm::SmallPtrSet<const Stmt *, 8> Reported;
};

} // namespace

void checkEscape(const FunctionModel &Model, Report &Diag) {
  if (Model.hasErrors() ||
      (Model.spawns().empty() && !Model.isTask() && Model.forces().empty()))
    return;
  EscapeDomain Domain(Model, Diag);
  solveForward(Model, Domain);
}

} // namespace tasklet
