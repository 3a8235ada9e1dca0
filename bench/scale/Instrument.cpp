//===- Instrument.cpp - Programs that count their own time ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A plugin for clang, which makes a program for the simulation (Hooks.h). It
/// runs after all optimisation, so that instructions are those of a real run.
/// What an instruction costs is LLVM's opinion of it on this processor.
///
//===----------------------------------------------------------------------===//
#include "Hooks.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

#define TEXT(X) #X
#define NAME(Hook) TEXT(Hook)

namespace {

/// What an instruction touches.
struct Access {
  Instruction *By;
  Value *At;
  Value *Bytes;
  uint32_t How;
};

class InstrumentPass : public PassInfoMixin<InstrumentPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM);
  static bool isRequired() { return true; }
};

} // namespace

/// Nobody else sees it.
static bool isPrivate(const Value *At) {
  return isa<AllocaInst>(getUnderlyingObject(At));
}

static void findAccesses(Instruction &I, SmallVectorImpl<Access> &Found) {
  const DataLayout &DL = I.getModule()->getDataLayout();
  Type *Count = Type::getInt64Ty(I.getContext());
  auto Add = [&](Value *At, Value *Bytes, uint32_t How) {
    if (!isPrivate(At))
      Found.push_back({&I, At, Bytes, How});
  };
  auto AddValue = [&](Value *At, Type *Of, uint32_t How) {
    Add(At, ConstantInt::get(Count, uint64_t(DL.getTypeStoreSize(Of))), How);
  };
  if (auto *Load = dyn_cast<LoadInst>(&I))
    AddValue(Load->getPointerOperand(), Load->getType(), TKL_SCALE_LOAD);
  else if (auto *Store = dyn_cast<StoreInst>(&I))
    AddValue(Store->getPointerOperand(), Store->getValueOperand()->getType(),
             TKL_SCALE_STORE);
  else if (auto *Both = dyn_cast<AtomicRMWInst>(&I))
    AddValue(Both->getPointerOperand(), Both->getType(), TKL_SCALE_UPDATE);
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    AddValue(Exchange->getPointerOperand(),
             Exchange->getCompareOperand()->getType(), TKL_SCALE_UPDATE);
  else if (auto *Copy = dyn_cast<AnyMemTransferInst>(&I)) {
    Add(Copy->getRawSource(), Copy->getLength(), TKL_SCALE_LOAD);
    Add(Copy->getRawDest(), Copy->getLength(), TKL_SCALE_STORE);
  } else if (auto *Set = dyn_cast<AnyMemSetInst>(&I))
    Add(Set->getRawDest(), Set->getLength(), TKL_SCALE_STORE);
}

/// At least one, in units of LLVM.
static uint64_t costOf(const BasicBlock &Block,
                       const TargetTransformInfo &Target) {
  InstructionCost Sum = 0;
  for (const Instruction &I : Block)
    if (!isa<PHINode>(I) && !I.isDebugOrPseudoInst())
      Sum += Target.getInstructionCost(
          &I, TargetTransformInfo::TCK_RecipThroughput);
  return Sum.isValid() && Sum > 0 ? uint64_t(*Sum.getValue()) : Block.size();
}

PreservedAnalyses InstrumentPass::run(Module &M, ModuleAnalysisManager &MAM) {
  LLVMContext &Context = M.getContext();
  Type *Count = Type::getInt64Ty(Context);
  Type *Bytes = PointerType::get(Type::getInt8Ty(Context), 0);
  auto *Clock =
      cast<GlobalVariable>(M.getOrInsertGlobal(NAME(TKL_SCALE_CLOCK), Count));
  FunctionCallee Touch =
      M.getOrInsertFunction(NAME(TKL_SCALE_TOUCH), Type::getVoidTy(Context),
                            Bytes, Count, Type::getInt32Ty(Context));
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const auto &Target = FAM.getResult<TargetIRAnalysis>(F);
    SmallVector<Access, 32> Accesses;
    for (Instruction &I : instructions(F))
      findAccesses(I, Accesses);
    SmallVector<std::pair<BasicBlock *, uint64_t>, 32> Costs;
    for (BasicBlock &Block : F)
      Costs.push_back({&Block, costOf(Block, Target)});
    for (auto &[Block, Cost] : Costs) {
      IRBuilder<> Builder(&*Block->getFirstInsertionPt());
      Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Count, Clock),
                                            Builder.getInt64(Cost)),
                          Clock);
    }
    for (const Access &Each : Accesses) {
      IRBuilder<> Builder(Each.By);
      Builder.CreateCall(
          Touch, {Builder.CreatePointerBitCastOrAddrSpaceCast(Each.At, Bytes),
                  Builder.CreateZExtOrTrunc(Each.Bytes, Count),
                  Builder.getInt32(Each.How)});
    }
  }
  return PreservedAnalyses::none();
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "scale-instrument", "1",
          [](PassBuilder &Builder) {
            Builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) {
                  Passes.addPass(InstrumentPass());
                });
          }};
}
