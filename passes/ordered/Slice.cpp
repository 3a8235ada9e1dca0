//===- Slice.cpp - What decides the accesses of a work-item ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Slice.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/BothSides.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/Unknowns.h"

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;
using namespace tasklet;

bool tasklet::isMark(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         startsWith(Call->getCalledFunction()->getName(), names::Access);
}

namespace {

class Slicer {
  Function &Body;
  FunctionAnalysisManager &FAM;
  Module &M;
  Slice Result;
  Function *F = nullptr;
  SmallBitVector Monitored, Written;
  bool WritesVariables = false;

  bool fail(Obstacle::Kind Why, const Instruction &At,
            const Instruction *Cause = nullptr);
  bool findWrites();
  bool replaceAccesses();
  bool replace(Instruction &I);
  void mark(Instruction &I, const Access &A, unsigned Param);
  bool failAt(Instruction &Branch, const SidesProblem &Problem,
              const Instruction *Cause);
  bool resolveUnknowns();
  void summarise();

public:
  Slicer(Function &Body, ArrayRef<unsigned> Params,
         FunctionAnalysisManager &FAM)
      : Body(Body), FAM(FAM), M(*Body.getParent()), Monitored(Body.arg_size()),
        Written(Body.arg_size()) {
    for (unsigned Param : Params)
      Monitored.set(Param);
  }
  Slice run();
};

} // namespace

/// \p Cause: the unknown on which it depends.
bool Slicer::fail(Obstacle::Kind Why, const Instruction &At,
                  const Instruction *Cause) {
  Result.WhyNot.Why = Why;
  Result.WhyNot.Place = SourcePlace(At);
  if (isMark(At))
    Result.WhyNot.Param = cast<ConstantInt>(At.getOperand(0))->getZExtValue();
  if (Cause)
    Result.WhyNot.Cause = causeOf(*Cause);
  return false;
}

/// Of the whole kernel, also of what the slice will drop.
bool Slicer::findWrites() {
  for (Instruction &I : instructions(*F)) {
    if (isOnlyForOthers(I))
      continue;
    auto Accesses = accessesOf(I);
    if (!Accesses)
      return fail(Obstacle::Call, I);
    for (const Access &A : *Accesses) {
      Bases At = basesOf(*A.Pointer);
      if (At.Unknown)
        return fail(Obstacle::Pointer, I);
      if (!A.Writes)
        continue;
      for (unsigned Param : At.Params)
        Written.set(Param);
      WritesVariables |= At.Variable;
    }
  }
  for (unsigned Param : Written.set_bits())
    Result.Written.push_back(Param);
  return true;
}

CallInst *tasklet::createMark(IRBuilderBase &B, StringRef Name, unsigned Param,
                              Value &Address, Value &Size, Align Alignment) {
  Module &M = *B.GetInsertBlock()->getModule();
  Type *BytePtr = bytePtrTy(B.getContext(), spaces().Global);
  FunctionCallee Callee = M.getOrInsertFunction(
      Name, B.getVoidTy(), B.getInt32Ty(), BytePtr, B.getInt64Ty());
  auto *Mark = cast<Function>(Callee.getCallee());
  Mark->setOnlyAccessesInaccessibleMemory();
  Mark->setDoesNotThrow();
  Mark->setWillReturn();
  CallInst *Call = B.CreateCall(Mark, {B.getInt32(Param), &Address, &Size});
  Call->addParamAttr(1, Attribute::getWithAlignment(B.getContext(), Alignment));
  return Call;
}

/// Puts the mark of \p A, an access of \p I to the memory of \p Param.
void Slicer::mark(Instruction &I, const Access &A, unsigned Param) {
  IRBuilder<> B(&I);
  Type *BytePtr = bytePtrTy(M.getContext(), spaces().Global);
  Value *Address = B.CreatePointerBitCastOrAddrSpaceCast(A.Pointer, BytePtr);
  if (A.Index) {
    Value *Index = B.CreateSExtOrTrunc(A.Index, B.getInt64Ty());
    Address = B.CreateGEP(B.getInt8Ty(), Address,
                          B.CreateMul(Index, B.getInt64(A.Stride)));
  }
  Value *Size = A.DynamicSize
                    ? B.CreateZExtOrTrunc(A.DynamicSize, B.getInt64Ty())
                    : B.getInt64(A.Size);
  auto Emit = [&](const char *Name) {
    CallInst *Call = createMark(B, Name, Param, *Address, *Size, A.Alignment);
    Call->setDebugLoc(I.getDebugLoc());
    if (MDNode *Place = I.getMetadata(names::CallPlace))
      Call->setMetadata(names::CallPlace, Place);
  };
  if (A.Reads)
    Emit(names::AccessRead);
  if (A.Writes)
    Emit(names::AccessWrite);
  uint64_t Grain = A.Alignment.value();
  if (!A.DynamicSize)
    Grain =
        std::min<uint64_t>(Grain, PowerOf2Ceil(std::max<uint64_t>(A.Size, 1)));
  Result.Grain = Result.Grain ? std::min(Result.Grain, Grain) : Grain;
}

bool Slicer::replace(Instruction &I) {
  IRBuilder<> B(&I);
  auto Drop = [&] {
    if (!I.getType()->isVoidTy() && !I.use_empty())
      I.replaceAllUsesWith(createUnknown(B, *I.getType(), I));
    I.eraseFromParent();
  };
  if (isOnlyForOthers(I)) {
    Drop();
    return true;
  }
  auto Accesses = *accessesOf(I);
  bool Shared = false, ReadsWritten = false, WritesShared = false;
  Value *PrivateTarget = nullptr;
  for (const Access &A : Accesses) {
    Bases At = basesOf(*A.Pointer);
    if (A.Writes && At.Private && At.isShared())
      return fail(Obstacle::MixedPointer, I);
    if (A.Writes && At.Private)
      PrivateTarget = A.Pointer;
    if (!At.isShared())
      continue;
    Shared = true;
    WritesShared |= A.Writes;
    ReadsWritten |= A.Reads && At.Variable && WritesVariables;
    for (unsigned Param : At.Params) {
      ReadsWritten |= A.Reads && Written.test(Param);
      if (Monitored.test(Param))
        mark(I, A, Param);
    }
  }
  if (!Shared || (!WritesShared && !ReadsWritten))
    return true;
  if (WritesShared || !PrivateTarget) {
    // Where it writes to private memory as well, that is not known either.
    if (PrivateTarget) {
      Value *Target = typedPtr(B, PrivateTarget, B.getInt8Ty());
      B.CreateStore(createUnknown(B, *B.getInt8Ty(), I), Target);
    }
    Drop();
    return true;
  }
  auto *Copy = dyn_cast<MemTransferInst>(&I);
  if (!Copy)
    return fail(Obstacle::Call, I);
  B.CreateMemSet(Copy->getRawDest(), createUnknown(B, *B.getInt8Ty(), I),
                 Copy->getLength(), Copy->getDestAlign());
  Drop();
  return true;
}

bool Slicer::replaceAccesses() {
  SmallVector<Instruction *, 64> All;
  for (Instruction &I : instructions(*F))
    All.push_back(&I);
  for (Instruction *I : All)
    if (!replace(*I))
      return false;
  return true;
}

void tasklet::dropUnneeded(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(EarlyCSEPass());
  // Private memory that nobody reads any more is written no more, either.
  FPM.addPass(ADCEPass());
  FPM.addPass(DSEPass());
  FPM.addPass(ADCEPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  FPM.addPass(scalarReplacement());
  FPM.addPass(ADCEPass());
  FPM.run(F, FAM);
  FAM.clear(F, F.getName());
}

/// The sides of \p Branch cannot all run. Names the first access that it
/// decides about.
bool Slicer::failAt(Instruction &Branch, const SidesProblem &Problem,
                    const Instruction *Cause) {
  Obstacle::Kind Why = Problem.Why == SidesProblem::Repeats  ? Obstacle::Often
                       : Problem.Why == SidesProblem::Shared ? Obstacle::Shared
                       : Problem.Why == SidesProblem::Endless
                           ? Obstacle::Endless
                           : Obstacle::Harmful;
  if (Problem.At)
    return fail(Why, *Problem.At, Cause);
  for (BasicBlock &BB : *F)
    if (is_contained(Problem.Decided, &BB))
      for (Instruction &I : BB)
        if (isMark(I))
          return fail(Why, I, Cause);
  return fail(Why, Branch, Cause);
}

bool Slicer::resolveUnknowns() {
  UnknownUses Uses = findUnknowns(*F);
  if (Uses.Address) {
    Obstacle::Kind Why = Obstacle::Read;
    if (isMark(*Uses.Address))
      Why = Uses.Values.count(Uses.Address->getOperand(1)) ? Obstacle::Address
                                                           : Obstacle::Size;
    return fail(Why, *Uses.Address, Uses.AddressCause);
  }
  // All of them are known from the start: what one decides has any value, and
  // looks like a known one, when its sides have been chained.
  for (Instruction *Branch : Uses.Branches) {
    auto *Cause = dyn_cast<Instruction>(
        isa<BranchInst>(Branch) ? cast<BranchInst>(Branch)->getCondition()
                                : Branch->getOperand(0));
    Instruction *Of = Cause ? Uses.Values.lookup(Cause) : nullptr;
    Result.IsExact = false;
    SidesProblem Problem = runBothSides(*Branch);
    if (Problem.Why != SidesProblem::None)
      return failAt(*Branch, Problem, Of);
  }
  return true;
}

void Slicer::summarise() {
  SmallBitVector Inspected(F->arg_size()), Guarded(F->arg_size());
  SmallBitVector Touched(F->arg_size());
  SmallPtrSet<Value *, 4> Places;
  DominatorTree DT(*F);
  LoopInfo LI(DT);
  for (Instruction &I : instructions(*F)) {
    if (auto Accesses = accessesOf(I))
      for (const Access &A : *Accesses)
        for (unsigned Param : basesOf(*A.Pointer).Params)
          if (!F->getArg(Param)->hasByValAttr()) // That is a value.
            Inspected.set(Param);
    for (unsigned Image : imagesOf(I))
      Inspected.set(Image);
    if (MDNode *Of = I.getMetadata(names::Guarded))
      Guarded.set(
          mdconst::extract<ConstantInt>(Of->getOperand(0))->getZExtValue());
    if (isMark(I)) {
      auto *Call = cast<CallInst>(&I);
      Touched.set(cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue());
      Result.TouchesMuch |= LI.getLoopFor(I.getParent()) != nullptr;
      Places.insert(Call->getArgOperand(1)->stripPointerCasts());
    }
  }
  Result.UsesAddresses = usesAddresses(*F);
  Result.TouchesMuch |= Touched.count() > 1;
  Result.TouchesOnePlace = !Result.TouchesMuch && Places.size() <= 1;
  for (const Argument &Arg : F->args())
    if (!Arg.use_empty())
      Result.Used.push_back(Arg.getArgNo());
  for (unsigned Param : Inspected.set_bits())
    Result.Inspected.push_back(Param);
  for (unsigned Param : Guarded.set_bits())
    Result.Guarded.push_back(Param);
}

Slice Slicer::run() {
  ValueToValueMapTy Map;
  F = CloneFunction(&Body, Map);
  StringRef Name = Body.getName();
  Name.consume_back(".body");
  F->setName(Name + ".slice");
  F->setLinkage(GlobalValue::InternalLinkage);
  // Its loops may go once nothing in them counts; an endless one does no work.
  F->addFnAttr(Attribute::MustProgress);
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.addPass(InstSimplifyPass());
  FPM.run(*F, FAM);
  FAM.clear(*F, F->getName());
  dropUnreachableSides(*F);
  UnifyFunctionExitNodesPass().run(*F, FAM);
  FAM.clear(*F, F->getName());
  bool Done = findWrites() && replaceAccesses();
  if (Done) {
    dropUnneeded(*F, FAM);
    Done = resolveUnknowns();
  }
  if (!Done) {
    FAM.clear(*F, F->getName());
    F->eraseFromParent();
    return std::move(Result);
  }
  removeUnknowns(*F);
  dropUnneeded(*F, FAM);
  summarise();
  Result.F = F;
  return std::move(Result);
}

Slice tasklet::makeSlice(Function &Body, ArrayRef<unsigned> Monitored,
                         FunctionAnalysisManager &FAM) {
  return Slicer(Body, Monitored, FAM).run();
}
