//===- Verify.cpp - Check what each lowering guarantees -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Verify.h"
#include "compat/Strings.h"
#include "everywhere/VerifyWarps.h"
#include "ir/AddressSpaces.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

static bool isStep(const Function &F) {
  return F.hasFnAttribute(names::StepAttr);
}

static void verifySpawn(Function &F, SpawnMark Spawn) {
  // Do not use the accessor: it may assume what this code verifies.
  auto *Task =
      dyn_cast<Function>(Spawn.call()->getArgOperand(0)->stripPointerCasts());
  if (!Task || !isTask(*Task))
    reportError(F, Spawn.call(), "a spawn mark names no task");
  if (Spawn.dest() &&
      Spawn.dest()->getType()->getPointerAddressSpace() == spaces().Private &&
      !Spawn.future())
    reportError(F, Spawn.call(),
                "the private destination of a spawn mark is no variable");
}

static void verifyStepInstruction(Function &F, Instruction &I) {
  if (SpawnMark(&I) || isForceMark(I) || resultMarkOf(I))
    reportError(F, &I, "a mark is left in a step");
}

static void verifyStoredAddress(Function &F, Instruction &I) {
  auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || Store->getPointerAddressSpace() != spaces().Global)
    return;
  auto *Ty = dyn_cast<PointerType>(Store->getValueOperand()->getType());
  if (Ty && (Ty->getAddressSpace() == spaces().Private ||
             Ty->getAddressSpace() == spaces().Local))
    reportError(F, &I, "a step stores a private or local address");
}

static void verifySteps(Module &M, bool Addresses) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    bool Lowered = isStep(F) || F.hasFnAttribute(names::HiddenArgAttr);
    if (isStep(F) && !F.getReturnType()->isIntegerTy(32))
      reportError(F, nullptr, "a step does not return an action");
    for (Instruction &I : instructions(F)) {
      if (!Lowered) {
        if (SpawnMark Spawn(&I); Spawn)
          verifySpawn(F, Spawn);
        continue;
      }
      verifyStepInstruction(F, I);
      if (Addresses)
        verifyStoredAddress(F, I);
    }
  }
}

/// What tkl-ordered leaves.
static void verifyOrdered(Module &M) {
  for (Function &F : M) {
    StringRef Name = F.getName();
    if (startsWith(Name, names::Access) || startsWith(Name, names::Unknown) ||
        Name == names::SlotMark || Name == names::DestinationMark ||
        Name == names::SlotDoneMark || Name == names::OwnedMark)
      reportError(F, nullptr, "a mark of an ordered kernel is left");
    if (startsWith(Name, names::OrderPrefix) && F.isDeclaration())
      reportError(F, nullptr,
                  "an unresolved symbol is left in an ordered kernel");
  }
}

static void verifyDispatched(Module &M) {
  for (Function &F : M) {
    StringRef Name = F.getName();
    if (isStep(F))
      reportError(F, nullptr, "a step is left after dispatch");
    if (startsWith(Name, names::MarkPrefix) ||
        (startsWith(Name, names::RuntimePrefix) && F.isDeclaration()))
      reportError(F, nullptr, "an unresolved symbol is left after dispatch");
  }
  CallGraph Graph(M);
  for (auto Scc = scc_begin(&Graph); !Scc.isAtEnd(); ++Scc)
    if (Scc.hasCycle())
      for (CallGraphNode *Node : *Scc)
        if (Node->getFunction())
          reportError(*Node->getFunction(), nullptr,
                      "a function is recursive after dispatch");
}

PreservedAnalyses VerifyPass::run(Module &M, ModuleAnalysisManager &) {
  if (hasReportedErrors())
    return PreservedAnalyses::all();
  verifySteps(M, Addresses);
  verifyWarps(M);
  verifyOrdered(M);
  if (M.getFunction(names::Dispatch))
    verifyDispatched(M);
  return PreservedAnalyses::all();
}
