//===- LocalAddresses.cpp - No local addresses in vectors -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/LocalAddresses.h"
#include "ir/AddressSpaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

class Expander {
  enum Content { Nothing, Address, Aggregate };
  DenseMap<const Constant *, Content> Seen;

  /// Whether \p C has the address of a local variable in it, and whether that
  /// lies in an aggregate.
  Content contentOf(const Constant *C) {
    if (auto *Variable = dyn_cast<GlobalVariable>(C))
      return Variable->getAddressSpace() == spaces().Local ? Address : Nothing;
    if (isa<GlobalValue>(C) || C->getNumOperands() == 0)
      return Nothing;
    auto Found = Seen.find(C);
    if (Found != Seen.end())
      return Found->second;
    Content Most = Nothing;
    for (const Use &Operand : C->operands())
      if (auto *Part = dyn_cast<Constant>(Operand))
        Most = std::max(Most, contentOf(Part));
    if (Most == Address && isa<ConstantAggregate>(C))
      Most = Aggregate;
    return Seen[C] = Most;
  }

  static Value *insert(Value *Into, Value *Element, unsigned At,
                       Instruction *Before) {
    if (!Into->getType()->isVectorTy())
      return InsertValueInst::Create(Into, Element, At, "", Before);
    auto *Index = ConstantInt::get(Type::getInt32Ty(Into->getContext()), At);
    return InsertElementInst::Create(Into, Element, Index, "", Before);
  }

  Value *expand(Constant *C, Instruction *Before) {
    if (contentOf(C) != Aggregate)
      return C;
    if (auto *Expr = dyn_cast<ConstantExpr>(C)) {
      Instruction *I = Expr->getAsInstruction();
      I->insertBefore(Before);
      expandOperands(*I);
      return I;
    }
    Value *Result = PoisonValue::get(C->getType());
    for (unsigned At = 0; At < C->getNumOperands(); ++At)
      Result = insert(Result, expand(cast<Constant>(C->getOperand(At)), Before),
                      At, Before);
    return Result;
  }

public:
  bool expandOperands(Instruction &I) {
    bool Changed = false;
    for (Use &Operand : I.operands()) {
      auto *C = dyn_cast<Constant>(Operand);
      if (!C || contentOf(C) != Aggregate)
        continue;
      Changed = true;
      auto *Phi = dyn_cast<PHINode>(&I);
      if (!Phi) {
        Operand = expand(C, &I);
        continue;
      }
      // A phi has one value for each block, however many edges come from it.
      BasicBlock *From = Phi->getIncomingBlock(Operand);
      unsigned First = Phi->getBasicBlockIndex(From);
      Operand = First < Operand.getOperandNo()
                    ? Phi->getIncomingValue(First)
                    : expand(C, From->getTerminator());
    }
    return Changed;
  }
};

} // namespace

PreservedAnalyses LocalAddressesPass::run(Module &M, ModuleAnalysisManager &) {
  Expander Vectors;
  bool Changed = false;
  for (Function &F : M) {
    SmallVector<Instruction *, 64> Before;
    for (Instruction &I : instructions(F))
      Before.push_back(&I);
    for (Instruction *I : Before)
      Changed |= Vectors.expandOperands(*I);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
