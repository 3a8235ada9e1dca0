//===- LvaluePath.cpp - From a variable to a part of it -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/LvaluePath.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {

std::optional<llvm::APSInt> LvalueStep::index(const ASTContext &Context) const {
  llvm::APSInt Sum(64, /*isUnsigned=*/false);
  for (const Offset &Each : Offsets) {
    auto Value = Each.Value->getIntegerConstantExpr(Context);
    if (!Value)
      return std::nullopt;
    llvm::APSInt Wide(Value->extOrTrunc(64), /*isUnsigned=*/false);
    Sum = Each.Negative ? Sum - Wide : Sum + Wide;
  }
  return Sum;
}

namespace {

using Offsets = SmallVector<LvalueStep::Offset, 1>;

bool isZero(const LvalueStep::Offset &Offset) {
  const auto *Literal =
      dyn_cast<IntegerLiteral>(Offset.Value->IgnoreParenImpCasts());
  return Literal && Literal->getValue() == 0;
}

/// Walks inwards, so that its steps come in reverse.
class Walk {
public:
  explicit Walk(const Expr *Lvalue) : At(Lvalue->IgnoreParens()) {
    while (step())
      At = At->IgnoreParens();
    std::reverse(Steps.begin(), Steps.end());
  }

  const Expr *At;
  SmallVector<LvalueStep, 4> Steps;

private:
  bool step() {
    if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      LvalueStep Last{
          LvalueStep::Member, dyn_cast<FieldDecl>(Member->getMemberDecl()), {}};
      return Member->isArrow() ? throughAddress(Member->getBase(), {}, &Last)
                               : through(Member->getBase(), std::move(Last));
    }
    if (const auto *Part = dyn_cast<ExtVectorElementExpr>(At)) {
      LvalueStep Last{LvalueStep::Component, nullptr, {}};
      return Part->isArrow() ? throughAddress(Part->getBase(), {}, &Last)
                             : through(Part->getBase(), std::move(Last));
    }
    if (const auto *Index = dyn_cast<ArraySubscriptExpr>(At)) {
      if (Index->getBase()->IgnoreParens()->getType()->isVectorType())
        return through(Index->getBase(), {LvalueStep::Component, nullptr, {}});
      return throughAddress(Index->getBase(), {{Index->getIdx(), false}});
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(At);
        Op && Op->getOpcode() == UO_Deref)
      return throughAddress(Op->getSubExpr(), {});
    return false;
  }

  bool through(const Expr *Outer, LvalueStep Last) {
    Steps.push_back(std::move(Last));
    At = Outer;
    return true;
  }

  /// Goes on to the place that \p Pointer and \p Sum point to. \p Last, if
  /// given, is a part of it. False if \p Pointer is not written as an address.
  bool throughAddress(const Expr *Pointer, Offsets Sum,
                      const LvalueStep *Last = nullptr) {
    while (true) {
      Pointer = Pointer->IgnoreParens();
      const auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer);
      const auto *Plus = dyn_cast<BinaryOperator>(Pointer);
      const auto *Op = dyn_cast<UnaryOperator>(Pointer);
      if (Cast && Cast->getCastKind() == CK_NoOp) {
        Pointer = Cast->getSubExpr();
      } else if (Cast && Cast->getCastKind() == CK_ArrayToPointerDecay) {
        if (Last)
          Steps.push_back(*Last);
        return through(Cast->getSubExpr(),
                       {LvalueStep::Element, nullptr, std::move(Sum)});
      } else if (Plus && Plus->isAdditiveOp()) {
        bool Swapped = !Plus->getLHS()->getType()->isPointerType();
        Sum.push_back({Swapped ? Plus->getLHS() : Plus->getRHS(),
                       Plus->getOpcode() == BO_Sub});
        Pointer = Swapped ? Plus->getRHS() : Plus->getLHS();
      } else if (Op && Op->getOpcode() == UO_AddrOf) {
        const Expr *Object = Op->getSubExpr()->IgnoreParens();
        const auto *Deref = dyn_cast<UnaryOperator>(Object);
        if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Object)) {
          Sum.push_back({Index->getIdx(), false});
          Pointer = Index->getBase();
        } else if (Deref && Deref->getOpcode() == UO_Deref) {
          Pointer = Deref->getSubExpr();
        } else if (llvm::all_of(Sum, isZero)) {
          if (Last)
            Steps.push_back(*Last);
          At = Object;
          return true;
        } else {
          return false; // Beyond the object.
        }
      } else {
        return false;
      }
    }
  }
};

} // namespace

LvaluePath pathTo(const Expr *Lvalue) {
  Walk Done(Lvalue);
  return {Done.At, std::move(Done.Steps)};
}

const DeclRefExpr *rootVariable(const Expr *Lvalue) {
  const auto *Ref = dyn_cast<DeclRefExpr>(pathTo(Lvalue).Root);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() ||
      Var->getType().getAddressSpace() == LangAS::opencl_local)
    return nullptr;
  return Ref;
}

} // namespace tasklet
