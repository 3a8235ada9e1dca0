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
#include "plugin/checks/DeviceUses.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

using Kind = DeviceKind;

bool isRefused(Kind K, DevicePlace Place) {
  bool Alone = Place.InTask || Place.InForce;
  switch (K) {
  case Kind::Other:
  case Kind::ImageWrite:
  case Kind::DeviceQueue:
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
    bool Alone = C.Place.InTask || C.Place.InForce;
    auto Refused = [&](Kind K, bool InEverywhere) {
      DevicePlace Place = C.Place;
      Place.InEverywhere = InEverywhere;
      return isRefused(K, Place);
    };
    DeviceUse Found = findDeviceUse(Callee, C.Place.InEverywhere, Marks,
                                    {Refused, Alone, /*Everywheres=*/false});
    if (!Found)
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
