//===- CheckLaneNumbers.cpp - Which bit of a mask is which lane -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The bits of a mask are numbered by `get_sub_group_local_id()`. Local and
/// global ids are the same numbers only in the first warp, so a program that
/// uses them works in small tests. In work-groups of several dimensions, the id
/// in one dimension differs at once. This check warns of `mask >>
/// get_local_id(0)` and `mask & 1u << get_local_id(0)`, and of variables that
/// hold such an id.
///
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "plugin/checks/Checks.h"
#include "plugin/checks/WarpPaths.h"
#include "plugin/checks/WarpWidth.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

class LaneNumberCheck {
public:
  LaneNumberCheck(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  void run() {
    findStores();
    forEachStmt(Model.body(), [&](const Stmt *S) {
      const auto *Shift = dyn_cast<BinaryOperator>(S);
      if (Shift && Shift->isShiftOp())
        check(Shift);
      else if (Shift && Shift->getOpcode() == BO_ShrAssign)
        check(Shift);
      return true;
    });
  }

private:
  /// Why the result of \p Call is not the work-item's number in its warp.
  enum Reason { BeyondTheWarp, OneDimension, None };

  /// If the work-group is known to be one warp, it may be.
  Reason reasonOf(const CallExpr *Call) const {
    const auto *Size = Model.function()->getAttr<ReqdWorkGroupSizeAttr>();
    if (!Size || startsWith(directCallee(Call)->getName(), "get_global_"))
      return BeyondTheWarp;
    uint64_t Sizes[] = {Size->getXDim(), Size->getYDim(), Size->getZDim()};
    uint64_t All = Sizes[0] * Sizes[1] * Sizes[2];
    if (Call->getNumArgs() != 0) {
      auto Which = Call->getArg(0)->getIntegerConstantExpr(Model.context());
      // The numbers of one dimension come again and again in the others.
      if (!Which || Which->uge(3) || Sizes[Which->getZExtValue()] != All)
        return OneDimension;
    }
    return All > leastLanesOfWarp() ? BeyondTheWarp : None;
  }

  void findStores() {
    forEachStmt(Model.body(), [&](const Stmt *S) {
      if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
        for (const Decl *D : Decls->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D); Var && Var->getInit())
            noteStore(Var, Var->getInit());
      } else if (Store To = storeOf(S); To.Var) {
        noteStore(To.Var, To.Whole ? To.Value : nullptr);
      }
      return true;
    });
  }

  /// A second one makes it unknown.
  void noteStore(const VarDecl *Var, const Expr *Value) {
    auto [Place, New] = ValueOf.try_emplace(Var, Value);
    if (!New)
      Place->second = nullptr;
  }

  /// The call whose result is \p Value, if it numbers work-items beyond one
  /// warp.
  static const CallExpr *numbering(const Expr *Value) {
    const auto *Call = dyn_cast<CallExpr>(Value->IgnoreParenCasts());
    const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
    if (!Callee || !Callee->getIdentifier() || Callee->hasBody())
      return nullptr;
    StringRef Name = Callee->getName();
    return Name == "get_local_id" || Name == "get_local_linear_id" ||
                   Name == "get_global_id" || Name == "get_global_linear_id"
               ? Call
               : nullptr;
  }

  const VarDecl *maskIn(const Expr *E) const {
    const VarDecl *Mask = nullptr;
    forEachStmt(E, [&](const Stmt *S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      for (const EverywhereBlock &Each : Model.everywheres())
        if (Ref && Each.Mask && Ref->getDecl() == Each.Mask)
          Mask = Each.Mask;
      return !Mask;
    });
    return Mask;
  }

  /// The mask with which `1 << n` is combined, or null.
  const VarDecl *maskBeside(const BinaryOperator *Shift) const {
    const Stmt *Child = Shift;
    for (const Stmt *Up = Model.parents().getParent(Shift); Up;
         Child = Up, Up = Model.parents().getParent(Up)) {
      const auto *Op = dyn_cast<BinaryOperator>(Up);
      if (Op && (Op->getOpcode() == BO_And || Op->getOpcode() == BO_AndAssign))
        if (const VarDecl *Mask =
                maskIn(Op->getLHS() == Child ? Op->getRHS() : Op->getLHS()))
          return Mask;
      if (!isa<ParenExpr>(Up) && !isa<CastExpr>(Up) &&
          !isa<UnaryOperator>(Up) &&
          !(Op && (Op->isAdditiveOp() || Op->isBitwiseOp())))
        return nullptr;
    }
    return nullptr;
  }

  void check(const BinaryOperator *Shift) {
    const Expr *Number = Shift->getRHS();
    while (const auto *Cast =
               dyn_cast<ImplicitCastExpr>(Number->IgnoreParens()))
      Number = Cast->getSubExpr();
    Number = Number->IgnoreParens();
    const auto *Ref = dyn_cast<DeclRefExpr>(Number->IgnoreParenCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    const Expr *Value = Var ? ValueOf.lookup(Var) : Number;
    const CallExpr *Call = Value ? numbering(Value) : nullptr;
    Reason Why = Call ? reasonOf(Call) : None;
    if (Why == None)
      return;
    const VarDecl *Mask = Shift->getOpcode() == BO_Shl
                              ? maskBeside(Shift)
                              : maskIn(Shift->getLHS());
    SourceLocation Loc = Number->getBeginLoc();
    if (!Mask || !Diag.enabled(Warning::LaneNumber, Loc))
      return;
    Diag.warning(Loc, Warning::LaneNumber,
                 "the bits of mask %0 go by the work-item's number in its "
                 "warp, and %1 counts %select{beyond the warp|along one of "
                 "several dimensions}2")
        << Mask << directCallee(Call) << Why;
    if (Var)
      Diag.note(Value->IgnoreParenCasts()->getBeginLoc(), "%0 is from here")
          << Var;
    Diag.note(Loc, "write 'get_sub_group_local_id()'") << Report::replace(
        Number->getSourceRange(), "get_sub_group_local_id()");
  }

  const FunctionModel &Model;
  Report &Diag;
  /// The value of each variable that gets one value; null if it gets more.
  llvm::DenseMap<const VarDecl *, const Expr *> ValueOf;
};

} // namespace

void checkLaneNumbers(const FunctionModel &Model, Report &Diag) {
  if (!Model.everywheres().empty())
    LaneNumberCheck(Model, Diag).run();
}

} // namespace tasklet
