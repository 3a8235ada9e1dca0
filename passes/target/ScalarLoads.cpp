//===- ScalarLoads.cpp - Load the elements that are used ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/ScalarLoads.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>

using namespace llvm;
using namespace tasklet;

/// The element that \p U takes out of a vector, if it is known.
static std::optional<unsigned> elementOf(const User *U, unsigned Elements) {
  auto *Extract = dyn_cast<ExtractElementInst>(U);
  auto *Index =
      Extract ? dyn_cast<ConstantInt>(Extract->getIndexOperand()) : nullptr;
  if (!Index || Index->getValue().uge(Elements))
    return std::nullopt;
  return Index->getZExtValue();
}

/// Whether \p Load is used for elements only, and these lie in memory as such.
static bool isForElements(const LoadInst &Load, const DataLayout &DL) {
  auto *Ty = dyn_cast<FixedVectorType>(Load.getType());
  if (!Ty || !Load.isSimple() || Load.use_empty() ||
      Ty->getElementType()->isPointerTy() ||
      DL.getTypeSizeInBits(Ty->getElementType()) !=
          DL.getTypeAllocSizeInBits(Ty->getElementType()))
    return false;
  return all_of(Load.users(), [&](const User *U) {
    return elementOf(U, Ty->getNumElements()).has_value();
  });
}

static void loadElements(LoadInst &Load, const DataLayout &DL) {
  auto *Ty = cast<FixedVectorType>(Load.getType());
  Type *Element = Ty->getElementType();
  uint64_t Size = DL.getTypeAllocSize(Element);
  IRBuilder<> B(&Load);
  SmallVector<Value *, 4> Loaded(Ty->getNumElements());
  for (User *U : make_early_inc_range(Load.users())) {
    unsigned Number = *elementOf(U, Ty->getNumElements());
    Value *&V = Loaded[Number];
    if (!V) {
      Value *At = Load.getPointerOperand();
      if (Number)
        At = byteOffset(B, At, Number * Size);
      V = B.CreateAlignedLoad(Element, typedPtr(B, At, Element),
                              commonAlignment(Load.getAlign(), Number * Size));
      cast<LoadInst>(V)->setAAMetadata(Load.getAAMetadata());
      cast<LoadInst>(V)->copyMetadata(Load, {LLVMContext::MD_access_group,
                                             LLVMContext::MD_invariant_load,
                                             LLVMContext::MD_nontemporal});
    }
    U->replaceAllUsesWith(V);
    cast<Instruction>(U)->eraseFromParent();
  }
  Load.eraseFromParent();
}

PreservedAnalyses ScalarLoadsPass::run(Function &F, FunctionAnalysisManager &) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  SmallVector<LoadInst *, 8> Loads;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && isForElements(*Load, DL))
      Loads.push_back(Load);
  for (LoadInst *Load : Loads)
    loadElements(*Load, DL);
  if (Loads.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
