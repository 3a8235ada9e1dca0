//===- MarkEverywheres.cpp - Everywhere as the passes know it -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/MarkEverywheres.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace tasklet {
namespace {

FunctionDecl *findMarker(ASTContext &Context) {
  const IdentifierInfo &Name = Context.Idents.get(EverywhereName);
  for (NamedDecl *D : Context.getTranslationUnitDecl()->lookup(&Name))
    if (auto *Function = dyn_cast<FunctionDecl>(D))
      return Function;
  return nullptr;
}

Expr *callOf(FunctionDecl *Marker, SourceLocation Loc, ASTContext &Context) {
  QualType Type = Marker->getType();
  Expr *Name = DeclRefExpr::Create(Context, {}, {}, Marker,
                                   /*RefersToEnclosingVariableOrCapture=*/false,
                                   Loc, Type, VK_LValue);
  Expr *Callee = ImplicitCastExpr::Create(
      Context, Context.getPointerType(Type), CK_FunctionToPointerDecay, Name,
      /*BasePath=*/nullptr, VK_PRValue, FPOptionsOverride());
  return CallExpr::Create(Context, Callee, {}, Marker->getReturnType(),
                          VK_PRValue, Loc, FPOptionsOverride());
}

} // namespace

void markEverywheres(FunctionDecl *Function, const SourceMarks &Marks) {
  ASTContext &Context = Function->getASTContext();
  FunctionDecl *Marker = nullptr;
  SmallVector<Stmt *, 32> Work{Function->getBody()};
  while (!Work.empty()) {
    for (Stmt *&Child : Work.pop_back_val()->children()) {
      if (!Child)
        continue;
      auto *Do = dyn_cast<DoStmt>(Child);
      if (Do && Marks.Everywheres.count(Do->getDoLoc())) {
        // The declaration is missing only if a user declares the name as
        // something else.
        if (!Marker && !(Marker = findMarker(Context)))
          return;
        SourceLocation Loc = Do->getDoLoc();
        Child = WhileStmt::Create(Context, /*Var=*/nullptr,
                                  callOf(Marker, Loc, Context), Do->getBody(),
                                  Loc, /*LParenLoc=*/Loc, /*RParenLoc=*/Loc);
      }
      Work.push_back(Child);
    }
  }
}

} // namespace tasklet
