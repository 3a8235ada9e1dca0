//===- LaneQuestions.cpp - What asks whether this one has come ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/LaneQuestions.h"
#include "plugin/checks/WarpWidth.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

/// Expressions with equal text have equal values. Clang declares a built-in
/// function anew for each call, so names are compared.
std::string textOf(const Expr *E, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  E->IgnoreParenImpCasts()->printPretty(Stream, /*Helper=*/nullptr,
                                        Context.getPrintingPolicy());
  return Text;
}

/// The operand of `!`, or null.
const Expr *negated(const Expr *Test) {
  const auto *Not = dyn_cast<UnaryOperator>(Test);
  return Not && Not->getOpcode() == UO_LNot ? Not->getSubExpr() : nullptr;
}

/// The parts of \p Test whose own values are known if \p Test has the value \p
/// Is: both parts of `a && b` if it is true. With \p All, those of `a || b`,
/// too.
void forEachPart(
    const Expr *Test, std::optional<bool> Is, bool All,
    llvm::function_ref<void(const Expr *, std::optional<bool>)> Do) {
  Test = Test->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<BinaryOperator>(Test);
  if (const Expr *Inner = negated(Test)) {
    forEachPart(Inner, Is ? std::optional<bool>(!*Is) : std::nullopt, All, Do);
  } else if (Op && Op->isLogicalOp() &&
             (All || !Is || *Is == (Op->getOpcode() == BO_LAnd))) {
    forEachPart(Op->getLHS(), Is, All, Do);
    forEachPart(Op->getRHS(), Is, All, Do);
  } else {
    Do(Test, Is);
  }
}

bool isSizeOfWarp(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
  return Callee && Callee->getIdentifier() &&
         (Callee->getName() == "get_sub_group_size" ||
          Callee->getName() == "get_max_sub_group_size");
}

} // namespace

bool isNullPointer(const Expr *Value, ASTContext &Context) {
  return Value->getType()->isPointerType() &&
         Value->isNullPointerConstant(
             Context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

LaneQuestions::LaneQuestions(const FunctionModel &Model, const WarpPaths &Paths,
                             const LaneStores &Stores, const VarDecl *Pointer,
                             const EverywhereBlock *Body)
    : Model(Model), Paths(Paths), Stores(Stores), Body(Body) {
  OfOne.insert(Pointer);
  OfWarp.insert(Stores.Masks.begin(), Stores.Masks.end());
  if (Stores.ApartCalled)
    for (const ParmVarDecl *Parameter : Model.function()->parameters())
      OfOne.insert(Parameter);
  addConditions(Body->Loop);
  for (const auto &[At, To, ByAll] : Stores.All) {
    // All run this body, so that its own variables do not tell.
    if (Stores.DeclaredIn.lookup(To.Var) != Body && !ByAll)
      OfOne.insert(To.Var);
    if (To.Var == Pointer)
      addConditions(Paths.written(At));
  }
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (const auto &[At, To, ByAll] : Stores.All) {
      if (OfOne.count(To.Var))
        continue;
      bool One = To.Value && asks(To.Value);
      bool Warp = To.Value && mentions(To.Value, OfWarp);
      const Stmt *Here = Paths.written(At);
      const EverywhereBlock *Inner = Model.enclosingEverywhere(Here);
      for (const Condition &Outer : conditionsAround(
               Model.parents(), Here, Inner ? Inner->Loop : nullptr)) {
        One |= Inner && asks(Outer.Test);
        Warp |= mentions(Outer.Test, OfWarp);
      }
      if (One)
        Grew |= OfOne.insert(To.Var).second;
      else if (Warp)
        Grew |= OfWarp.insert(To.Var).second;
    }
  }
}

/// A condition that decides whether work-items reach \p Around tells about
/// them.
void LaneQuestions::addConditions(const Stmt *Around) {
  for (const Condition &Outer :
       conditionsAround(Model.parents(), Around, /*Stop=*/nullptr)) {
    if (Paths.isUniform(Outer.Test))
      continue;
    forEachPart(Outer.Test, Outer.Is, /*All=*/true,
                [&](const Expr *Part, std::optional<bool>) {
                  if (Paths.isUniform(Part))
                    return;
                  Same.insert(textOf(Part, Model.context()));
                  forEachStmt(Part, [&](const Stmt *S) {
                    const auto *Ref = dyn_cast<DeclRefExpr>(S);
                    const auto *Var =
                        Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
                    if (Var && Stores.DeclaredIn.lookup(Var) != Body &&
                        !Paths.isUniform(Ref))
                      OfOne.insert(Var);
                    return true;
                  });
                });
  }
}

bool LaneQuestions::mentions(const Stmt *S, const Variables &Any) const {
  bool Found = false;
  forEachStmt(S, [&](const Stmt *Inner) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Inner);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Found |= Var && Any.count(Var);
    return !Found;
  });
  return Found;
}

bool LaneQuestions::asks(const Expr *Value) const {
  return mentions(Value, OfOne) || Same.count(textOf(Value, Model.context())) ||
         (mentions(Value, OfWarp) && !Paths.isUniform(Value));
}

/// `mask == all`, `~mask == 0`, `popcount(mask) >= get_sub_group_size()`; not
/// `popcount(mask) > 1`.
bool LaneQuestions::asksForAll(const Expr *Test) const {
  if (!mentions(Test, OfWarp))
    return false;
  bool Sized = false;
  forEachStmt(Test, [&](const Stmt *S) {
    const auto *Op = dyn_cast<UnaryOperator>(S);
    Sized |= isSizeOfWarp(S) || (Op && Op->getOpcode() == UO_Not);
    return !Sized;
  });
  const auto *Op = dyn_cast<BinaryOperator>(Test->IgnoreParenImpCasts());
  if (!Op || !Op->isComparisonOp())
    return Sized;
  for (const Expr *Side : {Op->getLHS(), Op->getRHS()})
    if (!mentions(Side, OfWarp)) {
      auto Number = Side->getIntegerConstantExpr(Model.context());
      if (Op->isEqualityOp())
        Sized |= !Number || Number->ugt(1);
      else
        Sized |= Number && Number->uge(lanesOfWarp() - 1);
    }
  return Sized;
}

bool LaneQuestions::isNull(const Expr *Value) const {
  return isNullPointer(Value, Model.context());
}

bool LaneQuestions::establishes(const Expr *Test, std::optional<bool> Is,
                                const PointerPlace &Pointer) const {
  Test = Test->IgnoreParenImpCasts();
  if (const Expr *Inner = negated(Test))
    return establishes(Inner, Is ? std::optional<bool>(!*Is) : std::nullopt,
                       Pointer);
  if (const auto *Op = dyn_cast<BinaryOperator>(Test)) {
    if (Op->isLogicalOp()) {
      bool Left = establishes(Op->getLHS(), Is, Pointer);
      bool Right = establishes(Op->getRHS(), Is, Pointer);
      // If `a || b` is true, it is unknown which of the two is.
      return Is && *Is == (Op->getOpcode() == BO_LOr) ? Left && Right
                                                      : Left || Right;
    }
    if (Is && Op->isEqualityOp())
      for (bool Swapped : {false, true}) {
        const Expr *Left = Swapped ? Op->getRHS() : Op->getLHS();
        const Expr *Right = Swapped ? Op->getLHS() : Op->getRHS();
        if (isNull(Right) &&
            pointerPlace(Left->IgnoreParenCasts(), Model.context()) == Pointer)
          return *Is == (Op->getOpcode() == BO_NE);
      }
  }
  if (Is && pointerPlace(Test, Model.context()) == Pointer)
    return *Is;
  return asks(Test) || asksForAll(Test);
}

bool LaneQuestions::isAsked(const PointerPlace &Pointer,
                            const Stmt *Element) const {
  bool Asked = false, Warp = false, One = false;
  for (const Condition &Outer :
       conditionsAround(Model.parents(), Element, Body->Loop))
    forEachPart(Outer.Test, Outer.Is, /*All=*/false,
                [&](const Expr *Part, std::optional<bool> Is) {
                  Asked |= establishes(Part, Is, Pointer);
                  // `mask & 1 && get_sub_group_local_id() == 0`
                  Warp |= mentions(Part, OfWarp);
                  One |= !Paths.isUniform(Part);
                });
  return Asked || (Warp && One);
}

bool LaneQuestions::isMended(const PointerPlace &Pointer) const {
  for (const auto &[At, To, ByAll] : Stores.All) {
    const Stmt *Here = Paths.written(At);
    if (To.Var != Pointer.Var || !To.Replaces || isNull(To.Value) ||
        Model.enclosingEverywhere(Here) != Body)
      continue;
    for (const Condition &Outer :
         conditionsAround(Model.parents(), Here, Body->Loop))
      if (mentions(Outer.Test, {Pointer.Var}))
        return true;
  }
  return false;
}

} // namespace tasklet
