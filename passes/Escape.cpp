//===- Escape.cpp - Keep private and local addresses in their step --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Escape.h"
#include "AddressSpaces.h"
#include "Diagnose.h"
#include "LLVMCompat.h"
#include "Marks.h"

#include "llvm/ADT/DenseMap.h"
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

class Summaries;

/// The values of a function that may carry such an address, and the variables
/// that may hold one.
class Carriers {
  Summaries &Callees;
  SetVector<Value *> Values;
  SmallPtrSet<AllocaInst *, 8> Holders;
  SetVector<Instruction *> Differences;
  bool ToUnknown = false;

  void add(Value *V) { Values.insert(V); }
  void spread();
  void followUse(Value *V, Use &U);
  void followCall(CallInst *Call, unsigned ArgNo);
  void hold(Value *Ptr);
  void hold(AllocaInst *Variable);

public:
  /// What the function itself takes the address of.
  Carriers(Function &F, Summaries &Callees);
  /// Only what comes from one parameter.
  Carriers(Argument &From, Summaries &Callees);

  bool carries(Value *V) const { return Values.count(V); }
  bool holds(Value *Ptr) const {
    auto *Variable = dyn_cast<AllocaInst>(getUnderlyingObject(Ptr, 0));
    return Variable && Holders.count(Variable);
  }
  /// A carrier was stored to memory that is no variable of the function.
  bool storesToUnknown() const { return ToUnknown; }
};

/// What ordinary functions do with an address that they are given.
struct Summary {
  bool Returns = false; ///< The result may carry it.
  bool Stores = false;  ///< Memory that other parameters point to may hold it.
};

class Summaries {
  DenseMap<Argument *, Summary> Known;

public:
  Summary of(Argument &Arg) {
    // Found while it is being computed: a recursive function, an error
    // elsewhere.
    auto [Entry, New] = Known.insert({&Arg, Summary()});
    if (!New)
      return Entry->second;
    Carriers Found(Arg, *this);
    Summary S;
    S.Stores = Found.storesToUnknown();
    for (BasicBlock &BB : *Arg.getParent())
      if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
        S.Returns |=
            Ret->getReturnValue() && Found.carries(Ret->getReturnValue());
    return Known[&Arg] = S;
  }
};

} // namespace

static bool isLocalPointer(const Value *V) {
  auto *Ty = dyn_cast<PointerType>(V->getType());
  return Ty && Ty->getAddressSpace() == space::Local;
}

Carriers::Carriers(Function &F, Summaries &Callees) : Callees(Callees) {
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
  spread();
}

Carriers::Carriers(Argument &From, Summaries &Callees) : Callees(Callees) {
  add(&From);
  spread();
}

void Carriers::spread() {
  for (unsigned I = 0; I < Values.size();) {
    for (; I < Values.size(); ++I)
      for (Use &U : Values[I]->uses())
        if (isa<Instruction>(U.getUser()))
          followUse(Values[I], U);
    // The distance of two addresses is a number. That both operands are
    // addresses is known only now.
    for (Instruction *Sub : Differences)
      if (!carries(Sub->getOperand(0)) || !carries(Sub->getOperand(1)))
        add(Sub);
  }
}

/// The variable may hold a carrier: so may whatever is read from it.
void Carriers::hold(AllocaInst *Variable) {
  if (!Holders.insert(Variable).second)
    return;
  SmallVector<Value *, 8> Work{Variable};
  SmallPtrSet<Value *, 8> Seen;
  while (!Work.empty()) {
    Value *Address = Work.pop_back_val();
    if (!Seen.insert(Address).second)
      continue;
    for (User *U : Address->users()) {
      if (isa<LoadInst>(U))
        add(U);
      else if (isa<CastInst>(U) || isa<GetElementPtrInst>(U) ||
               isa<SelectInst>(U) || isa<PHINode>(U))
        Work.push_back(U);
      else if (auto *Copy = dyn_cast<MemTransferInst>(U)) {
        if (Copy->getRawSource() == Address)
          hold(Copy->getRawDest());
      }
    }
  }
}

void Carriers::hold(Value *Ptr) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Ptr, Objects, nullptr, 0);
  for (const Value *Object : Objects) {
    if (auto *Variable = dyn_cast<AllocaInst>(Object))
      hold(const_cast<AllocaInst *>(Variable));
    else
      ToUnknown = true;
  }
}

void Carriers::followCall(CallInst *Call, unsigned ArgNo) {
  Function *Callee = Call->getCalledFunction();
  if (!Callee || Callee->isDeclaration() || ArgNo >= Callee->arg_size())
    return;
  Summary S = Callees.of(*Callee->getArg(ArgNo));
  if (S.Returns)
    add(Call);
  if (S.Stores)
    for (Value *Arg : Call->args())
      if (Arg->getType()->isPointerTy() && Arg != Call->getArgOperand(ArgNo))
        hold(Arg);
}

void Carriers::followUse(Value *V, Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (auto *Store = dyn_cast<StoreInst>(I)) {
    if (Store->getValueOperand() == V)
      hold(Store->getPointerOperand());
    return;
  }
  if (auto *Call = dyn_cast<CallInst>(I)) {
    if (Call->isArgOperand(&U) && !SpawnMark(Call))
      followCall(Call, Call->getArgOperandNo(&U));
    return;
  }
  if (I->getOpcode() == Instruction::Sub) {
    Differences.insert(I);
    return;
  }
  // Comparing two addresses, or reading through one, gives away no address.
  if (isa<CastInst>(I) || isa<GetElementPtrInst>(I) || isa<PHINode>(I) ||
      isa<SelectInst>(I) || isa<BinaryOperator>(I) || isa<FreezeInst>(I) ||
      isa<InsertValueInst>(I) || isa<ExtractValueInst>(I) ||
      isa<InsertElementInst>(I) || isa<ExtractElementInst>(I) ||
      isa<ShuffleVectorInst>(I))
    add(I);
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
      if (Outside && isOpenCLObject(Operand->getType())) {
        if (Reported.insert(Operand))
          reportError(F, &I,
                      "the body of a force uses an image or a sampler, which "
                      "are there for the kernel itself only; read what the "
                      "body needs before the force");
        continue;
      }
      if (!Outside || isa<AllocaInst>(Operand) || !Found.carries(Operand))
        continue;
      // Where a variable is, tkl-capture computes anew: what is captured are
      // its contents.
      if (From && (isa<BitCastInst>(From) || isa<GetElementPtrInst>(From)) &&
          isa<AllocaInst>(getUnderlyingObject(From, 0)))
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
  Summaries Callees;
  for (Function &F : M) {
    if (F.isDeclaration() || (!isTask(F) && !hasMarks(F)))
      continue;
    Carriers Found(F, Callees);
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
