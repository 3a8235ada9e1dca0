//===- SwitchDefaults.cpp - Switches without impossible defaults ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/SwitchDefaults.h"
#include "ir/Names.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;
using namespace tasklet;

/// The last case becomes the default, with the edge that it has.
static bool replaceDefault(SwitchInst &Switch) {
  BasicBlock *Never = Switch.getDefaultDest();
  if (!isa<UnreachableInst>(Never->getFirstNonPHIOrDbg()) ||
      Switch.getNumCases() == 0)
    return false;
  Never->removePredecessor(Switch.getParent());
  SwitchInst::CaseIt Last = std::prev(Switch.case_end());
  Switch.setDefaultDest(Last->getCaseSuccessor());
  // Weights would need the same change; nobody reads them any more.
  Switch.setMetadata(LLVMContext::MD_prof, nullptr);
  Switch.removeCase(Last);
  if (pred_empty(Never))
    DeleteDeadBlock(Never);
  return true;
}

PreservedAnalyses SwitchDefaultsPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    if (!F.hasFnAttribute(names::MeetsAttr))
      continue;
    if (!Optimised) {
      Changed |= !LowerSwitchPass().run(F, FAM).areAllPreserved();
      continue;
    }
    SmallVector<SwitchInst *, 8> Switches;
    for (BasicBlock &BB : F)
      if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
        Switches.push_back(Switch);
    for (SwitchInst *Switch : Switches)
      Changed |= replaceDefault(*Switch);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
