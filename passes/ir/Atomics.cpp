//===- Atomics.cpp - The runtime's atomic operations as instructions ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Atomics.h"
#include "ir/Target.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The value of the atomic operation \p Op on the arguments of \p F; null if it
/// has none.
static Value *emitOrdered(IRBuilder<> &B, StringRef Op, Function &F) {
  constexpr auto AcqRel = AtomicOrdering::AcquireRelease;
  constexpr auto Relaxed = AtomicOrdering::Monotonic;
  Value *Ptr = F.getArg(0);
  if (Op == "peek" || Op == "load") {
    Type *Ty = F.getReturnType();
    LoadInst *Load =
        B.CreateAlignedLoad(Ty, Ptr, Align(Ty->getIntegerBitWidth() / 8));
    Load->setAtomic(Op == "peek" ? Relaxed : AtomicOrdering::Acquire);
    return Load;
  }
  Value *Operand = F.getArg(1);
  Align Alignment(Operand->getType()->getIntegerBitWidth() / 8);
  if (Op == "add" || Op == "count")
    return B.CreateAtomicRMW(AtomicRMWInst::Add, Ptr, Operand, Alignment,
                             Op == "add" ? AcqRel : Relaxed);
  if (Op == "swap")
    return B.CreateAtomicRMW(AtomicRMWInst::Xchg, Ptr, Operand, Alignment,
                             AcqRel);
  if (Op == "cas")
    return B.CreateExtractValue(B.CreateAtomicCmpXchg(Ptr, Operand, F.getArg(2),
                                                      Alignment, AcqRel,
                                                      AtomicOrdering::Acquire),
                                0);
  assert((Op == "store" || Op == "set") &&
         "an operation that atomics.h does not declare");
  B.CreateAlignedStore(Operand, Ptr, Alignment)
      ->setAtomic(Op == "set" ? Relaxed : AtomicOrdering::Release);
  return nullptr;
}

static Value *emit(IRBuilder<> &B, StringRef Op, Function &F) {
  switch (chosenTarget().Atomics) {
  case AtomicForm::Ordered:
    return emitOrdered(B, Op, F);
  }
  llvm_unreachable("a form of Target.h");
}

void tasklet::defineAtomics(Module &M) {
  for (Function &F : M) {
    StringRef Op = F.getName();
    if (!Op.consume_front("__tkl_atomic_") || !F.isDeclaration())
      continue;
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", &F));
    Value *Result = emit(B, Op.split('_').first, F);
    if (Result)
      B.CreateRet(Result);
    else
      B.CreateRetVoid();
    F.addFnAttr(Attribute::AlwaysInline);
  }
}
