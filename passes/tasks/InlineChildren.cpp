//===- InlineChildren.cpp - Run small children inline ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/InlineChildren.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "tasks/ChildOrder.h"
#include "tasks/InlineCalls.h"
#include "tasks/InlineForms.h"
#include "tasks/SpawnRoles.h"
#include "tasks/TaskNotes.h"
#include "tasks/VariableAddresses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

/// Steps that are larger than tkl-kernel-budget are functions anyway, so there a
/// call matters less.
static cl::opt<unsigned> TotalBudget(
    "tkl-inline-total", cl::init(4000), cl::Hidden,
    cl::desc("Instructions of children that all spawns of a program take in; "
             "what is beyond stays in functions"));

/// Lets \p F note in a variable, which is returned, that records may be
/// outstanding.
static AllocaInst *noteRecords(Function &F) {
  IRBuilder<> B(&*F.getEntryBlock().begin());
  AllocaInst *Recorded = B.CreateAlloca(B.getInt1Ty(), nullptr, "recorded");
  B.CreateStore(B.getFalse(), Recorded);
  for (Instruction &I : instructions(F)) {
    bool Spawns(SpawnMark{&I});
    if (!Spawns && !joinsAll(I))
      continue;
    B.SetInsertPoint(I.getNextNode());
    B.CreateStore(B.getInt1(Spawns), Recorded);
  }
  return Recorded;
}

/// Runs \p Form at the spawn mark \p Call. If \p Recorded is not null and the
/// child has effects, older children that are records come first. In a function
/// with join groups they come first in any case, because they also come before
/// the code after a force of this child. The spawn stays for then, and for when
/// the form gives up. If \p Called is there, the form is a function.
static void runAtSpawn(CallInst *Call, Function *Form, AllocaInst *Recorded,
                       CalledForms *Called) {
  SpawnMark Spawn(Call);
  Function *Task = Spawn.task();
  AllocaInst *Result = resultVariable(*Call->getFunction(), Task);
  Instruction *At = Call;
  BasicBlock *Skipped = nullptr;
  IRBuilder<> B(Call);
  bool Waits = Recorded &&
               (groupCount(*Call->getFunction()) != 0 || !isUnseenTask(*Task));
  if (Waits) {
    Value *Older = B.CreateLoad(B.getInt1Ty(), Recorded);
    Skipped = Call->getParent();
    At = SplitBlockAndInsertIfThen(B.CreateNot(Older), Call, false);
  }
  CallInst *Inlined = nullptr;
  if (!Called)
    Inlined = callInline(At, Form, Spawn, Result);
  Value *Run = Inlined ? Inlined : Called->call(At, *Form, Spawn, Result);
  Value *Ran = Run;
  if (Waits) {
    B.SetInsertPoint(&Call->getParent()->front());
    PHINode *Phi = B.CreatePHI(B.getInt32Ty(), 2);
    Phi->addIncoming(Run, At->getParent());
    Phi->addIncoming(B.getInt32(0), Skipped);
    Ran = Phi;
  }
  B.SetInsertPoint(Call);
  Instruction *Done = nullptr, *Record = nullptr;
  SplitBlockAndInsertIfThenElse(B.CreateIsNotNull(Ran), Call, &Done, &Record);
  Call->moveBefore(Record);
  if (Recorded)
    Done->getParent()->getSingleSuccessor()->front().moveBefore(Record);
  createRan(Done, Ran);
  if (Spawn.future())
    createDelivery(Done, Spawn.dest(), resultAlign(Task), Result);
  else if (Spawn.dest()) {
    B.SetInsertPoint(Done);
    B.CreateMemCpy(Spawn.dest(), resultAlign(Task), Result, Result->getAlign(),
                   resultSize(Task));
  }
  if (Inlined)
    inlineCall(Inlined);
  noteInline(*Call);
}

PreservedAnalyses InlineChildrenPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  SmallVector<Function *, 8> Tasks;
  for (Function &F : M)
    if (isWholeTask(F))
      Tasks.push_back(&F);
  if (Tasks.empty())
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  InlineForms Forms(FAM);
  Forms.grow(Tasks);

  struct SpawnsOf {
    Function *F;
    SmallVector<CallInst *, 8> Spawns;
    unsigned Size = 0; ///< of the forms
  };
  std::vector<SpawnsOf> Work;
  for (Function *F : Tasks) {
    SpawnsOf Here{F, {}};
    for (Instruction &I : instructions(*F))
      if (SpawnMark Spawn(&I);
          Spawn && Forms.lookup(Spawn.task()) && !isTailSpawn(Spawn)) {
        Here.Spawns.push_back(Spawn.call());
        Here.Size += Forms.lookup(Spawn.task())->getInstructionCount();
      }
    if (!Here.Spawns.empty())
      Work.push_back(std::move(Here));
  }
  // As tkl-dispatch does with steps: in the smallest tasks a call would be the
  // largest part of their time.
  stable_sort(Work, [](const SpawnsOf &A, const SpawnsOf &B) {
    return A.Size < B.Size;
  });
  CalledForms Called(FAM);
  unsigned Total = 0;
  for (auto &[F, Spawns, Size] : Work) {
    Total += Size;
    AllocaInst *Recorded =
        keepsChildOrder(*F) || groupCount(*F) != 0 ? noteRecords(*F) : nullptr;
    for (CallInst *Call : Spawns) {
      Function *Task = SpawnMark(Call).task();
      bool Calls = Total > TotalBudget && CalledForms::isPossible(*Task);
      runAtSpawn(Call, Forms.lookup(Task), Recorded, Calls ? &Called : nullptr);
    }
    auto Run = [&, F = F](auto Pass) {
      FAM.invalidate(*F, PreservedAnalyses::none());
      Pass.run(*F, FAM);
    };
    Run(scalarReplacement());
    if (Recorded) { // Let each path know whether there are records.
      rematerialiseAddresses(*F);
      Run(JumpThreadingPass(inlineBudget()));
    }
    FAM.invalidate(*F, PreservedAnalyses::none());
  }
  Forms.discardAll();
  return PreservedAnalyses::none();
}
