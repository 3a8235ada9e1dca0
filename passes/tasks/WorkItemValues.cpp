//===- WorkItemValues.cpp - get_global_id and its relatives ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/WorkItemValues.h"
#include "ir/Marks.h"
#include "ir/ReachedFunctions.h"
#include "tasks/TaskNotes.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// OpenCL C specification, "Work-Item Functions", with their Itanium names.
bool tasklet::isWorkItemQuery(const Function &F) {
  return StringSwitch<bool>(F.getName())
      .Cases("_Z12get_work_dimv", "_Z15get_global_sizej", "_Z13get_global_idj",
             "_Z14get_local_sizej", "_Z23get_enqueued_local_sizej",
             "_Z12get_local_idj", "_Z14get_num_groupsj", "_Z12get_group_idj",
             true)
      .Cases("_Z17get_global_offsetj", "_Z20get_global_linear_idv",
             "_Z19get_local_linear_idv", true)
      .Default(false);
}

static void inlineAskers(Function &Kernel) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction &I : instructions(Kernel)) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || isTask(*Callee) ||
          !findReached(*Callee, isWorkItemQuery))
        continue;
      noteInlined(Kernel, Callee->getName());
      InlineFunctionInfo Info;
      Changed = InlineFunction(*Call, Info).isSuccess();
      if (Changed)
        break;
    }
  }
}

void tasklet::hoistWorkItemValues(Function &Kernel) {
  if (none_of(instructions(Kernel), isForceMark))
    return;
  inlineAskers(Kernel);
  SmallVector<CallInst *, 8> Queries;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() &&
          isWorkItemQuery(*Call->getCalledFunction()))
        Queries.push_back(Call);
  for (CallInst *Query : Queries) {
    Instruction *Start = &*Kernel.getEntryBlock().getFirstInsertionPt();
    if (Query->arg_size() == 0 || isa<Constant>(Query->getArgOperand(0))) {
      if (Query != Start)
        Query->moveBefore(Start);
      continue;
    }
    // The dimension is known only at run time. So ask for all dimensions at the
    // start, and choose at the place of the query. All dimensions beyond the
    // third give the same value as dimension 3.
    IRBuilder<> B(Start);
    Value *ByDimension[4];
    for (unsigned D = 0; D < 4; ++D) {
      auto *One = cast<CallInst>(B.Insert(Query->clone()));
      One->setArgOperand(0, B.getInt32(D));
      ByDimension[D] = One;
    }
    B.SetInsertPoint(Query);
    Value *Chosen = ByDimension[3];
    for (unsigned D = 0; D < 3; ++D)
      Chosen =
          B.CreateSelect(B.CreateICmpEQ(Query->getArgOperand(0), B.getInt32(D)),
                         ByDimension[D], Chosen);
    Query->replaceAllUsesWith(Chosen);
    Query->eraseFromParent();
  }
}
