//===- FollowedPointers.cpp - Which pointers code follows -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/FollowedPointers.h"
#include "compat/Strings.h"
#include "plugin/checks/WarpPaths.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace tasklet {
namespace {

/// The pointer from which `&place` is computed, or null.
const Expr *pointerOf(const Expr *Place) {
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
  return Op && Op->getOpcode() == UO_AddrOf ? pointerOf(Op->getSubExpr())
                                            : nullptr;
}

/// Whether only the address of \p Lvalue is used: nothing is read or written.
bool isAddressOnly(const ParentMap &Parents, const Stmt *Lvalue) {
  bool Array = false;
  for (const Stmt *Up = Parents.getParent(Lvalue); Up;
       Up = Parents.getParent(Up)) {
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

/// The functions of OpenCL that certainly follow their pointer.
const Expr *followedByCall(const CallExpr *Call) {
  const FunctionDecl *Callee = directCallee(Call);
  if (!Callee || !Callee->getIdentifier() || Callee->hasBody())
    return nullptr;
  StringRef Name = Callee->getName();
  if (!startsWith(Name, "atomic_") && !startsWith(Name, "atom_") &&
      !startsWith(Name, "vload") && !startsWith(Name, "vstore"))
    return nullptr;
  for (const Expr *Argument : Call->arguments())
    if (Argument->getType()->isPointerType())
      return Argument;
  return nullptr;
}

/// What a language's own operator follows, or null.
const Expr *followedByOperator(const ParentMap &Parents, const Stmt *S) {
  const Expr *Pointer = nullptr;
  if (const auto *Op = dyn_cast<UnaryOperator>(S))
    Pointer = Op->getOpcode() == UO_Deref ? Op->getSubExpr() : nullptr;
  else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(S))
    Pointer = Index->getBase();
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    Pointer = Member->isArrow() ? Member->getBase() : nullptr;
  else if (const auto *Part = dyn_cast<ExtVectorElementExpr>(S))
    Pointer = Part->isArrow() ? Part->getBase() : nullptr;
  if (!Pointer || !Pointer->getType()->isPointerType() ||
      isAddressOnly(Parents, S))
    return nullptr;
  return Pointer;
}

/// The condition that makes a marked everywhere of a loop (MarkEverywheres.h).
bool isMark(const Expr *Test) {
  const auto *Call = dyn_cast<CallExpr>(Test->IgnoreParenImpCasts());
  const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
  return Callee && Callee->getIdentifier() &&
         Callee->getName() == EverywhereName;
}

/// The parameters that \p Function follows; it has a body.
FollowedParameters followedIn(const FunctionDecl *Function) {
  FollowedParameters Found(Function->getNumParams());
  llvm::SmallPtrSet<const VarDecl *, 4> Changed;
  ParentMap Parents(Function->getBody());
  const ASTContext &Context = Function->getASTContext();
  const Stmt *Last = nullptr;
  auto Look = [&](const Stmt *S) {
    // These run later, or never.
    if (isa<BlockExpr>(S) || isa<UnaryExprOrTypeTraitExpr>(S))
      return false;
    Store To = storeOf(S);
    if (To.Var && (To.Whole || To.TakesAddress))
      Changed.insert(To.Var);
    const Expr *Pointer = followedByOperator(Parents, S);
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Pointer = followedByCall(Call);
    PointerPlace Root =
        Pointer ? rootPointer(Pointer, Context) : PointerPlace();
    const auto *Parameter = dyn_cast_or_null<ParmVarDecl>(Root.Var);
    if (!Parameter || !Root.Steps.empty() ||
        llvm::any_of(conditionsAround(Parents, S, /*Stop=*/nullptr),
                     [](const Condition &C) { return !isMark(C.Test); }))
      return true;
    SourceLocation &At = Found[Parameter->getFunctionScopeIndex()];
    if (At.isInvalid())
      At = placeOf(Parameter, Pointer);
    return true;
  };
  forEachStmt(Function->getBody(), [&](const Stmt *S) {
    // Not every call runs the statements after a jump.
    if (Last || isa<SwitchStmt>(S))
      return false;
    if (isa<ReturnStmt>(S) || isa<GotoStmt>(S)) {
      Last = S;
      forEachStmt(S, Look);
      return false;
    }
    return Look(S);
  });
  for (const ParmVarDecl *Parameter : Function->parameters())
    if (Changed.count(Parameter))
      Found[Parameter->getFunctionScopeIndex()] = {};
  return Found;
}

} // namespace

SmallVector<FollowedPointer, 1>
followedPointers(const ParentMap &Parents, const Stmt *Element,
                 FollowingFunctions &Functions) {
  SmallVector<FollowedPointer, 1> Found;
  const auto *Call = dyn_cast<CallExpr>(Element);
  const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
  const FunctionDecl *Definition = nullptr;
  if (Callee && Callee->hasBody(Definition)) {
    auto [Place, New] = Functions.try_emplace(Definition);
    if (New)
      Place->second = followedIn(Definition);
    for (unsigned I = 0; I != Place->second.size(); ++I)
      if (Place->second[I].isValid() && I < Call->getNumArgs())
        Found.push_back({Call->getArg(I), Definition, Place->second[I]});
  } else if (const Expr *Pointer = Call ? followedByCall(Call)
                                        : followedByOperator(Parents, Element))
    Found.push_back({Pointer, nullptr, {}});
  return Found;
}

PointerPlace rootPointer(const Expr *Pointer, const ASTContext &Context) {
  Pointer = Pointer->IgnoreParenCasts();
  while (const Expr *From = operandOf(Pointer))
    Pointer = From->IgnoreParenCasts();
  return pointerPlace(Pointer, Context);
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
