//===- ServiceDeclarations.cpp - Names of functions for tasks -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/ServiceDeclarations.h"
#include "compat/Clang.h"
#include "compat/Strings.h"
#include "plugin/marks/SourceMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace tasklet {
namespace {

constexpr char Prefix[] = "tkl_";
constexpr char ModelPrefix[] = "__tkl_service_";

/// A function with the type and the attributes of \p Model, and \p Name.
FunctionDecl *copyFunction(const FunctionDecl *Model, IdentifierInfo *Name,
                           ASTContext &C) {
  FunctionDecl *Function = FunctionDecl::Create(
      C, C.getTranslationUnitDecl(), Model->getLocation(), Model->getLocation(),
      DeclarationName(Name), Model->getType(), Model->getTypeSourceInfo(),
      SC_Extern);
  SmallVector<ParmVarDecl *, 3> Parameters;
  for (const ParmVarDecl *P : Model->parameters()) {
    ParmVarDecl *Own = ParmVarDecl::Create(
        C, Function, P->getLocation(), P->getLocation(), P->getIdentifier(),
        P->getType(), P->getTypeSourceInfo(), SC_None, /*DefArg=*/nullptr);
    Own->setScopeInfo(0, Parameters.size());
    Parameters.push_back(Own);
  }
  Function->setParams(Parameters);
  Function->setImplicit();
  for (const Attr *A : Model->attrs()) {
    // A task is marked for the IR here, since nobody resolves what is copied.
    const auto *Mark = dyn_cast<AnnotateAttr>(A);
    if (Mark && Mark->getAnnotation() == TaskMark)
      Function->addAttr(tasklet::AssumptionAttr::CreateImplicit(C, TaskMark));
    else
      Function->addAttr(A->clone(C));
  }
  Function->addAttr(AsmLabelAttr::CreateImplicit(C, Model->getName(),
                                                 /*IsLiteralLabel=*/false));
  return Function;
}

NamedDecl *copyModel(NamedDecl *Model, IdentifierInfo *Name, ASTContext &C) {
  if (auto *Function = dyn_cast<FunctionDecl>(Model))
    return copyFunction(Function, Name, C);
  auto *Type = dyn_cast<TypedefDecl>(Model);
  if (!Type)
    return nullptr;
  auto *Own = TypedefDecl::Create(C, C.getTranslationUnitDecl(),
                                  Model->getLocation(), Model->getLocation(),
                                  Name, Type->getTypeSourceInfo());
  Own->setImplicit();
  return Own;
}

} // namespace

NamedDecl *serviceModel(const IdentifierInfo &Name, const ASTContext &C) {
  StringRef Rest = Name.getName();
  if (!Rest.consume_front(Prefix))
    return nullptr;
  auto Models = C.getTranslationUnitDecl()->lookup(
      &C.Idents.get((ModelPrefix + Rest).str()));
  return Models.empty() ? nullptr : Models.front();
}

bool ServiceDeclarations::LookupUnqualified(LookupResult &Result, Scope *) {
  Sema &S = Result.getSema();
  IdentifierInfo *Name = Result.getLookupName().getAsIdentifierInfo();
  if (!Name || Result.getLookupKind() != Sema::LookupOrdinaryName ||
      Result.isForRedeclaration() || !S.TUScope)
    return false;
  ASTContext &C = S.Context;
  NamedDecl *Model = serviceModel(*Name, C);
  NamedDecl *Own = Model ? copyModel(Model, Name, C) : nullptr;
  if (!Own)
    return false;
  // Not PushOnScopeChains: the parser may be in a function.
  Own->getDeclContext()->addDecl(Own);
  S.TUScope->AddDecl(Own);
  S.IdResolver.AddDecl(Own);
  Result.addDecl(Own);
  return true;
}

bool isService(const FunctionDecl *Function) {
  const auto *Label = Function->getAttr<AsmLabelAttr>();
  return Label && startsWith(Label->getLabel(), ModelPrefix);
}

} // namespace tasklet
