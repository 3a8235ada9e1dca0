//===- Elide.cpp - A task program as ordinary C ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Elide.h"
#include "plugin/elide/Statements.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace tasklet {
namespace {

/// Functions that compilers call by themselves or that <tasklet/serial.h>
/// needs. A program may have its own under such a name.
constexpr const char *OfTheHost[] = {
    "main",    "memcpy",  "memmove",  "memset",        "memcmp",   "malloc",
    "calloc",  "free",    "abort",    "exit",          "open",     "close",
    "read",    "write",   "strtod",   "strtoll",       "strtoull", "strlen",
    "strcmp",  "printf",  "snprintf", "putchar",       "puts",     "lseek",
    "dprintf", "strncmp", "fflush",   "posix_memalign"};

class Elision : public RecursiveASTVisitor<Elision> {
public:
  Elision(ASTContext &Context, const SourceMarks &Marks, Report &Diag)
      : Context(Context), Marks(Marks), Diag(Diag), Text(Context),
        Write(Context, Marks, Diag, Text, Helpers) {}

  std::string run();

  // Called by RecursiveASTVisitor.
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    checkType(D, D->getType());
    return true;
  }

private:
  void editMarks();
  void makeStatic(const DeclaratorDecl *D, StorageClass Class);
  void dropAttributes(const FunctionDecl *Function);
  void checkType(const DeclaratorDecl *D, QualType Type);
  void refuse(SourceLocation Loc, const std::string &What) {
    Diag.error(Loc, "%0 cannot be elided") << What;
    Diag.note(Loc, "C has no such thing; leave it out, or take memory instead, "
                   "under '#ifdef __TKL_SERIAL__'");
  }
  void writeFunction(const FunctionDecl *Function);
  void writeVariable(const VarDecl *Variable);
  std::string kernelTable() const;
  std::string ownNames() const;

  ASTContext &Context;
  const SourceMarks &Marks;
  Report &Diag;
  Copier Text;
  Functions Helpers;
  Statements Write;
  std::vector<const FunctionDecl *> Kernels;
  std::set<unsigned> MadeStatic;
};

} // namespace

void Elision::editMarks() {
  auto Arrow = [&](SourceLocation From, SourceLocation Less,
                   const char *Place) {
    Text.replace(Text.offset(From), Text.offset(Less) + 2, Place);
  };
  for (auto [From, Less] : Marks.Spawns)
    Arrow(From, Less, From == Less ? "=" : "");
  for (auto [Minus, Less] : Marks.Declared)
    Arrow(Less, Less, "=");
  for (const auto *Forces : {&Marks.Forces, &Marks.Waits})
    for (const auto &[Word, Force] : *Forces)
      Text.replace(Text.offset(Word), Text.offsetAfter(Force.RParen), "");
  for (const auto &[Word, Mark] : Marks.Everywheres) {
    // `everywhere (uint mask) {`
    unsigned Begin = Text.offset(Word), Brace = Text.offset(Mark.LBrace);
    StringRef Head = Text.text().slice(Begin, Brace);
    size_t Open = Head.find('('), Close = Head.rfind(')');
    std::string Mask;
    if (Mark.Mask.isValid() && Close != StringRef::npos)
      Mask = Head.slice(Open + 1, Close).str() + " = 1;";
    std::replace(Mask.begin(), Mask.end(), '\n', ' ');
    Text.replace(Begin, Brace + 1, "{ " + Mask);
  }
  for (SourceLocation Mark : Marks.Tasks.all())
    Text.replace(Text.offset(Mark), Text.offsetAfter(Mark), "");
  for (const auto &[Mark, List] : Marks.OrderedLists)
    if (Mark.isValid()) {
      SourceLocation End = List.Parentheses.getEnd();
      Text.replace(Text.offset(Mark),
                   Text.offsetAfter(End.isValid() ? End : Mark), "");
    }
}

/// Images, samplers and the like are no memory that C could have.
void Elision::checkType(const DeclaratorDecl *D, QualType Type) {
  if (!Text.isInSource(D->getLocation()))
    return;
  QualType Bare = Type.getCanonicalType();
  while (Bare->isPointerType() || Bare->isArrayType())
    Bare = Bare->isPointerType() ? Bare->getPointeeType()
                                 : Context.getBaseElementType(Bare);
  if (Bare->isImageType() || Bare->isSamplerT() || Bare->isEventT() ||
      Bare->isPipeType() || Bare->isQueueT() || Bare->isClkEventT() ||
      Bare->isReserveIDT())
    refuse(D->getLocation(), "'" + D->getName().str() + "' of the type '" +
                                 Bare.getUnqualifiedType().getAsString() + "'");
}

/// One source is the whole program, and C's library has names of its own.
void Elision::makeStatic(const DeclaratorDecl *D, StorageClass Class) {
  unsigned Begin = Text.offset(D->getBeginLoc());
  if (Class == SC_Static || !MadeStatic.insert(Begin).second)
    return;
  StringRef Rest = Text.text().drop_front(Begin);
  if (Class == SC_Extern) {
    size_t At = Rest.find("extern");
    if (At != StringRef::npos && Begin + At < Text.offset(D->getLocation()))
      Text.replace(Begin + At, Begin + At + strlen("extern"), "");
  }
  Text.copyTo(Begin);
  Text.add("static ");
}

/// What OpenCL alone knows; the brackets around it may be empty.
void Elision::dropAttributes(const FunctionDecl *Function) {
  for (const Attr *A : Function->attrs())
    if ((isa<ReqdWorkGroupSizeAttr>(A) || isa<WorkGroupSizeHintAttr>(A) ||
         isa<VecTypeHintAttr>(A) || isa<OverloadableAttr>(A) ||
         isa<OpenCLIntelReqdSubGroupSizeAttr>(A)) &&
        !A->isInherited() && Text.isInSource(A->getLocation()))
      Text.replace(Text.offset(A->getRange().getBegin()),
                   Text.offsetAfter(A->getRange().getEnd()), "");
}

void Elision::writeFunction(const FunctionDecl *Function) {
  dropAttributes(Function);
  makeStatic(Function, Function->getStorageClass());
  std::string Name = Write.nameOf(Function);
  if (Name != Function->getName()) {
    Text.copyTo(Text.offset(Function->getLocation()));
    Text.add(Name);
    Text.skipTo(Text.offsetAfter(Function->getLocation()));
  }
  if (!Function->doesThisDeclarationHaveABody())
    return;
  Write.writeBody(Function);
  if (Function->hasAttr<OpenCLKernelAttr>())
    Kernels.push_back(Function);
}

void Elision::writeVariable(const VarDecl *Variable) {
  makeStatic(Variable, Variable->getStorageClass());
  if (Variable->getInit())
    Write.writeInitialiser(Variable->getInit(), /*Constant=*/true);
}

/// A function for each kernel that takes its arguments by their addresses, and
/// a table of them for <tasklet/serial_main.h>.
std::string Elision::kernelTable() const {
  PrintingPolicy Policy(Context.getLangOpts());
  std::string Calls, Table;
  for (const FunctionDecl *Kernel : Kernels) {
    std::string Name = Kernel->getName().str(), Arguments, Parameters;
    for (const ParmVarDecl *P : Kernel->parameters()) {
      QualType Type = P->getType();
      std::string Number = std::to_string(P->getFunctionScopeIndex());
      std::string Written = Type.getUnqualifiedType().getAsString(Policy);
      Arguments += (Arguments.empty() ? "*(" : ", *(") + Written +
                   " *)arguments[" + Number + "]";
      const char *Kind = "bytes";
      std::string Element = nameOfNumbers(elementOf(Type));
      if (Type->isPointerType())
        Kind = Type->getPointeeType().getAddressSpace() == LangAS::opencl_local
                   ? "local"
                   : "global";
      else if (!Element.empty())
        Kind = Element.c_str();
      Parameters += "{\"" + P->getName().str() + "\", \"" + Kind +
                    "\", sizeof(" + Written + "), " +
                    std::to_string(lanesOf(Type)) + "}, ";
    }
    std::string Count = std::to_string(Kernel->getNumParams());
    std::string Local = "0";
    if (const auto *Size = Kernel->getAttr<ReqdWorkGroupSizeAttr>())
      Local = std::to_string(Size->getXDim()) + ", " +
              std::to_string(Size->getYDim()) + ", " +
              std::to_string(Size->getZDim());
    Calls += "static void __tkl_run_" + Name +
             "(void **arguments) { (void)arguments; " + Name + "(" + Arguments +
             "); }\n";
    Calls += "static const __tkl_parameter __tkl_parameters_" + Name +
             "[] = {" + Parameters + "{0}};\n";
    Table += "    {\"" + Name + "\", __tkl_run_" + Name +
             ", __tkl_parameters_" + Name + ", " + Count + ", {" + Local +
             "}},\n";
  }
  return Calls + "static const __tkl_kernel __tkl_kernels[] = {\n" + Table +
         "    {0}};\n";
}

/// Gives other names to what has a name of the host's, and the types of the
/// language theirs, unless the program has its own.
std::string Elision::ownNames() const {
  std::string Lines;
  auto Declared = [&](StringRef Name) -> NamedDecl * {
    auto Found = Context.getTranslationUnitDecl()->lookup(
        DeclarationName(&Context.Idents.get(Name)));
    return Found.empty() ? nullptr : Found.front();
  };
  for (const char *Name : OfTheHost)
    if (NamedDecl *D = Declared(Name);
        D && Text.isInSource(D->getLocation()) && !D->isImplicit())
      Lines += std::string("#define ") + Name + " __tkl_users_" + Name + "\n";
  for (const char *Name : {"tkl_semaphore", "tkl_print"})
    if (NamedDecl *D = Declared(Name); D && D->isImplicit())
      Lines += std::string("typedef __") + Name + " " + Name + ";\n";
  return Lines;
}

std::string Elision::run() {
  editMarks();
  TraverseDecl(Context.getTranslationUnitDecl());
  for (Decl *D : Context.getTranslationUnitDecl()->decls()) {
    if (D->isImplicit() || !Text.isInSource(D->getLocation()))
      continue;
    if (auto *Function = dyn_cast<FunctionDecl>(D))
      writeFunction(Function);
    else if (auto *Variable = dyn_cast<VarDecl>(D))
      writeVariable(Variable);
  }
  Text.copyRest();
  return "// Made by taskletc --elide: functions of OpenCL C, the program, its "
         "kernels" +
         std::string("\n") +
         (Write.hasBarriers() ? "#define __TKL_BARRIERS 1\n" : "") +
         "#include <tasklet/serial.h>\n" + ownNames() +
         // One text for all types compares what some types decide.
         "#pragma GCC diagnostic push\n"
         "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n" +
         Helpers.definitions() + "#pragma GCC diagnostic pop\n" + Text.take() +
         "\n#line 1 \"<kernels>\"\n" + kernelTable() +
         "#ifndef TKL_SERIAL_NO_MAIN\n#include <tasklet/serial_main.h>\n"
         "#endif\n";
}

void writeElision(ASTContext &Context, const SourceMarks &Marks, Report &Diag,
                  const std::string &Path) {
  std::string Program = Elision(Context, Marks, Diag).run();
  if (Context.getDiagnostics().hasErrorOccurred())
    return;
  std::error_code Failure;
  llvm::raw_fd_ostream File(Path, Failure);
  if (!Failure) {
    File << Program;
    File.flush();
    Failure = File.error();
    File.clear_error();
  }
  if (Failure)
    Diag.error({}, "'%0' cannot be written: %1") << Path << Failure.message();
}

} // namespace tasklet
