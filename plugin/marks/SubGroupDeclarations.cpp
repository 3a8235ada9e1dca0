//===- SubGroupDeclarations.cpp - Sub-group functions for all -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/SubGroupDeclarations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace tasklet {
namespace {

enum class Values { None, Scalars, Vectors };

struct Known {
  StringRef Name;
  Values Of;
  StringRef Signature;
};

const Known Functions[] = {
#define SUB_GROUP_FUNCTION(Name, Kind, Of, Signature)                          \
  {#Name, Values::Of, Signature},
#include "passes/everywhere/SubGroupFunctions.def"
};

const Known *find(const IdentifierInfo &Name) {
  for (const Known &F : Functions)
    if (F.Name == Name.getName())
      return &F;
  return nullptr;
}

/// What `T` stands for, one after the other.
SmallVector<QualType, 16> typesOf(Values Of, Sema &S) {
  ASTContext &C = S.Context;
  if (Of == Values::None)
    return {C.VoidTy};
  SmallVector<QualType, 16> Types = {
      C.CharTy,          C.UnsignedCharTy, C.ShortTy,
      C.UnsignedShortTy, C.IntTy,          C.UnsignedIntTy,
      C.LongTy,          C.UnsignedLongTy, C.FloatTy};
  // As opencl-c.h has it.
  if (S.PP.isMacroDefined("cl_khr_fp64"))
    Types.push_back(C.DoubleTy);
  if (S.PP.isMacroDefined("cl_khr_fp16"))
    Types.push_back(C.HalfTy);
  if (Of == Values::Vectors)
    for (size_t I = 0, Scalars = Types.size(); I < Scalars; ++I)
      for (unsigned Elements : {2, 3, 4, 8, 16})
        Types.push_back(C.getExtVectorType(Types[I], Elements));
  return Types;
}

QualType typeOf(char Code, QualType T, ASTContext &C) {
  switch (Code) {
  case 'v':
    return C.VoidTy;
  case 'i':
    return C.IntTy;
  case 'u':
    return C.UnsignedIntTy;
  case 'b':
    return C.getExtVectorType(C.UnsignedIntTy, 4);
  default:
    return T;
  }
}

FunctionDecl *makeFunction(const IdentifierInfo *Name, StringRef Signature,
                           QualType T, ASTContext &C) {
  SmallVector<QualType, 2> Parameters;
  for (char Code : Signature.drop_front())
    Parameters.push_back(typeOf(Code, T, C));
  FunctionProtoType::ExtProtoInfo Info(C.getDefaultCallingConvention(
      /*IsVariadic=*/false, /*IsCXXMethod=*/false, /*IsBuiltin=*/true));
  QualType Type =
      C.getFunctionType(typeOf(Signature[0], T, C), Parameters, Info);
  DeclContext *Unit = C.getTranslationUnitDecl();
  FunctionDecl *Function =
      FunctionDecl::Create(C, Unit, {}, {}, DeclarationName(Name), Type,
                           /*TInfo=*/nullptr, SC_Extern);
  SmallVector<ParmVarDecl *, 2> Declarations;
  for (QualType Parameter : Parameters) {
    ParmVarDecl *P = ParmVarDecl::Create(C, Function, {}, {}, /*Id=*/nullptr,
                                         Parameter, /*TInfo=*/nullptr, SC_None,
                                         /*DefArg=*/nullptr);
    P->setScopeInfo(0, Declarations.size());
    Declarations.push_back(P);
  }
  Function->setParams(Declarations);
  Function->setImplicit();
  Function->addAttr(OverloadableAttr::CreateImplicit(C));
  Function->addAttr(ConvergentAttr::CreateImplicit(C));
  return Function;
}

} // namespace

void SubGroupDeclarations::declareFor(ArrayRef<Token> Unit,
                                      bool UsesEverywhere) {
  unsigned Depth = 0;
  SmallVector<IdentifierInfo *, 8> Called;
  for (size_t I = 0; I != Unit.size(); ++I) {
    const Token &Tok = Unit[I];
    if (Tok.isOneOf(tok::l_brace, tok::l_paren, tok::l_square))
      ++Depth;
    else if (Tok.isOneOf(tok::r_brace, tok::r_paren, tok::r_square))
      Depth -= Depth != 0;
    if (Tok.isNot(tok::identifier) || !find(*Tok.getIdentifierInfo()))
      continue;
    if (Depth == 0)
      Seen.insert(Tok.getIdentifierInfo()); // A declaration of the user's.
    else if (I + 1 != Unit.size() && Unit[I + 1].is(tok::l_paren))
      Called.push_back(Tok.getIdentifierInfo());
  }
  for (IdentifierInfo *Name : Called)
    declare(*Name, UsesEverywhere);
}

bool SubGroupDeclarations::isMissing(const FunctionDecl *Function,
                                     bool UsesAdditions) const {
  if (Missing.count(Function))
    return true;
  // Clang has some of them for any device.
  return UsesAdditions && Function->isImplicit() && Function->getIdentifier() &&
         find(*Function->getIdentifier()) &&
         !CI.getPreprocessor().isMacroDefined("__opencl_subgroup_builtins");
}

void SubGroupDeclarations::declare(IdentifierInfo &Name, bool UsesEverywhere) {
  const Known *Found = find(Name);
  if (!CI.hasSema() || Seen.count(&Name))
    return;
  Sema &S = CI.getSema();
  // What Clang has for this device and this version of the language.
  LookupResult Clangs(S, DeclarationName(&Name), SourceLocation(),
                      Sema::LookupOrdinaryName);
  S.LookupName(Clangs, S.TUScope, /*AllowBuiltinCreation=*/true);
  Clangs.suppressDiagnostics();
  SmallVector<FunctionDecl *, 16> Present;
  for (NamedDecl *D : Clangs) {
    auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function || !Function->isImplicit())
      return;
    Present.push_back(Function);
  }
  // A plain program is to find no more than ever.
  if (!Present.empty() && !UsesEverywhere)
    return;
  Seen.insert(&Name);
  for (QualType T : typesOf(Found->Of, S)) {
    FunctionDecl *Function =
        makeFunction(&Name, Found->Signature, T, S.Context);
    auto HasItsParameters = [&](const FunctionDecl *Other) {
      ArrayRef<ParmVarDecl *> Ours = Function->parameters();
      ArrayRef<ParmVarDecl *> Theirs = Other->parameters();
      return std::equal(Ours.begin(), Ours.end(), Theirs.begin(), Theirs.end(),
                        [&](const ParmVarDecl *A, const ParmVarDecl *B) {
                          return S.Context.hasSameUnqualifiedType(A->getType(),
                                                                  B->getType());
                        });
    };
    if (llvm::none_of(Present, HasItsParameters))
      Missing.insert(Function);
    // All of them: Clang makes its own anew at each lookup that finds no
    // others.
    // Not PushOnScopeChains: the parser may still be in the function before.
    Function->getDeclContext()->addDecl(Function);
    S.TUScope->AddDecl(Function);
    S.IdResolver.AddDecl(Function);
  }
}

} // namespace tasklet
