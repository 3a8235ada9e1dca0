//===- FollowedPointers.cpp - Which pointers code follows -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/FollowedPointers.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

/// The pointer from which `&place` is computed, or null.
const Expr *pointerBehind(const Expr *Place) {
  Place = Place->IgnoreParens();
  while (const auto *Member = dyn_cast<MemberExpr>(Place)) {
    if (Member->isArrow())
      return Member->getBase();
    Place = Member->getBase()->IgnoreParens();
  }
  if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Place))
    return Index->getBase();
  const auto *Deref = dyn_cast<UnaryOperator>(Place);
  return Deref && Deref->getOpcode() == UO_Deref ? Deref->getSubExpr()
                                                 : nullptr;
}

/// What \p Pointer is computed from in one step, or null.
const Expr *operandOf(const Expr *Pointer) {
  if (const auto *Op = dyn_cast<BinaryOperator>(Pointer)) {
    if (Op->isAdditiveOp())
      return Op->getLHS()->getType()->isPointerType() ? Op->getLHS()
                                                      : Op->getRHS();
    if (Op->getOpcode() == BO_Comma || Op->getOpcode() == BO_Assign)
      return Op->getRHS();
    return Op->isAssignmentOp() ? Op->getLHS() : nullptr;
  }
  const auto *Op = dyn_cast<UnaryOperator>(Pointer);
  if (Op && Op->isIncrementDecrementOp())
    return Op->getSubExpr();
  return Op && Op->getOpcode() == UO_AddrOf ? pointerBehind(Op->getSubExpr())
                                            : nullptr;
}

/// Whether nothing is read or written at \p Lvalue, whose address is used.
bool isAddressOnly(const FunctionModel &Model, const Stmt *Lvalue) {
  bool Array = false;
  for (const Stmt *Up = Model.parents().getParent(Lvalue); Up;
       Up = Model.parents().getParent(Up)) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(Up);
    const auto *Op = dyn_cast<UnaryOperator>(Up);
    if (Op && Op->getOpcode() == UO_AddrOf)
      return true;
    if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay)
      Array = true;
    else if (isa<ArraySubscriptExpr>(Up) && Array)
      Array = false;
    else if (!isa<ParenExpr>(Up) && !isa<MemberExpr>(Up))
      break;
  }
  return Array;
}

/// Of OpenCL's functions, those that certainly follow their pointer.
const Expr *followedByCall(const CallExpr *Call) {
  const FunctionDecl *Callee = directCallee(Call);
  if (!Callee || !Callee->getIdentifier() || Callee->hasBody())
    return nullptr;
  StringRef Name = Callee->getName();
  if (!Name.startswith("atomic_") && !Name.startswith("atom_") &&
      !Name.startswith("vload") && !Name.startswith("vstore"))
    return nullptr;
  for (const Expr *Argument : Call->arguments())
    if (Argument->getType()->isPointerType())
      return Argument;
  return nullptr;
}

} // namespace

const Expr *followedPointer(const FunctionModel &Model, const Stmt *Element) {
  if (const auto *Call = dyn_cast<CallExpr>(Element))
    return followedByCall(Call);
  const Expr *Pointer = nullptr;
  if (const auto *Op = dyn_cast<UnaryOperator>(Element))
    Pointer = Op->getOpcode() == UO_Deref ? Op->getSubExpr() : nullptr;
  else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Element))
    Pointer = Index->getBase();
  else if (const auto *Member = dyn_cast<MemberExpr>(Element))
    Pointer = Member->isArrow() ? Member->getBase() : nullptr;
  else if (const auto *Part = dyn_cast<ExtVectorElementExpr>(Element))
    Pointer = Part->isArrow() ? Part->getBase() : nullptr;
  if (!Pointer || !Pointer->getType()->isPointerType() ||
      isAddressOnly(Model, Element))
    return nullptr;
  return Pointer;
}

const VarDecl *rootPointer(const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenCasts();
  while (const Expr *From = operandOf(Pointer))
    Pointer = From->IgnoreParenCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Pointer);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->hasLocalStorage() && Var->getType()->isPointerType()
             ? Var
             : nullptr;
}

SourceLocation placeOf(const VarDecl *Var, const Expr *Pointer) {
  SourceLocation Loc = Pointer->getBeginLoc();
  forEachStmt(Pointer, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && Ref->getDecl() == Var)
      Loc = Ref->getLocation();
    return true;
  });
  return Loc;
}

} // namespace tasklet
