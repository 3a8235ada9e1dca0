//===- Payload.cpp - Compute first, access monitored memory later ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Payload.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/Window.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// Bytes of each list. Larger payloads move more memory than they save.
static constexpr uint64_t MaxPayload = 32;

namespace {

class Splitter {
  Function &Body;
  Module &M;
  LLVMContext &C;
  ArrayRef<unsigned> Monitored, Written, Inspected;
  FunctionAnalysisManager &FAM;
  Function *F = nullptr; ///< becomes the one that packs
  /// What needs monitored memory, in the order of the block.
  SetVector<Instruction *> Late;
  /// Where the body accesses monitored memory, before it is simplified.
  SmallPtrSet<const BasicBlock *, 4> Accessing;
  Instruction *First = nullptr; ///< the first of these that accesses memory
  struct Part {
    bool IsDestination;
    uint64_t Offset;
  };
  MapVector<Value *, Part> Parts;
  Value *Address = nullptr; ///< where all of them lie, or behind
  uint64_t Bytes = 0;       ///< from there on
  Align Alignment;
  Payload Result;

  bool touchesMonitored(const Access &A) const;
  bool touchesMonitored(Instruction &I) const;
  bool touchesByFunction(Instruction &I) const;
  bool isUnchanged(const Instruction &I) const;
  bool findLate();
  bool canReorder() const;
  bool isCheap(const Value &V) const;
  /// Before the ".body" of its name.
  StringRef kernelName() const {
    return Body.getName().take_front(Body.getName().rfind(".body"));
  }
  bool findPlace();
  bool addParts(Value *V, bool IsDestination);
  bool hasOtherEffects() const;
  uint64_t layOut(bool IsDestination);
  std::string findReason();
  void buildApply();
  void storeParts(IRBuilder<> &B, Value *Slot, bool IsDestination);
  void buildPack();

public:
  Splitter(Function &Body, ArrayRef<unsigned> Monitored, const Slice &Found,
           FunctionAnalysisManager &FAM)
      : Body(Body), M(*Body.getParent()), C(M.getContext()),
        Monitored(Monitored), Written(Found.Written),
        Inspected(Found.Inspected), FAM(FAM) {}
  Payload run();
};

} // namespace

bool Splitter::touchesMonitored(const Access &A) const {
  return any_of(basesOf(*A.Pointer).Params,
                [&](unsigned Param) { return is_contained(Monitored, Param); });
}

/// False, too, if nobody knows what \p I accesses.
bool Splitter::touchesMonitored(Instruction &I) const {
  auto Accesses = accessesOf(I);
  return Accesses && any_of(*Accesses, [&](const Access &A) {
           return touchesMonitored(A);
         });
}

/// A load of what no store changes. No bin is run where what the inspector reads is
/// written, or where monitored memory is also that of another parameter
/// (ConflictSpace.h of the library): so at[i] is the same after a store to x.
bool Splitter::isUnchanged(const Instruction &I) const {
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

/// Others than loads and stores (vload, atomics) have no address that a mark
/// could name.
bool Splitter::touchesByFunction(Instruction &I) const {
  return !isa<LoadInst>(I) && !isa<StoreInst>(I) && touchesMonitored(I);
}

/// Finds \ref Late. False if that is no piece of one block.
bool Splitter::findLate() {
  SetVector<Instruction *> Found;
  for (Instruction &I : instructions(*F)) {
    if (isOnlyForOthers(I))
      continue;
    if (!accessesOf(I))
      return false;
    if (touchesMonitored(I)) {
      Found.insert(&I);
      if (touchesByFunction(I))
        return false;
    }
  }
  for (unsigned At = 0; At < Found.size(); ++At)
    for (User *U : Found[At]->users())
      if (auto *I = dyn_cast<Instruction>(U))
        Found.insert(I);
  if (Found.empty())
    return false;
  BasicBlock *Block = Found.front()->getParent();
  for (Instruction *I : Found)
    if (I->getParent() != Block || isa<PHINode>(I) || I->isTerminator())
      return false;
  for (Instruction &I : *Block)
    if (Found.contains(&I)) {
      Late.insert(&I);
      if (!First && touchesMonitored(I))
        First = &I;
    }
  return true;
}

/// What comes early must not depend on what comes late, by other memory.
bool Splitter::canReorder() const {
  SmallVector<unsigned, 4> LateWrites, EarlyReads;
  for (Instruction &I : instructions(*F)) {
    bool IsLate = Late.contains(&I);
    if (isOnlyForOthers(I)) {
      if (IsLate)
        return false; // It may print what it has read.
      continue;
    }
    auto Accesses = accessesOf(I);
    for (const Access &A : *Accesses) {
      Bases At = basesOf(*A.Pointer);
      if (At.Unknown || (IsLate && (At.Private || At.Variable)) ||
          (At.Variable && A.Writes))
        return false;
      if (IsLate && A.Reads && !touchesMonitored(A))
        for (unsigned Param : At.Params)
          if (is_contained(Written, Param))
            return false;
      for (unsigned Param : At.Params) {
        if (IsLate && A.Writes)
          LateWrites.push_back(Param);
        if (!IsLate && A.Reads)
          EarlyReads.push_back(Param);
      }
      // A write that others may see twice, or in another order.
      if (!IsLate && A.Writes && A.Reads)
        return false;
      if (!IsLate && A.Writes && !At.Params.empty())
        for (unsigned Param : At.Params)
          if (is_contained(LateWrites, Param))
            return false;
    }
    if (IsLate && I.mayReadOrWriteMemory() && !isa<LoadInst>(I) &&
        !isa<StoreInst>(I))
      return false;
  }
  return none_of(LateWrites, [&](unsigned Param) {
    return is_contained(EarlyReads, Param);
  });
}

/// Finds \ref Address. Accesses to several places get their pointers from it:
/// otherwise each index would have to travel. False: they form no window.
bool Splitter::findPlace() {
  SmallVector<Instruction *, 4> Accesses;
  SmallVector<WindowPlace, 4> Places;
  bool IsOne = true;
  for (Instruction *I : Late)
    if (Value *Pointer = getLoadStorePointerOperand(I)) {
      if (!touchesMonitored(*I))
        continue;
      Accesses.push_back(I);
      Places.push_back(
          {Pointer, M.getDataLayout().getTypeStoreSize(getLoadStoreType(I))});
      IsOne &= Pointer->stripPointerCasts() ==
               Places[0].Pointer->stripPointerCasts();
    }
  Address = getLoadStorePointerOperand(First);
  Bytes = M.getDataLayout().getTypeStoreSize(getLoadStoreType(First));
  Alignment = getLoadStoreAlignment(First);
  if (IsOne)
    return true;
  auto Found = findWindow(Places, M.getDataLayout());
  if (!Found)
    return false;
  Address = Places[Found->Lowest].Pointer;
  Bytes = Found->Bytes;
  Alignment = getLoadStoreAlignment(Accesses[Found->Lowest]);
  // What applies the payload gets copies of these, in any order; here they are of
  // no use once the accesses are gone.
  IRBuilder<> B(First->getParent()->getTerminator());
  Value *From = B.CreatePointerBitCastOrAddrSpaceCast(
      Address, bytePtrTy(C, spaces().Global));
  for (size_t I = 0; I < Accesses.size(); ++I) {
    if (Places[I].Pointer == Address)
      continue;
    Value *Pointer = B.CreatePointerBitCastOrAddrSpaceCast(
        byteOffset(B, From, Found->Offsets[I]), Places[I].Pointer->getType());
    Accesses[I]->setOperand(isa<LoadInst>(Accesses[I]) ? 0 : 1, Pointer);
  }
  return true;
}

/// Cheaper to compute again than to carry.
bool Splitter::isCheap(const Value &V) const {
  return isa<GetElementPtrInst>(V) || isa<BitCastInst>(V) ||
         isa<AddrSpaceCastInst>(V) || isa<SExtInst>(V) || isa<ZExtInst>(V);
}

/// Notes what the late instructions need of \p V.
bool Splitter::addParts(Value *V, bool IsDestination) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Late.contains(I))
    return true; // A constant or a parameter.
  if (isCheap(*I))
    return all_of(I->operands(), [&](Value *Operand) {
      return addParts(Operand, IsDestination);
    });
  if (V->getType()->isPointerTy() || V->getType()->isAggregateType() ||
      isa<AllocaInst>(I))
    return false;
  Parts.insert({V, {IsDestination, 0}});
  return true;
}

/// Something beside the payload: each command has to pack.
bool Splitter::hasOtherEffects() const {
  return any_of(instructions(*F), [&](Instruction &I) {
    return !Late.contains(&I) && I.mayHaveSideEffects() &&
           !I.isLifetimeStartOrEnd() && !I.isDebugOrPseudoInst();
  });
}

/// Returns how many bytes the destination, or the contribution, has.
uint64_t Splitter::layOut(bool IsDestination) {
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Value *, 8> Sorted;
  for (auto &[V, Where] : Parts)
    if (Where.IsDestination == IsDestination)
      Sorted.push_back(V);
  if (Sorted.empty())
    return 0;
  auto SizeOf = [&](Value *V) {
    return DL.getTypeAllocSize(V->getType()).getFixedValue();
  };
  stable_sort(Sorted,
              [&](Value *A, Value *B) { return SizeOf(A) > SizeOf(B); });
  uint64_t Offset = 0, Largest = 1;
  for (Value *V : Sorted) {
    uint64_t Alignment = DL.getABITypeAlign(V->getType()).value();
    Offset = alignTo(Offset, Alignment);
    Parts[V].Offset = Offset;
    Offset += SizeOf(V);
    Largest = std::max(Largest, Alignment);
  }
  return PowerOf2Ceil(std::max<uint64_t>(Offset, Largest));
}

void Splitter::buildApply() {
  SmallVector<Type *, 8> Params(F->getFunctionType()->params().begin(),
                                F->getFunctionType()->params().end());
  Params.append(2, bytePtrTy(C, spaces().Global));
  const StringRef Name = kernelName();
  Function *Apply =
      Function::Create(FunctionType::get(F->getReturnType(), Params, false),
                       GlobalValue::InternalLinkage, Name + ".apply", M);
  AttributeList Attributes = F->getAttributes();
  Apply->setAttributes(Attributes);
  Apply->setCallingConv(F->getCallingConv());
  IRBuilder<> B(BasicBlock::Create(C, "entry", Apply));
  ValueToValueMapTy Map;
  for (Argument &Arg : F->args())
    Map[&Arg] = Apply->getArg(Arg.getArgNo());
  for (auto &[V, Where] : Parts) {
    Value *From = Apply->getArg(F->arg_size() + Where.IsDestination);
    Map[V] = B.CreateAlignedLoad(
        V->getType(),
        typedPtr(B, byteOffset(B, From, Where.Offset), V->getType()),
        M.getDataLayout().getABITypeAlign(V->getType()));
  }
  std::function<void(Value *)> Copy = [&](Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Map.count(I))
      return;
    for (Value *Operand : I->operands())
      Copy(Operand);
    Instruction *New = I->clone();
    New->setDebugLoc(DebugLoc());
    B.Insert(New);
    RemapInstruction(New, Map,
                     RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    Map[I] = New;
  };
  for (Instruction *I : Late)
    Copy(I);
  B.CreateRetVoid();
  Result.Apply = Apply;
}

void Splitter::storeParts(IRBuilder<> &B, Value *Slot, bool IsDestination) {
  for (auto &[V, Where] : Parts)
    if (Where.IsDestination == IsDestination)
      B.CreateAlignedStore(
          V, typedPtr(B, byteOffset(B, Slot, Where.Offset), V->getType()),
          M.getDataLayout().getABITypeAlign(V->getType()));
}

void Splitter::buildPack() {
  IRBuilder<> B(First);
  unsigned Param = basesOf(*Address).Params.front();
  Type *BytePtr = bytePtrTy(C, spaces().Global);
  FunctionCallee Mark = M.getOrInsertFunction(
      names::SlotMark, BytePtr, B.getInt32Ty(), BytePtr, B.getInt64Ty());
  // The address may be computed late, but then from early values only.
  Value *Place = B.CreatePointerBitCastOrAddrSpaceCast(Address, BytePtr);
  CallInst *Slot =
      B.CreateCall(Mark, {B.getInt32(Param), Place, B.getInt64(Bytes)});
  Slot->addParamAttr(1, Attribute::getWithAlignment(C, Alignment));
  // All parts are known here: they come before the late instructions, or can.
  Instruction *Last = Late.back();
  B.SetInsertPoint(Last->getNextNode());
  Slot->moveBefore(&*B.GetInsertPoint());
  if (auto *Cast = dyn_cast<Instruction>(Place); Cast && Cast != Address)
    Cast->moveBefore(Slot);
  Value *IsThere = B.CreateIsNotNull(Slot);
  Instruction *Then =
      SplitBlockAndInsertIfThen(IsThere, &*B.GetInsertPoint(), false);
  B.SetInsertPoint(Then);
  storeParts(B, Slot, /*IsDestination=*/false);
  if (Result.Destination) {
    Value *Other = B.CreateCall(
        M.getOrInsertFunction(names::DestinationMark, BytePtr), {});
    B.SetInsertPoint(
        SplitBlockAndInsertIfThen(B.CreateIsNotNull(Other), Then, false));
    storeParts(B, Other, /*IsDestination=*/true);
  }
  for (Instruction *I : reverse(Late)) {
    I->dropAllReferences();
    if (!I->use_empty())
      I->replaceAllUsesWith(UndefValue::get(I->getType()));
    I->eraseFromParent();
  }
  Result.Pack = F;
}

/// Why there is no payload; empty if there is. Lays it out.
std::string Splitter::findReason() {
  if (!findLate())
    return any_of(instructions(*F),
                  [&](Instruction &I) { return touchesByFunction(I); })
               ? "a function makes the access"
               : "the monitored accesses are no piece of code without branches";
  // The slice was made of the body as it was. It counts a slot wherever an access
  // was, so what is left must run just where all of them did.
  if (Accessing.size() != 1 || !Accessing.count(First->getParent()))
    return "an access that it never makes is inspected";
  if (!canReorder())
    return "other accesses cannot come before the monitored ones";
  if (!findPlace())
    return "its accesses are to several places";
  // The slot is asked for before anything of that is done.
  if (auto *I = dyn_cast<Instruction>(Address); I && Late.contains(I))
    return "the place of the access depends on monitored memory";
  // The address first: what it needs is the destination.
  if (!addParts(Address, /*IsDestination=*/true) ||
      !all_of(Late, [&](Instruction *I) {
        return all_of(I->operands(), [&](Value *V) {
          return addParts(V, /*IsDestination=*/false);
        });
      }))
    return "a pointer or a structure would have to travel";
  Result.Destination = layOut(/*IsDestination=*/true);
  Result.Contribution = layOut(/*IsDestination=*/false);
  if (!Result.size() || (!Result.Contribution && hasOtherEffects()))
    Result.Contribution = 1;
  if (std::max(Result.Destination, Result.Contribution) > MaxPayload)
    return "it would have " + std::to_string(Result.size()) + " bytes";
  return std::string();
}

Payload Splitter::run() {
  ValueToValueMapTy Map;
  F = CloneFunction(&Body, Map);
  const StringRef Name = kernelName();
  F->setName(Name + ".pack");
  F->setLinkage(GlobalValue::InternalLinkage);
  for (Instruction &I : instructions(*F))
    if (touchesMonitored(I))
      Accessing.insert(I.getParent());
  for (Instruction &I : instructions(*F))
    if (isUnchanged(I))
      I.setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.addPass(InstSimplifyPass());
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(ADCEPass());
  FPM.run(*F, FAM);
  FAM.clear(*F, F->getName());
  for (Instruction &I : instructions(*F))
    if (isUnchanged(I))
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
  Result.WhyNot = findReason();
  if (!Result.WhyNot.empty()) {
    F->eraseFromParent();
    Payload None;
    None.WhyNot = Result.WhyNot;
    return None;
  }
  buildApply();
  buildPack();
  return Result;
}

Payload tasklet::splitBody(Function &Body, ArrayRef<unsigned> Monitored,
                           const Slice &Found, FunctionAnalysisManager &FAM) {
  return Splitter(Body, Monitored, Found, FAM).run();
}
