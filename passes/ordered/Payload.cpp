//===- Payload.cpp - Compute first, access monitored memory later ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Payload.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/MonitoredMemory.h"
#include "ordered/Updates.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

/// Bytes of each list. Larger payloads move more memory than they save.
static constexpr uint64_t MaxPayload = 32;
/// Each needs its place in the lists.
static constexpr size_t MostSlots = 8;

namespace {

class Splitter {
  Function &Body;
  Module &M;
  LLVMContext &C;
  const MonitoredMemory Memory;
  ArrayRef<unsigned> Written;
  bool CountsSlots;
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
  using PartMap = MapVector<Value *, Part>;
  SmallVector<Update, 2> Updates;
  SmallVector<PartMap, 2> Parts; ///< of the payload of each
  uint64_t Tag = 0; ///< of several updates: where the destination says which
  Payload Result;

  bool findLate();
  bool canReorder() const;
  bool isCheap(const Value &V) const;
  /// Before the ".body" of its name.
  StringRef kernelName() const {
    return Body.getName().take_front(Body.getName().rfind(".body"));
  }
  bool addParts(PartMap &Of, Value *V, bool IsDestination) const;
  bool findParts();
  bool hasOtherEffects() const;
  uint64_t layOut(PartMap &Of, bool IsDestination) const;
  void layOut();
  std::string findReason();
  void applyUpdate(IRBuilder<> &B, size_t Number);
  void buildApply();
  void storeParts(IRBuilder<> &B, size_t Number, Value *Slot,
                  bool IsDestination) const;
  void packUpdate(IRBuilder<> &B, size_t Number);
  void buildPack();

public:
  Splitter(Function &Body, ArrayRef<unsigned> Monitored, const Slice &Found,
           bool CountsSlots, FunctionAnalysisManager &FAM)
      : Body(Body), M(*Body.getParent()), C(M.getContext()),
        Memory(Monitored, Found), Written(Found.Written),
        CountsSlots(CountsSlots), FAM(FAM) {}
  Payload run();
};

} // namespace

/// Finds \ref Late. False if that is no piece of one block.
bool Splitter::findLate() {
  SetVector<Instruction *> Found;
  for (Instruction &I : instructions(*F)) {
    if (isOnlyForOthers(I))
      continue;
    if (!accessesOf(I))
      return false;
    if (Memory.isTouchedBy(I)) {
      Found.insert(&I);
      if (Memory.isTouchedByFunction(I))
        return false;
    }
  }
  addUsers(Found);
  if (Found.empty())
    return false;
  BasicBlock *Block = Found.front()->getParent();
  for (Instruction *I : Found)
    if (I->getParent() != Block || isa<PHINode>(I) || I->isTerminator())
      return false;
  for (Instruction &I : *Block)
    if (Found.contains(&I)) {
      Late.insert(&I);
      if (!First && Memory.isTouchedBy(I))
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
      if (IsLate && A.Reads && !Memory.isTouchedBy(A))
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

/// Cheaper to compute again than to carry.
bool Splitter::isCheap(const Value &V) const {
  return isa<GetElementPtrInst>(V) || isa<BitCastInst>(V) ||
         isa<AddrSpaceCastInst>(V) || isa<SExtInst>(V) || isa<ZExtInst>(V);
}

/// Notes what the late instructions need of \p V.
bool Splitter::addParts(PartMap &Of, Value *V, bool IsDestination) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Late.contains(I))
    return true; // A constant or a parameter.
  if (isCheap(*I))
    return all_of(I->operands(), [&](Value *Operand) {
      return addParts(Of, Operand, IsDestination);
    });
  if (V->getType()->isPointerTy() || V->getType()->isAggregateType() ||
      isa<AllocaInst>(I))
    return false;
  Of.insert({V, {IsDestination, 0}});
  return true;
}

/// The address first: what it needs is the destination.
bool Splitter::findParts() {
  for (const Update &U : Updates) {
    PartMap &Of = Parts.emplace_back();
    if (!addParts(Of, U.Address, /*IsDestination=*/true) ||
        !all_of(U.Late, [&](Instruction *I) {
          return all_of(I->operands(), [&](Value *V) {
            return addParts(Of, V, /*IsDestination=*/false);
          });
        }))
      return false;
  }
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
uint64_t Splitter::layOut(PartMap &Of, bool IsDestination) const {
  const DataLayout &DL = M.getDataLayout();
  SmallVector<Value *, 8> Sorted;
  for (auto &[V, Where] : Of)
    if (Where.IsDestination == IsDestination)
      Sorted.push_back(V);
  auto SizeOf = [&](Value *V) {
    return DL.getTypeAllocSize(V->getType()).getFixedValue();
  };
  stable_sort(Sorted,
              [&](Value *A, Value *B) { return SizeOf(A) > SizeOf(B); });
  uint64_t Offset = 0, Largest = 1;
  for (Value *V : Sorted) {
    uint64_t Alignment = DL.getABITypeAlign(V->getType()).value();
    Offset = alignTo(Offset, Alignment);
    Of[V].Offset = Offset;
    Offset += SizeOf(V);
    Largest = std::max(Largest, Alignment);
  }
  return Sorted.empty() ? 0 : std::max(Offset, Largest);
}

/// Payloads of all updates have the size of the largest.
void Splitter::layOut() {
  uint64_t Destination = 0, Contribution = 0;
  for (PartMap &Of : Parts) {
    Destination = std::max(Destination, layOut(Of, /*IsDestination=*/true));
    Contribution = std::max(Contribution, layOut(Of, /*IsDestination=*/false));
  }
  if (Updates.size() > 1)
    Tag = Destination++;
  if (!Contribution && (!Destination || hasOtherEffects()))
    Contribution = 1;
  Result.Destination = Destination ? PowerOf2Ceil(Destination) : 0;
  Result.Contribution = Contribution ? PowerOf2Ceil(Contribution) : 0;
  Result.Slots = Updates.size();
}

/// The function is that of buildApply.
void Splitter::applyUpdate(IRBuilder<> &B, size_t Number) {
  Function *Apply = Result.Apply;
  ValueToValueMapTy Map;
  for (Argument &Arg : F->args())
    Map[&Arg] = Apply->getArg(Arg.getArgNo());
  for (auto &[V, Where] : Parts[Number]) {
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
  for (Instruction *I : Updates[Number].Late)
    Copy(I);
  B.CreateRetVoid();
}

void Splitter::buildApply() {
  SmallVector<Type *, 8> Params(F->getFunctionType()->params().begin(),
                                F->getFunctionType()->params().end());
  Params.append(2, bytePtrTy(C, spaces().Global));
  const StringRef Name = kernelName();
  Function *Apply =
      Function::Create(FunctionType::get(F->getReturnType(), Params, false),
                       GlobalValue::InternalLinkage, Name + ".apply", M);
  Apply->setAttributes(F->getAttributes());
  Apply->setCallingConv(F->getCallingConv());
  Result.Apply = Apply;
  IRBuilder<> B(BasicBlock::Create(C, "entry", Apply));
  if (Updates.size() == 1) {
    applyUpdate(B, 0);
    return;
  }
  SmallVector<BasicBlock *, 4> Blocks;
  for (size_t I = 0; I < Updates.size(); ++I)
    Blocks.push_back(BasicBlock::Create(C, "update", Apply));
  Value *Which = B.CreateAlignedLoad(
      B.getInt8Ty(),
      typedPtr(B, byteOffset(B, Apply->getArg(F->arg_size() + 1), Tag),
               B.getInt8Ty()),
      Align(1));
  SwitchInst *Switch =
      B.CreateSwitch(Which, Blocks[0], unsigned(Blocks.size() - 1));
  for (size_t I = 0; I < Updates.size(); ++I) {
    if (I)
      Switch->addCase(B.getInt8(uint8_t(I)), Blocks[I]);
    B.SetInsertPoint(Blocks[I]);
    applyUpdate(B, I);
  }
}

void Splitter::storeParts(IRBuilder<> &B, size_t Number, Value *Slot,
                          bool IsDestination) const {
  for (auto &[V, Where] : Parts[Number])
    if (Where.IsDestination == IsDestination)
      B.CreateAlignedStore(
          V, typedPtr(B, byteOffset(B, Slot, Where.Offset), V->getType()),
          M.getDataLayout().getABITypeAlign(V->getType()));
  if (IsDestination && Updates.size() > 1)
    B.CreateAlignedStore(B.getInt8(uint8_t(Number)),
                         typedPtr(B, byteOffset(B, Slot, Tag), B.getInt8Ty()),
                         Align(1));
}

/// Leaves \p B behind it.
void Splitter::packUpdate(IRBuilder<> &B, size_t Number) {
  Type *BytePtr = bytePtrTy(C, spaces().Global);
  CallInst *Slot = markUpdate(B, names::SlotMark, *BytePtr, Updates[Number]);
  Instruction *After = &*B.GetInsertPoint();
  B.SetInsertPoint(
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(Slot), After, false));
  storeParts(B, Number, Slot, /*IsDestination=*/false);
  CallInst *Done = B.CreateCall(
      M.getOrInsertFunction(names::SlotDoneMark, B.getVoidTy()), {});
  if (Result.Destination) {
    B.SetInsertPoint(Done);
    Value *Other = B.CreateCall(
        M.getOrInsertFunction(names::DestinationMark, BytePtr), {});
    B.SetInsertPoint(
        SplitBlockAndInsertIfThen(B.CreateIsNotNull(Other), Done, false));
    storeParts(B, Number, Other, /*IsDestination=*/true);
  }
  B.SetInsertPoint(After);
}

void Splitter::buildPack() {
  // All parts are known here: they come before the late instructions, or can. So
  // are the addresses, which may be computed late, but then from early values only.
  IRBuilder<> B(Late.back()->getNextNode());
  for (size_t I = 0; I < Updates.size(); ++I)
    packUpdate(B, I);
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
                  [&](Instruction &I) { return Memory.isTouchedByFunction(I); })
               ? "a function makes the access"
               : "the monitored accesses are no piece of code without branches";
  // The slice was made of the body as it was. It counts a slot wherever an access
  // was, so what is left must run just where all of them did.
  if (Accessing.size() != 1 || !Accessing.count(First->getParent()))
    return "an access that it never makes is inspected";
  if (!canReorder())
    return "other accesses cannot come before the monitored ones";
  Updates = findUpdates(
      {Late.getArrayRef()},
      [this](Instruction &I) { return Memory.isTouchedBy(I); },
      /*MayOverlap=*/!CountsSlots, MostSlots);
  if (Updates.empty())
    return "its accesses are to several places that belong together";
  // The slot is asked for before anything of that is done.
  if (any_of(Updates, [&](const Update &U) {
        auto *I = dyn_cast<Instruction>(U.Address);
        return I && Late.contains(I);
      }))
    return "the place of the access depends on monitored memory";
  if (!findParts())
    return "a pointer or a structure would have to travel";
  layOut();
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
    if (Memory.isTouchedBy(I))
      Accessing.insert(I.getParent());
  Memory.simplify(*F, FAM);
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
                           const Slice &Found, bool CountsSlots,
                           FunctionAnalysisManager &FAM) {
  return Splitter(Body, Monitored, Found, CountsSlots, FAM).run();
}
