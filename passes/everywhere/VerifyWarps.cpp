//===- VerifyWarps.cpp - What tkl-linearise guarantees --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/VerifyWarps.h"
#include "everywhere/Visits.h"
#include "ir/Diagnose.h"
#include "ir/Names.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The function of warp.h that \p V is a call of; empty if it is none.
static StringRef warpFunction(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().startswith(names::WarpPrefix)
             ? Callee->getName()
             : StringRef();
}

/// Whether all who must come together answer \p Condition in the same way.
static bool isVote(const Value *Condition) {
  StringRef Name = warpFunction(Condition);
  return Name == names::WarpEnter || Name == names::WarpAnyOfAll;
}

/// Each condition on which it depends whether \p Meeting is run must be a vote.
static void verifyMeeting(Function &F, Instruction &Meeting,
                          const PostDominatorTree &PDT) {
  BasicBlock *At = Meeting.getParent();
  for (BasicBlock &BB : F) {
    Instruction *Last = BB.getTerminator();
    if (Last->getNumSuccessors() < 2 || PDT.properlyDominates(At, &BB))
      continue;
    auto *Br = dyn_cast<BranchInst>(Last);
    if (any_of(successors(&BB),
               [&](BasicBlock *To) { return PDT.dominates(At, To); }) &&
        !(Br && isVote(Br->getCondition()))) {
      reportError(F, &Meeting,
                  "where work-items meet, not all of them come: that depends "
                  "on a condition which is no vote");
      return;
    }
  }
}

void tasklet::verifyWarps(Module &M) {
  Function *Begin = M.getFunction(names::WarpBegin);
  if (!Begin)
    return;
  for (Function &F : M) {
    if (F.isDeclaration() || F.getName().startswith(names::WarpPrefix))
      continue;
    // In the form of tkl-linearise itself, before these are inlined.
    bool Uses = any_of(instructions(F), [](Instruction &I) {
      return warpFunction(&I) == names::WarpBegin;
    });
    PostDominatorTree PDT(F);
    for (Instruction &I : instructions(F)) {
      if (isEverywhereMark(I))
        reportError(F, &I, "a mark of an everywhere block is left");
      if (Uses && !warpFunction(&I).empty())
        verifyMeeting(F, I, PDT);
    }
  }
}
