//===- SliceViews.cpp - What the inspectors run of a slice ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/SliceViews.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/BodyForms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

class SliceView {
  Function &F;
  Module &M;
  ArrayRef<unsigned> Asked;
  uint64_t Grain;
  /// Of the parameter that is the worker.
  unsigned Worker;

  unsigned numbersOf(unsigned Param) const;

public:
  SliceView(Function &F, unsigned Worker, ArrayRef<unsigned> Asked,
            uint64_t Grain)
      : F(F), M(*F.getParent()), Asked(Asked), Grain(Grain), Worker(Worker) {}
  void replaceMark(CallInst &Mark, StringRef What);
  void replaceByCall(CallInst &Mark, const char *Of);
  void guardLoad(LoadInst &Load);
};

} // namespace

/// The index of the parameter that has `first`; `bytes` is the next one.
unsigned SliceView::numbersOf(unsigned Param) const {
  return Worker + 1 + 2 * (find(Asked, Param) - Asked.begin());
}

/// Of \p Address to the memory of \p Param.
static Value *offsetIn(IRBuilder<> &B, Value *Address, Argument *Param) {
  Type *I64 = B.getInt64Ty();
  Value *From = B.CreatePtrToInt(Param, I64);
  return B.CreateSub(B.CreatePtrToInt(Address, I64), From, "offset");
}

void SliceView::replaceMark(CallInst &Mark, StringRef What) {
  IRBuilder<> B(&Mark);
  unsigned Param = cast<ConstantInt>(Mark.getArgOperand(0))->getZExtValue();
  const unsigned First = numbersOf(Param);
  // An access that is aligned to whole elements begins with one.
  uint64_t Count = 0;
  auto *Size = dyn_cast<ConstantInt>(Mark.getArgOperand(2));
  if (Size && Mark.getParamAlign(1).valueOrOne() >= Grain)
    Count = divideCeil(Size->getZExtValue(), Grain);
  SmallVector<Value *, 8> Args = {
      F.getArg(Worker),
      offsetIn(B, Mark.getArgOperand(1), F.getArg(Param)),
      F.getArg(First + 1),
      F.getArg(First),
      Mark.getArgOperand(2),
      B.getInt32(Log2_64(Grain)),
      B.getInt64(Count)};
  Function *Callee = M.getFunction((names::OrderPrefix + What).str());
  CallInst *Call = B.CreateCall(Callee, Args);
  Call->setCallingConv(Callee->getCallingConv());
  Mark.replaceAllUsesWith(Call);
  Mark.eraseFromParent();
}

/// Of a function of the worker alone.
void SliceView::replaceByCall(CallInst &Mark, const char *Of) {
  IRBuilder<> B(&Mark);
  Function *Callee = M.getFunction(Of);
  CallInst *Call = B.CreateCall(Callee, {F.getArg(Worker)});
  Call->setCallingConv(Callee->getCallingConv());
  Mark.replaceAllUsesWith(Call);
  Mark.eraseFromParent();
}

/// Outside of the memory it reads from `zeros`: then the kernel would not have
/// made this access, and what follows does not matter.
void SliceView::guardLoad(LoadInst &Load) {
  unsigned Param = mdconst::extract<ConstantInt>(
                       Load.getMetadata(names::Guarded)->getOperand(0))
                       ->getZExtValue();
  const unsigned First = numbersOf(Param);
  IRBuilder<> B(&Load);
  Value *Pointer = Load.getPointerOperand();
  uint64_t Size = M.getDataLayout().getTypeStoreSize(Load.getType());
  Value *Offset = offsetIn(B, Pointer, F.getArg(Param));
  Value *Bytes = F.getArg(First + 1);
  Value *Fits = B.CreateICmpULE(B.getInt64(Size), Bytes);
  Value *Last = B.CreateSub(Bytes, B.getInt64(Size));
  Value *Inside = B.CreateAnd(Fits, B.CreateICmpULE(Offset, Last));
  Function *Guard = M.getFunction(names::OrderGuard);
  B.CreateCall(Guard, {F.getArg(Worker), Inside, Bytes})
      ->setCallingConv(Guard->getCallingConv());
  Function *Zeros = M.getFunction(names::OrderZeros);
  CallInst *Place = B.CreateCall(Zeros, {F.getArg(Worker)});
  Place->setCallingConv(Zeros->getCallingConv());
  Load.setOperand(0, B.CreateSelect(Inside, Pointer,
                                    B.CreatePointerBitCastOrAddrSpaceCast(
                                        Place, Pointer->getType())));
  Load.setMetadata(names::Guarded, nullptr);
}

Function *tasklet::makeView(Function &Model, StringRef Name,
                            ArrayRef<unsigned> Asked, uint64_t Grain) {
  ValueToValueMapTy Map;
  Function *View = cloneWithMore(Model, {}, 2 * Asked.size(),
                                 Model.getName() + "." + Name, Map);
  // Without places in the source, nobody can say what a variable holds.
  stripDebugInfo(*View);
  SliceView Here(*View, Model.arg_size() - 1, Asked, Grain);
  for (Instruction &I : make_early_inc_range(instructions(*View))) {
    if (I.getMetadata(names::Guarded))
      Here.guardLoad(cast<LoadInst>(I));
    auto *Call = dyn_cast<CallInst>(&I);
    StringRef Callee = Call && Call->getCalledFunction()
                           ? Call->getCalledFunction()->getName()
                           : StringRef();
    if (Callee == names::AccessRead)
      Here.replaceMark(*Call, (Name + "_read").str());
    else if (Callee == names::AccessWrite)
      Here.replaceMark(*Call, (Name + "_write").str());
    else if (Callee == names::AccessWindow)
      Here.replaceMark(*Call,
                       Name == "bin" ? "window" : (Name + "_write").str());
    else if (Callee == names::SlotMark)
      Here.replaceMark(*Call, "slot");
    else if (Callee == names::OwnedMark)
      Here.replaceMark(*Call, "owns");
    else if (Callee == names::DestinationMark)
      Here.replaceByCall(*Call, names::OrderDestinationSlot);
    else if (Callee == names::SlotDoneMark)
      Here.replaceByCall(*Call, names::OrderSlotDone);
  }
  return View;
}
