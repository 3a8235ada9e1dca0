//===- Dispatch.cpp - One kernel that runs every step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "AddressSpaces.h"
#include "DeviceRuntime.h"
#include "Diagnose.h"
#include "LLVMCompat.h"
#include "Manifest.h"
#include "Marks.h"
#include "Names.h"
#include "RuntimeCalls.h"

#include "tkl_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/Triple.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// A step in the dispatch kernel.
struct Case {
  unsigned Id = 0;
  bool Entry = false;
  BasicBlock *FromLoop = nullptr; ///< the case of the switch
  BasicBlock *Body = nullptr;     ///< runs the step
  Value *Args = nullptr;          ///< of an entry step: private memory
};

class DispatchBuilder {
  Module &M;
  RuntimeCalls RT;
  LLVMContext &C;
  MapVector<Function *, Case> Cases;
  Function *Kernel = nullptr;

public:
  explicit DispatchBuilder(Module &M) : M(M), RT(M), C(M.getContext()) {}
  void numberSteps();
  ProgramSizes sizes();
  void build();
  void resolveIds();
  void resolveArgs();
  void removeSteps();
  Function *kernel() { return Kernel; }

private:
  void addKernelMetadata();
  void loadArgs(IRBuilder<> &B, Value *W, Function *Step, Case &This);
  void runStep(Value *W, Function *Step, Case &This, BasicBlock *Back,
               BasicBlock *End);
};

} // namespace

/// The calls of the symbol \p Name in \p M.
static SmallVector<CallInst *, 16> callsOf(Module &M, StringRef Name) {
  SmallVector<CallInst *, 16> Calls;
  if (Function *F = M.getFunction(Name))
    for (User *U : F->users())
      Calls.push_back(cast<CallInst>(U));
  return Calls;
}

/// Numbers the steps that anybody names, in the order of the module.
void DispatchBuilder::numberSteps() {
  SmallPtrSet<Function *, 16> Named;
  for (CallInst *Call : callsOf(M, names::StepId)) {
    Named.insert(taskOf(Call->getArgOperand(0)));
    assert(!taskOf(Call->getArgOperand(0))->isDeclaration() &&
           "tkl-link sees that every task is defined");
  }
  for (Function &F : M)
    if (Named.count(&F)) {
      Case &This = Cases[&F];
      This.Id = TKL_STEP_FIRST + Cases.size() - 1;
      This.Entry =
          F.getFnAttribute(names::StepAttr).getValueAsString() == "entry";
    }
}

ProgramSizes DispatchBuilder::sizes() {
  uint64_t Record = 32, Alignment = 8, Frame = 0;
  for (auto &[Step, This] : Cases) {
    uint64_t Offset = numberAttr(*Step, names::ArgsOffsetAttr);
    if (This.Entry && Offset % TKL_ALIGN == 0)
      Alignment = TKL_ALIGN;
    Record = std::max(Record, Offset + numberAttr(*Step, names::ArgsSizeAttr));
    Frame = std::max(Frame, numberAttr(*Step, names::FrameSizeAttr));
  }
  // Room for a few frames of the largest kind; a power of two for the eye only.
  return {alignTo(Record, Alignment),
          std::max<uint64_t>(16384, PowerOf2Ceil(4 * Frame + 64))};
}

void DispatchBuilder::addKernelMetadata() {
  auto Int = [&](unsigned N) {
    return ConstantAsMetadata::get(ConstantInt::get(RT.I32, N));
  };
  auto One = [&](const char *Key, Metadata *Value) {
    Kernel->setMetadata(Key, MDNode::get(C, {Value}));
  };
  One("kernel_arg_addr_space", Int(space::Global));
  One("kernel_arg_access_qual", MDString::get(C, "none"));
  One("kernel_arg_type", MDString::get(C, "char*"));
  One("kernel_arg_base_type", MDString::get(C, "char*"));
  One("kernel_arg_type_qual", MDString::get(C, ""));
  Kernel->setMetadata("reqd_work_group_size",
                      MDNode::get(C, {Int(1), Int(1), Int(1)}));
}

void DispatchBuilder::loadArgs(IRBuilder<> &B, Value *W, Function *Step,
                               Case &This) {
  uint64_t Size = numberAttr(*Step, names::ArgsSizeAttr);
  uint64_t Offset = numberAttr(*Step, names::ArgsOffsetAttr);
  This.FromLoop =
      BasicBlock::Create(C, Step->getName() + ".record", Kernel, This.Body);
  This.Args = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size), nullptr,
                             Step->getName() + ".args");
  cast<AllocaInst>(This.Args)->setAlignment(Align(TKL_ALIGN));
  IRBuilder<> In(This.FromLoop);
  Value *Record = RT.ofWorker(In, "__tkl_record_of", RT.GlobalPtr, {W});
  if (Size != 0)
    In.CreateMemCpy(This.Args, Align(TKL_ALIGN), byteOffset(In, Record, Offset),
                    Align(Offset % TKL_ALIGN == 0 ? TKL_ALIGN : 8), Size);
  In.CreateBr(This.Body);
}

void DispatchBuilder::runStep(Value *W, Function *Step, Case &This,
                              BasicBlock *Back, BasicBlock *End) {
  IRBuilder<> B(This.Body);
  RT.ofWorker(B, This.Entry ? "__tkl_count_task" : "__tkl_count_continuation",
              RT.Void, {W});
  Value *Args = This.Entry ? This.Args : Constant::getNullValue(RT.BytePtr);
  CallInst *Action =
      B.CreateCall(Step, {W, B.CreatePointerCast(Args, RT.BytePtr)});
  Action->setCallingConv(Step->getCallingConv());
  SwitchInst *Switch = B.CreateSwitch(Action, Back);
  Switch->addCase(B.getInt32(TKL_ACTION_FAIL), End);
  SmallPtrSet<Function *, 4> Seen;
  for (Instruction &I : instructions(*Step)) {
    auto *Ret = dyn_cast<ReturnInst>(&I);
    auto *Id = Ret ? dyn_cast<CallInst>(Ret->getReturnValue()) : nullptr;
    if (!Id)
      continue;
    Function *Next = taskOf(Id->getArgOperand(0));
    if (Seen.insert(Next).second)
      Switch->addCase(B.getInt32(Cases[Next].Id), Cases[Next].Body);
  }
}

void DispatchBuilder::build() {
  Kernel = Function::Create(FunctionType::get(RT.Void, {RT.GlobalPtr}, false),
                            GlobalValue::ExternalLinkage, names::Dispatch, M);
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  Kernel->setDoesNotThrow();
  Kernel->getArg(0)->setName("heap");
  addKernelMetadata();
  auto Block = [&](const Twine &Name) {
    return BasicBlock::Create(C, Name, Kernel);
  };
  BasicBlock *Entry = Block("entry"), *Loop = Block("loop");
  BasicBlock *Leave = Block("leave"), *Shrink = Block("chunk.end");
  BasicBlock *Finish = Block("segment.end"), *Back = Block("back");
  for (auto &[Step, This] : Cases)
    This.Body = Block(Step->getName());
  BasicBlock *End = Block("end");

  IRBuilder<> B(Entry);
  auto *WorkerTy = StructType::getTypeByName(C, names::WorkerStruct);
  AllocaInst *W = B.CreateAlloca(WorkerTy, nullptr, "worker");
  for (auto &[Step, This] : Cases) {
    if (This.Entry)
      loadArgs(B, W, Step, This);
    else
      This.FromLoop = This.Body;
  }
  AllocaInst *Cold = B.CreateAlloca(
      StructType::getTypeByName(C, names::ColdStruct), nullptr, "cold");
  Value *First =
      RT.ofWorker(B, "__tkl_begin", RT.I32, {W, Cold, Kernel->getArg(0)});
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *StepNumber = B.CreatePHI(RT.I32, 3, "step");
  StepNumber->addIncoming(First, Entry);
  SwitchInst *Switch = B.CreateSwitch(StepNumber, End, Cases.size() + 3);
  Switch->addCase(B.getInt32(TKL_STEP_SEGMENT_END), Finish);
  Switch->addCase(B.getInt32(TKL_STEP_CHUNK_END), Shrink);
  Switch->addCase(B.getInt32(TKL_STEP_LEAVE), Leave);

  B.SetInsertPoint(Leave);
  RT.closeFrame(B, W);
  B.CreateBr(Back);
  B.SetInsertPoint(Shrink);
  RT.ofWorker(B, "__tkl_step_chunk_end", RT.Void, {W});
  B.CreateBr(Back);
  B.SetInsertPoint(Finish);
  StepNumber->addIncoming(RT.ofWorker(B, "__tkl_step_segment_end", RT.I32, {W}),
                          Finish);
  B.CreateBr(Loop);
  B.SetInsertPoint(Back);
  StepNumber->addIncoming(RT.ofWorker(B, "__tkl_return", RT.I32, {W}), Back);
  B.CreateBr(Loop);
  B.SetInsertPoint(End);
  RT.ofWorker(B, "__tkl_end", RT.Void, {W});
  B.CreateRetVoid();

  for (auto &[Step, This] : Cases) {
    Switch->addCase(B.getInt32(This.Id), This.FromLoop);
    runStep(W, Step, This, Back, End);
  }
}

void DispatchBuilder::resolveIds() {
  for (CallInst *Call : callsOf(M, names::StepId)) {
    Function *Step = taskOf(Call->getArgOperand(0));
    Call->replaceAllUsesWith(ConstantInt::get(RT.I32, Cases[Step].Id));
    Call->eraseFromParent();
  }
}

/// Once all steps are inlined, the arguments of each are a variable of the
/// dispatch kernel.
void DispatchBuilder::resolveArgs() {
  for (CallInst *Call : callsOf(M, names::Args)) {
    if (Call->getFunction() != Kernel)
      continue;
    IRBuilder<> B(Call);
    Call->replaceAllUsesWith(B.CreatePointerCast(
        Cases[taskOf(Call->getArgOperand(0))].Args, RT.BytePtr));
    Call->eraseFromParent();
  }
}

void DispatchBuilder::removeSteps() {
  SmallVector<Function *, 16> Steps;
  for (Function &F : M)
    if (F.hasFnAttribute(names::StepAttr) || isTask(F))
      if (!isKernel(F))
        Steps.push_back(&F);
  for (Function *Step : Steps)
    Step->dropAllReferences();
  for (Function *Step : Steps) {
    Step->removeDeadConstantUsers();
    assert(Step->use_empty() && "a step that dispatch did not inline");
    Step->eraseFromParent();
  }
  for (const char *Name : {names::StepId, names::Args})
    if (Function *F = M.getFunction(Name))
      F->eraseFromParent();
}

PreservedAnalyses DispatchPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all(); // Lowered long ago.
  if (none_of(M, [](Function &F) {
        return F.hasFnAttribute(names::StepAttr) ||
               F.hasFnAttribute(names::HiddenArgAttr);
      }))
    return PreservedAnalyses::all();
  if (Triple(M.getTargetTriple()).getArch() != Triple::spir64) {
    reportError(M, "programs with tasks are compiled for the target spir64 "
                   "(-target spir64), not '" +
                       M.getTargetTriple() + "'");
    return PreservedAnalyses::all();
  }
  DispatchBuilder Builder(M);
  Builder.numberSteps();
  ProgramSizes Sizes = Builder.sizes();
  if (!linkDeviceRuntime(M, Sizes.Record))
    return PreservedAnalyses::none();
  Builder.build();
  Builder.resolveIds();
  for (Function &F : M)
    if (F.hasFnAttribute(names::StepAttr) && !isKernel(F)) {
      F.removeFnAttr(Attribute::NoInline);
      F.addFnAttr(Attribute::AlwaysInline);
    }
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, AM);
  Builder.resolveArgs();
  Builder.removeSteps();
  // Drivers link the bodies of built-in functions into these declarations, and
  // a body may not have a declaration's description.
  for (Function &F : M)
    if (F.isDeclaration())
      F.setSubprogram(nullptr);
  setManifest(M, Sizes);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear();
  SROAPass().run(*Builder.kernel(), FAM);
  return PreservedAnalyses::none();
}
