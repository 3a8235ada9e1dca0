//===- SpawnPlaces.cpp - Where spawns store their results -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/SpawnPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

/// One step from a variable to a part of it.
struct Step {
  const FieldDecl *Member = nullptr;
  llvm::Optional<llvm::APSInt> Index;
};

/// From the variable inwards.
SmallVector<Step, 4> stepsTo(const Expr *Lvalue, const ASTContext &Context) {
  SmallVector<Step, 4> Steps;
  for (const Expr *E = Lvalue->IgnoreParenImpCasts();;
       E = E->IgnoreParenImpCasts()) {
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      Steps.push_back({dyn_cast<FieldDecl>(Member->getMemberDecl()), {}});
      E = Member->getBase();
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      Steps.push_back(
          {nullptr, Element->getIdx()->getIntegerConstantExpr(Context)});
      E = Element->getBase();
    } else {
      break;
    }
  }
  std::reverse(Steps.begin(), Steps.end());
  return Steps;
}

} // namespace

bool certainlyOverlap(const Spawn &A, const Spawn &B,
                      const ASTContext &Context) {
  auto ToA = stepsTo(A.Destination, Context);
  auto ToB = stepsTo(B.Destination, Context);
  for (const auto &[StepA, StepB] : llvm::zip(ToA, ToB)) {
    if (StepA.Member && StepB.Member) {
      // All members of a union begin at one place, but not all parts of them.
      if (StepA.Member != StepB.Member)
        return StepA.Member->getParent()->isUnion() && &StepA == &ToA.back() &&
               &StepB == &ToB.back();
    } else if (!StepA.Index || !StepB.Index ||
               StepA.Index->getExtValue() != StepB.Index->getExtValue()) {
      return false;
    }
  }
  return true;
}

} // namespace tasklet
