//===- CheckSubGroupOperands.cpp - What sub-group functions are given -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks what types alone cannot express: a pointer to private memory means
/// another place in each lane, and the size of a cluster must be a constant
/// power of two.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/WarpWidth.h"
#include "plugin/marks/SubGroupDeclarations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tasklet {
namespace {

void checkPointer(const Expr *Operand, Report &Diag) {
  const Expr *Written = Operand->IgnoreImpCasts();
  QualType Type = Operand->getType();
  if (!Type->isPointerType())
    return;
  LangAS Space = Type->getPointeeType().getAddressSpace();
  SourceLocation Loc = Written->getExprLoc();
  if (Space == LangAS::opencl_private || Space == LangAS::Default)
    Diag.error(Loc, "a pointer to private memory has no meaning in other "
                    "work-items: each has its own")
        << Written->getSourceRange();
  else if (Space == LangAS::opencl_generic)
    Diag.error(Loc, "a pointer without an address space may lead to private "
                    "memory, and has no meaning in other work-items")
        << Written->getSourceRange();
  else
    return;
  Diag.note(Loc, "pass what it points to, or a pointer to '__global', "
                 "'__local' or '__constant' memory");
}

void checkCluster(const Expr *Size, const ASTContext &Context, Report &Diag) {
  Size = Size->IgnoreImpCasts();
  SourceLocation Loc = Size->getExprLoc();
  auto Value = Size->getIntegerConstantExpr(Context);
  if (!Value) {
    Diag.error(Loc, "the size of a cluster is a constant")
        << Size->getSourceRange();
    Diag.note(Loc, "write a number, or an expression of numbers: 1, 2, 4, 8, "
                   "16, 32 or 64");
    return;
  }
  unsigned Most = lanesOfWarp();
  if (Value->isStrictlyPositive() && Value->isPowerOf2() &&
      Value->getActiveBits() <= 7 && Value->getZExtValue() <= Most)
    return;
  std::string Text = llvm::toString(*Value, 10);
  if (Value->isStrictlyPositive() && Value->isPowerOf2())
    Diag.error(Loc, "a cluster of %0 work-items is larger than a warp, which "
                    "has %1")
        << Text << Most << Size->getSourceRange();
  else
    Diag.error(Loc, "a cluster has 1, 2, 4, 8, 16, 32 or 64 work-items, not %0")
        << Text << Size->getSourceRange();
  Diag.note(Loc, "for a cluster of all work-items, call the function without "
                 "'clustered' in its name");
}

} // namespace

void checkSubGroupOperands(const TranslationUnitDecl *Unit, Report &Diag) {
  for (const Decl *D : Unit->decls()) {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function || !Function->isThisDeclarationADefinition())
      continue;
    forEachStmt(Function->getBody(), [&](const Stmt *S) {
      const auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (!Callee)
        return true;
      StringRef Signature = SubGroupDeclarations::signatureOf(Callee);
      if (Signature.empty())
        return true;
      StringRef Parameters = Signature.drop_front(1);
      for (unsigned I = 0; I < Parameters.size() && I < Call->getNumArgs(); ++I)
        if (Parameters[I] == 'T')
          checkPointer(Call->getArg(I), Diag);
        else if (Parameters[I] == 'c')
          checkCluster(Call->getArg(I), Function->getASTContext(), Diag);
      return true;
    });
  }
}

} // namespace tasklet
