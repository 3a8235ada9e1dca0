//===- CheckDevice.cpp - Work-item functions where none runs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A task is no work-item: it has no id, no work-group and no local memory. The
/// body of a kernel's `force` keeps the ids of its work-item, but runs when the
/// others may have gone.
///
//===----------------------------------------------------------------------===//

#include "plugin/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tasklet {
namespace {

enum class Kind { Other, WorkItem, WorkGroup };

Kind kindOf(StringRef Name) {
  return llvm::StringSwitch<Kind>(Name)
      .Cases("get_work_dim", "get_global_size", "get_global_id",
             "get_local_size", "get_enqueued_local_size", "get_local_id",
             "get_num_groups", Kind::WorkItem)
      .Cases("get_group_id", "get_global_offset", "get_global_linear_id",
             "get_local_linear_id", Kind::WorkItem)
      .Cases("barrier", "work_group_barrier", "async_work_group_copy",
             "async_work_group_strided_copy", "wait_group_events",
             Kind::WorkGroup)
      .StartsWith("work_group_", Kind::WorkGroup)
      .Default(Kind::Other);
}

} // namespace

void checkDeviceFunctions(const FunctionModel &Model, Report &Diag) {
  if (!Model.isTask() && Model.forces().empty())
    return;
  forEachStmt(Model.body(), [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref)
      return true;
    bool InForce = Model.enclosingForce(Ref);
    if (!Model.isTask() && !InForce)
      return true;
    SourceLocation Loc = Ref->getLocation();
    const ValueDecl *Decl = Ref->getDecl();
    if (const auto *Var = dyn_cast<VarDecl>(Decl)) {
      if (Var->getType().getAddressSpace() == LangAS::opencl_local &&
          !Model.isTask() && !Model.isListed(Ref)) {
        Diag.error(Loc, "local memory %0 cannot be used in the body of a "
                        "'force'")
            << Var;
        Diag.note(Loc, "the work-group may have ended by then: copy what is "
                       "needed to a private variable before the 'force'");
      }
      return true;
    }
    const auto *Function = dyn_cast<FunctionDecl>(Decl);
    // A user's function of that name is none of ours.
    if (!Function || !Function->getIdentifier() || Function->hasBody())
      return true;
    switch (kindOf(Function->getName())) {
    case Kind::Other:
      break;
    case Kind::WorkItem:
      if (Model.isTask()) {
        Diag.error(Loc, "%0 has no meaning in a task, which is no work-item")
            << Function;
        Diag.note(Loc, "call it in the kernel, and pass its value to the task "
                       "as an argument");
      }
      break;
    case Kind::WorkGroup:
      Diag.error(Loc, "%0 cannot be used in %select{a task|the body of a "
                      "'force'}1, where there is no work-group")
          << Function << !Model.isTask();
      Diag.note(Loc, "%select{to wait for tasks, use 'force'|synchronise "
                     "before the 'force'}0")
          << !Model.isTask();
      break;
    }
    return true;
  });
}

} // namespace tasklet
