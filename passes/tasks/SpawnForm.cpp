//===- SpawnForm.cpp - From task calls to spawn marks ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/SpawnForm.h"
#include "ir/AddressSpaces.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/StoredForm.h"
#include "tasks/ResultThunks.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The destination of the result of one task call.
struct Destination {
  Value *Ptr = nullptr;      ///< null: ignored
  Instruction *At = nullptr; ///< the store; the call if ignored
  MaybeAlign Alignment;      ///< of the destination, if the store has it
  SmallVector<Instruction *, 4> Conversion; ///< from the call to the store
  bool Known = true; ///< false: a form that this code does not know
};

} // namespace

/// The memcpy that moves the result of \p Call out of the temporary \p Temp.
/// Null if the temporary has other uses.
static MemCpyInst *copyOfTemporary(AllocaInst *Temp, CallInst *Call) {
  MemCpyInst *Copy = nullptr;
  SmallVector<User *, 4> Users(Temp->users());
  while (!Users.empty()) {
    User *U = Users.pop_back_val();
    if (isa<BitCastInst>(U)) {
      Users.append(U->user_begin(), U->user_end());
      continue;
    }
    if (U == Call)
      continue;
    auto *This = dyn_cast<MemCpyInst>(U);
    if (!This || Copy || This->getSource() != Temp ||
        This->getParent() != Call->getParent())
      return nullptr;
    Copy = This;
  }
  return Copy;
}

static Destination aggregateDestination(CallInst *Call) {
  Destination D;
  D.Ptr = Call->getArgOperand(0);
  D.At = Call;
  D.Alignment = Call->getParamAlign(0);
  auto *Temp = dyn_cast<AllocaInst>(D.Ptr);
  if (!Temp)
    return D;
  if (MemCpyInst *Copy = copyOfTemporary(Temp, Call)) {
    D.Ptr = Copy->getDest();
    D.At = Copy;
    D.Alignment = Copy->getDestAlign();
  } else if (Temp->hasOneUse()) {
    D.Ptr = nullptr; // No code reads the temporary.
  }
  return D;
}

static bool isConversion(Instruction *I, Value *Of) {
  if (I->mayHaveSideEffects() || I->mayReadFromMemory() || isa<PHINode>(I) ||
      I->isTerminator())
    return false;
  return all_of(I->operands(), [&](Value *Operand) {
    return Operand == Of || isa<Constant>(Operand);
  });
}

static Destination scalarDestination(CallInst *Call) {
  Destination D;
  D.At = Call;
  for (Value *V = Call; !V->use_empty();) {
    auto *User = V->hasOneUse() ? cast<Instruction>(V->user_back()) : nullptr;
    if (auto *Store = dyn_cast_or_null<StoreInst>(User)) {
      if (Store->getValueOperand() == V) {
        D.Ptr = Store->getPointerOperand();
        D.At = Store;
        D.Alignment = Store->getAlign();
        return D;
      }
    } else if (User && isConversion(User, V)) {
      D.Conversion.push_back(User);
      V = User;
      continue;
    }
    D.Known = false;
    return D;
  }
  return D;
}

/// Strips the cast to the generic address space that a `__global` lvalue may
/// have.
static Value *knownSpace(Value *Ptr) {
  Value *Stripped = Ptr->stripPointerCasts();
  if (Ptr->getType()->getPointerAddressSpace() == spaces().Generic &&
      Stripped->getType()->getPointerAddressSpace() == spaces().Global)
    return Stripped;
  return Ptr;
}

static bool checkDestination(CallInst *Call, Destination &D) {
  Function &F = *Call->getFunction();
  if (!D.Known) {
    reportError(F, Call,
                "the result of a spawn can only be stored; name the variable "
                "in a force and use it there");
    return false;
  }
  if (!D.Ptr)
    return true;
  D.Ptr = knownSpace(D.Ptr);
  unsigned Space = D.Ptr->getType()->getPointerAddressSpace();
  if (Space == spaces().Global ||
      (Space == spaces().Private &&
       isa<AllocaInst>(getUnderlyingObject(D.Ptr, 0))))
    return true;
  reportError(F, Call,
              "the result of a spawn must go to a variable of this function "
              "or to global memory");
  return false;
}

/// The part of the conversion that changes the value. The rest only brings it
/// into the form in which memory holds it (StoredForm.h).
static ArrayRef<Instruction *> realConversion(const Destination &D) {
  ArrayRef<Instruction *> Steps = D.Conversion;
  while (!Steps.empty() && withoutStoredForm(Steps.back()))
    Steps = Steps.drop_back();
  return Steps;
}

/// Notes the alignment of a destination that is less aligned than its type,
/// such as a member of a packed structure. The task then stores all its results
/// with that alignment.
static void noteAlignment(Function *Task, const Destination &D, Type *Ty) {
  if (!D.Ptr || !D.Alignment)
    return;
  uint64_t Natural = heapAlign(Ty, Task->getParent()->getDataLayout());
  uint64_t Here = D.Alignment->value();
  uint64_t Known = numberAttr(*Task, names::ResultAlignAttr, Natural);
  if (Here < Known)
    Task->addFnAttr(names::ResultAlignAttr, std::to_string(Here));
}

static void formSpawn(CallInst *Call, ResultThunks &Thunks) {
  Function *Task = Call->getCalledFunction();
  bool Aggregate = Call->hasStructRetAttr();
  Destination D =
      Aggregate ? aggregateDestination(Call) : scalarDestination(Call);
  if (!checkDestination(Call, D)) {
    if (!Call->use_empty())
      Call->replaceAllUsesWith(UndefValue::get(Call->getType()));
    Call->eraseFromParent();
    return;
  }
  ArrayRef<Instruction *> Conversion = realConversion(D);
  if (!Conversion.empty() && D.Ptr)
    Task = Thunks.get(Call, Conversion);
  noteAlignment(Task, D,
                Aggregate ? Call->getParamStructRetType(0)
                          : Task->getReturnType());
  SmallVector<Value *, 8> Args;
  SmallVector<Type *, 8> ByValTypes;
  for (unsigned I = Aggregate; I < Call->arg_size(); ++I) {
    Args.push_back(Call->getArgOperand(I));
    ByValTypes.push_back(Call->getParamByValType(I));
  }
  CallInst *Spawn = createSpawn(D.At, Task, D.Ptr, Args, ByValTypes);
  Spawn->setDebugLoc(Call->getDebugLoc());
  Spawn->setMetadata(names::CallPlace, Call->getMetadata(names::CallPlace));
  if (D.At != Call)
    D.At->eraseFromParent();
  for (Instruction *Step : reverse(D.Conversion))
    Step->eraseFromParent();
  Call->eraseFromParent();
}

void tasklet::formSpawns(Function &F, ResultThunks &Thunks) {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() && isTask(*Call->getCalledFunction()))
        Calls.push_back(Call);
  for (CallInst *Call : Calls)
    formSpawn(Call, Thunks);
}
