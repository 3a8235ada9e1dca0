//===- Sums.cpp - Kernels that only add to monitored memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Sums.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tasklet;

/// The load of a sum that \p Store stores with something added, and which is used
/// for nothing else; else null. In between, nothing is written.
static LoadInst *addsTo(StoreInst &Store) {
  auto *Sum = dyn_cast<BinaryOperator>(Store.getValueOperand());
  if (!Store.isSimple() || !Sum || !Sum->hasOneUse())
    return nullptr;
  auto IsSum = [&](Value *V) -> LoadInst * {
    auto *Load = dyn_cast<LoadInst>(V);
    return Load && Load->isSimple() && Load->hasOneUse() &&
                   Load->getPointerOperand() == Store.getPointerOperand() &&
                   Load->getAlign() == Store.getAlign() &&
                   Load->getParent() == Store.getParent()
               ? Load
               : nullptr;
  };
  LoadInst *Load = nullptr;
  if (Sum->getOpcode() == Instruction::Add ||
      Sum->getOpcode() == Instruction::Sub)
    Load = IsSum(Sum->getOperand(0));
  if (!Load && Sum->getOpcode() == Instruction::Add)
    Load = IsSum(Sum->getOperand(1));
  if (!Load)
    return nullptr;
  // A store to the same place between the two would be lost.
  for (Instruction *I = Load; I != &Store; I = I->getNextNode())
    if (!I || I->mayWriteToMemory())
      return nullptr;
  return Load;
}

std::optional<Sums> tasklet::findSums(Function &Body,
                                      ArrayRef<unsigned> Monitored) {
  if (Monitored.size() != 1)
    return std::nullopt;
  SmallVector<Value *, 8> Pointers{Body.getArg(Monitored[0])};
  SmallVector<LoadInst *, 4> Loads;
  unsigned Added = 0;
  Type *Ty = nullptr;
  while (!Pointers.empty())
    for (User *U : Pointers.pop_back_val()->users()) {
      if (isa<GetElementPtrInst>(U) || isa<BitCastInst>(U)) {
        Pointers.push_back(U);
      } else if (auto *Load = dyn_cast<LoadInst>(U)) {
        Loads.push_back(Load);
      } else if (auto *Store = dyn_cast<StoreInst>(U)) {
        LoadInst *Before = addsTo(*Store);
        if (!Before || (Ty && Ty != Before->getType()))
          return std::nullopt;
        Ty = Before->getType();
        ++Added;
      } else {
        return std::nullopt;
      }
    }
  // Each load belongs to one store, since it has one use.
  if (!Ty || Loads.size() != Added ||
      !(Ty->isIntegerTy(32) || Ty->isIntegerTy(64)))
    return std::nullopt;
  const unsigned Bytes = Ty->getIntegerBitWidth() / 8;
  // Those of packed structures may lie across two words of the copies, or across
  // each other.
  if (any_of(Loads, [&](LoadInst *Each) { return Each->getAlign() < Bytes; }))
    return std::nullopt;
  return Sums{Monitored[0], Bytes};
}
