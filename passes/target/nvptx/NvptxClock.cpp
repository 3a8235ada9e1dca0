//===- NvptxClock.cpp - The timer of NVIDIA's devices ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxClock.h"
#include "target/BuiltinCalls.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

PreservedAnalyses NvptxClockPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Counter = M.getFunction("llvm.readcyclecounter");
  if (!Counter)
    return PreservedAnalyses::all();
  // LLVM 15 has no intrinsic for it. Each reading is one of its own.
  InlineAsm *Read = InlineAsm::get(
      FunctionType::get(Type::getInt64Ty(M.getContext()), false),
      "mov.u64 $0, %globaltimer;", "=l", /*hasSideEffects=*/true);
  replaceCalls(*Counter, [&](IRBuilder<> &B, CallInst &) -> Value * {
    return B.CreateCall(Read);
  });
  Counter->eraseFromParent();
  return PreservedAnalyses::none();
}
