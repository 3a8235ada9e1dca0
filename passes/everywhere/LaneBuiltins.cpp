//===- LaneBuiltins.cpp - Functions of OpenCL in lane loops ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "everywhere/LaneBuiltins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace tasklet;

static Intrinsic::ID intrinsicFor(StringRef Name) {
  return StringSwitch<Intrinsic::ID>(Name)
      .Cases("_Z3clzi", "_Z3clzj", "_Z3clzl", "_Z3clzm", Intrinsic::ctlz)
      .Cases("_Z8popcounti", "_Z8popcountj", "_Z8popcountl", "_Z8popcountm",
             Intrinsic::ctpop)
      .Default(Intrinsic::not_intrinsic);
}

void tasklet::replaceBuiltins(Function &Kernel) {
  for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || !Callee->isDeclaration() || Call->arg_size() != 1)
      continue;
    Value *Operand = Call->getArgOperand(0);
    IRBuilder<> B(Call);
    Value *Result = nullptr;
    switch (intrinsicFor(Callee->getName())) {
    case Intrinsic::ctlz:
      // Of 0, too: as many as there are bits.
      Result = B.CreateBinaryIntrinsic(Intrinsic::ctlz, Operand, B.getFalse());
      break;
    case Intrinsic::ctpop:
      Result = B.CreateUnaryIntrinsic(Intrinsic::ctpop, Operand);
      break;
    default:
      continue;
    }
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
}
