//===- Marks.cpp - Spawns and forces before tasks are split ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Marks.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "ir/StoredForm.h"

#include "tkl_abi.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

bool tasklet::isKernel(const Function &F) {
  return F.getCallingConv() == CallingConv::SPIR_KERNEL;
}

bool tasklet::isTask(const Function &F) {
  return F.hasFnAttribute(names::TaskAttr);
}

bool tasklet::isMarkedAsTask(const Function &F) {
  SmallVector<StringRef, 4> Assumptions;
  F.getFnAttribute(names::AssumeAttr)
      .getValueAsString()
      .split(Assumptions, ',');
  return is_contained(Assumptions, names::AssumeTask);
}

bool tasklet::isWholeTask(const Function &F) {
  return isTask(F) && !isKernel(F) && !F.isDeclaration() &&
         !F.hasFnAttribute(names::StepAttr);
}

StringRef tasklet::nameInSource(const Function &F) {
  return F.getName().split('.').first;
}

Function *tasklet::taskOf(Value *V) {
  return cast<Function>(V->stripPointerCasts());
}

static const Function *calleeOf(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

SpawnMark::SpawnMark(Instruction *I) {
  const Function *Callee = I ? calleeOf(*I) : nullptr;
  if (!Callee)
    return;
  StringRef Name = Callee->getName();
  if (Name == names::SpawnDetached)
    FirstArg = 1;
  else if (Name == names::SpawnPrivate || Name == names::SpawnGlobal)
    FirstArg = 2;
  else
    return;
  Call = cast<CallInst>(I);
}

Function *SpawnMark::task() const { return taskOf(Call->getArgOperand(0)); }

Value *SpawnMark::dest() const {
  return FirstArg == 2 ? Call->getArgOperand(1) : nullptr;
}

AllocaInst *SpawnMark::future() const {
  Value *Dest = dest();
  if (!Dest || Dest->getType()->getPointerAddressSpace() != spaces().Private)
    return nullptr;
  return dyn_cast<AllocaInst>(getUnderlyingObject(Dest, 0));
}

Type *SpawnMark::argType(unsigned I) const {
  return isByVal(I) ? Call->getParamByValType(FirstArg + I) : arg(I)->getType();
}

static FunctionCallee markFunction(Module &M, StringRef Name,
                                   ArrayRef<Type *> Params, bool VarArg) {
  FunctionCallee Mark = M.getOrInsertFunction(
      Name, FunctionType::get(Type::getVoidTy(M.getContext()), Params, VarArg));
  cast<Function>(Mark.getCallee())->setDoesNotThrow();
  // A copy of the mark would be a second step.
  cast<Function>(Mark.getCallee())->addFnAttr(Attribute::NoDuplicate);
  return Mark;
}

CallInst *tasklet::createSpawn(Instruction *Before, Function *Task, Value *Dest,
                               ArrayRef<Value *> Args,
                               ArrayRef<Type *> ByValTypes) {
  Module &M = *Before->getModule();
  LLVMContext &C = M.getContext();
  IRBuilder<> B(Before);
  Type *BytePtr = bytePtrTy(C, spaces().Private);
  SmallVector<Value *, 8> Operands{B.CreatePointerCast(Task, BytePtr)};
  const char *Name = names::SpawnDetached;
  SmallVector<Type *, 2> Params{BytePtr};
  if (Dest) {
    unsigned Space = Dest->getType()->getPointerAddressSpace();
    Name = Space == spaces().Private ? names::SpawnPrivate : names::SpawnGlobal;
    Params.push_back(bytePtrTy(C, Space));
    Operands.push_back(B.CreatePointerCast(Dest, Params.back()));
  }
  unsigned FirstArg = Operands.size();
  Operands.append(Args.begin(), Args.end());
  CallInst *Call =
      B.CreateCall(markFunction(M, Name, Params, /*VarArg=*/true), Operands);
  for (unsigned I = 0; I < Args.size(); ++I)
    if (ByValTypes[I])
      Call->addParamAttr(FirstArg + I,
                         Attribute::getWithByValType(C, ByValTypes[I]));
  return Call;
}

bool tasklet::isForceMark(const Instruction &I) {
  const Function *Callee = calleeOf(I);
  return Callee && Callee->getName() == names::Force;
}

void tasklet::createForce(Instruction *Before) {
  IRBuilder<> B(Before);
  CallInst *Force =
      B.CreateCall(markFunction(*Before->getModule(), names::Force, {}, false));
  Force->setMetadata(names::CallPlace, Before->getMetadata(names::CallPlace));
}

static Metadata *number(LLVMContext &C, uint64_t N) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(C), N));
}

static uint64_t numberIn(const MDNode &Node) {
  return mdconst::extract<ConstantInt>(Node.getOperand(0))->getZExtValue();
}

unsigned tasklet::groupCount(const Function &F) {
  return numberAttr(F, names::GroupsAttr);
}

void tasklet::setGroupCount(Function &F, unsigned Count) {
  F.addFnAttr(names::GroupsAttr, std::to_string(Count));
}

unsigned tasklet::groupOf(const AllocaInst *Future) {
  MDNode *Group = Future ? Future->getMetadata(names::Group) : nullptr;
  return Group ? numberIn(*Group) : 0;
}

void tasklet::setGroup(AllocaInst &Future, unsigned Group) {
  LLVMContext &C = Future.getContext();
  Future.setMetadata(names::Group, MDNode::get(C, {number(C, Group)}));
}

uint64_t tasklet::awaitedGroups(const Instruction &Force) {
  MDNode *Groups = Force.getMetadata(names::Awaits);
  return Groups ? numberIn(*Groups) : AllGroups;
}

void tasklet::setAwaitedGroups(Instruction &Force, uint64_t Groups) {
  LLVMContext &C = Force.getContext();
  if (Groups != AllGroups)
    Force.setMetadata(names::Awaits, MDNode::get(C, {number(C, Groups)}));
}

bool tasklet::joinsAll(const Instruction &I) {
  return isForceMark(I) && awaitedGroups(I) == AllGroups;
}

Value *tasklet::resultMarkOf(Instruction &I) {
  const Function *Callee = calleeOf(I);
  return Callee && Callee->getName() == names::Result ? I.getOperand(0)
                                                      : nullptr;
}

void tasklet::createResult(Instruction *Before, Value *Ptr) {
  IRBuilder<> B(Before);
  Type *BytePtr = bytePtrTy(B.getContext(), spaces().Private);
  B.CreateCall(
      markFunction(*Before->getModule(), names::Result, {BytePtr}, false),
      {B.CreatePointerCast(Ptr, BytePtr)});
}

DeliveryMark::DeliveryMark(Instruction *I) {
  const Function *Callee = I ? calleeOf(*I) : nullptr;
  if (Callee && Callee->getName() == names::Delivery)
    Call = cast<CallInst>(I);
}

AllocaInst *DeliveryMark::future() const {
  return cast<AllocaInst>(getUnderlyingObject(dest(), 0));
}

Align DeliveryMark::alignment() const {
  return Align(cast<ConstantInt>(Call->getArgOperand(1))->getZExtValue());
}

void tasklet::createDelivery(Instruction *Before, Value *Dest, Align Alignment,
                             AllocaInst *Result) {
  IRBuilder<> B(Before);
  Type *BytePtr = bytePtrTy(B.getContext(), spaces().Private);
  Type *Ty = Result->getAllocatedType();
  FunctionCallee Mark =
      markFunction(*Before->getModule(), names::Delivery,
                   {BytePtr, B.getInt64Ty()}, /*VarArg=*/true);
  Value *V = Result;
  // The mark gets the value itself, so SROA can promote the variable.
  if (!Ty->isAggregateType())
    V = loadForm(B, Ty, Result, Result->getAlign());
  CallInst *Call = B.CreateCall(Mark, {B.CreatePointerCast(Dest, BytePtr),
                                       B.getInt64(Alignment.value()), V});
  if (Ty->isAggregateType())
    Call->addParamAttr(2, Attribute::getWithByValType(B.getContext(), Ty));
}

Value *tasklet::ranMarkOf(Instruction &I) {
  const Function *Callee = calleeOf(I);
  return Callee && Callee->getName() == names::Ran ? I.getOperand(0) : nullptr;
}

void tasklet::createRan(Instruction *Before, Value *Tasks) {
  IRBuilder<> B(Before);
  B.CreateCall(
      markFunction(*Before->getModule(), names::Ran, {B.getInt32Ty()}, false),
      {Tasks});
}

bool tasklet::isPluginForce(const Function *F) {
  return F && (F->getName() == names::PluginForce ||
               F->getName() == names::PluginWait);
}

bool tasklet::hasPluginForces(const Module &M) {
  return M.getFunction(names::PluginForce) || M.getFunction(names::PluginWait);
}

bool tasklet::hasMarks(Function &F) {
  for (Instruction &I : instructions(F))
    if (SpawnMark(&I) || isForceMark(I))
      return true;
  return false;
}

uint64_t tasklet::numberAttr(const Function &F, StringRef Name,
                             uint64_t Otherwise) {
  uint64_t Number = Otherwise;
  F.getFnAttribute(Name).getValueAsString().getAsInteger(10, Number);
  return Number;
}

uint64_t tasklet::heapAlign(Type *Ty, const DataLayout &DL) {
  return std::min<uint64_t>(DL.getABITypeAlign(Ty).value(), TKL_ALIGN);
}

ArgLayout::ArgLayout(ArrayRef<Type *> Types, const DataLayout &DL) {
  for (Type *Ty : Types) {
    uint64_t Align = heapAlign(Ty, DL);
    Size = alignTo(Size, Align);
    Offsets.push_back(Size);
    Size += DL.getTypeAllocSize(Ty);
    Alignment = std::max(Alignment, Align);
  }
}

uint64_t ArgLayout::recordOffset() const {
  return alignTo(recordHeader(), Alignment);
}
