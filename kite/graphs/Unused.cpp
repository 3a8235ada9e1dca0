//===- Unused.cpp - Tasks that nothing reaches ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Unused.h"

#include "graphs/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace tasklet::kite {

namespace {

class Reach {
public:
  void add(const TaskDecl *Task) {
    if (Known.insert(Task).second)
      Left.push_back(Task);
  }
  void run();
  bool has(const TaskDecl *Task) const { return Known.contains(Task); }

private:
  void addNames(Expr *E);

  SmallPtrSet<const TaskDecl *, 32> Known;
  std::vector<const TaskDecl *> Left;
};

} // namespace

void Reach::addNames(Expr *E) {
  forEachExprWithin(E, [&](Expr *&Part) {
    const Expr *Named = Part;
    if (auto *Call = dyn_cast<CallExpr>(Part))
      Named = Call->Callee;
    if (auto *Name = dyn_cast_or_null<NameExpr>(Named))
      if (auto *Task = dyn_cast_or_null<TaskDecl>(Name->Target))
        add(Task);
    if (auto *Closure = dyn_cast<TaskExpr>(Part))
      add(Closure->Task);
  });
}

void Reach::run() {
  while (!Left.empty()) {
    const TaskDecl *Task = Left.back();
    Left.pop_back();
    forEachStmtWithin(*Task->Body, [&](Stmt &S) {
      forEachExpr(S, [&](Expr *&E) { addNames(E); });
    });
  }
}

void dropUnusedTasks(CheckedProgram &P) {
  Reach Used;
  for (const TaskDecl *Task : P.Tasks)
    if (Task->IsExported)
      Used.add(Task);
  Used.run();
  erase_if(P.Tasks, [&](const TaskDecl *Task) { return !Used.has(Task); });
}

} // namespace tasklet::kite
