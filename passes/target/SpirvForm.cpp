//===- SpirvForm.cpp - Express a program in SPIR-V's terms ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/SpirvForm.h"
#include "ir/Target.h"
#include "target/SpirvBlocks.h"
#include "target/WidenIntegers.h"
#include "tasks/WorkItemValues.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tasklet;

/// Memory of these spaces holds bits, whatever was written: an optimiser knows
/// neither all writers nor the initial content.
static bool readsDefinedMemory(const Instruction &I) {
  const Value *Ptr = nullptr;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    Ptr = Load->getPointerOperand();
  else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Ptr = RMW->getPointerOperand();
  else if (auto *CmpXchg = dyn_cast<AtomicCmpXchgInst>(&I))
    Ptr = CmpXchg->getPointerOperand();
  if (!Ptr)
    return false;
  unsigned Space = Ptr->getType()->getPointerAddressSpace();
  return Space == spaces().Global || Space == spaces().Constant;
}

/// A value that needs nothing else to be defined: from outside of the program,
/// or frozen itself.
static bool isDefinedSource(const Value &V) {
  if (auto *Arg = dyn_cast<Argument>(&V))
    return Arg->getParent()->getCallingConv() == CallingConv::SPIR_KERNEL ||
           Arg->hasAttribute(Attribute::NoUndef);
  if (auto *Call = dyn_cast<CallInst>(&V)) {
    const Function *Callee = Call->getCalledFunction();
    // A built-in function of the driver.
    return Callee && Callee->isDeclaration() && !Callee->isIntrinsic();
  }
  auto *I = dyn_cast<Instruction>(&V);
  return I && (isa<FreezeInst>(I) || readsDefinedMemory(*I));
}

/// Collects the instructions that \p V is computed by. False if one of them can
/// have an undefined result even without flags and metadata that allow it.
static bool collectDefined(Value *V, SetVector<Instruction *> &Computation) {
  SmallPtrSet<Value *, 16> Seen;
  SmallVector<Value *, 16> Work = {V};
  while (!Work.empty()) {
    Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    auto *I = dyn_cast<Instruction>(Next);
    if (isDefinedSource(*Next)) {
      if (I)
        Computation.insert(I);
      continue;
    }
    if (isGuaranteedNotToBeUndefOrPoison(Next))
      continue;
    if (!I ||
        canCreateUndefOrPoison(cast<Operator>(I), /*ConsiderFlags=*/false))
      return false;
    Computation.insert(I);
    Work.append(I->value_op_begin(), I->value_op_end());
  }
  return true;
}

/// Takes from \p I what makes a result poison where hardware has some value.
static void dropPromises(Instruction &I) {
  I.dropPoisonGeneratingFlags();
  for (unsigned Kind :
       {LLVMContext::MD_range, LLVMContext::MD_nonnull, LLVMContext::MD_align})
    I.setMetadata(Kind, nullptr);
}

/// \p Type, with whole bytes for truth values, which no memory of SPIR-V holds.
static Type *storedType(Type *Ty) {
  return Ty->isIntOrIntVectorTy(1)
             ? Ty->getWithNewType(Type::getInt8Ty(Ty->getContext()))
             : Ty;
}

static Value *passThroughMemory(FreezeInst &Freeze) {
  Type *Ty = Freeze.getType(), *Stored = storedType(Ty);
  Function &F = *Freeze.getFunction();
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  Value *Slot = Entry.CreateAlloca(Stored, nullptr, "frozen");
  IRBuilder<> B(&Freeze);
  Value *Operand = Freeze.getOperand(0);
  B.CreateStore(Stored == Ty ? Operand : B.CreateZExt(Operand, Stored), Slot,
                /*isVolatile=*/true);
  Value *Value = B.CreateLoad(Stored, Slot, /*isVolatile=*/true);
  return Stored == Ty ? Value : B.CreateTrunc(Value, Ty);
}

static Value *withoutFreeze(FreezeInst &Freeze) {
  Value *Operand = Freeze.getOperand(0);
  if (isa<UndefValue>(Operand))
    return Constant::getNullValue(Freeze.getType());
  if (isGuaranteedNotToBeUndefOrPoison(Operand, nullptr, &Freeze))
    return Operand;
  SetVector<Instruction *> Computation;
  if (!collectDefined(Operand, Computation))
    return passThroughMemory(Freeze);
  for (Instruction *I : Computation)
    dropPromises(*I);
  return Operand;
}

/// Does SPIR-V's debug information (OpenCL.DebugInfo.100) have a word for each
/// step of \p Expression?
static bool canBeSaid(const DIExpression &Expression) {
  return all_of(Expression.expr_ops(), [](DIExpression::ExprOperand Op) {
    switch (Op.getOp()) {
    case dwarf::DW_OP_deref:
    case dwarf::DW_OP_plus:
    case dwarf::DW_OP_minus:
    case dwarf::DW_OP_plus_uconst:
    case dwarf::DW_OP_swap:
    case dwarf::DW_OP_xderef:
    case dwarf::DW_OP_stack_value:
    case dwarf::DW_OP_constu:
    case dwarf::DW_OP_LLVM_fragment:
      return true;
    default:
      return false;
    }
  });
}

/// Says that the variable's value is not known, where the place of it cannot be
/// said. True if that was so.
static bool forgetPlace(DbgVariableIntrinsic &Debug) {
  const DIExpression &Old = *Debug.getExpression();
  if (canBeSaid(Old) && !Debug.hasArgList())
    return false;
  LLVMContext &C = Debug.getContext();
  DIExpression *New = DIExpression::get(C, {});
  if (auto Fragment = Old.getFragmentInfo())
    New = *DIExpression::createFragmentExpression(New, Fragment->OffsetInBits,
                                                  Fragment->SizeInBits);
  Debug.setRawLocation(
      ValueAsMetadata::get(UndefValue::get(Type::getInt32Ty(C))));
  Debug.setExpression(New);
  return true;
}

/// Without -g, positions are there for the messages of the passes only. The
/// translator makes debug information of them that is not valid.
static bool dropPositions(Module &M) {
  bool IsWanted =
      any_of(M.debug_compile_units(), [](const DICompileUnit *Unit) {
        return Unit->getEmissionKind() != DICompileUnit::NoDebug;
      });
  return !IsWanted && StripDebugInfo(M);
}

/// Programs that are linked from parts have one entry for each part. The
/// translator wants one for all, which is the latest.
static bool uniteVersions(Module &M) {
  bool Changed = false;
  for (StringRef Name : {"opencl.ocl.version", "opencl.spir.version"}) {
    NamedMDNode *Versions = M.getNamedMetadata(Name);
    if (!Versions || Versions->getNumOperands() < 2)
      continue;
    auto Number = [](const MDNode *Version, unsigned I) {
      return mdconst::extract<ConstantInt>(Version->getOperand(I))
          ->getZExtValue();
    };
    MDNode *Latest = *std::max_element(
        Versions->op_begin(), Versions->op_end(), [&](MDNode *A, MDNode *B) {
          return std::make_pair(Number(A, 0), Number(A, 1)) <
                 std::make_pair(Number(B, 0), Number(B, 1));
        });
    Versions->clearOperands();
    Versions->addOperand(Latest);
    Changed = true;
  }
  return Changed;
}

/// The cycle counter is what targets give that have none.
static bool stopClock(Module &M) {
  Function *Clock = M.getFunction("llvm.readcyclecounter");
  if (!Clock)
    return false;
  for (User *Call : make_early_inc_range(Clock->users())) {
    Call->replaceAllUsesWith(Constant::getNullValue(Call->getType()));
    cast<Instruction>(Call)->eraseFromParent();
  }
  Clock->eraseFromParent();
  return true;
}

/// Functions that ask which work-item they run for, or call one that does.
static bool letAskersBeInlined(Module &M) {
  SmallVector<Function *, 16> Work;
  for (Function &F : M)
    if (isWorkItemQuery(F) ||
        (F.isDeclaration() && F.getName().find("sub_group") != StringRef::npos))
      Work.push_back(&F);
  SmallPtrSet<Function *, 16> Seen;
  bool Changed = false;
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      auto *Call = dyn_cast<CallInst>(U);
      Function *F = Call ? Call->getFunction() : nullptr;
      if (!F || !Seen.insert(F).second)
        continue;
      Work.push_back(F);
      if (F->getCallingConv() == CallingConv::SPIR_KERNEL)
        continue;
      Changed |= F->hasFnAttribute(Attribute::NoInline);
      F->removeFnAttr(Attribute::OptimizeNone);
      F->removeFnAttr(Attribute::NoInline);
    }
  return Changed;
}

PreservedAnalyses SpirvFormPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = uniteVersions(M);
  Changed |= dropPositions(M);
  Changed |= letAskersBeInlined(M);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Freeze = dyn_cast<FreezeInst>(&I)) {
        Freeze->replaceAllUsesWith(withoutFreeze(*Freeze));
        Freeze->eraseFromParent();
        Changed = true;
      } else if (auto *Debug = dyn_cast<DbgVariableIntrinsic>(&I)) {
        Changed |= forgetPlace(*Debug);
      }
  if (chosenTarget().Clock == ClockSource::None)
    Changed |= stopClock(M);
  for (Function &F : M) {
    Changed |= widenIntegers(F);
    Changed |= shapeForSpirv(F);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
