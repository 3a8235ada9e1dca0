//===- CheckSubGroups.cpp - Sub-group functions need sub-groups -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The body of an `everywhere` has sub-group functions on any device. Outside
/// of bodies they are the device's own, if it has them. An ordinary function
/// does not know its callers, so this check follows the calls from kernels. It
/// only warns if the device's functions are unknown.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/SubGroupDeclarations.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace tasklet {
namespace {

class SubGroupCheck {
public:
  SubGroupCheck(const SourceMarks &Marks, const SubGroupDeclarations &Known,
                bool AnyDevice, Report &Diag)
      : Marks(Marks), Known(Known), AnyDevice(AnyDevice), Diag(Diag) {}

  void run(const TranslationUnitDecl *Unit) {
    for (const Decl *D : Unit->decls()) {
      const auto *Function = dyn_cast<FunctionDecl>(D);
      // What Clang alone would have refused is refused in any function.
      if (Function && Function->isThisDeclarationADefinition() &&
          (!Marks.used() || Function->hasAttr<OpenCLKernelAttr>()))
        reach(Function, {});
    }
    while (!Work.empty())
      search(Work.pop_back_val());
  }

private:
  void reach(const FunctionDecl *Function, SourceLocation Call) {
    Function = Function->getDefinition();
    // Ordered kernels may not use them at all.
    if (Function && !isTask(Function) && !isOrdered(Function) &&
        ReachedBy.try_emplace(Function, Call).second)
      Work.push_back(Function);
  }

  void search(const FunctionDecl *Function) {
    forEachStmt(Function->getBody(), [&](const Stmt *S) {
      if (isEverywhere(S, Marks))
        return false;
      // There they are refused anyway.
      if (const auto *Loop = dyn_cast<WhileStmt>(S))
        return !Marks.Forces.count(Loop->getWhileLoc());
      const auto *Ref = dyn_cast<DeclRefExpr>(S);
      const auto *Callee =
          Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
      if (!Callee)
        return true;
      if (Callee->isDefined())
        reach(Callee, Ref->getLocation());
      else if (Known.isMissing(Callee, Marks.used()))
        report(Ref, Function);
      else if (AnyDevice &&
               !SubGroupDeclarations::describe(Callee->getName()).empty())
        warn(Ref);
      return true;
    });
  }

  void report(const DeclRefExpr *Ref, const FunctionDecl *Function) {
    SourceLocation Loc = Ref->getLocation();
    // Without the arguments of a template.
    DeclarationName Name = Ref->getDecl()->getDeclName();
    if (Known.hasOfDevice())
      Diag.error(Loc, "%0 is called outside the body of an 'everywhere', and "
                      "the device has no such function")
          << Name;
    else
      Diag.error(Loc, "%0 is called outside the body of an 'everywhere', and "
                      "the device has no sub-groups")
          << Name;
    if (SourceLocation Call = ReachedBy.lookup(Function); Call.isValid())
      Diag.note(Call, "%0 is called here, outside of bodies") << Function;
    Diag.note(Loc, "put it into the body of an 'everywhere', which has it on "
                   "every device");
  }

  void warn(const DeclRefExpr *Ref) {
    SourceLocation Loc = Ref->getLocation();
    Diag.warning(Loc, Warning::SubGroups,
                 "%0 is called outside the body of an 'everywhere', and a "
                 "device without sub-groups will refuse that")
        << Ref->getDecl()->getDeclName();
    Diag.note(Loc, "put it into the body of an 'everywhere', which has it on "
                   "every device, or name what the device has with '-cl-ext'");
  }

  const SourceMarks &Marks;
  const SubGroupDeclarations &Known;
  const bool AnyDevice;
  Report &Diag;
  /// From a function to the first call of it that was found, if any.
  llvm::DenseMap<const FunctionDecl *, SourceLocation> ReachedBy;
  SmallVector<const FunctionDecl *, 16> Work;
};

} // namespace

void checkSubGroups(const TranslationUnitDecl *Unit, const SourceMarks &Marks,
                    const SubGroupDeclarations &Known, bool AnyDevice,
                    Report &Diag) {
  if (Marks.used() || Known.any())
    SubGroupCheck(Marks, Known, AnyDevice && Marks.used(), Diag).run(Unit);
}

} // namespace tasklet
