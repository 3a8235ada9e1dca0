//===- CheckLanePointers.cpp - Pointers of who only comes along -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All work-items of a warp run the body of an `everywhere`, with their own
/// variables. A pointer that gets its value where not all of them come by is
/// null in the others, and to follow it there ends the process. This warns of
/// it, by a forward must-analysis of which variables have a value
///
///   - in whoever runs the code here, separately for the function and for each
///     body around it, since all work-items start a body, and
///   - in all work-items of the warp, which is what a body starts with: what
///     had a value when all came by (WarpPaths.h).
///
/// A function is looked at twice: as one that all work-items call together, and
/// as one that only some do. Which it is, is known at the end of the program.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/FollowedPointers.h"
#include "plugin/checks/ForwardFlow.h"
#include "plugin/checks/WarpPaths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include <set>

using namespace clang;

namespace tasklet {
namespace {

using Variables = std::set<const VarDecl *>;

class PointerDomain {
public:
  struct State {
    bool Reached = false;
    std::vector<const EverywhereBlock *> Bodies;
    /// Of who runs this; first for the function, then for each of Bodies.
    std::vector<Variables> Here;
    Variables InAll;
  };

  PointerDomain(const FunctionModel &Model, WarpPaths &Paths, bool AllCall,
                std::vector<LanePointer> &Found)
      : Model(Model), Paths(Paths), AllCall(AllCall), Found(Found) {
    collect();
  }

  State entryState() const {
    State S;
    S.Reached = true;
    S.Here.emplace_back();
    for (const ParmVarDecl *Parameter : Model.function()->parameters())
      S.Here[0].insert(Parameter);
    if (AllCall)
      S.InAll = S.Here[0];
    return S;
  }

  bool join(State &Into, const State &From) const {
    if (!Into.Reached) {
      Into = From;
      return true;
    }
    bool Changed = false;
    size_t Common = 0;
    while (Common != Into.Bodies.size() && Common != From.Bodies.size() &&
           Into.Bodies[Common] == From.Bodies[Common])
      ++Common;
    if (Common != Into.Bodies.size()) {
      Into.Bodies.resize(Common);
      Into.Here.resize(Common + 1);
      Changed = true;
    }
    for (size_t I = 0; I <= Common; ++I)
      Changed |= intersect(Into.Here[I], From.Here[I]);
    Changed |= intersect(Into.InAll, From.InAll);
    return Changed;
  }

  void transfer(State &S, const Stmt *Element) {
    enter(S, Element);
    Store To = storeOf(Element);
    const auto *Decls = dyn_cast<DeclStmt>(Element);
    if (To.Var) {
      bool InHere = true;
      for (Variables &Each : S.Here)
        InHere = set(Each, To);
      if (!InHere)
        S.InAll.erase(To.Var);
    } else if (Decls && Decls->isSingleDecl()) {
      // A new variable.
      if (const auto *Var = dyn_cast<VarDecl>(Decls->getSingleDecl())) {
        for (Variables &Each : S.Here)
          Each.erase(Var);
        S.InAll.erase(Var);
      }
    }
    share(S, Element, S.Here.size());
  }

  void report(const State &Before, const Stmt *Element) {
    const Expr *Pointer = followedPointer(Model, Element);
    const VarDecl *Var = Pointer ? rootPointer(Pointer) : nullptr;
    if (!Var)
      return;
    State S = Before;
    enter(S, Element);
    if (S.Bodies.empty() || S.Here.back().count(Var) ||
        DeclaredIn.lookup(Var) == S.Bodies.back() || isAlone(S))
      return;
    const EverywhereBlock *Body = S.Bodies.back();
    SourceLocation Loc = placeOf(Var, Pointer);
    if (Reported.count({Var, Body}) || isTested(Var, Element, Body))
      return;
    Reported.insert({Var, Body});
    Found.push_back(
        {Model.function(), Var, Body->Mask, Loc, GivenAt.lookup(Var)});
  }

private:
  void collect() {
    for (const CFGBlock *Block : *Model.cfg())
      for (const CFGElement &Element : *Block) {
        auto S = Element.getAs<CFGStmt>();
        if (!S)
          continue;
        Store To = storeOf(S->getStmt());
        if (To.Var)
          Stores.push_back({S->getStmt(), To});
        if (To.Var && To.Value && !isNull(To.Value)) {
          SourceLocation &At = GivenAt[To.Var];
          const auto *Op = dyn_cast<BinaryOperator>(S->getStmt());
          SourceLocation Here =
              Op ? Op->getOperatorLoc() : To.Var->getLocation();
          if (At.isInvalid() || Here < At)
            At = Here;
        }
        const auto *Decls = dyn_cast<DeclStmt>(S->getStmt());
        if (Decls && Decls->isSingleDecl())
          if (const auto *Var = dyn_cast<VarDecl>(Decls->getSingleDecl()))
            DeclaredIn[Var] = Model.enclosingEverywhere(Paths.written(Decls));
      }
  }

  static bool intersect(Variables &Into, const Variables &From) {
    bool Changed = false;
    for (auto I = Into.begin(); I != Into.end();) {
      bool Stays = From.count(*I);
      Changed |= !Stays;
      I = Stays ? std::next(I) : Into.erase(I);
    }
    return Changed;
  }

  bool allCome(const Stmt *Element, const EverywhereBlock *Region) const {
    return (Region || AllCall) && Paths.allCome(Element, Region);
  }

  /// Notes what all have, in the first \p Levels of \p S.
  void share(State &S, const Stmt *Element, size_t Levels) const {
    for (size_t I = 0; I != Levels; ++I)
      if (allCome(Element, I == 0 ? nullptr : S.Bodies[I - 1]))
        S.InAll.insert(S.Here[I].begin(), S.Here[I].end());
  }

  /// Leaves the bodies that \p Element is not in, and enters its own.
  void enter(State &S, const Stmt *Element) const {
    auto Around = Paths.bodiesAround(Element);
    size_t Common = 0;
    while (Common != Around.size() && Common != S.Bodies.size() &&
           Around[Common] == S.Bodies[Common])
      ++Common;
    S.Bodies.resize(Common);
    S.Here.resize(Common + 1);
    // What all have, who is here has, too.
    for (Variables &Each : S.Here)
      Each.insert(S.InAll.begin(), S.InAll.end());
    if (Common == Around.size())
      return;
    share(S, Element, S.Here.size());
    for (; Common != Around.size(); ++Common) {
      S.Bodies.push_back(Around[Common]);
      S.Here.push_back(S.InAll);
    }
  }

  bool isNull(const Expr *Value) const {
    return Value->getType()->isPointerType() &&
           Value->isNullPointerConstant(Model.context(),
                                        Expr::NPC_ValueDependentIsNotNull) !=
               Expr::NPCK_NotNull;
  }

  /// Whether \p Value is one, as far as \p Have says.
  bool isValue(const Expr *Value, const Variables &Have) const {
    if (isNull(Value))
      return false;
    if (const auto *Choice =
            dyn_cast<ConditionalOperator>(Value->IgnoreParenCasts()))
      return isValue(Choice->getTrueExpr(), Have) &&
             isValue(Choice->getFalseExpr(), Have);
    const VarDecl *Root = rootPointer(Value);
    return !Root || Have.count(Root);
  }

  /// Whether the variable has a value then.
  bool set(Variables &Have, const Store &To) const {
    // Who has its address may give it one.
    if (To.TakesAddress)
      Have.insert(To.Var);
    if (!To.Whole)
      return Have.count(To.Var);
    bool Value = isValue(To.Value, Have);
    if (Value)
      Have.insert(To.Var);
    else
      Have.erase(To.Var);
    return Value;
  }

  /// In the body of a force there is one work-item alone.
  bool isAlone(const State &S) const {
    return Model.enclosingForce(S.Bodies.front()->Loop);
  }

  static bool mentions(const Stmt *S, const Variables &Any) {
    bool Found = false;
    forEachStmt(S, [&](const Stmt *Inner) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Inner);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      Found |= Var && Any.count(Var);
      return !Found;
    });
    return Found;
  }

  /// Whether what stands around \p Element in \p Body asks who has come: for
  /// the mask, for the pointer, for a variable that decides elsewhere where
  /// work-items go, or one that not all of them assign to.
  bool isTested(const VarDecl *Pointer, const Stmt *Element,
                const EverywhereBlock *Body) {
    auto Tests = conditionsAround(Model, Element, Body->Loop);
    if (Tests.empty())
      return false;
    Variables Tell{Pointer};
    for (const EverywhereBlock &Each : Model.everywheres())
      if (Each.Mask)
        Tell.insert(Each.Mask);
    if (!AllCall)
      for (const ParmVarDecl *Parameter : Model.function()->parameters())
        Tell.insert(Parameter);
    for (const Expr *Condition :
         conditionsAround(Model, Body->Loop, /*Stop=*/nullptr))
      if (!Paths.isUniform(Condition))
        forEachStmt(Condition, [&](const Stmt *S) {
          if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
            if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
              Tell.insert(Var);
          return true;
        });
    for (const auto &[At, To] : Stores) {
      auto Around = Paths.bodiesAround(At);
      // All run this body, so that its own variables do not tell.
      if (DeclaredIn.lookup(To.Var) != Body &&
          !allCome(At, Around.empty() ? nullptr : Around.back()))
        Tell.insert(To.Var);
    }
    for (bool Grew = true; Grew;) {
      Grew = false;
      for (const auto &[At, To] : Stores)
        if (To.Value && !Tell.count(To.Var) && mentions(To.Value, Tell))
          Grew |= Tell.insert(To.Var).second;
    }
    return llvm::any_of(Tests,
                        [&](const Expr *Test) { return mentions(Test, Tell); });
  }

  const FunctionModel &Model;
  WarpPaths &Paths;
  bool AllCall;
  std::vector<LanePointer> &Found;
  std::vector<std::pair<const Stmt *, Store>> Stores;
  llvm::DenseMap<const VarDecl *, const EverywhereBlock *> DeclaredIn;
  llvm::DenseMap<const VarDecl *, SourceLocation> GivenAt;
  std::set<std::pair<const VarDecl *, const EverywhereBlock *>> Reported;
};

void warn(const LanePointer &P, SourceLocation Call, Report &Diag) {
  if (!Diag.enabled(Warning::NullPointer, P.Loc))
    return;
  Diag.warning(P.Loc, Warning::NullPointer,
               "%0 may be null here: all work-items of the warp run this body, "
               "and not all come by where %0 gets a value")
      << P.Pointer;
  if (Call.isValid())
    Diag.note(Call, "not all work-items come by this call");
  else if (P.GivenAt.isValid())
    Diag.note(P.GivenAt, "not all work-items come by here");
  Diag.note(P.Loc, "test it first, as in 'if (%0)', or test the work-item's "
                   "bit in the mask, '%1 >> get_sub_group_local_id() & 1'; or "
                   "%select{give %3 a value|call %4}2 before any condition, "
                   "loop or return")
      << P.Pointer->getName() << (P.Mask ? P.Mask->getName() : "mask")
      << Call.isValid() << P.Pointer << P.Function;
}

} // namespace

void checkLanePointers(const FunctionModel &Model, LaneFacts &Facts,
                       Report &Diag) {
  // A task is one work-item.
  if (Model.isTask() || Model.hasErrors() || !Model.cfg())
    return;
  WarpPaths Paths(Model);
  for (const CFGBlock *Block : *Model.cfg())
    for (const CFGElement &Element : *Block) {
      auto S = Element.getAs<CFGStmt>();
      const auto *Call = S ? dyn_cast<CallExpr>(S->getStmt()) : nullptr;
      const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
      if (!Callee || Callee->isImplicit() || Model.enclosingForce(Call))
        continue;
      auto Around = Paths.bodiesAround(Call);
      const EverywhereBlock *Body = Around.empty() ? nullptr : Around.back();
      Facts.Calls.push_back({Model.function(), Callee, Call->getExprLoc(),
                             Paths.allCome(Call, Body), Body != nullptr});
    }
  if (Model.everywheres().empty())
    return;
  std::vector<LanePointer> Always, Sometimes;
  PointerDomain Together(Model, Paths, /*AllCall=*/true, Always);
  solveForward(Model, Together);
  for (const LanePointer &Each : Always)
    warn(Each, {}, Diag);
  if (Model.isKernel())
    return;
  PointerDomain Apart(Model, Paths, /*AllCall=*/false, Sometimes);
  solveForward(Model, Apart);
  for (const LanePointer &Each : Sometimes)
    if (llvm::none_of(Always, [&](const LanePointer &Other) {
          return Other.Pointer == Each.Pointer && Other.Loc == Each.Loc;
        }))
      Facts.Pointers.push_back(Each);
}

void checkCalledLanePointers(const LaneFacts &Facts, Report &Diag) {
  // From a function that not all work-items call together to the reason.
  llvm::DenseMap<const FunctionDecl *, SourceLocation> Apart;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const LaneCall &Call : Facts.Calls) {
      auto Caller = Apart.find(Call.Caller->getCanonicalDecl());
      SourceLocation Why;
      if (!Call.AllCome)
        Why = Call.Loc;
      else if (!Call.InBody && Caller != Apart.end())
        Why = Caller->second;
      if (Why.isValid())
        Changed |=
            Apart.try_emplace(Call.Callee->getCanonicalDecl(), Why).second;
    }
  }
  for (const LanePointer &Each : Facts.Pointers) {
    auto Found = Apart.find(Each.Function->getCanonicalDecl());
    if (Found != Apart.end())
      warn(Each, Found->second, Diag);
  }
}

} // namespace tasklet
