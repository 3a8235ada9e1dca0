//===- Escape.cpp - Keep private and local addresses in their step --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Escape.h"
#include "AddressSpaces.h"
#include "Diagnose.h"
#include "Marks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The values of a function that may carry such an address, and the variables
/// that may hold one.
class Carriers {
  SetVector<Value *> Values;
  SmallPtrSet<AllocaInst *, 8> Holders;

  void add(Value *V) { Values.insert(V); }
  void follow(Value *V);
  void followUse(Value *V, User *U);
  void hold(Value *Ptr);

public:
  explicit Carriers(Function &F);
  bool carries(Value *V) const { return Values.count(V); }
  bool holds(Value *Ptr) const {
    auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Ptr, 0));
    return Variable && Holders.count(Variable);
  }
};

} // namespace

static bool isLocalPointer(const Value *V) {
  auto *Ty = dyn_cast<PointerType>(V->getType());
  return Ty && Ty->getAddressSpace() == space::Local;
}

Carriers::Carriers(Function &F) {
  for (Argument &Arg : F.args())
    if (isLocalPointer(&Arg))
      add(&Arg);
  for (Instruction &I : instructions(F)) {
    if (isa<AllocaInst>(I))
      add(&I);
    for (Value *Operand : I.operands())
      if (auto *G = dyn_cast<GlobalVariable>(Operand->stripPointerCasts()))
        if (G->getAddressSpace() == space::Local)
          add(Operand);
  }
  for (unsigned I = 0; I < Values.size(); ++I)
    follow(Values[I]);
}

/// The variable at \p Ptr may hold a carrier: so may whatever is read from it.
void Carriers::hold(Value *Ptr) {
  auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Ptr, 0));
  if (!Variable || !Holders.insert(Variable).second)
    return;
  SmallVector<Value *, 8> Work{Variable};
  while (!Work.empty()) {
    Value *Address = Work.pop_back_val();
    for (User *U : Address->users()) {
      if (isa<LoadInst>(U))
        add(U);
      else if (isa<BitCastInst>(U) || isa<GetElementPtrInst>(U))
        Work.push_back(U);
      else if (auto *Copy = dyn_cast<MemTransferInst>(U)) {
        if (Copy->getRawSource() == Address)
          hold(Copy->getRawDest());
      }
    }
  }
}

void Carriers::followUse(Value *V, User *U) {
  if (auto *Store = dyn_cast<StoreInst>(U)) {
    if (Store->getValueOperand() == V)
      hold(Store->getPointerOperand());
    return;
  }
  // Comparing two addresses, or reading through one, gives away no address.
  if (isa<CastInst>(U) || isa<GetElementPtrInst>(U) || isa<PHINode>(U) ||
      isa<SelectInst>(U) || isa<BinaryOperator>(U) || isa<FreezeInst>(U) ||
      isa<InsertValueInst>(U) || isa<ExtractValueInst>(U) ||
      isa<InsertElementInst>(U) || isa<ExtractElementInst>(U) ||
      isa<ShuffleVectorInst>(U))
    add(U);
}

void Carriers::follow(Value *V) {
  for (User *U : V->users())
    if (isa<Instruction>(U))
      followUse(V, U);
}

static const char *const Advice =
    "pass the contents by value, or keep them in global memory";

static void checkSpawn(Function &F, const Carriers &Found, SpawnMark Spawn) {
  for (unsigned I = 0; I < Spawn.numArgs(); ++I) {
    Value *Arg = Spawn.arg(I);
    bool Leaves = Spawn.isByVal(I) ? Found.holds(Arg) : Found.carries(Arg);
    if (Leaves)
      reportError(F, Spawn.call(),
                  "argument " + Twine(I + 1) + " of the spawn of '" +
                      Spawn.task()->getName() +
                      "' carries the address of private or local memory, "
                      "which the task cannot reach; " +
                      Advice);
  }
}

static void checkReturn(Function &F, const Carriers &Found, Instruction &I) {
  bool Leaves = false;
  if (auto *Ret = dyn_cast<ReturnInst>(&I))
    Leaves = Ret->getReturnValue() && Found.carries(Ret->getReturnValue());
  else if (Value *Result = resultMarkOf(I))
    Leaves = Found.holds(Result);
  if (Leaves)
    reportError(F, &I,
                Twine("the result carries the address of private or local "
                      "memory, which is gone when the task returns; ") +
                    Advice);
}

/// The blocks behind a force may not use a carrier from before it.
static void checkForce(Function &F, const Carriers &Found, Instruction *Mark) {
  SetVector<BasicBlock *> Body;
  SmallVector<BasicBlock *, 16> Work(successors(Mark->getParent()));
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (Body.insert(BB))
      Work.append(succ_begin(BB), succ_end(BB));
  }
  auto Inside = [&](Instruction *I) {
    return Body.count(I->getParent()) ||
           (I->getParent() == Mark->getParent() && Mark->comesBefore(I));
  };
  SetVector<Value *> Reported;
  for (Instruction &I : instructions(F)) {
    if (!Inside(&I))
      continue;
    for (Value *Operand : I.operands()) {
      auto *From = dyn_cast<Instruction>(Operand);
      bool Outside = isa<Argument>(Operand) || (From && !Inside(From));
      if (!Outside || isa<AllocaInst>(Operand) || !Found.carries(Operand))
        continue;
      // Where a variable is, is computed anew: only its contents are captured.
      if (From && (isa<BitCastInst>(From) || isa<GetElementPtrInst>(From)) &&
          isa<AllocaInst>(getUnderlyingObject(From, 0)) && !From->hasName())
        continue;
      if (Reported.insert(Operand))
        reportError(F, &I,
                    Twine("the body of a force uses an address of private or "
                          "local memory from before it, which is gone by "
                          "then; ") +
                        Advice);
    }
  }
}

PreservedAnalyses EscapePass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M) {
    if (F.isDeclaration() || (!isTask(F) && !hasMarks(F)))
      continue;
    Carriers Found(F);
    for (Instruction &I : instructions(F)) {
      if (SpawnMark Spawn(&I); Spawn)
        checkSpawn(F, Found, Spawn);
      else if (isForceMark(I))
        checkForce(F, Found, &I);
      else if (isTask(F))
        checkReturn(F, Found, I);
    }
  }
  return PreservedAnalyses::all();
}
