//===- CountRounds.cpp - An end for the loops of a slice ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/CountRounds.h"
#include "ir/Names.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// A loop that cannot have more rounds than this ends soon enough, and is often
/// unrolled.
static constexpr unsigned FewRounds = 64;

void tasklet::countRounds(Function &Slice, Argument &Worker,
                          FunctionAnalysisManager &FAM) {
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Slice);
  SmallVector<BasicBlock *, 8> Headers;
  for (Loop *L : FAM.getResult<LoopAnalysis>(Slice).getLoopsInPreorder()) {
    unsigned Most = SE.getSmallConstantMaxTripCount(L);
    if (Most == 0 || Most > FewRounds)
      Headers.push_back(L->getHeader());
  }
  if (Headers.empty())
    return;
  Function *Round = Slice.getParent()->getFunction(names::OrderRound);
  BasicBlock *Return = BasicBlock::Create(Slice.getContext(), "enough", &Slice);
  IRBuilder<>(Return).CreateRetVoid();
  for (BasicBlock *Header : Headers) {
    BasicBlock *Rest =
        Header->splitBasicBlock(Header->getFirstNonPHI(), "round");
    Header->getTerminator()->eraseFromParent();
    IRBuilder<> B(Header);
    CallInst *Call = B.CreateCall(Round, {&Worker});
    Call->setCallingConv(Round->getCallingConv());
    B.CreateCondBr(Call, Return, Rest);
  }
  FAM.clear(Slice, Slice.getName());
}
