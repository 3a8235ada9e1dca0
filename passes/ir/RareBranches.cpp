//===- RareBranches.cpp - Ways that failures take -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/RareBranches.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

// LLVM's own weights for what is hardly taken are 1 to 2000 or less.
static constexpr uint32_t Usual = 1 << 20;
static constexpr uint64_t Least = 1 << 16;

MDNode *tasklet::rareWeights(LLVMContext &C, unsigned Rare) {
  return MDBuilder(C).createBranchWeights(Rare == 0 ? 1 : Usual,
                                          Rare == 0 ? Usual : 1);
}

int tasklet::rareSuccessor(const BranchInst &Br) {
  uint64_t First, Second;
  if (!Br.isConditional() || !readBranchWeights(Br, First, Second))
    return -1;
  // Passes that combine branches scale weights, to 0 as well.
  if (First >= Least && First / Least >= Second)
    return 1;
  if (Second >= Least && Second / Least >= First)
    return 0;
  return -1;
}
