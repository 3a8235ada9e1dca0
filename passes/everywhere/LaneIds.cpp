//===- LaneIds.cpp - Which work-item a lane is ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneIds.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

StringRef tasklet::idOfLane(const Function &F, bool Line) {
  return StringSwitch<StringRef>(F.isDeclaration() ? F.getName() : "")
      .Case("_Z13get_global_idj",
            Line ? "__tkl_lanes_line_global_id" : "__tkl_lanes_global_id")
      .Case("_Z12get_local_idj",
            Line ? "__tkl_lanes_line_local_id" : "__tkl_lanes_local_id")
      .Case("_Z20get_global_linear_idv", "__tkl_lanes_global_linear_id")
      .Case("_Z19get_local_linear_idv", "__tkl_lanes_local_linear_id")
      .Default("");
}

static const Function *calleeOf(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  return Call ? Call->getCalledFunction() : nullptr;
}

bool tasklet::isIdOfLane(const Value *V) {
  const Function *Callee = calleeOf(V);
  return Callee && !idOfLane(*Callee).empty();
}

bool tasklet::isIdOfGroup(const Value *V) {
  const Function *Callee = calleeOf(V);
  return Callee && Callee->isDeclaration() &&
         StringSwitch<bool>(Callee->getName())
             .Cases("_Z12get_work_dimv", "_Z15get_global_sizej",
                    "_Z14get_local_sizej", "_Z23get_enqueued_local_sizej",
                    "_Z14get_num_groupsj", "_Z12get_group_idj",
                    "_Z17get_global_offsetj", true)
             .Default(false);
}
