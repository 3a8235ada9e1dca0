//===- TaskMarks.cpp - Which functions are tasks --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/TaskMarks.h"
#include "compat/Clang.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "plugin/marks/SourceMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tasklet {
namespace {

bool isTaskMark(const Attr *A) {
  if (const auto *Annotation = dyn_cast<AnnotateAttr>(A))
    return Annotation->getAnnotation() == TaskMark;
  return false;
}

bool isResolvedMark(const Attr *A) {
  const auto *Assumption = dyn_cast<tasklet::AssumptionAttr>(A);
  return Assumption && Assumption->getAssumption() == TaskMark;
}

void reportNoFunction(SourceLocation Mark, Report &Diag) {
  Diag.error(Mark, "'__task' marks functions, and this is none");
  Diag.note(Mark, "remove it, or declare a function here");
}

class TaskMarkResolver : public RecursiveASTVisitor<TaskMarkResolver> {
public:
  TaskMarkResolver(SourceMarks &Marks, Report &Diag)
      : Marks(Marks), Diag(Diag) {}

  // Declarations of other translation units' making have no marks.
  bool shouldVisitImplicitCode() const { return false; }

  bool VisitDecl(Decl *D) {
    SourceLocation Own;
    bool Any = false;
    if (D->hasAttrs()) {
      AttrVec &Attrs = D->getAttrs();
      for (const Attr *A : Attrs) {
        if (isTaskMark(A) && !A->isInherited()) {
          Own = A->getLocation();
          Marks.Tasks.place(Own);
        }
        Any |= isTaskMark(A);
      }
      llvm::erase_if(Attrs, isTaskMark);
      if (Attrs.empty())
        D->dropAttrs();
    }
    if (auto *Function = dyn_cast<FunctionDecl>(D)) {
      // Clang drops the attribute of a declaration that follows the
      // definition.
      if (Own.isInvalid())
        for (SourceLocation Mark : Marks.Tasks.placeOf(Function))
          Own = Mark;
      resolve(Function, Own, Any);
    } else if (Own.isValid()) {
      reportNoFunction(Own, Diag);
    }
    return true;
  }

private:
  void resolve(FunctionDecl *Function, SourceLocation Own, bool Any) {
    const FunctionDecl *Previous = Function->getPreviousDecl();
    bool WasTask = Previous && isTask(Previous);
    if (Own.isValid() && Previous && !WasTask) {
      Diag.error(Own, "%0 is declared '__task' here, but not before")
          << Function;
      Diag.note(Previous->getLocation(),
                "mark the earlier declaration with '__task', too")
          << Report::insert(Previous->getBeginLoc(), "__task ");
    } else if (Own.isInvalid() && WasTask) {
      Diag.error(Function->getLocation(),
                 "%0 was declared '__task', and this declaration is without")
          << Function << Report::insert(Function->getBeginLoc(), "__task ");
      Diag.note(Previous->getLocation(), "declared '__task' here; mark every "
                                         "declaration of a task");
    }
    if ((Any || WasTask) && !hasResolvedMark(Function))
      mark(Function);
  }

  static void mark(FunctionDecl *Function) {
    ASTContext &Context = Function->getASTContext();
    Function->addAttr(
        tasklet::AssumptionAttr::CreateImplicit(Context, TaskMark));
    // This attribute makes clang record the source position of each call, with
    // and without debug information. tkl-prepare removes it, because the back
    // end must not see it.
    if (!Function->hasAttr<ErrorAttr>())
      Function->addAttr(createErrorAttr(Context, TaskMark));
  }

  static bool hasResolvedMark(const FunctionDecl *Function) {
    return llvm::any_of(Function->attrs(), isResolvedMark);
  }

  SourceMarks &Marks;
  Report &Diag;
};

} // namespace

bool isTask(const FunctionDecl *Function) {
  for (const FunctionDecl *Redecl : Function->redecls())
    for (const Attr *A : Redecl->attrs())
      if (isTaskMark(A) || isResolvedMark(A))
        return true;
  return false;
}

bool isTaskName(const IdentifierInfo &Name, const ASTContext &Context) {
  auto Known = Context.getTranslationUnitDecl()->lookup(&Name);
  if (Known.empty())
    if (const NamedDecl *Model = serviceModel(Name, Context))
      return isa<FunctionDecl>(Model) && isTask(cast<FunctionDecl>(Model));
  for (const NamedDecl *D : Known)
    if (const auto *Function = dyn_cast<FunctionDecl>(D))
      if (isTask(Function))
        return true;
  return false;
}

void resolveTaskMarks(Decl *Root, SourceMarks &Marks, Report &Diag) {
  TaskMarkResolver(Marks, Diag).TraverseDecl(Root);
}

void reportLostTaskMarks(SourceLocation End, SourceMarks &Marks,
                         const SourceManager &SM, bool HadErrors,
                         Report &Diag) {
  for (SourceLocation Mark : Marks.Tasks.lost(End, SM, HadErrors))
    reportNoFunction(Mark, Diag);
}

} // namespace tasklet
