//===- Dispatch.cpp - One kernel that runs every step ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Dispatch.h"
#include "compat/Strings.h"
#include "ir/DeviceRuntime.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "ir/Target.h"
#include "manifest/WriteManifest.h"
#include "tasks/ProgramSizes.h"
#include "tasks/RunsWorkers.h"
#include "tasks/SeparateSteps.h"
#include "tasks/ShortenCompilation.h"
#include "tasks/StepCalls.h"
#include "tasks/TaskNotes.h"
#include "tasks/Team.h"

#include "tkl_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
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
  bool Separate = false;          ///< stays a function; see SeparateSteps.h
  bool Overflow = false;          ///< runs only where a deque is full
  BasicBlock *FromLoop = nullptr; ///< the case of the switch
  BasicBlock *Body = nullptr;     ///< runs the step with the arguments in Args
  bool AtHand = false;            ///< a lane of a team may come with these
  Value *Args = nullptr;          ///< of an entry step: private memory
};

class DispatchBuilder {
  Module &M;
  RuntimeCalls RT;
  LLVMContext &C;
  MapVector<Function *, Case> Cases;
  std::vector<std::string> Names; ///< of Cases
  Function *Kernel = nullptr;
  AllocaInst *W = nullptr;
  PHINode *StepNumber = nullptr; ///< the step that comes next
  Value *Running = nullptr;      ///< the step that the loop runs

  /// The place that runs separate steps.
  struct {
    BasicBlock *Block = nullptr;
    PHINode *Id = nullptr, *Handed = nullptr; ///< as separateSteps says
    AllocaInst *Worker = nullptr, *Args = nullptr;
  } Separate;
  bool AnySeparate = false;
  bool AnyGroups = false; ///< join groups
  /// Lets a task wait for a permit of a semaphore; null: no task does.
  BasicBlock *Waits = nullptr;

public:
  explicit DispatchBuilder(Module &M) : M(M), RT(M), C(M.getContext()) {}
  void numberSteps();
  void declareWorker();
  std::vector<Function *> steps() const;
  std::vector<StayingStep> stayingSteps() const;
  void build();
  void resolveIds();
  void resolveArgs();
  void removeSteps();
  void notePlaces();
  std::vector<std::string> stepNames() { return Names; }
  Function *kernel() { return Kernel; }

private:
  void addKernelMetadata();
  void loadArgs(IRBuilder<> &B, Function *Step, Case &This);
  BasicBlock *bodyOf(Function *Step);
  void goOnWith(SwitchInst *Switch, Function *Step);
  void runStep(Function *Step, Case &This, BasicBlock *Back,
               BasicBlock *Failed);
  void markSeparate();
  void goOnWithTaken(IRBuilder<> &B);
  void openSeparate(IRBuilder<> &Entry);
  void runSeparate(BasicBlock *Back, BasicBlock *Failed);
};

} // namespace

/// Numbers the steps that a `tkl.step.id` names, in the order of the module.
void DispatchBuilder::numberSteps() {
  AnyGroups = M.getFunction(names::OpenGroups);
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
      This.Entry = isEntryStep(F);
      This.Overflow = isOverflowStep(F);
      Names.push_back(F.getName().str());
    }
}

/// Names the type of workers, which steps do, before the runtime is linked: a
/// program whose kernels only assert has none.
void DispatchBuilder::declareWorker() {
  if (!Cases.empty())
    return;
  M.getOrInsertFunction("__tkl_end",
                        FunctionType::get(RT.Void, {RT.WorkerPtr}, false));
}

void DispatchBuilder::addKernelMetadata() {
  auto Int = [&](unsigned N) {
    return ConstantAsMetadata::get(ConstantInt::get(RT.I32, N));
  };
  auto One = [&](const char *Key, Metadata *Value) {
    Kernel->setMetadata(Key, MDNode::get(C, {Value}));
  };
  // For every target in these numbers.
  One("kernel_arg_addr_space", Int(SpirSpaces.Global));
  One("kernel_arg_access_qual", MDString::get(C, "none"));
  One("kernel_arg_type", MDString::get(C, "char*"));
  One("kernel_arg_base_type", MDString::get(C, "char*"));
  One("kernel_arg_type_qual", MDString::get(C, ""));
  Kernel->setMetadata("reqd_work_group_size",
                      MDNode::get(C, {Int(teamLanes()), Int(1), Int(1)}));
}

void DispatchBuilder::loadArgs(IRBuilder<> &B, Function *Step, Case &This) {
  uint64_t Size = numberAttr(*Step, names::ArgsSizeAttr);
  This.FromLoop =
      BasicBlock::Create(C, Step->getName() + ".record", Kernel, This.Body);
  AllocaInst *Args = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size),
                                    nullptr, Step->getName() + ".args");
  Args->setAlignment(Align(TKL_ALIGN));
  This.Args = Args;
  IRBuilder<> In(This.FromLoop);
  loadRecord(In, RT, W, *Step, This.Args);
  In.CreateBr(This.Body);
}

/// The block to which a step branches if \p Step follows it directly.
BasicBlock *DispatchBuilder::bodyOf(Function *Step) {
  Case &This = Cases[Step];
  if (This.Separate && !This.Body) {
    This.Body = BasicBlock::Create(C, Step->getName(), Kernel, Separate.Block);
    BranchInst::Create(Separate.Block, This.Body);
    Separate.Id->addIncoming(ConstantInt::get(RT.I32, This.Id), This.Body);
    Separate.Handed->addIncoming(ConstantInt::getTrue(C), This.Body);
  }
  return This.Body;
}

/// Adds the case of \p Switch in which \p Step follows directly.
void DispatchBuilder::goOnWith(SwitchInst *Switch, Function *Step) {
  Case &This = Cases[Step];
  IRBuilder<> B(C);
  if (teamLanes() == 1) {
    Switch->addCase(B.getInt32(This.Id), bodyOf(Step));
    return;
  }
  // The team meets first.
  unsigned Next = This.Id;
  if (This.Entry) {
    This.AtHand = true;
    Next |= TKL_STEP_AT_HAND;
  }
  BasicBlock *From = BasicBlock::Create(C, Step->getName() + ".next", Kernel);
  Switch->addCase(B.getInt32(This.Id), From);
  StepNumber->addIncoming(B.getInt32(Next), From);
  BranchInst::Create(StepNumber->getParent(), From);
}

/// The one task that \p Step may record; null if there are several.
static Function *onlyRecorded(Function &Step) {
  Function *Only = nullptr;
  for (Instruction &I : instructions(Step))
    if (isCallOf(I, names::Spawn)) {
      auto *Id = cast<CallInst>(I.getOperand(1));
      Function *Task = taskOf(Id->getArgOperand(0));
      if (Only && Only != Task)
        return nullptr;
      Only = Task;
    }
  return Only;
}

/// Starts the record that the worker has taken back.
void DispatchBuilder::goOnWithTaken(IRBuilder<> &B) {
  StepNumber->addIncoming(RT.takenStep(B, W), B.GetInsertBlock());
  B.CreateBr(StepNumber->getParent());
}

void DispatchBuilder::runStep(Function *Step, Case &This, BasicBlock *Back,
                              BasicBlock *Failed) {
  IRBuilder<> B(This.Body);
  Value *Args = This.Entry ? This.Args : Constant::getNullValue(RT.BytePtr);
  CallInst *Action = callStep(B, RT, W, *Step, Args);
  SwitchInst *Switch = B.CreateSwitch(Action, Back);
  Switch->addCase(B.getInt32(TKL_ACTION_FAIL), Failed);
  if (waitsForPermit(*Step))
    Switch->addCase(B.getInt32(TKL_ACTION_WAIT), Waits);
  if (any_of(instructions(*Step), [](Instruction &I) {
        return isCallOf(I, names::TakeChild) ||
               isCallOf(I, names::TakeOldestChild) ||
               isCallOf(I, names::SuspendAtSpawn);
      })) {
    auto *Taken =
        BasicBlock::Create(C, Step->getName() + ".taken", Kernel, Failed);
    Switch->addCase(B.getInt32(TKL_ACTION_TAKEN), Taken);
    B.SetInsertPoint(Taken);
    // As in most programs, only one task is possible: no need to look.
    Function *Child = isOverflowStep(*Step) ? nullptr : onlyRecorded(*Step);
    if (Child && !Cases[Child].Separate && teamLanes() == 1) {
      B.CreateBr(Cases[Child].FromLoop);
    } else {
      goOnWithTaken(B);
    }
  }
  for (Function *Next : nextSteps(*Step))
    goOnWith(Switch, Next);
}

void DispatchBuilder::markSeparate() {
  SmallVector<Function *, 16> Steps;
  for (auto &[Step, This] : Cases)
    Steps.push_back(Step);
  for (Function *Step : findSeparateSteps(Steps)) {
    Cases[Step].Separate = true;
    AnySeparate = true;
  }
}

/// Makes the block that will run separate steps, and its edge from the loop.
void DispatchBuilder::openSeparate(IRBuilder<> &Entry) {
  uint64_t Size = 0;
  for (auto &[Step, This] : Cases)
    Size = std::max(Size, numberAttr(*Step, names::ArgsSizeAttr));
  AllocaInst *Args = Entry.CreateAlloca(ArrayType::get(Entry.getInt8Ty(), Size),
                                        nullptr, "separate.args");
  Args->setAlignment(Align(TKL_ALIGN));
  auto *FromLoop = BasicBlock::Create(C, "separate.record", Kernel);
  Separate.Block = BasicBlock::Create(C, "separate", Kernel);
  IRBuilder<> B(FromLoop);
  B.CreateBr(Separate.Block);
  B.SetInsertPoint(Separate.Block);
  Separate.Id = B.CreatePHI(RT.I32, 2, "separate.step");
  Separate.Id->addIncoming(Running, FromLoop);
  Separate.Handed = B.CreatePHI(B.getInt1Ty(), 2, "handed");
  Separate.Handed->addIncoming(B.getFalse(), FromLoop);
  // The worker itself stays in registers; see slow.h.
  Separate.Worker =
      Entry.CreateAlloca(W->getAllocatedType(), nullptr, "separate.worker");
  for (auto &[Step, This] : Cases)
    if (This.Separate) {
      This.FromLoop = FromLoop;
      This.Args = Args;
    }
  Separate.Args = Args;
}

/// Runs separate steps until one returns an action that the kernel must handle.
void DispatchBuilder::runSeparate(BasicBlock *Back, BasicBlock *Failed) {
  IRBuilder<> B(Separate.Block);
  const DataLayout &DL = M.getDataLayout();
  MapVector<Function *, unsigned> Steps;
  SetVector<Function *> Next;
  for (auto &[Step, This] : Cases)
    if (This.Separate) {
      Steps[Step] = This.Id;
      for (Function *Follower : nextSteps(*Step))
        if (!Cases[Follower].Separate)
          Next.insert(Follower);
    }
  // The steps call other forms of the runtime's functions afterwards.
  bool AnyWaits =
      any_of(Steps, [](const std::pair<Function *, unsigned> &Each) {
        return waitsForPermit(*Each.first);
      });
  B.CreateMemCpy(Separate.Worker, Separate.Worker->getAlign(), W, W->getAlign(),
                 DL.getTypeAllocSize(W->getAllocatedType()));
  CallInst *Action =
      B.CreateCall(separateSteps(M, RT, Steps),
                   {Separate.Worker, Separate.Id, Separate.Handed,
                    B.CreatePointerCast(Separate.Args, RT.BytePtr)});
  Action->setCallingConv(CallingConv::SPIR_FUNC);
  RT.ofWorker(B, "__tkl_take_over", RT.Void, {W, Separate.Worker});
  SwitchInst *Switch = B.CreateSwitch(Action, Back, Next.size() + 2);
  Switch->addCase(B.getInt32(TKL_ACTION_FAIL), Failed);
  if (AnyWaits)
    Switch->addCase(B.getInt32(TKL_ACTION_WAIT), Waits);
  auto *Taken = BasicBlock::Create(C, "separate.taken", Kernel, Failed);
  Switch->addCase(B.getInt32(TKL_ACTION_TAKEN), Taken);
  B.SetInsertPoint(Taken);
  goOnWithTaken(B);
  for (Function *Step : Next) {
    Case &This = Cases[Step];
    auto *Handed =
        BasicBlock::Create(C, Step->getName() + ".handed", Kernel, This.Body);
    Switch->addCase(B.getInt32(This.Id), Handed);
    B.SetInsertPoint(Handed);
    if (This.Entry)
      storeRecord(B, RT, W, *Step, Separate.Args);
    if (teamLanes() == 1) {
      B.CreateBr(This.FromLoop);
      continue;
    }
    StepNumber->addIncoming(B.getInt32(This.Id), Handed);
    B.CreateBr(StepNumber->getParent());
  }
}

void DispatchBuilder::build() {
  markSeparate();
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
    if (!This.Separate)
      This.Body = Block(Step->getName());
  BasicBlock *End = Block("end");

  IRBuilder<> B(Entry);
  auto *WorkerTy = StructType::getTypeByName(C, names::WorkerStruct);
  W = B.CreateAlloca(WorkerTy, nullptr, "worker");
  for (auto &[Step, This] : Cases) {
    if (This.Separate)
      continue;
    if (This.Entry)
      loadArgs(B, Step, This);
    else
      This.FromLoop = This.Body;
  }
  AllocaInst *Cold = B.CreateAlloca(
      StructType::getTypeByName(C, names::ColdStruct), nullptr, "cold");
  Value *First =
      RT.ofWorker(B, "__tkl_begin", RT.I32, {W, Cold, Kernel->getArg(0)});
  std::optional<Team> Lanes;
  if (teamLanes() != 1)
    Lanes.emplace(M, RT, W, *Kernel, B);
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  StepNumber = B.CreatePHI(RT.I32, 3, "step");
  StepNumber->addIncoming(First, Entry);
  Running = StepNumber;
  // Where a step leads that has failed, and where the loop leads without a step.
  BasicBlock *Failed = End, *Otherwise = End;
  if (Lanes) {
    // All ways lead to the meeting through one block.
    BasicBlock *Turn = Block("turn"), *Pause = Block("pause");
    PHINode *Wanted = StepNumber;
    Running = Lanes->meet(B, Wanted);
    B.SetInsertPoint(Turn);
    StepNumber = B.CreatePHI(RT.I32, 3, "wanted");
    B.CreateCondBr(Lanes->turn(B), Loop, End);
    Wanted->addIncoming(StepNumber, Turn);
    B.SetInsertPoint(Pause);
    StepNumber->addIncoming(Lanes->next(B), Pause);
    B.CreateBr(Turn);
    Failed = Block("failed");
    B.SetInsertPoint(Failed);
    StepNumber->addIncoming(B.getInt32(TKL_STEP_EXIT), Failed);
    B.CreateBr(Turn);
    B.SetInsertPoint(Loop);
    Loop = Turn;
    Otherwise = Pause;
  }
  SwitchInst *Switch = B.CreateSwitch(Running, Otherwise, Cases.size() + 3);
  Switch->addCase(B.getInt32(TKL_STEP_SEGMENT_END), Finish);
  Switch->addCase(B.getInt32(TKL_STEP_CHUNK_END), Shrink);
  Switch->addCase(B.getInt32(TKL_STEP_LEAVE), Leave);

  if (wantsTrace()) {
    BasicBlock *MarkEnd = BasicBlock::Create(C, "mark.end", Kernel, Back);
    Switch->addCase(B.getInt32(TKL_STEP_MARK_END), MarkEnd);
    B.SetInsertPoint(MarkEnd);
    RT.ofWorker(B, "__tkl_step_mark_end", RT.Void, {W});
    B.CreateBr(Back);
  }
  if (AnyGroups) {
    BasicBlock *Groups = BasicBlock::Create(C, "groups", Kernel, Back);
    Switch->addCase(B.getInt32(TKL_STEP_AWAIT), Groups);
    Switch->addCase(B.getInt32(TKL_STEP_LEAVE_GROUPS), Groups);
    B.SetInsertPoint(Groups);
    StepNumber->addIncoming(
        RT.ofWorker(B, "__tkl_step_groups", RT.I32, {W, Running}), Groups);
    B.CreateBr(Loop);
  }
  if (any_of(Cases, [](const std::pair<Function *, Case> &Each) {
        return waitsForPermit(*Each.first);
      })) {
    Waits = BasicBlock::Create(C, "permit", Kernel, Back);
    B.SetInsertPoint(Waits);
    StepNumber->addIncoming(
        RT.ofWorker(B, "__tkl_wait_for_permit", RT.I32, {W}), Waits);
    B.CreateBr(Loop);
  }
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
  if (Lanes)
    Lanes->end(B);
  RT.ofWorker(B, "__tkl_end", RT.Void, {W});
  B.CreateRetVoid();

  if (AnySeparate) {
    IRBuilder<> Allocas(Cold);
    openSeparate(Allocas);
  }
  for (auto &[Step, This] : Cases) {
    Switch->addCase(B.getInt32(This.Id), This.FromLoop);
    if (!This.Separate)
      runStep(Step, This, Back, Failed);
  }
  if (AnySeparate)
    runSeparate(Back, Failed);
  for (auto &[Step, This] : Cases)
    if (This.AtHand)
      Switch->addCase(B.getInt32(This.Id | TKL_STEP_AT_HAND), bodyOf(Step));
}

void DispatchBuilder::notePlaces() {
  SmallVector<Function *, 16> InKernel, Separately;
  for (auto &[Step, This] : Cases)
    (This.Separate ? Separately : InKernel).push_back(Step);
  tasklet::notePlaces(InKernel, Separately);
}

void DispatchBuilder::resolveIds() {
  for (CallInst *Call : callsOf(M, names::StepId)) {
    Function *Step = taskOf(Call->getArgOperand(0));
    Call->replaceAllUsesWith(ConstantInt::get(RT.I32, Cases[Step].Id));
    Call->eraseFromParent();
  }
}

/// Replaces `tkl.args`. All steps are inlined now, so the arguments of each are
/// in a variable of the dispatch kernel.
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

std::vector<Function *> DispatchBuilder::steps() const {
  std::vector<Function *> All;
  for (const auto &Each : Cases)
    All.push_back(Each.first);
  return All;
}

std::vector<StayingStep> DispatchBuilder::stayingSteps() const {
  std::vector<StayingStep> Some;
  for (const auto &[Step, This] : Cases)
    if (This.Separate)
      Some.push_back({Step, This.Overflow});
  return Some;
}

PreservedAnalyses DispatchPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all(); // Lowered long ago.
  if (none_of(M, [](Function &F) {
        return F.hasFnAttribute(names::StepAttr) ||
               F.hasFnAttribute(names::HiddenArgAttr);
      }))
    return PreservedAnalyses::all();
  StringRef Wanted = chosenTarget().Triple;
  if (Triple(M.getTargetTriple()).getArch() != Triple(Wanted).getArch()) {
    reportError(M, "programs with tasks are compiled for the target " + Wanted +
                       " (-target " + Wanted + "), not '" +
                       M.getTargetTriple() + "'");
    return PreservedAnalyses::all();
  }
  DispatchBuilder Builder(M);
  Builder.numberSteps();
  Builder.declareWorker();
  ProgramSizes Sizes = sizesOf(Builder.steps());
  if (!linkDeviceRuntime(M, Sizes.Record, teamLanes()) || !linkTeamRuntime(M))
    return PreservedAnalyses::none();
  Builder.build();
  Builder.notePlaces();
  Builder.resolveIds();
  for (Function &F : M)
    if (F.hasFnAttribute(names::StepAttr) && !isKernel(F)) { // Not separate.
      F.removeFnAttr(Attribute::NoInline);
      F.addFnAttr(Attribute::AlwaysInline);
    }
  AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, AM);
  Builder.resolveArgs();
  Builder.removeSteps();
  // Drivers link the bodies of built-in functions into these declarations. A
  // body must not have the debug information of a declaration.
  for (Function &F : M)
    if (F.isDeclaration())
      F.setSubprogram(nullptr);
  letKernelRunWorkers(M, *Builder.kernel());
  setManifest(M, Sizes,
              wantsTrace() ? Builder.stepNames() : std::vector<std::string>());
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  FAM.clear();
  scalarReplacement().run(*Builder.kernel(), FAM);
  shortenCompilation(M, Builder.stayingSteps(), FAM);
  return PreservedAnalyses::none();
}
