//===- Lookahead.cpp - Fetch what later work-items will read --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Lookahead.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// A processor waits for so many lines of memory at once, about.
static constexpr size_t MostPrefetches = 8;
static constexpr uint64_t LineBytes = 64;

/// What costs more than this to know ahead takes longer than it saves: an address
/// behind so many instructions in a row, or addresses of so many in all.
static constexpr unsigned MaxAddressDepth = 16;
static constexpr unsigned MostInstructions = 64;
/// More accesses are not looked at: they are those of a large work-item.
static constexpr size_t MostPlaces = 64;

namespace {

/// A value of the body in the function that prefetches.
struct Told {
  Value *Own = nullptr; ///< null if it cannot be told ahead
  bool HasId = false;   ///< work-items have different ones
  bool IsFirst = false; ///< it is that of a loop's first round
  bool IsRead = false;  ///< memory decides it
};

/// An address that the body accesses.
struct Place {
  Value *Address; ///< in the function that prefetches
  bool IsStore;
};

/// Makes one of the two functions.
class Ahead {
  Function &Body;
  ArrayRef<unsigned> Written;
  const LoopInfo &LI;
  const PostDominatorTree &PDT;
  const bool MayLoad;
  Function &F;
  IRBuilder<> B;
  DenseMap<const Value *, Told> Known;

  Told tell(Value *V, unsigned Depth);
  Told tellInstruction(Instruction &I, unsigned Depth);
  bool isLoadedAnyway(const LoadInst &Load) const;

public:
  Ahead(Function &Body, ArrayRef<unsigned> Written, const LoopInfo &LI,
        const PostDominatorTree &PDT, bool MayLoad, StringRef Name);
  Function *build(FunctionAnalysisManager &FAM,
                  function_ref<bool(const Instruction &)> Counts);
};

} // namespace

Ahead::Ahead(Function &Body, ArrayRef<unsigned> Written, const LoopInfo &LI,
             const PostDominatorTree &PDT, bool MayLoad, StringRef Name)
    : Body(Body), Written(Written), LI(LI), PDT(PDT), MayLoad(MayLoad),
      F(*Function::Create(Body.getFunctionType(), GlobalValue::InternalLinkage,
                          Body.getName() + Name, Body.getParent())),
      B(BasicBlock::Create(Body.getContext(), "", &F)) {
  F.setAttributes(Body.getAttributes());
  F.setCallingConv(Body.getCallingConv());
}

/// Whatever the work-item does, it loads this value, from an address that its id
/// and the arguments tell. Nothing that the kernel writes may be there: the load
/// ahead would be a race. Where two arguments are one buffer, it can be one all the
/// same; the value leads to a prefetch only, so an old one does no harm.
bool Ahead::isLoadedAnyway(const LoadInst &Load) const {
  auto *Param =
      dyn_cast<Argument>(getUnderlyingObject(Load.getPointerOperand()));
  return Load.isSimple() && Load.getType()->isIntegerTy() && Param &&
         !Param->hasByValAttr() && !is_contained(Written, Param->getArgNo()) &&
         PDT.dominates(Load.getParent(), &Body.getEntryBlock());
}

Told Ahead::tellInstruction(Instruction &I, unsigned Depth) {
  Told Result;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    const Loop *L = LI.getLoopFor(Phi->getParent());
    BasicBlock *From = L && L->getHeader() == Phi->getParent()
                           ? L->getLoopPredecessor()
                           : nullptr;
    if (From)
      Result = tell(Phi->getIncomingValueForBlock(From), Depth);
    Result.IsFirst = true;
    return Result;
  }
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Call = dyn_cast<CallInst>(&I);
  bool IsQuery =
      Call && Call->getCalledFunction() &&
      startsWith(Call->getCalledFunction()->getName(), names::OrderPrefix);
  bool IsPure = isa<CastInst>(I) || isa<GetElementPtrInst>(I) ||
                isa<CmpInst>(I) || isa<SelectInst>(I) || isa<BinaryOperator>(I);
  // A division might trap.
  if (!IsQuery && !(Load && MayLoad && isLoadedAnyway(*Load)) &&
      !(IsPure && isSafeToSpeculativelyExecute(&I)))
    return Result;
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I.operands()) {
    Told Each = tell(Operand, Depth);
    if (!Each.Own)
      return Result;
    Operands.push_back(Each.Own);
    Result.HasId |= Each.HasId;
    Result.IsFirst |= Each.IsFirst;
    Result.IsRead |= Each.IsRead;
  }
  // The work-item might not load from such an address.
  if (Load && (Result.IsFirst || Result.IsRead))
    return Result;
  Result.HasId |= IsQuery;
  Result.IsRead |= Load != nullptr;
  Instruction *Own = I.clone();
  for (unsigned At = 0; At < Operands.size(); ++At)
    Own->setOperand(At, Operands[At]);
  Own->dropUnknownNonDebugMetadata();
  Own->setDebugLoc(DebugLoc());
  Result.Own = B.Insert(Own);
  return Result;
}

/// \p V as it is in the first round of all loops.
Told Ahead::tell(Value *V, unsigned Depth) {
  Told Result;
  if (auto *Param = dyn_cast<Argument>(V)) {
    Result.Own = F.getArg(Param->getArgNo());
    return Result;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I) {
    Result.Own = dyn_cast<Constant>(V);
    return Result;
  }
  if (auto At = Known.find(V); At != Known.end())
    return At->second;
  if (Depth == MaxAddressDepth || Known.size() >= MostInstructions)
    return Result;
  Result = tellInstruction(*I, Depth + 1);
  // From nearer by, it might still be told.
  if (Result.Own)
    Known[V] = Result;
  return Result;
}

/// Null if it would do nothing.
Function *Ahead::build(FunctionAnalysisManager &FAM,
                       function_ref<bool(const Instruction &)> Counts) {
  SmallVector<Place, 16> Places;
  for (Instruction &I : instructions(Body)) {
    if (Places.size() == MostPlaces)
      break;
    Value *Pointer = const_cast<Value *>(getLoadStorePointerOperand(&I));
    if (!Pointer || !Counts(I) || !isa<Argument>(getUnderlyingObject(Pointer)))
      continue;
    unsigned Space = Pointer->getType()->getPointerAddressSpace();
    if (Space != spaces().Global && Space != spaces().Constant)
      continue;
    Told Address = tell(Pointer, 0);
    // What is the same for all work-items is in the cache.
    if (Address.Own && Address.HasId && Address.IsRead == MayLoad)
      Places.push_back({Address.Own, isa<StoreInst>(I)});
  }
  ReturnInst *End = B.CreateRetVoid();
  B.SetInsertPoint(End);
  // Most accesses of a work-item are beside another one.
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<Place, MostPrefetches> Chosen;
  for (const Place &At : Places) {
    auto IsNear = [&](const Place &Other) {
      if (Other.Address->getType()->getPointerAddressSpace() !=
          At.Address->getType()->getPointerAddressSpace())
        return false;
      auto *Distance = dyn_cast<SCEVConstant>(
          SE.getMinusSCEV(SE.getSCEV(At.Address), SE.getSCEV(Other.Address)));
      return Distance && Distance->getAPInt().abs().ult(LineBytes);
    };
    auto *Same = find_if(Chosen, IsNear);
    if (Same != Chosen.end())
      Same->IsStore |= At.IsStore;
    else if (Chosen.size() < MostPrefetches)
      Chosen.push_back(At);
  }
  FAM.clear(F, F.getName());
  if (Chosen.empty()) {
    F.eraseFromParent();
    return nullptr;
  }
  for (const Place &At : Chosen)
    createPrefetch(B, *At.Address, At.IsStore);
  return &F;
}

CallInst *tasklet::createPrefetch(IRBuilderBase &B, Value &Address,
                                  bool IsStore) {
  unsigned Space = Address.getType()->getPointerAddressSpace();
  Value *Line = B.CreatePointerCast(&Address, bytePtrTy(B.getContext(), Space));
  return B.CreateIntrinsic(Intrinsic::prefetch, {Line->getType()},
                           {Line, B.getInt32(IsStore), B.getInt32(/*keep=*/3),
                            B.getInt32(/*data=*/1)});
}

Lookahead tasklet::makeLookahead(Function &Body, ArrayRef<unsigned> Written,
                                 FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(Body);
  const auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(Body);
  auto All = [](const Instruction &) { return true; };
  Lookahead Found;
  Found.Far = Ahead(Body, Written, LI, PDT, false, ".far").build(FAM, All);
  Found.Near = Ahead(Body, Written, LI, PDT, true, ".near").build(FAM, All);
  return Found;
}

Function *
tasklet::makeFarLookahead(Function &Body, ArrayRef<unsigned> Written,
                          function_ref<bool(const Instruction &)> Counts,
                          FunctionAnalysisManager &FAM) {
  const auto &LI = FAM.getResult<LoopAnalysis>(Body);
  const auto &PDT = FAM.getResult<PostDominatorTreeAnalysis>(Body);
  return Ahead(Body, Written, LI, PDT, false, ".far").build(FAM, Counts);
}
