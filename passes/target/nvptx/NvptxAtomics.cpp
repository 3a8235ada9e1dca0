//===- NvptxAtomics.cpp - Orders and scopes of atomics in PTX -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxAtomics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;
using namespace tasklet;

/// What PTX calls the scope.
static StringRef scopeText(LLVMContext &C, SyncScope::ID Scope) {
  SmallVector<StringRef, 8> Names;
  C.getSyncScopeNames(Names);
  StringRef Name = Scope < Names.size() ? Names[Scope] : "";
  if (Name == "workgroup" || Name == "subgroup" || Name == "singlethread")
    return "cta";
  return Name == "all_svm_devices" ? "sys" : "gpu";
}

static void emitFence(Instruction *Before, bool Sequential, StringRef Scope) {
  IRBuilder<> B(Before);
  std::string Text =
      ((Sequential ? "fence.sc." : "fence.acq_rel.") + Scope + ";").str();
  // The clobber keeps all other accesses to memory on their side.
  B.CreateCall(InlineAsm::get(FunctionType::get(B.getVoidTy(), false), Text,
                              "~{memory}", /*hasSideEffects=*/true));
}

/// Makes \p I relaxed. Returns the order that it had.
static AtomicOrdering relax(Instruction &I, SyncScope::ID &Scope) {
  constexpr auto Relaxed = AtomicOrdering::Monotonic;
  AtomicOrdering Order = AtomicOrdering::NotAtomic;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Order = Load->getOrdering();
    Scope = Load->getSyncScopeID();
    if (isStrongerThanMonotonic(Order))
      Load->setOrdering(Relaxed);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Order = Store->getOrdering();
    Scope = Store->getSyncScopeID();
    if (isStrongerThanMonotonic(Order))
      Store->setOrdering(Relaxed);
  } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    Order = Update->getOrdering();
    Scope = Update->getSyncScopeID();
    Update->setOrdering(Relaxed);
  } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Order = Swap->getMergedOrdering();
    Scope = Swap->getSyncScopeID();
    Swap->setSuccessOrdering(Relaxed);
    Swap->setFailureOrdering(Relaxed);
  }
  return Order;
}

static void expand(Instruction &I) {
  LLVMContext &C = I.getContext();
  if (auto *Fence = dyn_cast<FenceInst>(&I)) {
    emitFence(Fence,
              Fence->getOrdering() == AtomicOrdering::SequentiallyConsistent,
              scopeText(C, Fence->getSyncScopeID()));
    Fence->eraseFromParent();
    return;
  }
  SyncScope::ID Scope = SyncScope::System;
  AtomicOrdering Order = relax(I, Scope);
  if (!isStrongerThanMonotonic(Order))
    return;
  bool Sequential = Order == AtomicOrdering::SequentiallyConsistent;
  if (Sequential || (isReleaseOrStronger(Order) && !isa<LoadInst>(I)))
    emitFence(&I, Sequential, scopeText(C, Scope));
  if (isAcquireOrStronger(Order) && !isa<StoreInst>(I))
    emitFence(I.getNextNode(), /*Sequential=*/false, scopeText(C, Scope));
}

PreservedAnalyses NvptxAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Instruction *, 32> Atomics;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (I.isAtomic())
        Atomics.push_back(&I);
  for (Instruction *I : Atomics)
    expand(*I);
  return Atomics.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
