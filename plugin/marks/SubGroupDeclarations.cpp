//===- SubGroupDeclarations.cpp - Sub-group functions for all -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/SubGroupDeclarations.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace tasklet {
namespace {

enum class Values { None, Integers, Scalars, Movable, Data };

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

/// What `T` stands for, one after the other; but for pointers.
SmallVector<QualType, 16> typesOf(Values Of, Sema &S) {
  ASTContext &C = S.Context;
  if (Of == Values::None)
    return {C.VoidTy};
  SmallVector<QualType, 16> Types = {
      C.CharTy, C.UnsignedCharTy, C.ShortTy, C.UnsignedShortTy,
      C.IntTy,  C.UnsignedIntTy,  C.LongTy,  C.UnsignedLongTy};
  if (Of == Values::Integers)
    return Types;
  Types.push_back(C.FloatTy);
  // As opencl-c.h has it.
  if (S.PP.isMacroDefined("cl_khr_fp64"))
    Types.push_back(C.DoubleTy);
  if (S.PP.isMacroDefined("cl_khr_fp16"))
    Types.push_back(C.HalfTy);
  if (Of == Values::Data)
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
  case 'c':
    return C.UnsignedIntTy;
  case 'b':
    return C.getExtVectorType(C.UnsignedIntTy, 4);
  default:
    return T;
  }
}

FunctionDecl *makeFunction(const IdentifierInfo *Name, StringRef Signature,
                           QualType T, ASTContext &C) {
  SmallVector<QualType, 3> Parameters;
  for (char Code : Signature.drop_front())
    Parameters.push_back(typeOf(Code, T, C));
  FunctionProtoType::ExtProtoInfo Info(C.getDefaultCallingConvention(
      /*IsVariadic=*/false, /*IsCXXMethod=*/false, /*IsBuiltin=*/true));
  QualType Type =
      C.getFunctionType(typeOf(Signature[0], T, C), Parameters, Info);
  DeclContext *Unit = C.getTranslationUnitDecl();
  FunctionDecl *Function =
      FunctionDecl::Create(C, Unit, {}, {}, DeclarationName(Name), Type,
                           C.getTrivialTypeSourceInfo(Type), SC_Extern);
  auto Written = Function->getTypeSourceInfo()
                     ->getTypeLoc()
                     .castAs<FunctionProtoTypeLoc>();
  SmallVector<ParmVarDecl *, 3> Declarations;
  for (QualType Parameter : Parameters) {
    ParmVarDecl *P = ParmVarDecl::Create(
        C, Function, {}, {}, /*Id=*/nullptr, Parameter,
        C.getTrivialTypeSourceInfo(Parameter), SC_None, /*DefArg=*/nullptr);
    P->setScopeInfo(0, Declarations.size());
    Written.setParam(Declarations.size(), P);
    Declarations.push_back(P);
  }
  Function->setParams(Declarations);
  Function->setImplicit();
  Function->addAttr(OverloadableAttr::CreateImplicit(C));
  Function->addAttr(ConvergentAttr::CreateImplicit(C));
  return Function;
}

/// Not PushOnScopeChains: the parser may still be in the function before.
void addDeclaration(NamedDecl *D, Sema &S) {
  D->getDeclContext()->addDecl(D);
  S.TUScope->AddDecl(D);
  S.IdResolver.AddDecl(D);
}

/// `template <class T> __global T *f(__global T *, ...)`, for any address
/// space. OpenCL C has no templates, but Sema deduces their arguments in any
/// language. There is no other way to give the result the operand's type.
FunctionTemplateDecl *makeTemplate(IdentifierInfo *Name, StringRef Signature,
                                   LangAS Space, ASTContext &C) {
  DeclContext *Unit = C.getTranslationUnitDecl();
  TemplateTypeParmDecl *T = TemplateTypeParmDecl::Create(
      C, Unit, {}, {}, /*D=*/0, /*P=*/0, &C.Idents.get("T"),
      /*Typename=*/true, /*ParameterPack=*/false);
  T->setImplicit();
  QualType Pointee(T->getTypeForDecl(), 0);
  FunctionDecl *Function =
      makeFunction(Name, Signature,
                   C.getPointerType(C.getAddrSpaceQualType(Pointee, Space)), C);
  auto *Template = FunctionTemplateDecl::Create(
      C, Unit, {}, DeclarationName(Name),
      TemplateParameterList::Create(C, {}, {}, T, {}, /*Requires=*/nullptr),
      Function);
  Template->setImplicit();
  Function->setDescribedFunctionTemplate(Template);
  return Template;
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

StringRef SubGroupDeclarations::signatureOf(const FunctionDecl *Function) {
  if (!Function->isImplicit() && !Function->getPrimaryTemplate())
    return {};
  const IdentifierInfo *Name = Function->getIdentifier();
  const Known *Found = Name ? find(*Name) : nullptr;
  return Found ? Found->Signature : StringRef();
}

std::string SubGroupDeclarations::describe(StringRef Name) {
  const Known *Found =
      llvm::find_if(Functions, [&](const Known &F) { return F.Name == Name; });
  if (Found == std::end(Functions))
    return {};
  static const char *const Of[] = {
      "",
      "'T' is 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long' or "
      "'ulong'",
      "'T' is an integer or floating-point type",
      "'T' is an integer or floating-point type, or a pointer to '__global', "
      "'__local' or '__constant' memory",
      "'T' is an integer or floating-point type, a vector of them, or a "
      "pointer to '__global', '__local' or '__constant' memory"};
  auto Type = [](char Code) -> const char * {
    return Code == 'v'   ? "void"
           : Code == 'i' ? "int"
           : Code == 'b' ? "uint4"
           : Code == 'T' ? "T"
                         : "uint";
  };
  std::string Text = Type(Found->Signature[0]) + (" " + Name + "(").str();
  for (char Code : Found->Signature.drop_front())
    Text += Type(Code) + std::string(", ");
  if (Found->Signature.size() > 1)
    Text.resize(Text.size() - 2);
  Text = "it is '" + Text + ")'";
  if (Found->Of != Values::None)
    Text += std::string("; ") + Of[static_cast<unsigned>(Found->Of)];
  return Text;
}

bool SubGroupDeclarations::hasOfDevice() const {
  return CI.getPreprocessor().isMacroDefined("__opencl_subgroup_builtins");
}

bool SubGroupDeclarations::isMissing(const FunctionDecl *Function,
                                     bool UsesAdditions) const {
  if (const FunctionTemplateDecl *Template = Function->getPrimaryTemplate())
    Function = Template->getTemplatedDecl();
  if (Missing.count(Function))
    return true;
  // Clang has some of them for any device.
  return UsesAdditions && Function->isImplicit() && Function->getIdentifier() &&
         find(*Function->getIdentifier()) && !hasOfDevice();
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
    // Declares all of them: if a lookup finds no declaration, Clang makes its
    // own anew.
    addDeclaration(Function, S);
  }
  if (Found->Of != Values::Movable && Found->Of != Values::Data)
    return;
  // This includes the address spaces that have no meaning for other lanes:
  // checkSubGroupOperands reports them.
  SmallVector<LangAS, 5> Spaces = {LangAS::opencl_global, LangAS::opencl_local,
                                   LangAS::opencl_constant,
                                   LangAS::opencl_private};
  if (S.getLangOpts().OpenCLGenericAddressSpace)
    Spaces.push_back(LangAS::opencl_generic);
  for (LangAS Space : Spaces) {
    FunctionTemplateDecl *Template =
        makeTemplate(&Name, Found->Signature, Space, S.Context);
    Missing.insert(Template->getTemplatedDecl());
    addDeclaration(Template, S);
  }
}

} // namespace tasklet
