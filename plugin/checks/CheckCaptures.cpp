//===- CheckCaptures.cpp - Force lists as whole closures ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace tasklet {

void checkCaptures(const FunctionModel &Model, Report &Diag) {
  for (const Force &F : Model.forces()) {
    if (F.isWait())
      continue; // What follows it is no closure.
    llvm::SmallPtrSet<const Decl *, 8> Known;
    for (const DeclRefExpr *Ref : F.Names)
      Known.insert(Ref->getDecl());
    forEachStmt(F.Loop->getBody(), [&](const Stmt *S) {
      if (isa<UnaryExprOrTypeTraitExpr>(S))
        return false; // `sizeof` needs no value.
      if (const auto *Decls = dyn_cast<DeclStmt>(S))
        for (const Decl *D : Decls->decls())
          Known.insert(D);
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!Var || !Var->hasLocalStorage() || !Known.insert(Var).second)
        return true;
      Diag.error(Ref->getLocation(), "%0 is not in the list of this 'force' "
                                     "body, and 'strict-captures' is on")
          << Var;
      bool Empty = F.Names.empty();
      std::string Text = (Empty ? "" : ", ") + Var->getNameAsString();
      Diag.note(F.Loop->getWhileLoc(), "name it in this list")
          << Report::insert(F.List.RParen, Text);
      return true;
    });
  }
}

} // namespace tasklet
