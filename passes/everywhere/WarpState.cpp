//===- WarpState.cpp - A kernel's data about its warps --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/WarpState.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/GroupSize.h"
#include "ir/LLVMCompat.h"
#include "ir/LanesParser.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "ir/WarpRuntime.h"

#include "warp_size.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

static constexpr char NoWarp[] =
    "a warp has 1, 2, 4, 8, 16, 32 or 64 lanes, not ";
static cl::opt<unsigned, false, LanesParser<NoWarp>>
    WarpSize("tkl-warp-size", cl::init(TKL_USUAL_WARP_SIZE),
             cl::desc("Lanes of a warp; of sub-groups where it is given"));

unsigned tasklet::warpSize() { return WarpSize; }
bool tasklet::hasFixedWarpSize() {
  return !wantsSubGroups() || WarpSize.getNumOccurrences();
}

static cl::opt<unsigned>
    MostWorkItems("tkl-most-work-items", cl::init(4096),
                  cl::desc("Of work-groups, as the device has them; default: "
                           "4096, PoCL's limit"));

/// The most work-items of a work-group of \p Kernel.
static uint64_t mostWorkItemsOf(const Function &Kernel) {
  SmallVector<uint64_t, 3> Sizes = requiredGroupSize(Kernel);
  return Sizes.empty() ? MostWorkItems : workItemsOf(Sizes);
}

static StructType *warpStruct(LLVMContext &C) {
  if (StructType *Known = StructType::getTypeByName(C, names::WarpStruct))
    return Known;
  Type *Slots = PointerType::get(Type::getInt64Ty(C), spaces().Local),
       *I32 = Type::getInt32Ty(C);
  return StructType::create(C, {Slots, Slots, I32, I32, I32, I32, I32},
                            names::WarpStruct);
}

WarpState::WarpState(Function &Kernel, Instruction *At, bool Exchange)
    : M(*Kernel.getParent()), Ty(warpStruct(M.getContext())), Slots(nullptr) {
  IRBuilder<> B(&*Kernel.getEntryBlock().begin());
  Warp = B.CreateAlloca(Ty, nullptr, "tkl.warp");
  Warp->setAlignment(Align(8));
  B.SetInsertPoint(At);
  Type *SlotsTy = PointerType::get(B.getInt64Ty(), spaces().Local);
  Value *First = Constant::getNullValue(SlotsTy);
  if (!wantsSubGroups()) {
    // PoCL finds the local variables of a kernel by the names that clang gives
    // them, so this one has such a name.
    uint64_t Items = mostWorkItemsOf(Kernel);
    auto *Array = ArrayType::get(B.getInt64Ty(), warpWords(Items, Exchange));
    Slots = new GlobalVariable(
        M, Array, /*isConstant=*/false, GlobalValue::InternalLinkage,
        UndefValue::get(Array), Kernel.getName() + ".tkl_slots", nullptr,
        GlobalValue::NotThreadLocal, spaces().Local);
    Slots->setAlignment(Align(8));
    First = B.CreateConstInBoundsGEP2_64(Array, Slots, 0, 0);
  }
  static const char RequiredSize[] = "intel_reqd_sub_group_size";
  if (wantsSubGroups() && hasFixedWarpSize() &&
      !Kernel.getMetadata(RequiredSize))
    Kernel.setMetadata(RequiredSize,
                       MDNode::get(M.getContext(), ConstantAsMetadata::get(
                                                       B.getInt32(WarpSize))));
  call(B, names::WarpBegin, B.getVoidTy(), {First, B.getInt32(WarpSize)});
}

Value *WarpState::call(Builder &B, StringRef Name, Type *Result,
                       ArrayRef<Value *> Args) {
  SmallVector<Value *, 4> Operands{Warp};
  Operands.append(Args.begin(), Args.end());
  CallInst *Call = emitRuntimeCall(M, B, Name, Result, Operands);
  Call->setConvergent();
  if (Function *F = Call->getCalledFunction())
    F->setConvergent();
  return Call;
}

Value *WarpState::field(Builder &B, unsigned Index) {
  return B.CreateLoad(B.getInt32Ty(), B.CreateStructGEP(Ty, Warp, Index));
}

Value *WarpState::lane(Builder &B) { return field(B, 2); }
Value *WarpState::size(Builder &B) { return field(B, 3); }
Value *WarpState::index(Builder &B) { return field(B, 4); }
Value *WarpState::count(Builder &B) { return field(B, 5); }
Value *WarpState::most(Builder &B) { return field(B, 6); }

Value *WarpState::ballot(Builder &B, Value *Active, Value *Predicate) {
  return call(B, names::WarpBallot, B.getInt64Ty(),
              B.CreateAnd(Active, Predicate));
}

Value *WarpState::shuffle(Builder &B, Value *Piece, Value *Lane) {
  return call(B, "__tkl_warp_shuffle", B.getInt64Ty(), {Piece, Lane});
}

Value *WarpState::match(Builder &B, Value *Lanes, Value *Piece) {
  return call(B, "__tkl_warp_match", B.getInt64Ty(), {Lanes, Piece});
}

Value *WarpState::fold(Builder &B, StringRef Name, Value *Active,
                       Value *Operand, ArrayRef<Value *> More) {
  SmallVector<Value *, 3> Args = {Active, Operand};
  Args.append(More.begin(), More.end());
  return call(B, (Twine(names::WarpPrefix) + Name).str(), Operand->getType(),
              Args);
}

void WarpState::barrier(Builder &B, Value *Flags) {
  call(B, "__tkl_warp_barrier", B.getVoidTy(), {Flags});
}

Value *WarpState::anyOfAll(Builder &B, Value *Predicate) {
  return call(B, names::WarpAnyOfAll, B.getInt1Ty(), Predicate);
}
