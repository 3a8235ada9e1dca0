//===- NarrowIds.cpp - Ids of 32 bits where that is enough ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/NarrowIds.h"
#include "ir/Names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// More operations than that between an id and its `int` are no plain index.
static constexpr unsigned MaxDepth = 8;

/// In dimension 0. In the others it is the same for a whole row.
static bool isId(const Value &V) {
  auto *Call = dyn_cast<CallInst>(&V);
  if (!Call || !Call->getCalledFunction() ||
      Call->getCalledFunction()->getName() != names::OrderGlobalId)
    return false;
  auto *Dimension = dyn_cast<ConstantInt>(Call->getArgOperand(1));
  return Dimension && Dimension->isZero();
}

/// The low bits of its result need no others of its operands.
static bool isModular(const Value &V) {
  auto *Op = dyn_cast<BinaryOperator>(&V);
  if (!Op)
    return false;
  switch (Op->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return true;
  default:
    return false;
  }
}

static bool hasId(const Value &V, unsigned Depth) {
  if (isId(V))
    return true;
  if (Depth == 0 || !isModular(V))
    return false;
  auto &Op = cast<BinaryOperator>(V);
  return hasId(*Op.getOperand(0), Depth - 1) ||
         hasId(*Op.getOperand(1), Depth - 1);
}

static Value *narrow(IRBuilder<> &B, Value &V, Function &LowId,
                     unsigned Depth) {
  if (isId(V)) {
    CallInst *Call = B.CreateCall(&LowId, {cast<CallInst>(V).getArgOperand(0)});
    Call->setCallingConv(LowId.getCallingConv());
    return Call;
  }
  if (!hasId(V, Depth))
    return B.CreateTrunc(&V, B.getInt32Ty());
  auto &Op = cast<BinaryOperator>(V);
  Value *Left = narrow(B, *Op.getOperand(0), LowId, Depth - 1);
  Value *Right = narrow(B, *Op.getOperand(1), LowId, Depth - 1);
  // Without the flags: what did not overflow in 64 bits may do so in 32.
  return B.CreateBinOp(Op.getOpcode(), Left, Right);
}

void tasklet::narrowIds(Function &Body) {
  Function *LowId = Body.getParent()->getFunction(names::OrderLowId);
  SmallVector<TruncInst *, 8> Found;
  for (Instruction &I : instructions(Body))
    if (auto *Trunc = dyn_cast<TruncInst>(&I))
      if (Trunc->getType()->isIntegerTy(32) &&
          Trunc->getSrcTy()->isIntegerTy(64) &&
          hasId(*Trunc->getOperand(0), MaxDepth))
        Found.push_back(Trunc);
  for (TruncInst *Trunc : Found) {
    IRBuilder<> B(Trunc);
    Trunc->replaceAllUsesWith(
        narrow(B, *Trunc->getOperand(0), *LowId, MaxDepth));
    Trunc->eraseFromParent();
  }
}
