//===- Updates.cpp - What a work-item does, place by place ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Updates.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/Window.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The accesses of an update.
struct UpdatePlace {
  SmallVector<Instruction *, 4> Accesses;
  SmallVector<WindowPlace, 4> Pointers;
  /// Unset: all are at one address.
  std::optional<Window> In;

  void add(Instruction &Access, const DataLayout &DL) {
    Accesses.push_back(&Access);
    Pointers.push_back({getLoadStorePointerOperand(&Access),
                        DL.getTypeStoreSize(getLoadStoreType(&Access))});
  }
  bool isOne() const {
    return all_of(Pointers, [&](const WindowPlace &Each) {
      return Each.Pointer->stripPointerCasts() ==
             Pointers[0].Pointer->stripPointerCasts();
    });
  }
  uint64_t largest() const {
    uint64_t Bytes = 0;
    for (const WindowPlace &Each : Pointers)
      Bytes = std::max(Bytes, Each.Bytes);
    return Bytes;
  }
  /// At one address, which is a multiple of so many bytes, and no larger.
  bool isWithin(uint64_t Bytes) const {
    return isOne() && largest() <= Bytes &&
           all_of(Accesses, [&](Instruction *I) {
             return getLoadStoreAlignment(I).value() >= Bytes;
           });
  }
  bool find(const DataLayout &DL) {
    In.reset();
    if (!isOne())
      In = findWindow(Pointers, DL);
    return isOne() || In;
  }
};

} // namespace

/// Accesses that follow each other are to one place for as long as they can be.
static SmallVector<UpdatePlace, 2>
placesOfUpdates(ArrayRef<Instruction *> Accesses, const DataLayout &DL) {
  SmallVector<UpdatePlace, 2> Places;
  UpdatePlace All;
  for (Instruction *I : Accesses)
    All.add(*I, DL);
  if (All.find(DL)) {
    Places.push_back(std::move(All));
    return Places;
  }
  for (Instruction *I : Accesses) {
    if (!Places.empty()) {
      UpdatePlace More = Places.back();
      More.add(*I, DL);
      if (More.find(DL)) {
        Places.back() = std::move(More);
        continue;
      }
    }
    Places.emplace_back();
    Places.back().add(*I, DL);
  }
  return Places;
}

/// Whether two of these begin at one address or have nothing in common, whatever
/// work-items they are of.
static bool areApart(MutableArrayRef<UpdatePlace> Places,
                     const DataLayout &DL) {
  uint64_t Largest = 0;
  for (const UpdatePlace &P : Places)
    Largest = std::max(Largest, P.largest());
  if (all_of(Places, [&](const UpdatePlace &P) {
        return P.isWithin(PowerOf2Ceil(Largest));
      }))
    return true;
  for (UpdatePlace &P : Places) {
    if (!P.In)
      P.In = findWindow(P.Pointers, DL);
    const std::optional<Window> &First = Places[0].In;
    if (!P.In || P.In->Base != First->Base || P.In->Step != First->Step ||
        P.In->Phase != First->Phase)
      return false;
  }
  return true;
}

/// What applies the payload gets copies of these pointers, in any order; here they
/// are of no use once the accesses are gone.
static void takePointersFrom(Value &Address, const UpdatePlace &P) {
  Instruction *First = P.Accesses[0];
  IRBuilder<> B(First->getParent()->getTerminator());
  Value *From = B.CreatePointerBitCastOrAddrSpaceCast(
      &Address, bytePtrTy(First->getContext(), spaces().Global));
  for (size_t I = 0; I < P.Accesses.size(); ++I) {
    Value *Old = P.Pointers[I].Pointer;
    if (Old == &Address)
      continue;
    Value *Pointer = B.CreatePointerBitCastOrAddrSpaceCast(
        byteOffset(B, From, P.In->Offsets[I]), Old->getType());
    P.Accesses[I]->setOperand(isa<LoadInst>(P.Accesses[I]) ? 0 : 1, Pointer);
  }
}

static Update updateAt(const UpdatePlace &P) {
  const size_t Lowest = P.In ? P.In->Lowest : 0;
  Update U;
  U.Address = P.Pointers[Lowest].Pointer;
  U.Bytes = P.In ? P.In->Bytes : P.largest();
  U.Alignment = getLoadStoreAlignment(P.Accesses[Lowest]);
  if (P.In)
    takePointersFrom(*U.Address, P);
  return U;
}

/// Gives each update what needs it. False: something needs two of them, or none.
static bool divide(ArrayRef<Instruction *> Late, ArrayRef<UpdatePlace> Places,
                   MutableArrayRef<Update> Updates) {
  SmallVector<SetVector<Instruction *>, 2> Of(Updates.size());
  for (size_t I = 0; I < Updates.size(); ++I) {
    Of[I].insert(Places[I].Accesses.begin(), Places[I].Accesses.end());
    for (unsigned At = 0; At < Of[I].size(); ++At)
      for (User *U : Of[I][At]->users())
        if (is_contained(Late, U))
          Of[I].insert(cast<Instruction>(U));
  }
  for (Instruction *I : Late) {
    size_t Owners = 0;
    for (size_t U = 0; U < Updates.size(); ++U)
      if (Of[U].contains(I)) {
        Updates[U].Late.insert(I);
        ++Owners;
      }
    if (Owners != 1)
      return false;
  }
  // What several do to other memory would come in no order. And a store to b[i] of
  // what one of them reads would miss the caches, where the loop goes over b.
  return Updates.size() == 1 || none_of(Late, [&](Instruction *I) {
           return I->mayWriteToMemory() &&
                  none_of(Places, [&](const UpdatePlace &P) {
                    return is_contained(P.Accesses, I);
                  });
         });
}

SmallVector<Update, 2>
tasklet::findUpdates(ArrayRef<ArrayRef<Instruction *>> Late,
                     function_ref<bool(Instruction &)> IsAccess,
                     bool MayOverlap, size_t Most) {
  SmallVector<UpdatePlace, 2> Places;
  SmallVector<size_t, 2> Ends; ///< of those of each block
  const DataLayout *DL = nullptr;
  for (ArrayRef<Instruction *> Block : Late) {
    SmallVector<Instruction *, 4> Accesses;
    for (Instruction *I : Block)
      if (getLoadStorePointerOperand(I) && IsAccess(*I))
        Accesses.push_back(I);
    if (Accesses.empty())
      return {};
    DL = &Accesses[0]->getModule()->getDataLayout();
    append_range(Places, placesOfUpdates(Accesses, *DL));
    Ends.push_back(Places.size());
  }
  const bool IsFine = MayOverlap ? Places.size() == 1
                                 : !Places.empty() && areApart(Places, *DL);
  if (Places.size() > Most || !IsFine)
    return {};
  SmallVector<Update, 2> Updates(Places.size());
  size_t Begin = 0;
  for (const auto &[Block, End] : zip(Late, Ends)) {
    const size_t Count = End - Begin;
    if (!divide(Block, ArrayRef<UpdatePlace>(Places).slice(Begin, Count),
                MutableArrayRef<Update>(Updates).slice(Begin, Count)))
      return {};
    Begin = End;
  }
  for (size_t I = 0; I < Places.size(); ++I) {
    Update At = updateAt(Places[I]);
    At.Late = std::move(Updates[I].Late);
    Updates[I] = std::move(At);
  }
  return Updates;
}

CallInst *tasklet::markUpdate(IRBuilderBase &B, StringRef Name, Type &Result,
                              const Update &U) {
  Module &M = *B.GetInsertBlock()->getModule();
  LLVMContext &C = M.getContext();
  const auto Params = basesOf(*U.Address).Params;
  assert(Params.size() == 1 && "nobody knows whose memory it is");
  Type *BytePtr = bytePtrTy(C, spaces().Global);
  FunctionCallee Mark = M.getOrInsertFunction(Name, &Result, B.getInt32Ty(),
                                              BytePtr, B.getInt64Ty());
  CallInst *Call = B.CreateCall(
      Mark, {B.getInt32(Params.front()),
             B.CreatePointerBitCastOrAddrSpaceCast(U.Address, BytePtr),
             B.getInt64(U.Bytes)});
  Call->addParamAttr(1, Attribute::getWithAlignment(C, U.Alignment));
  return Call;
}
