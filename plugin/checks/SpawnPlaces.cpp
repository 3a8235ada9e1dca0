//===- SpawnPlaces.cpp - Where spawns store their results -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/SpawnPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
bool certainlyOverlap(const Spawn &A, const Spawn &B,
                      const ASTContext &Context) {
  return certainlyOverlap(A.place(), B.place(), Context);
}

bool certainlyOverlap(const LvaluePath &A, const LvaluePath &B,
                      const ASTContext &Context) {
  const auto &ToA = A.Steps, &ToB = B.Steps;
  for (const auto &[StepA, StepB] : llvm::zip(ToA, ToB)) {
    if (StepA.Field && StepB.Field) {
      // All members of a union begin at one place, but not all parts of them.
      if (StepA.Field != StepB.Field)
        return StepA.Field->getParent()->isUnion() && &StepA == &ToA.back() &&
               &StepB == &ToB.back();
    } else {
      auto IndexA = StepA.index(Context), IndexB = StepB.index(Context);
      if (!IndexA || !IndexB || *IndexA != *IndexB)
        return false;
    }
  }
  return true;
}

bool certainlyDisjoint(const LvaluePath &A, const LvaluePath &B,
                       const ASTContext &Context) {
  for (const auto &[StepA, StepB] : llvm::zip(A.Steps, B.Steps)) {
    if (StepA.Field && StepB.Field) {
      if (StepA.Field != StepB.Field)
        return !StepA.Field->getParent()->isUnion();
      continue;
    }
    auto IndexA = StepA.index(Context), IndexB = StepB.index(Context);
    if (!IndexA || !IndexB)
      return false;
    if (*IndexA != *IndexB)
      return true;
  }
  return false;
}

bool certainlyWithin(const LvaluePath &Part, const LvaluePath &Whole,
                     const ASTContext &Context) {
  return Part.Steps.size() >= Whole.Steps.size() &&
         certainlyOverlap(Part, Whole, Context) &&
         llvm::all_of(llvm::zip(Part.Steps, Whole.Steps), [](auto Both) {
           return std::get<0>(Both).Field == std::get<1>(Both).Field;
         });
}

} // namespace tasklet
