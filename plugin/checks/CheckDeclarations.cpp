//===- CheckDeclarations.cpp - What may be a task -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {

void checkTaskDeclaration(const FunctionDecl *Task, Report &Diag) {
  // An old-style definition: each call may pass something else.
  if (!Task->hasWrittenPrototype()) {
    Diag.error(Task->getLocation(),
               "task %0 does not declare its parameters in the parentheses")
        << Task;
    Diag.note(Task->getLocation(),
              "write the types there, as in '%0(int a, int b)'")
        << Task->getName();
  }
  if (Task->getPreviousDecl())
    return;
  if (Task->hasAttr<OpenCLKernelAttr>()) {
    Diag.error(Task->getLocation(), "%0 cannot be both a kernel and a task")
        << Task;
    Diag.note(Task->getLocation(),
              "make it a task, and let a kernel of its own spawn it");
  }
  if (Task->isVariadic()) {
    Diag.error(Task->getLocation(),
               "task %0 cannot take a variable number of arguments")
        << Task;
    Diag.note(Task->getLocation(),
              "pass a pointer to '__global' memory and a count");
  }
}

void checkStaticTasks(const TranslationUnitDecl *Unit, Report &Diag) {
  for (const Decl *D : Unit->decls()) {
    const auto *Function = dyn_cast<FunctionDecl>(D);
    if (!Function || Function->getPreviousDecl() || !isTask(Function) ||
        Function->isExternallyVisible() || Function->isDefined() ||
        !Function->isUsed())
      continue;
    Diag.error(Function->getLocation(),
               "static task %0 is spawned but nowhere defined")
        << Function;
    Diag.note(Function->getLocation(),
              "define it in this source: no other object can");
  }
}

} // namespace tasklet
