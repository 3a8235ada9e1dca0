//===- CheckDevice.cpp - Work-item functions where none runs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A task is no work-item: it has no id, no work-group and no local memory. The
/// body of a kernel's `force`, and what follows a `force (x);`, keep the ids of
/// their work-item, but may run after the other work-items have ended. All
/// work-items of a warp run the body of an `everywhere`, but not all of the
/// work-group. So it has sub-group functions, and no work-group functions.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tasklet {
namespace {

enum class Kind { Other, WorkItem, WorkGroup, SubGroup, OtherSubGroup };

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
#define SUB_GROUP_FUNCTION(Name, ...) .Case(#Name, Kind::SubGroup)
#include "passes/everywhere/SubGroupFunctions.def"
      .StartsWith("sub_group_", Kind::OtherSubGroup)
      .StartsWith("intel_sub_group_", Kind::OtherSubGroup)
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

bool isRefused(Kind K, DevicePlace Place) {
  bool Alone = Place.InTask || Place.InForce;
  switch (K) {
  case Kind::Other:
    return false;
  case Kind::WorkItem:
    return Place.InTask;
  case Kind::WorkGroup:
  case Kind::OtherSubGroup:
    return Alone || Place.InEverywhere;
  case Kind::SubGroup:
    return Alone && !Place.InEverywhere;
  }
  llvm_unreachable("unknown kind");
}

/// Something that has no meaning where it is reached.
struct Use {
  /// A function, or the variable in local memory that is declared there.
  const ValueDecl *What = nullptr;
  SourceLocation Loc;
};

/// Looks for the first use in a function and what it calls.
class UseSearch {
public:
  UseSearch(const SourceMarks &Marks, DevicePlace Place)
      : Marks(Marks), Place(Place) {}

  Use run(const FunctionDecl *Root) {
    Work.push_back({Root, Place.InEverywhere});
    while (!Work.empty() && !Found.What) {
      auto [Function, InEverywhere] = Work.pop_back_val();
      const Stmt *Body = Function->getBody(Function);
      if (Body && Seen.insert({Function, InEverywhere}).second)
        search(Body, InEverywhere);
    }
    return Found;
  }

private:
  void search(const Stmt *Root, bool InEverywhere) {
    forEachStmt(Root, [&](const Stmt *S) {
      if (Found.What)
        return false;
      if (S != Root && isEverywhere(S, Marks)) {
        search(S, /*InEverywhere=*/true);
        return false;
      }
      if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
        if (Place.InTask || Place.InForce)
          searchDeclarations(Decls);
      } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
        DevicePlace Here = Place;
        Here.InEverywhere = InEverywhere;
        if (isRefused(kindOf(Ref->getDecl()), Here))
          Found = {Ref->getDecl(), Ref->getLocation()};
        else if (const auto *Callee = dyn_cast<FunctionDecl>(Ref->getDecl()))
          Work.push_back({Callee, InEverywhere});
      }
      return true;
    });
  }

  void searchDeclarations(const DeclStmt *Decls) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && !Found.What && isLocalVariable(Var) && !Var->isInvalidDecl())
        Found = {Var, Var->getLocation()};
  }

  const SourceMarks &Marks;
  DevicePlace Place;
  Use Found;
  SmallVector<std::pair<const FunctionDecl *, bool>, 8> Work;
  std::set<std::pair<const FunctionDecl *, bool>> Seen;
};

/// The sub-group function that does for a warp what \p Name does for a
/// work-group; empty if there is none.
std::string ofWarp(StringRef Name) {
  if (Name == "barrier")
    return "sub_group_barrier";
  if (!Name.consume_front("work_group_"))
    return {};
  std::string Of = ("sub_group_" + Name).str();
  return kindOf(Of) == Kind::SubGroup ? Of : std::string();
}

std::string adviceFor(const ValueDecl *What, DevicePlace Place) {
  Kind K = kindOf(What);
  switch (K) {
  case Kind::WorkItem:
    return "call it in the kernel, and pass its value to the task as an "
           "argument";
  case Kind::SubGroup:
    return "put it into the body of an 'everywhere', where it means the warp; "
           "the warp of a task is one work-item";
  case Kind::OtherSubGroup:
    if (Place.InEverywhere)
      return "bodies have the sub-group functions of cl_khr_subgroups and of "
             "its extensions for ballots, votes, shuffles, rotations, "
             "reductions and scans";
    break;
  default:
    break;
  }
  if (Place.InTask)
    return "to wait for tasks, use 'force'";
  if (Place.InForce)
    return "synchronise before the 'force'";
  std::string Of = ofWarp(cast<NamedDecl>(What)->getName());
  return Of.empty() ? "move it out of the body; there is no such function for "
                      "the work-items of a warp alone"
                    : "move it out of the body; among the work-items of the "
                      "warp, '" +
                          Of + "' does it";
}

/// Index into `%select{a task|the body of a 'force'|a kernel after a 'force'|the
/// body of an 'everywhere'}`: the first reason to refuse something.
unsigned nameOf(DevicePlace Place) {
  return Place.InTask ? 0 : Place.AfterWait ? 2 : Place.InForce ? 1 : 3;
}

} // namespace

void checkCalledDeviceFunctions(const std::vector<DeviceCall> &Calls,
                                const SourceMarks &Marks, Report &Diag) {
  for (const DeviceCall &C : Calls) {
    const FunctionDecl *Callee = directCallee(C.Call);
    Use Found = UseSearch(Marks, C.Place).run(Callee);
    if (!Found.What)
      continue;
    SourceLocation Loc = C.Call->getExprLoc();
    if (isLocalVariable(Found.What)) {
      Diag.error(Loc, "%0 uses local variable %1, and there is no "
                      "work-group in %select{a task|the body of a 'force'|a "
                      "kernel after a 'force'}2")
          << Callee << Found.What << nameOf(C.Place);
      Diag.note(Found.Loc, "it is declared here");
      Diag.note(Loc, "write a function for this call that keeps it in private "
                     "or '__global' memory");
      continue;
    }
    Diag.error(Loc, "%0 uses %1, which has no meaning in %select{a task|the "
                    "body of a 'force'|a kernel after a 'force'|the body of "
                    "an 'everywhere'}2")
        << Callee << Found.What << nameOf(C.Place);
    Diag.note(Found.Loc, "it is used here");
    Diag.note(Loc, "%0") << adviceFor(Found.What, C.Place);
  }
}

void checkDeviceFunctions(const FunctionModel &Model,
                          std::vector<DeviceCall> &Calls, Report &Diag) {
  if (!Model.isTask() && Model.forces().empty() && Model.everywheres().empty())
    return;
  forEachStmt(Model.body(), [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Ref && !Call)
      return true;
    DevicePlace Place;
    Place.InTask = Model.isTask();
    Place.InForce = !Model.isTask() && Model.isAlone(S);
    Place.AfterWait = Place.InForce && !Model.enclosingForce(S);
    Place.InEverywhere = Model.enclosingEverywhere(S);
    if (!Place.InTask && !Place.InForce && !Place.InEverywhere)
      return true;
    if (Call) {
      const FunctionDecl *Callee = directCallee(Call);
      if (Callee && !isTask(Callee))
        Calls.push_back({Call, Place});
      return true;
    }
    SourceLocation Loc = Ref->getLocation();
    const ValueDecl *Decl = Ref->getDecl();
    if (const auto *Var = dyn_cast<VarDecl>(Decl)) {
      if (Var->getType().getAddressSpace() == LangAS::opencl_local &&
          Place.InForce && !Model.isListed(Ref)) {
        Diag.error(Loc, "local memory %0 cannot be used %select{in the body "
                        "of|after}1 a 'force'")
            << Var << Place.AfterWait;
        Diag.note(Loc, "the work-group may have ended by then: copy what is "
                       "needed to a private variable before the 'force'");
      }
      return true;
    }
    Kind K = kindOf(Decl);
    if (!isRefused(K, Place))
      return true;
    if (K == Kind::WorkItem)
      Diag.error(Loc, "%0 has no meaning in a task, which is no work-item")
          << Decl;
    else if (Place.InTask || Place.InForce)
      Diag.error(Loc, "%0 cannot be used in %select{a task|the body of a "
                      "'force'|a kernel after a 'force'}1, where there is no "
                      "work-group")
          << Decl << nameOf(Place);
    else if (K == Kind::OtherSubGroup)
      Diag.error(Loc, "%0 cannot be used in the body of an 'everywhere'")
          << Decl;
    else
      Diag.error(Loc, "%0 cannot be used in the body of an 'everywhere', "
                      "which part of the work-group may never reach")
          << Decl;
    Diag.note(Loc, "%0") << adviceFor(Decl, Place);
    return true;
  });
}

} // namespace tasklet
