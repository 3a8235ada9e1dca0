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
#include "plugin/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallPtrSet.h"
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
      .StartsWith("sub_group_", Kind::WorkGroup)
      .Cases("get_sub_group_size", "get_max_sub_group_size",
             "get_num_sub_groups", "get_enqueued_num_sub_groups",
             "get_sub_group_id", "get_sub_group_local_id", Kind::WorkGroup)
      .Default(Kind::Other);
}

/// What \p Decl is, if it is one of OpenCL's own functions.
Kind kindOf(const ValueDecl *Decl) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl);
  // A user's function of that name is none of ours.
  if (!Function || !Function->getIdentifier() || Function->hasBody())
    return Kind::Other;
  return kindOf(Function->getName());
}

bool isLocalVariable(const ValueDecl *Decl) {
  const auto *Var = dyn_cast<VarDecl>(Decl);
  return Var && Var->getType().getAddressSpace() == LangAS::opencl_local;
}

/// Something that has no meaning in a task or in the body of a `force`.
struct Use {
  /// A function, or the variable in local memory that is declared there.
  const ValueDecl *What = nullptr;
  SourceLocation Loc;
};

/// The first use in \p Root or what it calls.
Use findUse(const FunctionDecl *Root, bool InTask) {
  Use Found;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  SmallVector<const FunctionDecl *, 8> Work{Root};
  while (!Work.empty() && !Found.What) {
    const FunctionDecl *Function = Work.pop_back_val();
    const Stmt *Body = Function->getBody(Function);
    if (!Body || !Seen.insert(Function).second)
      continue;
    forEachStmt(Body, [&](const Stmt *S) {
      if (Found.What)
        return false;
      if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
        for (const Decl *D : Decls->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D); Var && !Found.What &&
                                                      isLocalVariable(Var) &&
                                                      !Var->isInvalidDecl())
            Found = {Var, Var->getLocation()};
      } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
        Kind K = kindOf(Ref->getDecl());
        if (K == Kind::WorkGroup || (K == Kind::WorkItem && InTask))
          Found = {Ref->getDecl(), Ref->getLocation()};
        else if (const auto *Callee = dyn_cast<FunctionDecl>(Ref->getDecl()))
          Work.push_back(Callee);
      }
      return true;
    });
  }
  return Found;
}

const char *adviceFor(Kind K, bool InTask) {
  return K == Kind::WorkItem
             ? "call it in the kernel, and pass its value to the "
               "task as an argument"
         : InTask ? "to wait for tasks, use 'force'"
                  : "synchronise before the 'force'";
}

} // namespace

void checkCalledDeviceFunctions(const std::vector<DeviceCall> &Calls,
                                Report &Diag) {
  for (const DeviceCall &C : Calls) {
    const FunctionDecl *Callee = directCallee(C.Call);
    Use Found = findUse(Callee, C.InTask);
    if (!Found.What)
      continue;
    SourceLocation Loc = C.Call->getExprLoc();
    if (isLocalVariable(Found.What)) {
      Diag.error(Loc, "%0 uses local variable %1, and there is no "
                      "work-group in %select{the body of a 'force'|a task}2")
          << Callee << Found.What << C.InTask;
      Diag.note(Found.Loc, "it is declared here");
      Diag.note(Loc, "write a function for this call that keeps it in private "
                     "or '__global' memory");
      continue;
    }
    Diag.error(Loc, "%0 uses %1, which has no meaning in %select{the body of a "
                    "'force'|a task}2")
        << Callee << Found.What << C.InTask;
    Diag.note(Found.Loc, "it is used here");
    Diag.note(Loc, "%0") << adviceFor(kindOf(Found.What), C.InTask);
  }
}

void checkDeviceFunctions(const FunctionModel &Model,
                          std::vector<DeviceCall> &Calls, Report &Diag) {
  if (!Model.isTask() && Model.forces().empty())
    return;
  forEachStmt(Model.body(), [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    if ((!Ref && !Call) || !(Model.isTask() || Model.enclosingForce(S)))
      return true;
    if (Call) {
      const FunctionDecl *Callee = directCallee(Call);
      if (Callee && !isTask(Callee))
        Calls.push_back({Call, Model.isTask()});
      return true;
    }
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
    Kind K = kindOf(Ref->getDecl());
    switch (K) {
    case Kind::Other:
      break;
    case Kind::WorkItem:
      if (Model.isTask()) {
        Diag.error(Loc, "%0 has no meaning in a task, which is no work-item")
            << Decl;
        Diag.note(Loc, "%0") << adviceFor(K, /*InTask=*/true);
      }
      break;
    case Kind::WorkGroup:
      Diag.error(Loc, "%0 cannot be used in %select{a task|the body of a "
                      "'force'}1, where there is no work-group")
          << Decl << !Model.isTask();
      Diag.note(Loc, "%0") << adviceFor(K, Model.isTask());
      break;
    }
    return true;
  });
}

} // namespace tasklet
