//===- CheckFutures.cpp - Futures wait for their force --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Reports uses of variables whose results may be outstanding, second spawns
/// into them, and declarations that leave a result of an earlier iteration
/// behind.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/ForwardFlow.h"
#include "plugin/checks/OutstandingResults.h"
#include "plugin/checks/SpawnPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <set>

using namespace clang;

namespace tasklet {
namespace {

class FutureDomain : public OutstandingResults {
public:
  FutureDomain(const FunctionModel &Model, Report &Diag)
      : OutstandingResults(Model), Model(Model), Diag(Diag) {}

  void report(const State &S, const Stmt *Element) {
    const Spawn *Sp = Model.spawnAt(Element);
    if (Sp && !Sp->Declared) {
      auto Found = S.Futures.find(Sp->Future);
      if (Sp->Call && Found != S.Futures.end())
        checkSecondSpawn(*Sp, Found->second.Spawns);
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Element)) {
      if (!Model.isListed(Ref) && !Model.spawnInto(Ref))
        checkUse(S, Ref->getDecl(), Ref->getLocation(), kindOfUse(Ref), Ref,
                 Ref);
    } else if (const auto *Decls = dyn_cast<DeclStmt>(Element)) {
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          if (const Spawn *First = firstSpawn(S, Var); First && isForced(Var))
            reportAbandoned(Var, *First);
    } else if (const auto *Block = dyn_cast<BlockExpr>(Element)) {
      for (const BlockDecl::Capture &Captured :
           Block->getBlockDecl()->captures())
        checkUse(S, Captured.getVariable(), Block->getBeginLoc(), /*Used=*/0,
                 Captured.getVariable());
    }
  }

  /// Futures that an error is about.
  llvm::SmallPtrSet<const VarDecl *, 4> Misused;

private:
  bool isForced(const VarDecl *Var) const {
    for (const Force &F : Model.forces())
      for (const DeclRefExpr *Ref : F.Names)
        if (Ref->getDecl() == Var)
          return true;
    return false;
  }

  /// The variables of all iterations share one slot in the task's frame. So a
  /// result that arrives late would appear in the new variable.
  void reportAbandoned(const VarDecl *Var, const Spawn &First) {
    if (!Abandoned.insert(Var).second)
      return;
    Diag.error(Var->getLocation(),
               "%0 is declared again while the result of an earlier iteration "
               "is outstanding")
        << Var;
    Diag.note(First.Arrow, "this spawn made %0 a future") << Var;
    Diag.note(Var->getLocation(),
              "force it in every iteration, or declare an array of futures "
              "before the loop and spawn into its elements");
  }

  /// Index into the %select of the message.
  unsigned kindOfUse(const DeclRefExpr *Ref) const {
    const Stmt *Child = Ref;
    for (const Stmt *Up = Model.parents().getParent(Ref); Up;
         Child = Up, Up = Model.parents().getParent(Up)) {
      if (isa<ParenExpr>(Up) || isa<ExtVectorElementExpr>(Up))
        continue;
      if (const auto *Member = dyn_cast<MemberExpr>(Up)) {
        if (!Member->isArrow())
          continue;
        return 0;
      }
      if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Up)) {
        if (Cast->getCastKind() == CK_ArrayToPointerDecay)
          continue;
        return 0;
      }
      if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Up)) {
        if (Index->getBase() == Child)
          continue;
        return 0;
      }
      if (const auto *Op = dyn_cast<UnaryOperator>(Up))
        return Op->getOpcode() == UO_AddrOf   ? 2
               : Op->isIncrementDecrementOp() ? 1
                                              : 0;
      if (const auto *Op = dyn_cast<BinaryOperator>(Up))
        return Op->isAssignmentOp() && Op->getLHS() == Child ? 1 : 0;
      return 0;
    }
    return 0;
  }

  /// The largest part of a variable that \p Ref is the root of.
  const Expr *partOf(const DeclRefExpr *Ref) const {
    const Expr *Part = Ref;
    const Stmt *Child = Ref;
    for (const Stmt *Up = Model.parents().getParent(Ref); Up;
         Child = Up, Up = Model.parents().getParent(Up)) {
      const auto *Member = dyn_cast<MemberExpr>(Up);
      const auto *Index = dyn_cast<ArraySubscriptExpr>(Up);
      if (isa<ParenExpr>(Up) || (Member && !Member->isArrow()) ||
          (Index && Index->getBase() == Child))
        Part = cast<Expr>(Up);
      else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Up);
               !Cast || Cast->getCastKind() != CK_ArrayToPointerDecay)
        break;
    }
    return Part;
  }

  /// Whether \p Ref names a part of a variable to which certainly none of \p
  /// Spawns stores.
  bool isOtherPart(const DeclRefExpr *Ref,
                   const std::map<unsigned, Facts> &Spawns) const {
    LvaluePath Used = pathTo(partOf(Ref));
    return !Used.Steps.empty() && llvm::none_of(Spawns, [&](const auto &Each) {
      return certainlyOverlap(Model.spawns()[Each.first].place(), Used,
                              Model.context());
    });
  }

  /// \p Once identifies the use, because a use in a loop is checked more than
  /// once. \p Ref is null if the whole variable is used.
  void checkUse(const State &S, const ValueDecl *D, SourceLocation Loc,
                unsigned Kind, const void *Once,
                const DeclRefExpr *Ref = nullptr) {
    const Spawn *First = firstSpawn(S, D);
    // An address leads to other parts, too.
    if (!First ||
        (Ref && Kind != 2 &&
         isWithin(partOf(Ref), S.Futures.find(First->Future)->second.Forced)) ||
        !Reported.insert(Once).second)
      return;
    Misused.insert(First->Future);
    Diag.error(Loc, "%0 is a future, and is %select{used|written|used by "
                    "address}1 before a 'force' names it")
        << D << Kind;
    Diag.note(First->Arrow, "this spawn made %0 a future") << D;
    if (Ref && Kind != 2 &&
        isOtherPart(Ref, S.Futures.find(First->Future)->second.Spawns))
      Diag.note(Loc,
                "%0 is one future, with all its parts: "
                "%select{use|write}1 this part before the first spawn into "
                "%0, or in the body of 'force (%2) { ... }'")
          << D << Kind << D->getName();
    else
      Diag.note(Loc, "put this into the body of 'force (%0) { ... }', or write "
                     "'force (%0);' before it")
          << D->getName();
  }

  void checkSecondSpawn(const Spawn &Second,
                        const std::map<unsigned, Facts> &Earlier) {
    for (const auto &[Number, Only] : Earlier) {
      const Spawn &First = Model.spawns()[Number];
      if (!certainlyOverlap(First, Second, Model.context()) ||
          !Reported.insert(Second.Statement).second)
        continue;
      bool Part = !Second.place().Steps.empty();
      Diag.error(Second.Arrow,
                 "%select{|this part of }1%0 is a future already, and is "
                 "spawned into again before a 'force' names it")
          << Second.Future << Part;
      Diag.note(First.Arrow, "this spawn%select{|, in an earlier iteration,}0 "
                             "made it a future")
          << (&First == &Second);
      Diag.note(Second.Arrow, "force it first, or spawn into the elements of "
                              "an array");
    }
  }

  const FunctionModel &Model;
  Report &Diag;
  llvm::SmallPtrSet<const void *, 8> Reported;
  llvm::SmallPtrSet<const VarDecl *, 4> Abandoned;
};

/// \p Done: variables about which enough is said.
void warnUnforced(const FunctionModel &Model,
                  llvm::SmallPtrSetImpl<const VarDecl *> &Done, Report &Diag) {
  for (const Force &F : Model.forces())
    for (const DeclRefExpr *Ref : F.Names)
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        Done.insert(Var);
  for (const Spawn &S : Model.spawns()) {
    if (!S.Future || !S.Call || !Done.insert(S.Future).second ||
        !Diag.enabled(Warning::Unforced, S.Arrow))
      continue;
    Diag.warning(S.Arrow, Warning::Unforced,
                 "future %0 is never forced, and its result is discarded")
        << S.Future;
    auto Note =
        Diag.note(S.Arrow, "to ignore a result on purpose, write '() <-'");
    if (S.Destination)
      Note << Report::replace(S.Destination->getSourceRange(), "()");
  }
}

} // namespace

void checkFutures(const FunctionModel &Model, Report &Diag) {
  if (Model.hasErrors())
    return;
  FutureDomain Domain(Model, Diag);
  solveForward(Model, Domain);
  warnUnforced(Model, Domain.Misused, Diag);
}

} // namespace tasklet
