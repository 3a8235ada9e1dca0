//===- Consumer.cpp - The AST stage ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/Consumer.h"
#include "plugin/checks/ClangErrors.h"
#include "plugin/elide/Elide.h"
#include "plugin/marks/MarkEverywheres.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"

#ifdef TASKLET_HAVE_PASSES
#include "plugin/PassPlugin.h"
#endif

using namespace clang;

namespace tasklet {
namespace {

/// All declarations of tasks in a declaration, including those inside bodies.
class TaskDeclarations : public RecursiveASTVisitor<TaskDeclarations> {
public:
  explicit TaskDeclarations(Report &Diag) : Diag(Diag) {}

  bool VisitFunctionDecl(FunctionDecl *Function) {
    if (!isTask(Function))
      return true;
    // Types that are complete only at the definition are judged again there.
    checkTaskDeclaration(Function, Diag);
    keepInlineDefinition(Function);
    if (!Function->getPreviousDecl() ||
        Function->isThisDeclarationADefinition()) {
      if (!Function->getPreviousDecl() || hadIncompleteType(Function))
        checkTaskSignature(Function, Diag);
    }
    return true;
  }

private:
  /// In C, an `inline` function without `extern` is a definition for the
  /// optimiser only. But the code of a task is needed in any case, and only
  /// once if several parts of a program include it from a header.
  static void keepInlineDefinition(FunctionDecl *Function) {
    if (!Function->isInlineSpecified() ||
        Function->getStorageClass() != SC_None)
      return;
    ASTContext &Context = Function->getASTContext();
    Function->addAttr(GNUInlineAttr::CreateImplicit(Context));
    Function->addAttr(WeakAttr::CreateImplicit(Context));
  }

  static bool hadIncompleteType(const FunctionDecl *Function) {
    SourceManager &SM = Function->getASTContext().getSourceManager();
    auto CompletedLater = [&](QualType Type) {
      const auto *Record = Type->getAs<RecordType>();
      const RecordDecl *Definition =
          Record ? Record->getDecl()->getDefinition() : nullptr;
      return Definition && SM.isBeforeInTranslationUnit(
                               Function->getFirstDecl()->getLocation(),
                               Definition->getLocation());
    };
    return CompletedLater(Function->getReturnType()) ||
           llvm::any_of(Function->parameters(), [&](const ParmVarDecl *P) {
             return CompletedLater(P->getType());
           });
  }

  Report &Diag;
};

/// Whether a tkl_assert stands anywhere.
[[maybe_unused]] static bool usesAssertions(ASTContext &Context) {
  auto Models = Context.getTranslationUnitDecl()->lookup(
      &Context.Idents.get("__tkl_service_assert"));
  return !Models.empty() && Models.front()->isReferenced();
}

} // namespace

Consumer::Consumer(CompilerInstance &CI, const CheckOptions &Options)
    : CI(CI), Options(Options), Diag(CI.getDiagnostics()),
      SharedMarks(std::make_shared<SourceMarks>()), Marks(*SharedMarks),
      SubGroups(CI),
      Rewriter(CI.getPreprocessor(), Marks,
               {[&CI](const IdentifierInfo &Name) {
                  return CI.hasASTContext() &&
                         isTaskName(Name, CI.getASTContext());
                },
                [&CI](const IdentifierInfo &Name) {
                  return CI.hasASTContext() && !CI.getASTContext()
                                                    .getTranslationUnitDecl()
                                                    ->lookup(&Name)
                                                    .empty();
                }},
               [this](const std::vector<Token> &Unit) {
                 SubGroups.declareFor(Unit, !Marks.Everywheres.empty());
               })
#ifdef TASKLET_HAVE_PASSES
      ,
      Messages(CI)
#endif
{
  ClangErrors::install(CI, SharedMarks);
  Rewriter.install();
}

void Consumer::InitializeSema(Sema &S) { S.addExternalSource(&Services); }

Consumer::~Consumer() {
  // The preprocessor may live longer.
  if (CI.hasPreprocessor())
    CI.getPreprocessor().setTokenWatcher(nullptr);
}

bool Consumer::HandleTopLevelDecl(DeclGroupRef Group) {
  if (!Marks.used())
    return true;
  for (Decl *D : Group) {
    if (Marks.Ordered.any())
      resolveOrderedMarks(D, Marks, Diag);
    if (Marks.Tasks.any()) {
      resolveTaskMarks(D, Marks, Diag);
      TaskDeclarations(Diag).TraverseDecl(D);
    }
    if (auto *Function = dyn_cast<FunctionDecl>(D)) {
      if (isOrdered(Function))
        checkOrderedSignature(Function, Diag);
      if (Function->doesThisDeclarationHaveABody()) {
#ifdef TASKLET_HAVE_PASSES
        if (isOrdered(Function))
          Messages.noteKernel(*Function);
#endif
        checkFunction(Function);
        if (!Marks.Everywheres.empty())
          markEverywheres(Function, Marks);
      }
    }
  }
  if (Marks.Tasks.anyOpen() || Marks.Ordered.anyOpen())
    for (Decl *D : Group)
      reportLost(D->getEndLoc());
  return true;
}

void Consumer::reportLost(SourceLocation End) {
  bool HadErrors = CI.getDiagnosticClient().getNumErrors() != 0;
  reportLostTaskMarks(End, Marks, CI.getSourceManager(), HadErrors, Diag);
  reportLostOrderedMarks(End, Marks, CI.getSourceManager(), HadErrors, Diag);
}

void Consumer::checkFunction(const FunctionDecl *Function) {
  FunctionModel Model(Function, CI.getASTContext(), Marks);
  checkSpawns(Model, Diag);
  checkCalls(Model, Diag);
  bool KnownFlow = checkForceBodies(Model, Diag);
  checkEverywheres(Model, Diag);
  checkDeviceFunctions(Model, DeviceCalls, Diag);
  checkServices(Model, Diag);
  if (Marks.Ordered.any())
    checkOrdered(Model, Diag);
  if (!Marks.Everywheres.empty()) {
    checkLaneNumbers(Model, Diag);
    checkLanePointers(Model, Lanes, Diag);
  }
  if (Model.spawns().empty() && Model.forces().empty() && !Model.isTask())
    return;
  if (KnownFlow) {
    checkFutures(Model, Diag);
    checkEscape(Model, Diag);
  }
  if (Options.StrictCaptures)
    checkCaptures(Model, Diag);
}

void Consumer::HandleTranslationUnit(ASTContext &Context) {
  bool AnyDevice = CI.getTargetOpts().OpenCLExtensionsAsWritten.empty();
  checkSubGroups(Context.getTranslationUnitDecl(), Marks, SubGroups, AnyDevice,
                 Diag);
  if (!Marks.Everywheres.empty())
    checkSubGroupOperands(Context.getTranslationUnitDecl(), Diag);
  if (Marks.used())
    checkProgram(Context);
#ifdef TASKLET_HAVE_PASSES
  else if (usesAssertions(Context))
    noteAdditions(true);
#endif
  if (!Options.Elision.empty() && !CI.getDiagnostics().hasErrorOccurred())
    writeElision(Context, Marks, Diag, Options.Elision);
}

void Consumer::checkProgram(ASTContext &Context) {
  reportLost({});
  checkNames(Context.getTranslationUnitDecl(), Diag);
  checkCalledDeviceFunctions(DeviceCalls, Marks, Diag);
  if (Marks.Ordered.any())
    checkCalledByOrdered(Context.getTranslationUnitDecl(), Marks, Diag);
  checkCalledLanePointers(Lanes, Diag);
  checkStaticTasks(Context.getTranslationUnitDecl(), Diag);
  checkRecursion(Context.getTranslationUnitDecl(), Diag);
#ifdef TASKLET_HAVE_PASSES
  noteAdditions(true);
#endif
}

} // namespace tasklet
