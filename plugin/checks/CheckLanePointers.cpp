//===- CheckLanePointers.cpp - Null pointers in lanes that come along -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All work-items of a warp run the body of an `everywhere`, with their own
/// variables. If only some of them reach the place where a pointer gets its
/// value, the pointer is null in the others. To follow it there ends the
/// process. This check warns of it. It is a forward must-analysis of which
/// variables have a value
///
///   - in the work-items that run the code here, separately for the function
///     and for each enclosing body, since all work-items start a body, and
///   - in all work-items of the warp: those variables have a value at the
///     start of a body. They got it where all work-items came (WarpPaths.h).
///
/// A pointer declared in a body is followed only if it copies another one.
///
/// A function is analysed twice: as if all work-items called it together, and
/// as if only some did. Which of the two holds is known at the end of the
/// program.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/FollowedPointers.h"
#include "plugin/checks/ForwardFlow.h"
#include "plugin/checks/LaneQuestions.h"
#include "plugin/checks/WarpPaths.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include <set>

using namespace clang;

namespace tasklet {
namespace {

using Places = std::set<PointerPlace>;

class PointerDomain {
public:
  struct State {
    bool Reached = false;
    std::vector<const EverywhereBlock *> Bodies;
    /// For the work-items that run this: first the function, then each of
    /// Bodies.
    std::vector<Places> Here;
    Places InAll;
    /// What may be a copy of a pointer that may be null.
    std::map<PointerPlace, PointerPlace> CopyOf;
  };

  PointerDomain(const FunctionModel &Model, WarpPaths &Paths,
                FollowingFunctions &Following, bool AllCall,
                std::vector<LanePointer> &Found)
      : Model(Model), Paths(Paths), Following(Following), AllCall(AllCall),
        Found(Found) {
    collect();
  }

  State entryState() const {
    State S;
    S.Reached = true;
    S.Here.emplace_back();
    for (const PointerPlace &Each : Known)
      if (isa<ParmVarDecl>(Each.Var))
        S.Here[0].insert(Each);
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
    for (const auto &Each : From.CopyOf)
      Changed |= Into.CopyOf.insert(Each).second;
    return Changed;
  }

  void transfer(State &S, const Stmt *Element) {
    enter(S, Element);
    if (Store To = storeOf(Element); To.Var)
      store(S, Element, To);
    else if (const VarDecl *Var = declared(Element))
      forEachPart(PointerPlace{Var, {}}, [&](const PointerPlace &Each) {
        for (Places &Have : S.Here)
          Have.erase(Each);
        S.InAll.erase(Each);
        S.CopyOf.erase(Each);
      });
    else if (const VarDecl *Array = arrayGivenAway(Element))
      forEachPart(PointerPlace{Array, {}}, [&](const PointerPlace &Each) {
        for (Places &Have : S.Here)
          Have.insert(Each);
      });
    share(S, Element, S.Here.size());
  }

  void report(const State &Before, const Stmt *Element) {
    auto Followed = followedPointers(Model.parents(), Element, Following);
    if (Followed.empty())
      return;
    State S = Before;
    enter(S, Element);
    if (S.Bodies.empty() || isAlone(S))
      return;
    for (const FollowedPointer &Each : Followed)
      report(S, Element, Each);
  }

private:
  void collect() {
    Stores.ApartCalled = !AllCall;
    for (const CFGBlock *Block : *Model.cfg())
      for (const CFGElement &Element : *Block) {
        auto S = Element.getAs<CFGStmt>();
        if (!S)
          continue;
        if (const auto *E = dyn_cast<Expr>(S->getStmt()))
          if (PointerPlace Place = pointerPlace(E, Model.context()); Place.Var)
            Known.insert(Place);
        auto Around = Paths.bodiesAround(S->getStmt());
        const EverywhereBlock *Body = Around.empty() ? nullptr : Around.back();
        if (const VarDecl *Var = declared(S->getStmt())) {
          Stores.DeclaredIn[Var] = Body;
          if (Var->getType()->isPointerType())
            Known.insert({Var, {}});
          if (Body && Body->Mask == Var &&
              !allCome(S->getStmt(),
                       Around.size() > 1 ? Around[Around.size() - 2] : nullptr))
            Stores.Masks.push_back(Var);
        }
        if (Store To = storeOf(S->getStmt()); To.Var)
          Stores.All.push_back({S->getStmt(), To, allCome(S->getStmt(), Body)});
      }
    for (const auto &[At, To, ByAll] : Stores.All) {
      if (!To.Value)
        continue;
      const auto *Op = dyn_cast<BinaryOperator>(At);
      SourceLocation Here = Op ? Op->getOperatorLoc() : To.Var->getLocation();
      forEachPart(To, [&](const PointerPlace &Each, const Expr *Value) {
        SourceLocation &First = GivenAt[Each];
        if (!(Value && isNull(Value)) && (First.isInvalid() || Here < First))
          First = Here;
      });
    }
  }

  static const VarDecl *declared(const Stmt *Element) {
    const auto *Decls = dyn_cast<DeclStmt>(Element);
    return Decls && Decls->isSingleDecl()
               ? dyn_cast<VarDecl>(Decls->getSingleDecl())
               : nullptr;
  }

  /// The address of the array goes elsewhere, so other code may store to it.
  const VarDecl *arrayGivenAway(const Stmt *Element) const {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Element);
    if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
      return nullptr;
    const Stmt *Up = Model.parent(Decay);
    const auto *Op = dyn_cast_or_null<UnaryOperator>(Up);
    if (!Up || isa<ArraySubscriptExpr>(Up) ||
        (Op && Op->getOpcode() == UO_Deref))
      return nullptr;
    const DeclRefExpr *Ref = rootVariable(Decay->getSubExpr());
    return Ref ? cast<VarDecl>(Ref->getDecl()) : nullptr;
  }

  template <typename Callback>
  void forEachPart(const PointerPlace &Outer, Callback Do) const {
    for (const PointerPlace &Each : Known)
      if (Each.isIn(Outer))
        Do(Each);
  }

  /// The places to which a store gives a value, and the values if they are
  /// written there.
  template <typename Callback>
  void forEachPart(const Store &To, Callback Do) const {
    PointerPlace Outer{To.Var, {}};
    if (To.Place)
      Outer = placeAt(To.Place, Model.context());
    // Code with the address, or with an unknown index, may mean any of them.
    if (!Outer.Var || To.TakesAddress)
      forEachPart(PointerPlace{To.Var, {}}, [&](const PointerPlace &Each) {
        Do(Each, /*Value=*/nullptr);
      });
    else if (To.Replaces)
      forEachPart(Outer, [&](const PointerPlace &Each) {
        Do(Each, partOf(To.Value, ArrayRef<PointerPlace::Step>(Each.Steps)
                                      .drop_front(Outer.Steps.size())));
      });
  }

  /// The part of an initialiser; null if it is not written there.
  const Expr *partOf(const Expr *Value,
                     ArrayRef<PointerPlace::Step> Steps) const {
    for (const PointerPlace::Step &Step : Steps) {
      Value = Value->IgnoreParenImpCasts();
      if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Value))
        Value = Literal->getInitializer();
      if (isa<ImplicitValueInitExpr>(Value))
        return Value;
      const auto *List = dyn_cast<InitListExpr>(Value);
      if (!List)
        return nullptr;
      int64_t Index = Step.Field ? Step.Field->getFieldIndex() : Step.Index;
      if (Index >= 0 && Index < List->getNumInits())
        Value = List->getInit(Index);
      else
        Value = List->getArrayFiller();
      if (!Value)
        return nullptr;
    }
    return Value;
  }

  static bool intersect(Places &Into, const Places &From) {
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
    // What all work-items have, those that are here have, too.
    for (Places &Each : S.Here)
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
    return isa<ImplicitValueInitExpr>(Value) ||
           isNullPointer(Value, Model.context());
  }

  /// Whether \p Value is not null, according to \p Have. If it may be null and
  /// copies a pointer, \p Missing is that pointer.
  bool isValue(const Expr *Value, const Places &Have,
               PointerPlace &Missing) const {
    if (isNull(Value))
      return false;
    if (const auto *Choice =
            dyn_cast<ConditionalOperator>(Value->IgnoreParenCasts())) {
      for (const Expr *Arm : {Choice->getTrueExpr(), Choice->getFalseExpr()}) {
        PointerPlace Root = rootPointer(Arm, Model.context());
        // `p ? p : q`
        bool Asked = false;
        forEachStmt(Choice->getCond(), [&](const Stmt *S) {
          const auto *Ref = dyn_cast<DeclRefExpr>(S);
          Asked |= Ref && Root.Var == Ref->getDecl();
          return !Asked;
        });
        if (!Asked && !isValue(Arm, Have, Missing))
          return false;
      }
      return true;
    }
    PointerPlace Root = rootPointer(Value, Model.context());
    if (!Root.Var || Have.count(Root))
      return true;
    Missing = Root;
    return false;
  }

  void store(State &S, const Stmt *Element, const Store &To) {
    forEachPart(To, [&](const PointerPlace &Each, const Expr *Value) {
      PointerPlace Missing;
      bool HasValue = true;
      for (Places &Have : S.Here) {
        Missing = {};
        HasValue = !Value || isValue(Value, Have, Missing);
        if (!HasValue && Missing.Var && isAsked(S, Missing, Element))
          HasValue = true;
        if (HasValue)
          Have.insert(Each);
        else
          Have.erase(Each);
      }
      if (!HasValue)
        S.InAll.erase(Each);
      auto Earlier = S.CopyOf.find(Missing);
      if (Earlier != S.CopyOf.end())
        Missing = Earlier->second;
      else if (!S.Bodies.empty() &&
               Stores.DeclaredIn.lookup(Missing.Var) == S.Bodies.back())
        Missing = {};
      if (HasValue || !Missing.Var)
        S.CopyOf.erase(Each);
      else if (!(Missing == Each))
        S.CopyOf[Each] = Missing;
    });
  }

  /// In the body of a force and after a wait there is one work-item alone.
  bool isAlone(const State &S) const {
    return Model.isAlone(S.Bodies.front()->Loop);
  }

  const LaneQuestions &questions(const VarDecl *Var,
                                 const EverywhereBlock *Body) {
    auto &Place = Questions[{Var, Body}];
    if (!Place)
      Place = std::make_unique<LaneQuestions>(Model, Paths, Stores, Var, Body);
    return *Place;
  }

  bool isAsked(const State &S, const PointerPlace &Place, const Stmt *Element) {
    return !S.Bodies.empty() && questions(Place.Var, S.Bodies.back())
                                    .isAsked(Place, Paths.written(Element));
  }

  void report(const State &S, const Stmt *Element,
              const FollowedPointer &Followed) {
    PointerPlace Place = rootPointer(Followed.Pointer, Model.context());
    const EverywhereBlock *Body = S.Bodies.back();
    if (!Place.Var || S.Here.back().count(Place))
      return;
    auto Copy = S.CopyOf.find(Place);
    bool IsCopy = Copy != S.CopyOf.end();
    if (!IsCopy && Stores.DeclaredIn.lookup(Place.Var) == Body)
      return;
    const PointerPlace &Root = IsCopy ? Copy->second : Place;
    if (Reported.count({Place, Body}) || isAsked(S, Place, Element) ||
        isAsked(S, Root, Element) || questions(Place.Var, Body).isMended(Place))
      return;
    Reported.insert({Place, Body});
    LanePointer New{
        Model.function(),    Place.name(), IsCopy ? Root.name() : std::string(),
        LanePointer::NoMask, nullptr,      placeOf(Place.Var, Followed.Pointer),
        Followed.By,         Followed.At,  givenAt(Root)};
    // Work-items that the mask of a body names have come from the level above
    // it.
    for (size_t I = S.Bodies.size(); I-- != 0;)
      if (S.Here[I].count(Root)) {
        New.MaskOf = I + 1 == S.Bodies.size() ? LanePointer::ThisMask
                                              : LanePointer::OuterMask;
        New.Mask = S.Bodies[I]->Mask;
        break;
      }
    Found.push_back(std::move(New));
  }

  SourceLocation givenAt(const PointerPlace &Place) const {
    auto At = GivenAt.find(Place);
    return At == GivenAt.end() ? SourceLocation() : At->second;
  }

  const FunctionModel &Model;
  WarpPaths &Paths;
  FollowingFunctions &Following;
  bool AllCall;
  std::vector<LanePointer> &Found;
  /// All that the function has a name for.
  Places Known;
  LaneStores Stores;
  std::map<PointerPlace, SourceLocation> GivenAt;
  std::map<std::pair<const VarDecl *, const EverywhereBlock *>,
           std::unique_ptr<LaneQuestions>>
      Questions;
  std::set<std::pair<PointerPlace, const EverywhereBlock *>> Reported;
};

void warn(const LanePointer &P, SourceLocation Call, Report &Diag) {
  if (!Diag.enabled(Warning::NullPointer, P.Loc))
    return;
  const std::string &Root = P.Origin.empty() ? P.Name : P.Origin;
  Diag.warning(P.Loc, Warning::NullPointer,
               "'%0' may be null here%select{|, as a copy of '%2'}1: all "
               "work-items of the warp run this body, and not all reach "
               "the place where '%2' gets a value")
      << P.Name << !P.Origin.empty() << Root;
  if (P.By)
    Diag.note(P.ByAt, "%0 follows it here") << P.By;
  if (Call.isValid())
    Diag.note(Call, "not all work-items reach this call");
  else if (P.GivenAt.isValid())
    Diag.note(P.GivenAt, "not all work-items reach this place");
  Diag.note(P.Loc,
            "test it first, as in 'if (%0)'%select{|, or test the work-item's "
            "bit in the mask, '%2 >> get_sub_group_local_id() & 1'|, or test "
            "the work-item's bit in the mask of the 'everywhere' around this "
            "one, '%2 >> get_sub_group_local_id() & 1'}1; or %select{give "
            "'%4' a value|call %5}3 before any condition, loop or return")
      << P.Name << P.MaskOf << (P.Mask ? P.Mask->getName() : "mask")
      << Call.isValid() << Root << P.Function;
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
      if (!Callee || Callee->isImplicit() || Model.isAlone(Call))
        continue;
      auto Around = Paths.bodiesAround(Call);
      const EverywhereBlock *Body = Around.empty() ? nullptr : Around.back();
      Facts.Calls.push_back({Model.function(), Callee, Call->getExprLoc(),
                             Paths.allCome(Call, Body), Body != nullptr});
    }
  if (Model.everywheres().empty())
    return;
  std::vector<LanePointer> Always, Sometimes;
  PointerDomain Together(Model, Paths, Facts.Following, /*AllCall=*/true,
                         Always);
  solveForward(Model, Together);
  for (const LanePointer &Each : Always)
    warn(Each, {}, Diag);
  // Kernels, too, may be called.
  PointerDomain Apart(Model, Paths, Facts.Following, /*AllCall=*/false,
                      Sometimes);
  solveForward(Model, Apart);
  for (const LanePointer &Each : Sometimes)
    if (llvm::none_of(Always, [&](const LanePointer &Other) {
          return Other.Name == Each.Name && Other.Loc == Each.Loc;
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
