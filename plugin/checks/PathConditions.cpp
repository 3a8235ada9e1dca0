//===- PathConditions.cpp - What branches say about a path ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/PathConditions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace tasklet {

PathConditions::PathConditions(const FunctionModel &Model)
    : Model(Model), Usable(Model.everywheres().empty()) {
  forEachStmt(Model.body(), [&](const Stmt *S) {
    if (const auto *Op = dyn_cast<UnaryOperator>(S);
        Op && Op->getOpcode() == UO_AddrOf)
      if (const DeclRefExpr *Ref = rootVariable(Op->getSubExpr());
          Ref && !Model.isListed(Ref))
        if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
          Elsewhere.insert(Var);
    return true;
  });
}

/// Whether \p E has no effects, and depends on nothing but \p Vars.
bool PathConditions::isStable(const Expr *E,
                              SmallVectorImpl<const VarDecl *> &Vars) const {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral>(E) || isa<CharacterLiteral>(E))
    return true;
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getType()->isIntegralOrEnumerationType() &&
           isStable(Cast->getSubExpr(), Vars);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return (Op->getOpcode() == UO_LNot || Op->getOpcode() == UO_Not ||
            Op->getOpcode() == UO_Minus || Op->getOpcode() == UO_Plus) &&
           isStable(Op->getSubExpr(), Vars);
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return !Op->isAssignmentOp() && Op->getOpcode() != BO_Comma &&
           isStable(Op->getLHS(), Vars) && isStable(Op->getRHS(), Vars);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return false;
  if (isa<EnumConstantDecl>(Ref->getDecl()))
    return true;
  const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
  if (!Var || !Var->hasLocalStorage() || Elsewhere.count(Var) ||
      Var->getType().isVolatileQualified() ||
      !Var->getType()->isIntegralOrEnumerationType())
    return false;
  Vars.push_back(Var);
  return true;
}

/// Whether the value is 0 if, and only if, what it is made of is.
static bool keepsZero(const CastExpr &Cast, const ASTContext &Context) {
  const Expr *Of = Cast.getSubExpr();
  if (Cast.getCastKind() == CK_LValueToRValue ||
      Cast.getCastKind() == CK_NoOp ||
      Cast.getCastKind() == CK_IntegralToBoolean)
    return true;
  if (Cast.getCastKind() != CK_IntegralCast)
    return false;
  // 0 and 1 are so in any type.
  const Expr *Value = Of->IgnoreParens();
  const auto *Not = dyn_cast<UnaryOperator>(Value);
  const auto *Test = dyn_cast<BinaryOperator>(Value);
  return (Not && Not->getOpcode() == UO_LNot) ||
         (Test && (Test->isComparisonOp() || Test->isLogicalOp())) ||
         Context.getTypeSize(Cast.getType()) >=
             Context.getTypeSize(Of->getType());
}

PathConditions::Facts PathConditions::onEdge(const CFGBlock &Block,
                                             unsigned Next) {
  const Expr *Tested = Block.getLastCondition();
  if (!Usable || !Tested || Block.succ_size() != 2 ||
      isa_and_nonnull<SwitchStmt>(Block.getTerminatorStmt()))
    return {};
  bool Value = Next == 0;
  for (;;) {
    Tested = Tested->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(Tested);
        Cast && keepsZero(*Cast, Model.context())) {
      Tested = Cast->getSubExpr();
      continue;
    }
    const auto *Op = dyn_cast<UnaryOperator>(Tested);
    if (!Op || Op->getOpcode() != UO_LNot)
      break;
    Tested = Op->getSubExpr();
    Value = !Value;
  }
  Condition Here;
  if (!isStable(Tested, Here.Vars) || Here.Vars.empty())
    return {};
  Tested->Profile(Here.Id, Model.context(), /*Canonical=*/true);
  auto Known = llvm::find_if(
      Conditions, [&](const Condition &C) { return C.Id == Here.Id; });
  if (Known == Conditions.end())
    Known = Conditions.insert(Known, Here);
  return {{unsigned(Known - Conditions.begin()), Value}};
}

/// Whether \p Element may change \p Var.
bool PathConditions::mayWrite(const Stmt *Element, const VarDecl *Var) const {
  auto Names = [&](const Expr *Lvalue) {
    const DeclRefExpr *Ref = rootVariable(Lvalue);
    return Ref && Ref->getDecl() == Var;
  };
  if (const auto *Op = dyn_cast<BinaryOperator>(Element))
    return Op->isAssignmentOp() && Names(Op->getLHS());
  if (const auto *Op = dyn_cast<UnaryOperator>(Element))
    return Op->isIncrementDecrementOp() && Names(Op->getSubExpr());
  if (const auto *Decls = dyn_cast<DeclStmt>(Element))
    return llvm::is_contained(Decls->decls(), Var);
  // A result arrives.
  const auto *Ref = dyn_cast<DeclRefExpr>(Element);
  return Ref && Ref->getDecl() == Var && Model.isListed(Ref);
}

void PathConditions::forget(Facts &Known, const Stmt *Element) const {
  for (auto Each = Known.begin(); Each != Known.end();)
    if (llvm::any_of(Conditions[Each->first].Vars, [&](const VarDecl *Var) {
          return mayWrite(Element, Var);
        }))
      Each = Known.erase(Each);
    else
      ++Each;
}

bool PathConditions::agree(const Facts &A, const Facts &B) {
  return llvm::all_of(A, [&](const auto &Each) {
    auto Other = B.find(Each.first);
    return Other == B.end() || Other->second == Each.second;
  });
}

bool PathConditions::intersect(Facts &Into, const Facts &From) {
  size_t Before = Into.size();
  for (auto Each = Into.begin(); Each != Into.end();) {
    auto Other = From.find(Each->first);
    if (Other == From.end() || Other->second != Each->second)
      Each = Into.erase(Each);
    else
      ++Each;
  }
  return Into.size() != Before;
}

} // namespace tasklet
