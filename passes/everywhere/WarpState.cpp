//===- WarpState.cpp - A kernel's data about its warps --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/WarpState.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/DeviceRuntime.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"

#include "warp_size.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<bool> SubGroups("tkl-sub-groups",
                               cl::desc("Warps are the device's sub-groups"));

namespace {
struct WarpSizeParser : cl::parser<unsigned> {
  using parser::parser;
  bool parse(cl::Option &O, StringRef Name, StringRef Text, unsigned &Value) {
    if (parser::parse(O, Name, Text, Value))
      return true;
    if (Value <= 64 && isPowerOf2_32(Value))
      return false;
    return O.error("a warp has 1, 2, 4, 8, 16, 32 or 64 lanes, not " + Text);
  }
};
} // namespace

static cl::opt<unsigned, false, WarpSizeParser>
    WarpSize("tkl-warp-size", cl::init(TKL_USUAL_WARP_SIZE),
             cl::desc("Lanes of a warp; of sub-groups where it is given"));

static const unsigned char WorkGroupBitcode[] = {
#include "WarpGroup.inc"
};
static const unsigned char SubGroupBitcode[] = {
#include "WarpSubgroup.inc"
};

bool tasklet::linkWarpRuntime(Module &M) {
  ArrayRef<uint8_t> Bytes(WorkGroupBitcode);
  if (SubGroups)
    Bytes = SubGroupBitcode;
  if (!linkRuntime(M, Bytes, "the runtime of everywhere blocks"))
    return false;
  for (Function &F : M)
    if (startsWith(F.getName(), names::WarpPrefix) && !F.isDeclaration())
      F.setLinkage(GlobalValue::InternalLinkage);
  return true;
}

bool tasklet::wantsSubGroups() { return SubGroups; }
unsigned tasklet::warpSize() { return WarpSize; }
bool tasklet::hasFixedWarpSize() {
  return !SubGroups || WarpSize.getNumOccurrences();
}

static cl::opt<unsigned>
    MostWorkItems("tkl-most-work-items", cl::init(4096),
                  cl::desc("Of work-groups, as the device has them; default: "
                           "4096, PoCL's limit"));

/// The most work-items of a work-group of \p Kernel.
static uint64_t workItemsOf(const Function &Kernel) {
  MDNode *Sizes = Kernel.getMetadata("reqd_work_group_size");
  if (!Sizes)
    return MostWorkItems;
  uint64_t Items = 1;
  for (const MDOperand &Size : Sizes->operands())
    Items *= mdconst::extract<ConstantInt>(Size)->getZExtValue();
  return Items;
}

/// The same as TKL_WARP_WORDS or TKL_VOTE_WORDS of warp.h.
static uint64_t warpWords(uint64_t Items, bool Exchange) {
  return (Exchange ? Items : 0) + Items / 8 + Items / 64 + 4;
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
  if (!SubGroups) {
    // PoCL finds the local variables of a kernel by the names that clang gives
    // them, so this one has such a name.
    uint64_t Items = workItemsOf(Kernel);
    auto *Array = ArrayType::get(B.getInt64Ty(), warpWords(Items, Exchange));
    Slots = new GlobalVariable(
        M, Array, /*isConstant=*/false, GlobalValue::InternalLinkage,
        UndefValue::get(Array), Kernel.getName() + ".tkl_slots", nullptr,
        GlobalValue::NotThreadLocal, spaces().Local);
    Slots->setAlignment(Align(8));
    First = B.CreateConstInBoundsGEP2_64(Array, Slots, 0, 0);
  }
  static const char RequiredSize[] = "intel_reqd_sub_group_size";
  if (SubGroups && hasFixedWarpSize() && !Kernel.getMetadata(RequiredSize))
    Kernel.setMetadata(RequiredSize,
                       MDNode::get(M.getContext(), ConstantAsMetadata::get(
                                                       B.getInt32(WarpSize))));
  call(B, names::WarpBegin, B.getVoidTy(), {First, B.getInt32(WarpSize)});
}

Value *WarpState::call(Builder &B, StringRef Name, Type *Result,
                       ArrayRef<Value *> Args) {
  SmallVector<Type *, 4> Params{Warp->getType()};
  SmallVector<Value *, 4> Operands{Warp};
  for (Value *Arg : Args) {
    Params.push_back(Arg->getType());
    Operands.push_back(Arg);
  }
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, FunctionType::get(Result, Params, false));
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setCallingConv(CallingConv::SPIR_FUNC);
    F->setConvergent();
    F->setDoesNotThrow();
  }
  CallInst *Call = B.CreateCall(Callee, Operands);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  Call->setConvergent();
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

Value *WarpState::ballot(Builder &B, Value *Predicate) {
  return call(B, names::WarpBallot, B.getInt64Ty(), Predicate);
}

Value *WarpState::anyOfAll(Builder &B, Value *Predicate) {
  return call(B, names::WarpAnyOfAll, B.getInt1Ty(), Predicate);
}
