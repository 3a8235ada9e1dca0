//===- LoadNumbers.cpp - Which loads of a body its slice makes ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/LoadNumbers.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

void tasklet::numberLoads(Function &Body) {
  LLVMContext &C = Body.getContext();
  unsigned Next = 0;
  for (Instruction &I : instructions(Body))
    if (isa<LoadInst>(I))
      I.setMetadata(names::LoadNumber,
                    MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(
                                       Type::getInt32Ty(C), Next++))));
}

static std::optional<unsigned> numberOf(const Instruction &I) {
  MDNode *Number = I.getMetadata(names::LoadNumber);
  if (!Number)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Number->getOperand(0))->getZExtValue();
}

DenseSet<unsigned> tasklet::paramsReadByBoth(const Function &Body,
                                             const Function &Slice) {
  DenseSet<unsigned> Numbers, Both, Others;
  for (const Instruction &I : instructions(Slice))
    if (std::optional<unsigned> Number = numberOf(I))
      Numbers.insert(*Number);
  for (const Instruction &I : instructions(Body)) {
    std::optional<unsigned> Number = numberOf(I);
    const bool IsInSlice = Number && Numbers.count(*Number);
    if (auto Accesses = accessesOf(const_cast<Instruction &>(I)))
      for (const Access &A : *Accesses)
        for (unsigned Param : basesOf(*A.Pointer).Params)
          (IsInSlice ? Both : Others).insert(Param);
  }
  for (unsigned Param : Others)
    Both.erase(Param);
  return Both;
}

void tasklet::dropLoadNumbers(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<LoadInst>(I))
        I.setMetadata(names::LoadNumber, nullptr);
}
