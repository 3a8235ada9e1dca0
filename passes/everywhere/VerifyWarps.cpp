//===- VerifyWarps.cpp - Check what tkl-linearise guarantees --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/VerifyWarps.h"
#include "compat/Strings.h"
#include "everywhere/LaneCalls.h"
#include "everywhere/Visits.h"
#include "ir/Diagnose.h"
#include "ir/Names.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// If \p V is a call of a function of warp.h, the name of the function.
static StringRef warpFunction(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && startsWith(Callee->getName(), names::WarpPrefix)
             ? Callee->getName()
             : StringRef();
}

/// Whether \p Condition is the same in all lanes that must come together.
static bool isVote(const Value *Condition) {
  StringRef Name = warpFunction(Condition);
  return Name == names::WarpEnter || Name == names::WarpAnyOfAll;
}

using Blocks = SmallPtrSet<const BasicBlock *, 32>;

/// The blocks from which a return of \p F can be reached without passing \p
/// Without. Blocks that lead to `unreachable` only are not among them.
static Blocks leadToReturn(const Function &F, const BasicBlock *Without) {
  Blocks Found;
  SmallVector<const BasicBlock *, 32> Work;
  for (const BasicBlock &BB : F)
    if (isa<ReturnInst>(BB.getTerminator()))
      Work.push_back(&BB);
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (BB != Without && Found.insert(BB).second)
      append_range(Work, predecessors(BB));
  }
  return Found;
}

/// Checks that only votes decide whether \p Meeting runs. \p All are the blocks
/// from which a return can be reached.
static void verifyMeeting(Function &F, Instruction &Meeting,
                          const Blocks &All) {
  Blocks Around = leadToReturn(F, Meeting.getParent());
  for (const BasicBlock *BB : Around) {
    // A path from here avoids the meeting. Is there also one that must pass it?
    const auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (any_of(successors(BB),
               [&](const BasicBlock *To) {
                 return All.count(To) && !Around.count(To);
               }) &&
        !(Br && isVote(Br->getCondition()))) {
      reportError(F, &Meeting,
                  "not all work-items reach a place where they meet: a "
                  "condition that is no vote decides");
      return;
    }
  }
}

void tasklet::verifyWarps(Module &M) {
  if (!M.getFunction(names::WarpBegin) && !M.getFunction(names::LanesBegin))
    return;
  for (Function &F : M) {
    if (F.isDeclaration() || startsWith(F.getName(), names::WarpPrefix))
      continue;
    // Check only kernels into which the functions of warp.h are not yet
    // inlined.
    bool Uses = any_of(instructions(F), [](Instruction &I) {
      return warpFunction(&I) == names::WarpBegin;
    });
    Blocks All = leadToReturn(F, nullptr);
    for (Instruction &I : instructions(F)) {
      if (isEverywhereMark(I))
        reportError(F, &I, "a mark of an everywhere block is left");
      if (!laneCall(&I).empty())
        reportError(F, &I, "a call of a lane is left");
      if (Uses && !warpFunction(&I).empty())
        verifyMeeting(F, I, All);
    }
  }
}
