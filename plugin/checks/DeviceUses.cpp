//===- DeviceUses.cpp - What needs other work-items or the device ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/DeviceUses.h"
#include "plugin/checks/FunctionModel.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tasklet {
namespace {

class UseSearch {
public:
  UseSearch(const SourceMarks &Marks, const DeviceRules &Refused)
      : Marks(Marks), Refused(Refused) {}

  DeviceUse run(const FunctionDecl *Root, bool InEverywhere) {
    Work.push_back({Root, InEverywhere});
    while (!Work.empty() && !Found) {
      auto [Function, InBody] = Work.pop_back_val();
      const Stmt *Body = Function->getBody(Function);
      if (Body && Seen.insert({Function, InBody}).second)
        search(Body, InBody);
    }
    return Found;
  }

private:
  void search(const Stmt *Root, bool InEverywhere) {
    forEachStmt(Root, [&](const Stmt *S) {
      if (Found)
        return false;
      if (S != Root && isEverywhere(S, Marks)) {
        if (Refused.Everywheres)
          Found = {nullptr, /*IsEverywhere=*/true, S->getBeginLoc()};
        else
          search(S, /*InEverywhere=*/true);
        return false;
      }
      if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
        if (Refused.LocalVariables)
          searchDeclarations(Decls);
      } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
        if (Refused.Functions(kindOf(Ref->getDecl()), InEverywhere))
          Found = {Ref->getDecl(), /*IsEverywhere=*/false, Ref->getLocation()};
        else if (const auto *Callee = dyn_cast<FunctionDecl>(Ref->getDecl()))
          Work.push_back({Callee, InEverywhere});
      }
      return true;
    });
  }

  void searchDeclarations(const DeclStmt *Decls) {
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D);
          Var && !Found && isLocalVariable(Var) && !Var->isInvalidDecl())
        Found = {Var, /*IsEverywhere=*/false, Var->getLocation()};
  }

  const SourceMarks &Marks;
  const DeviceRules &Refused;
  DeviceUse Found;
  SmallVector<std::pair<const FunctionDecl *, bool>, 8> Work;
  std::set<std::pair<const FunctionDecl *, bool>> Seen;
};

} // namespace

DeviceKind kindOf(StringRef Name) {
  using Kind = DeviceKind;
  return llvm::StringSwitch<Kind>(Name)
      .Cases("get_work_dim", "get_global_size", "get_global_id",
             "get_local_size", "get_enqueued_local_size", "get_local_id",
             "get_num_groups", Kind::WorkItem)
      .Cases("get_group_id", "get_global_offset", "get_global_linear_id",
             "get_local_linear_id", Kind::WorkItem)
      .Cases("barrier", "work_group_barrier", "wait_group_events",
             Kind::WorkGroup)
      .StartsWith("async_work_group_", Kind::WorkGroup)
      .StartsWith("work_group_", Kind::WorkGroup)
#define SUB_GROUP_FUNCTION(Name, ...) .Case(#Name, Kind::SubGroup)
#include "passes/everywhere/SubGroupFunctions.def"
      .StartsWith("sub_group_", Kind::OtherSubGroup)
      .StartsWith("intel_sub_group_", Kind::OtherSubGroup)
      .StartsWith("write_image", Kind::ImageWrite)
      .Cases("enqueue_kernel", "enqueue_marker", "get_default_queue",
             "ndrange_1D", "ndrange_2D", "ndrange_3D", Kind::DeviceQueue)
      .Cases("create_user_event", "set_user_event_status", "retain_event",
             "release_event", "is_valid_event", "capture_event_profiling_info",
             Kind::DeviceQueue)
      .Cases("get_kernel_work_group_size",
             "get_kernel_preferred_work_group_size_multiple",
             "get_kernel_max_sub_group_size_for_ndrange",
             "get_kernel_sub_group_count_for_ndrange", Kind::DeviceQueue)
      .Default(Kind::Other);
}

DeviceKind kindOf(const ValueDecl *Decl) {
  const auto *Function = dyn_cast<FunctionDecl>(Decl);
  // A user's function of that name is none of ours.
  if (!Function || !Function->getIdentifier() || Function->hasBody())
    return DeviceKind::Other;
  return kindOf(Function->getName());
}

bool isLocalVariable(const ValueDecl *Decl) {
  const auto *Var = dyn_cast_or_null<VarDecl>(Decl);
  return Var && Var->getType().getAddressSpace() == LangAS::opencl_local;
}

DeviceUse findDeviceUse(const FunctionDecl *Root, bool InEverywhere,
                        const SourceMarks &Marks, const DeviceRules &Refused) {
  return UseSearch(Marks, Refused).run(Root, InEverywhere);
}

} // namespace tasklet
