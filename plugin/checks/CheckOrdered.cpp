//===- CheckOrdered.cpp - What an ordered kernel may hold -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The work-items of an ordered kernel run as if each began when the one before
/// it had ended. So none can wait for another one. Only accesses to buffers are
/// ordered. And only a command has the range that gives the order, so nothing
/// but the host starts such a kernel.
///
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "plugin/checks/Checks.h"
#include "plugin/checks/DeviceUses.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

bool isRefused(DeviceKind Kind) {
  return Kind != DeviceKind::Other && Kind != DeviceKind::WorkItem;
}

const char *adviceFor(const DeviceUse &Use) {
  if (Use.IsEverywhere)
    return "do it without the other work-items, or in a kernel that is not "
           "ordered";
  if (isLocalVariable(Use.What))
    return "make it private, or use '__global' memory";
  switch (kindOf(Use.What)) {
  case DeviceKind::ImageWrite:
    return "write to a buffer, and let the host copy it to the image";
  case DeviceKind::DeviceQueue:
    return "let the host enqueue the other kernel";
  default:
    break;
  }
  StringRef Name = Use.What->getName();
  if (endsWith(Name, "barrier"))
    return "remove it: each work-item sees what those before it have written";
  return "do it without the other work-items, or in a kernel that is not "
         "ordered";
}

std::string nameOf(const DeviceUse &Use) {
  return Use.IsEverywhere ? "everywhere" : Use.What->getName().str();
}

/// Whether \p Type is an image that can be both read and written.
bool isReadWriteImage(QualType Type) {
  const auto *Builtin = Type->getAs<BuiltinType>();
  if (!Builtin)
    return false;
  switch (Builtin->getKind()) {
#define IMAGE_READ_TYPE(Type, Id, Ext)
#define IMAGE_WRITE_TYPE(Type, Id, Ext)
#define IMAGE_READ_WRITE_TYPE(Type, Id, Ext) case BuiltinType::Id##RW:
#include "clang/Basic/OpenCLImageTypes.def"
    return true;
  default:
    return false;
  }
}

class OrderedCheck {
public:
  OrderedCheck(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  void run() {
    for (const Spawn &S : Model.spawns())
      report(S.Arrow, "<-");
    for (const Force &F : Model.forces())
      report(F.Word, "force");
    for (const EverywhereBlock &E : Model.everywheres())
      report(E.Loop->getDoLoc(), "everywhere");
    forEachStmt(Model.body(), [&](const Stmt *S) {
      if (const auto *Decls = dyn_cast<DeclStmt>(S))
        checkDeclarations(Decls);
      else if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
        checkName(Ref);
      return true;
    });
  }

private:
  void report(SourceLocation Loc, StringRef Word) {
    Diag.error(Loc, "'%0' cannot stand in an ordered kernel, whose work-items "
                    "run one after the other")
        << Word;
    if (Word == "everywhere")
      Diag.note(Loc, "do it without the other work-items, or in a kernel that "
                     "is not ordered");
    else
      Diag.note(Loc, "tasks run in no order that is known beforehand: spawn in "
                     "a kernel that is not ordered");
  }

  void checkDeclarations(const DeclStmt *Decls) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !isLocalVariable(Var) || Var->isInvalidDecl())
        continue;
      Diag.error(Var->getLocation(),
                 "local variable %0 cannot be declared in an ordered kernel, "
                 "whose work-items run one after the other")
          << Var;
      Diag.note(Var->getLocation(), "make it private, or use '__global' "
                                    "memory");
    }
  }

  void checkName(const DeclRefExpr *Ref) {
    DeviceKind Kind = kindOf(Ref->getDecl());
    if (!isRefused(Kind))
      return;
    SourceLocation Loc = Ref->getLocation();
    if (Kind == DeviceKind::ImageWrite)
      Diag.error(Loc, "%0 cannot be used in an ordered kernel, which orders "
                      "accesses to buffers only")
          << Ref->getDecl();
    else if (Kind == DeviceKind::DeviceQueue)
      Diag.error(Loc, "%0 cannot be used in an ordered kernel, which starts no "
                      "other kernel")
          << Ref->getDecl();
    else
      Diag.error(Loc,
                 "%0 cannot be used in an ordered kernel, whose work-items "
                 "run one after the other")
          << Ref->getDecl();
    DeviceUse Use{Ref->getDecl(), false, Loc};
    Diag.note(Loc, "%0") << adviceFor(Use);
  }

  const FunctionModel &Model;
  Report &Diag;
};

/// Reports the uses of ordered kernels in a function.
void checkUses(const FunctionModel &Model, Report &Diag) {
  forEachStmt(Model.body(), [&](const Stmt *S) {
    // What is wrong with such a spawn has been said.
    if (const Spawn *Sp = Model.spawnAt(S); Sp && !Sp->Call)
      return false;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Kernel = Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
    if (!Kernel || !isOrdered(Kernel) || isTask(Kernel))
      return true;
    SourceLocation Loc = Ref->getLocation();
    const auto *Call = dyn_cast_or_null<CallExpr>(Model.parent(Ref));
    if (!Call || directCallee(Call) != Kernel) {
      Diag.error(Loc, "the address of ordered kernel %0 cannot be taken")
          << Kernel;
      Diag.note(Loc, "let the host choose which kernel it starts");
      return true;
    }
    Diag.error(Loc, "%0 is an ordered kernel: only the host starts it")
        << Kernel;
    Diag.note(Loc, "move what both need into a function, and call that");
    return true;
  });
}

} // namespace

void checkOrderedSignature(const FunctionDecl *Kernel, Report &Diag) {
  if (Kernel->getPreviousDecl())
    return;
  for (const ParmVarDecl *Param : Kernel->parameters()) {
    QualType Type = Param->getType();
    const char *What = nullptr, *WayOut = nullptr;
    if (Type->isPointerType() &&
        Type->getPointeeType().getAddressSpace() == LangAS::opencl_local) {
      What = "a pointer to local memory";
      WayOut = "use private memory, or '__global' memory with a part for each "
               "work-item";
    } else if (isReadWriteImage(Type)) {
      What = "an image that is read and written";
      WayOut = "use a buffer";
    } else if (Type->isPipeType()) {
      What = "a pipe";
      WayOut = "use a buffer";
    }
    if (!What)
      continue;
    Diag.error(Param->getLocation(),
               "parameter of an ordered kernel has type %0, %1")
        << Type.getUnqualifiedType() << What;
    Diag.note(Param->getLocation(), "%0") << WayOut;
  }
}

void checkOrdered(const FunctionModel &Model, Report &Diag) {
  checkUses(Model, Diag);
  if (isOrdered(Model.function()))
    OrderedCheck(Model, Diag).run();
}

void checkCalledByOrdered(const TranslationUnitDecl *Unit,
                          const SourceMarks &Marks, Report &Diag) {
  auto Refused = [](DeviceKind Kind, bool) { return isRefused(Kind); };
  for (const Decl *D : Unit->decls()) {
    const auto *Kernel = dyn_cast<FunctionDecl>(D);
    if (!Kernel || !Kernel->doesThisDeclarationHaveABody() ||
        !isOrdered(Kernel))
      continue;
    forEachStmt(Kernel->getBody(), [&](const Stmt *S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const auto *Callee =
          Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
      if (!Callee || isTask(Callee) || isOrdered(Callee))
        return true;
      DeviceUse Use = findDeviceUse(Callee, /*InEverywhere=*/false, Marks,
                                    {Refused, /*LocalVariables=*/true,
                                     /*Everywheres=*/true});
      if (!Use)
        return true;
      Diag.error(Ref->getLocation(),
                 "%0 uses '%1', which cannot be used in an ordered kernel")
          << Callee << nameOf(Use);
      Diag.note(Use.Loc, "it is used here");
      Diag.note(Ref->getLocation(), "%0") << adviceFor(Use);
      return true;
    });
  }
}

} // namespace tasklet
