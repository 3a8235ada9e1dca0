//===- CheckServices.cpp - Functions for tasks, in kernels ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A worker serves these functions, and work-items of a kernel have none before
/// a force. Calls by way of ordinary functions are for tkl-services to report.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace tasklet {

void checkServices(const FunctionModel &Model, Report &Diag) {
  if (!Model.isKernel() && Model.everywheres().empty())
    return;
  forEachStmt(Model.body(), [&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
    if (!Callee || isTask(Callee) ||
        (!isService(Callee) && Callee->getName() != "__tkl_service_assert"))
      return true;
    SourceLocation Loc = Call->getExprLoc();
    if (Callee->getName() == "__tkl_service_assert") {
      if (!isOrdered(Model.function()))
        return true;
      Diag.error(Loc, "'tkl_assert' cannot be used in an ordered kernel");
      Diag.note(Loc, "use it in a kernel that runs before or after this one");
      return true;
    }
    if (Model.enclosingEverywhere(S)) {
      Diag.error(Loc, "%0 cannot be called in the body of an 'everywhere'")
          << Callee;
      Diag.note(Loc, "it is for tasks: move the call out of the body, or spawn "
                     "a task that calls it");
    } else if (Model.isKernel() && !Model.isAlone(S)) {
      Diag.error(Loc, "%0 cannot be called in a kernel outside of bodies of "
                      "'force'")
          << Callee;
      Diag.note(Loc, "it is for tasks: call it in a task that the kernel "
                     "spawns");
    }
    return true;
  });
}

} // namespace tasklet
