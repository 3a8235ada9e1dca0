//===- CheckEscape.cpp - Addresses stay in their step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A forward may-analysis of the addresses of private and local memory that
/// variables hold. At a `force` all that is held becomes stale: the body runs
/// later, maybe elsewhere, with copies of the variables.
///
//===----------------------------------------------------------------------===//

#include "plugin/Checks.h"
#include "plugin/ForwardFlow.h"
#include "plugin/HeldAddresses.h"
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
  };

  EscapeDomain(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  State entryState() const {
    State S;
    for (const ParmVarDecl *Param : Model.function()->parameters()) {
      PointeeKind Kind = pointeeKind(Param->getType());
      if (Kind == PointeeKind::Local || Kind == PointeeKind::Private)
        S.Held.emplace(
            Part(Param, nullptr),
            Origin{Param->getLocation(), Kind == PointeeKind::Local});
    }
    return S;
  }

  bool join(State &Into, const State &From) const {
    size_t Before = Into.Held.size() + Into.Stale.size();
    Into.Held.insert(From.Held.begin(), From.Held.end());
    Into.Stale.insert(From.Stale.begin(), From.Stale.end());
    return Into.Held.size() + Into.Stale.size() != Before;
  }

  void transfer(State &S, const Stmt *Element) const {
    if (const auto *Op = dyn_cast<BinaryOperator>(Element)) {
      if (!Op->isAssignmentOp() || Model.spawnAt(Op))
        return;
      storeTo(Op->getLHS(), carriedBy(Op, S.Held), S.Held);
      if (Op->getOpcode() == BO_Assign)
        storeTo(Op->getLHS(), Carried(), S.Stale);
    } else if (const auto *Decls = dyn_cast<DeclStmt>(Element)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D)) {
          initialise(Var, S.Held);
          storeToAll(Var, S.Stale);
        }
    } else if (isForceStart(Element)) {
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
      reportStale(Ref, S);
    }
  }

private:
  static void storeToAll(const VarDecl *Var, HeldAddresses &Held) {
    for (auto I = Held.begin(); I != Held.end();)
      I = I->first.first == Var ? Held.erase(I) : std::next(I);
  }

  static bool isForceStart(const Stmt *Element) {
    const auto *Call = dyn_cast<CallExpr>(Element);
    const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
    return Callee && Callee->getIdentifier() && Callee->getName() == ForceName;
  }

  void reportLeaving(const Expr *E, const State &S, unsigned What) {
    Carried Value = carriedBy(E, S.Held);
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

  void reportStale(const DeclRefExpr *Ref, const State &S) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Var || Model.isListed(Ref))
      return;
    // Only the member that is read matters, and overwriting is no use.
    const FieldDecl *Field = nullptr;
    const Stmt *Use = Ref;
    const Stmt *Up =
        Model.parents().getParentIgnoreParens(const_cast<DeclRefExpr *>(Ref));
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Up);
        Member && !Member->isArrow()) {
      Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      Use = Member;
      Up = Model.parents().getParentIgnoreParens(
          const_cast<MemberExpr *>(Member));
    }
    if (const auto *Assign = dyn_cast_or_null<BinaryOperator>(Up);
        Assign && Assign->getOpcode() == BO_Assign &&
        Assign->getLHS()->IgnoreParens() == Use)
      return;
    for (const auto &[Where, From] : S.Stale) {
      if (Where.first != Var ||
          (Field && Where.second && Where.second != Field))
        continue;
      if (!Reported.insert(Ref).second)
        return;
      Diag.error(Ref->getLocation(), "%0 carries the address of "
                                     "%select{private|local}1 memory into this "
                                     "'force' body")
          << Var << From.Local;
      explain(Ref->getLocation(), From);
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
