//===- TaskCalls.cpp - Check calls inside tasks ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/TaskCalls.h"
#include "compat/Strings.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/ReachedFunctions.h"
#include "tasks/WorkItemValues.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// `get_global_id` for `_Z13get_global_idj`; empty if the name is not mangled.
static StringRef plainName(const Function &F) {
  StringRef Name = F.getName();
  unsigned Length = 0;
  if (!Name.consume_front("_Z") || Name.consumeInteger(10, Length))
    return "";
  return Name.take_front(Length);
}

/// barrier, work_group_barrier and sub_group_barrier, with any parameters.
static bool isBarrier(const Function &F) {
  StringRef Name = F.getName();
  return startsWith(Name, "_Z7barrier") ||
         startsWith(Name, "_Z18work_group_barrier") ||
         startsWith(Name, "_Z17sub_group_barrier");
}

/// True for other functions that work-items run together, and for queries about
/// the sub-group.
static bool isGroupFunction(const Function &F) {
  if (!F.isDeclaration())
    return false; // It is the user's own function.
  StringRef Name = plainName(F);
  for (StringRef Prefix :
       {"work_group_", "sub_group_", "get_sub_group_", "get_num_sub_groups",
        "get_max_sub_group_size", "get_enqueued_num_sub_groups",
        "async_work_group_", "wait_group_events"})
    if (startsWith(Name, Prefix))
      return true;
  return false;
}

bool tasklet::waitsForWorkItems(const Function &F) {
  return isBarrier(F) || isGroupFunction(F);
}

/// Whether no task may call \p F.
static bool isForbidden(const Function &F) {
  return isWorkItemQuery(F) || waitsForWorkItems(F);
}

void tasklet::checkTaskCalls(Function &Task) {
  for (Instruction &I : instructions(Task)) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || isTask(*Callee))
      continue;
    Function *Found = findReached(*Callee, isForbidden);
    if (!Found)
      continue;
    bool Direct = Found == Callee;
    reportError(Task, Call,
                (Direct ? Twine("a task cannot call '")
                        : "a task cannot call '" + Callee->getName() +
                              "', which calls '") +
                    plainName(*Found) + "'; a task is no work-item: " +
                    (isBarrier(*Found) ? "wait with force"
                                       : "pass the value as an argument"));
  }
}
