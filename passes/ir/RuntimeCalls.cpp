//===- RuntimeCalls.cpp - Calls of the device runtime ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/RuntimeCalls.h"
#include "ir/AddressSpaces.h"
#include "ir/DeviceRuntime.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"

#include "tkl_abi.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

RuntimeCalls::RuntimeCalls(Module &M) : M(M) {
  LLVMContext &C = M.getContext();
  I32 = Type::getInt32Ty(C);
  BytePtr = bytePtrTy(C, spaces().Private);
  GlobalPtr = bytePtrTy(C, spaces().Global);
  Void = Type::getVoidTy(C);
  WorkerPtr = pointerToStruct(C, names::WorkerStruct, spaces().Private);
}

FunctionType *RuntimeCalls::stepType() const {
  return FunctionType::get(I32, {WorkerPtr, BytePtr}, false);
}

CallInst *tasklet::emitRuntimeCall(Module &M, IRBuilderBase &B, StringRef Name,
                                   Type *Result, ArrayRef<Value *> Args) {
  SmallVector<Type *, 6> Params;
  for (Value *Arg : Args)
    Params.push_back(Arg->getType());
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, FunctionType::get(Result, Params, false));
  // No function, but a cast of one, if it is declared with other types.
  if (auto *F = dyn_cast<Function>(Callee.getCallee())) {
    F->setCallingConv(CallingConv::SPIR_FUNC);
    F->setDoesNotThrow();
  }
  CallInst *Call = B.CreateCall(Callee, Args);
  Call->setCallingConv(CallingConv::SPIR_FUNC);
  return Call;
}

Value *RuntimeCalls::call(IRBuilderBase &B, StringRef Name, Type *Result,
                          ArrayRef<Value *> Args) {
  return emitRuntimeCall(M, B, Name, Result, Args);
}

Value *RuntimeCalls::stepId(IRBuilderBase &B, Function *Step) {
  return call(B, names::StepId, I32, {B.CreatePointerCast(Step, BytePtr)});
}
Value *RuntimeCalls::argsOf(IRBuilderBase &B, Function *Task) {
  return call(B, names::Args, BytePtr, {B.CreatePointerCast(Task, BytePtr)});
}
Value *RuntimeCalls::frame(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_frame", GlobalPtr, {W});
}
Value *RuntimeCalls::entryRet(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_entry_ret", GlobalPtr, {W});
}
Value *RuntimeCalls::frameRet(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_frame_ret", GlobalPtr, {W});
}
Value *RuntimeCalls::openFrame(IRBuilderBase &B, Value *W, uint64_t Size) {
  if (wantsTrace())
    return call(
        B, "__tkl_open_traced_frame", I32,
        {W, B.getInt32(Size), stepId(B, B.GetInsertBlock()->getParent())});
  return call(B, "__tkl_open_frame", I32, {W, B.getInt32(Size)});
}
Value *RuntimeCalls::spawn(IRBuilderBase &B, Value *W, Value *Id, Value *Frame,
                           Value *Ret) {
  return call(B, names::Spawn, GlobalPtr, {W, Id, Frame, Ret});
}
void RuntimeCalls::spawned(IRBuilderBase &B, Value *W) {
  call(B, "__tkl_spawned", Void, {W});
}
void RuntimeCalls::suspend(IRBuilderBase &B, Value *W, Value *Frame, Value *Id,
                           Value *Pending, uint64_t Size) {
  call(B, "__tkl_suspend", Void, {W, Frame, Id, Pending, B.getInt32(Size)});
}
Value *RuntimeCalls::hasRoom(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_has_room", B.getInt1Ty(), {W});
}
Value *RuntimeCalls::ranMultiple(IRBuilderBase &B, Value *W, unsigned Of) {
  return call(B, "__tkl_ran_multiple", B.getInt1Ty(), {W, B.getInt32(Of)});
}
Value *RuntimeCalls::refuseSpawn(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_refuse_spawn", I32, {W});
}
Value *RuntimeCalls::suspendAtSpawn(IRBuilderBase &B, Value *W, Value *Frame,
                                    Value *Id, uint64_t Size, Value *Record) {
  return call(B, names::SuspendAtSpawn, I32,
              {W, Frame, Id, B.getInt32(Size), Record});
}
Value *RuntimeCalls::takeChild(IRBuilderBase &B, Value *W, Value *Frame,
                               Value *Pending) {
  return call(B, names::TakeChild, I32, {W, Frame, Pending});
}
Value *RuntimeCalls::takeOldestChild(IRBuilderBase &B, Value *W, Value *Frame,
                                     Value *Pending) {
  return call(B, names::TakeOldestChild, I32, {W, Frame, Pending});
}
Value *RuntimeCalls::canExchange(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_can_exchange", B.getInt1Ty(), {W});
}
Value *RuntimeCalls::exchange(IRBuilderBase &B, Value *W, Value *Id,
                              Value *Frame, Value *Ret) {
  return call(B, "__tkl_exchange", GlobalPtr, {W, Id, Frame, Ret});
}
Value *RuntimeCalls::runExchanged(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_run_exchanged", I32, {W});
}
Value *RuntimeCalls::group(IRBuilderBase &B, Value *Frame, unsigned Group) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Frame,
                                      frameHeader() + Group * groupSize());
}
void RuntimeCalls::openGroups(IRBuilderBase &B, Value *Frame, unsigned Groups,
                              uint64_t Size) {
  call(B, names::OpenGroups, Void,
       {Frame, B.getInt32(Groups), B.getInt32(Size)});
}
Value *RuntimeCalls::spawnInGroup(IRBuilderBase &B, Value *W, Value *Id,
                                  Value *Group, Value *Ret) {
  return call(B, "__tkl_spawn_in_group", GlobalPtr, {W, Id, Group, Ret});
}
void RuntimeCalls::spawnedInGroup(IRBuilderBase &B, Value *Group) {
  call(B, "__tkl_spawned_in_group", Void, {Group});
}
Value *RuntimeCalls::isJoined(IRBuilderBase &B, Value *Group) {
  return call(B, "__tkl_is_joined", B.getInt1Ty(), {Group});
}
Value *RuntimeCalls::areJoined(IRBuilderBase &B, Value *Frame) {
  return call(B, "__tkl_are_joined", B.getInt1Ty(), {Frame});
}
void RuntimeCalls::await(IRBuilderBase &B, Value *W, Value *Frame,
                         Value *Group) {
  call(B, "__tkl_await", Void, {W, Frame, Group});
}
void RuntimeCalls::continueAt(IRBuilderBase &B, Value *W, Value *Frame,
                              Value *Id) {
  call(B, "__tkl_continue_at", Void, {W, Frame, Id});
}
void RuntimeCalls::leaveGroups(IRBuilderBase &B, Value *W, Value *Frame) {
  call(B, "__tkl_leave_groups", Void, {W, Frame});
}
void RuntimeCalls::rootAwait(IRBuilderBase &B, Value *Heap, Value *Frame,
                             Value *Id, uint64_t Groups) {
  call(B, "__tkl_root_await", Void, {Heap, Frame, Id, B.getInt64(Groups)});
}
Value *RuntimeCalls::takenStep(IRBuilderBase &B, Value *W) {
  return call(B, "__tkl_taken_step", I32, {W});
}
void RuntimeCalls::goOn(IRBuilderBase &B, Value *W) {
  call(B, "__tkl_go_on", Void, {W});
}
void RuntimeCalls::runNext(IRBuilderBase &B, Value *W, Value *Ret) {
  call(B, "__tkl_run_next", Void, {W, Ret});
}
void RuntimeCalls::countTasks(IRBuilderBase &B, Value *W, Value *Tasks) {
  call(B, "__tkl_count_tasks", Void, {W, Tasks});
}
void RuntimeCalls::closeFrame(IRBuilderBase &B, Value *W) {
  call(B, "__tkl_close_frame", Void, {W});
}
void RuntimeCalls::stackEnter(IRBuilderBase &B, Value *W, bool Entry) {
  call(B, "__tkl_stack_enter", Void, {W, B.getInt32(Entry)});
}
void RuntimeCalls::stackRecord(IRBuilderBase &B, Value *Record, Value *Place,
                               bool Root) {
  call(B, Root ? "__tkl_stack_root" : "__tkl_stack_record", Void,
       {Record, Place});
}
void RuntimeCalls::stackNext(IRBuilderBase &B, Value *W, Value *Place,
                             bool Tail) {
  call(B, "__tkl_stack_next", Void, {W, Place, B.getInt32(Tail)});
}
Value *RuntimeCalls::rootFrame(IRBuilderBase &B, Value *Heap, uint64_t Size,
                               bool Meets) {
  return call(B, Meets ? "__tkl_root_frame_to_meet" : "__tkl_root_frame",
              GlobalPtr, {Heap, B.getInt32(Size)});
}
Value *RuntimeCalls::rootSpawn(IRBuilderBase &B, Value *Heap, Value *Id,
                               Value *Frame, Value *Ret) {
  return call(B, "__tkl_root_spawn", GlobalPtr, {Heap, Id, Frame, Ret});
}
void RuntimeCalls::rootSuspend(IRBuilderBase &B, Value *Heap, Value *Frame,
                               Value *Id, Value *Children) {
  call(B, "__tkl_root_suspend", Void, {Heap, Frame, Id, Children});
}
