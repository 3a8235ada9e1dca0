//===- PointerPlace.cpp - A variable's pointer, or one in it --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/PointerPlace.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {

bool PointerPlace::isIn(const PointerPlace &Outer) const {
  return Var == Outer.Var && Steps.size() >= Outer.Steps.size() &&
         std::equal(Outer.Steps.begin(), Outer.Steps.end(), Steps.begin());
}

std::string PointerPlace::name() const {
  std::string Text = Var->getName().str();
  for (const Step &Each : Steps)
    Text += Each.Field ? "." + Each.Field->getName().str()
                       : "[" + std::to_string(Each.Index) + "]";
  return Text;
}

PointerPlace placeAt(const Expr *Lvalue, const ASTContext &Context) {
  const DeclRefExpr *Ref = rootVariable(Lvalue);
  if (!Ref)
    return {};
  PointerPlace Found{cast<VarDecl>(Ref->getDecl()), {}};
  for (const LvalueStep &Each : pathTo(Lvalue).Steps) {
    PointerPlace::Step Next{Each.Field, 0};
    if (Each.What == LvalueStep::Member) {
      if (!Each.Field || Each.Field->getParent()->isUnion())
        return {};
    } else {
      auto Index =
          Each.What == LvalueStep::Element ? Each.index(Context) : std::nullopt;
      if (!Index)
        return {};
      Next.Index = Index->getExtValue();
    }
    Found.Steps.push_back(Next);
  }
  return Found;
}

PointerPlace pointerPlace(const Expr *Lvalue, const ASTContext &Context) {
  return Lvalue->isGLValue() && Lvalue->getType()->isPointerType()
             ? placeAt(Lvalue, Context)
             : PointerPlace();
}

} // namespace tasklet
