//===- MonitoredMemory.cpp - Which instructions access it -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/MonitoredMemory.h"
#include "ir/LLVMCompat.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;
using namespace tasklet;

bool MonitoredMemory::isTouchedBy(const Access &A) const {
  return any_of(basesOf(*A.Pointer).Params,
                [&](unsigned Param) { return is_contained(Monitored, Param); });
}

bool MonitoredMemory::isTouchedBy(Instruction &I) const {
  auto Accesses = accessesOf(I);
  return Accesses &&
         any_of(*Accesses, [&](const Access &A) { return isTouchedBy(A); });
}

bool MonitoredMemory::isTouchedByFunction(Instruction &I) const {
  return !isa<LoadInst>(I) && !isa<StoreInst>(I) && isTouchedBy(I);
}

/// A load of what no store changes. No bin is run, and no owner, where what the
/// inspector reads is written, or where monitored memory is also that of another
/// parameter (ConflictSpace.h of the library): so at[i] is the same after a store to
/// x.
bool MonitoredMemory::isUnchanged(const Instruction &I) const {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->isSimple())
    return false;
  const Bases At = basesOf(*Load->getPointerOperand());
  const bool WritesOthers = any_of(
      Written, [&](unsigned Param) { return !is_contained(Monitored, Param); });
  return !At.Params.empty() && !At.Private && !At.Variable && !At.Unknown &&
         all_of(At.Params, [&](unsigned Param) {
           return !is_contained(Written, Param) &&
                  !is_contained(Monitored, Param) &&
                  (!WritesOthers || is_contained(Inspected, Param));
         });
}

void MonitoredMemory::simplify(Function &Body,
                               FunctionAnalysisManager &FAM) const {
  for (Instruction &I : instructions(Body))
    if (isUnchanged(I))
      I.setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(Body.getContext(), {}));
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(ADCEPass());
  FPM.run(Body, FAM);
  FAM.clear(Body, Body.getName());
  for (Instruction &I : instructions(Body))
    if (isUnchanged(I))
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
}

void tasklet::addUsers(SetVector<Instruction *> &Found) {
  for (unsigned At = 0; At < Found.size(); ++At)
    for (User *U : Found[At]->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Found.insert(I);
}
