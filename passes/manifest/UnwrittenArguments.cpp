//===- UnwrittenArguments.cpp - What a kernel only reads ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "manifest/UnwrittenArguments.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Follows a pointer to all that is made of it.
class Follower {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *, 16> Todo;

  void add(const Value &V) {
    if (Seen.insert(&V).second)
      Todo.push_back(&V);
  }
  bool mayWrite(const Use &U);
  bool mayWrite(const CallBase &Call, const Use &U);
  bool isOnlyLoaded(const Value *Variable);

public:
  bool mayBeWritten(const Argument &Pointer);
};

} // namespace

bool Follower::mayWrite(const CallBase &Call, const Use &U) {
  if (!Call.isArgOperand(&U))
    return true;
  // Who writes nothing can only give it back.
  const unsigned Number = Call.getArgOperandNo(&U);
  if (Call.onlyReadsMemory()) {
    if (!Call.getType()->isVoidTy())
      add(Call);
    return false;
  }
  // It writes other memory, and keeps the pointer nowhere.
  if (Call.onlyReadsMemory(Number) && Call.doesNotCapture(Number))
    return false;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isDeclaration() || Callee->isVarArg() ||
      Number >= Callee->arg_size())
    return true;
  add(*Callee->getArg(Number));
  return false;
}

bool Follower::mayWrite(const Use &U) {
  const User *By = U.getUser();
  if (isa<LoadInst>(By) || isa<ICmpInst>(By))
    return false;
  if (isa<GEPOperator>(By) || isa<BitCastOperator>(By) ||
      isa<AddrSpaceCastOperator>(By) || isa<PHINode>(By) ||
      isa<SelectInst>(By)) {
    add(*By);
    return false;
  }
  if (const auto *Call = dyn_cast<CallBase>(By))
    return mayWrite(*Call, U);
  const auto *Store = dyn_cast<StoreInst>(By);
  return !Store || U.getOperandNo() != 0 ||
         !isOnlyLoaded(Store->getPointerOperand());
}

/// If \p Variable is one in which values are put, and taken out again, as clang
/// does with parameters: then what is taken out is what was put in.
bool Follower::isOnlyLoaded(const Value *Variable) {
  if (!isa<AllocaInst>(Variable))
    return false;
  SmallVector<const Value *, 4> Names = {Variable};
  while (!Names.empty())
    for (const Use &U : Names.pop_back_val()->uses()) {
      const auto *I = cast<Instruction>(U.getUser());
      if (isa<BitCastInst>(I))
        Names.push_back(I);
      else if (isa<LoadInst>(I))
        add(*I);
      else if (!I->isLifetimeStartOrEnd() &&
               !(isa<StoreInst>(I) && U.getOperandNo() == 1))
        return false;
    }
  return true;
}

bool Follower::mayBeWritten(const Argument &Pointer) {
  add(Pointer);
  while (!Todo.empty())
    for (const Use &U : Todo.pop_back_val()->uses())
      if (mayWrite(U))
        return true;
  return false;
}

SmallVector<unsigned, 8> tasklet::unwrittenArguments(const Function &Kernel) {
  SmallVector<unsigned, 8> Found;
  for (const Argument &Arg : Kernel.args())
    if (Arg.getType()->isPointerTy() && !Arg.hasByValAttr() &&
        !isOpenCLObject(Arg.getType()) &&
        Arg.getType()->getPointerAddressSpace() == spaces().Global &&
        !Follower().mayBeWritten(Arg))
      Found.push_back(Arg.getArgNo());
  return Found;
}
