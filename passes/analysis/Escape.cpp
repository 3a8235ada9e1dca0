//===- Escape.cpp - Keep private and local addresses in their step --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/Escape.h"
#include "analysis/FunctionCopies.h"
#include "analysis/PointsTo.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The body of a force: all code after its mark, up to the returns.
class ForceBody {
  const Instruction &Mark;
  SmallPtrSet<const BasicBlock *, 16> Blocks;

public:
  explicit ForceBody(const Instruction &Mark) : Mark(Mark) {
    SmallVector<const BasicBlock *, 16> Work(successors(Mark.getParent()));
    while (!Work.empty()) {
      const BasicBlock *BB = Work.pop_back_val();
      if (Blocks.insert(BB).second)
        Work.append(succ_begin(BB), succ_end(BB));
    }
  }
  bool contains(const Instruction &I) const {
    return Blocks.count(I.getParent()) ||
           (I.getParent() == Mark.getParent() && Mark.comesBefore(&I));
  }
};

/// Looks at one task or kernel.
class EscapeCheck {
  Function &Original; ///< for the messages
  Function &F;
  PointsTo Flow;
  StringSet<> Reported;
  /// Addresses that are already reported as stale in a body. If they also leave
  /// the body, this is no second mistake.
  std::vector<std::pair<const Instruction *, ForceBody>> Stale;

  void reportLeaving(const Instruction &At, const Carried &What,
                     const Twine &Message);
  void report(const Instruction &At, const Carried &What, const Twine &Message);
  void checkSpawn(SpawnMark Spawn);
  void checkResult(Instruction &I);
  void checkForce(Instruction &Mark);

public:
  EscapeCheck(Function &Original, FunctionCopies &Bodies)
      : Original(Original), F(Bodies.copyOf(Original)), Flow(F, Bodies) {}
  void run();
};

} // namespace

/// Reports each place once, because all errors at a place have one cause.
void EscapeCheck::report(const Instruction &At, const Carried &What,
                         const Twine &Message) {
  if (const DebugLoc &Loc = At.getDebugLoc())
    if (!Reported
             .insert((Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" +
                      Twine(Loc.getCol()))
                         .str())
             .second)
      return;
  reportError(Original, &At,
              Message + "; pass the contents by value, or keep them in global "
                        "memory");
  if (const Instruction *Taken = What.taken())
    reportNote(*Taken, "the address comes from here");
}

void EscapeCheck::reportLeaving(const Instruction &At, const Carried &What,
                                const Twine &Message) {
  if (none_of(Stale, [&](const auto &Known) {
        return Known.first == What.taken() && Known.second.contains(At);
      }))
    report(At, What, Message);
}

void EscapeCheck::checkSpawn(SpawnMark Spawn) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (unsigned I = 0; I < Spawn.numArgs(); ++I) {
    Value *Arg = Spawn.arg(I);
    Carried What = Spawn.isByVal(I)
                       ? Flow.heldAt(Arg, DL.getTypeAllocSize(Spawn.argType(I)))
                       : Flow.carriedBy(Arg);
    if (What)
      reportLeaving(
          *Spawn.call(), What,
          "argument " + Twine(I + 1) + " of the spawn of '" +
              nameInSource(*Spawn.task()) +
              "' carries the address of private or local memory, which the "
              "task cannot reach");
  }
}

void EscapeCheck::checkResult(Instruction &I) {
  Carried What;
  if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
    if (Ret->getReturnValue())
      What = Flow.carriedBy(Ret->getReturnValue());
  } else if (Value *Result = resultMarkOf(I)) {
    What = Flow.heldAt(Result, F.getParent()->getDataLayout().getTypeAllocSize(
                                   F.getArg(0)->getParamStructRetType()));
  }
  if (What)
    reportLeaving(
        I, What,
        "the result carries the address of private or local memory, which "
        "is gone when the task returns");
}

static const char *const StaleMessage =
    "the body of a force uses an address of private or local memory that is "
    "gone when the body runs";

/// The blocks after a force must not use an address from before it.
void EscapeCheck::checkForce(Instruction &Mark) {
  ForceBody Body(Mark);
  // Without debug information, only the force has a source position.
  auto PlaceOf = [&](const Instruction &I) -> const Instruction & {
    return I.getDebugLoc() ? I : Mark;
  };
  auto Report = [&](const Instruction &At, const Carried &What) {
    report(PlaceOf(At), What, StaleMessage);
    Stale.emplace_back(What.taken(), Body);
  };
  SetVector<Value *> Seen;
  for (Instruction &I : instructions(F)) {
    if (!Body.contains(I))
      continue;
    for (Value *Operand : I.operands()) {
      auto *From = dyn_cast<Instruction>(Operand);
      bool Outside = isa<Argument>(Operand) || (From && !Body.contains(*From));
      if (Outside && isOpenCLObject(Operand->getType())) {
        if (Seen.insert(Operand))
          reportError(Original, &I,
                      isOpenCLObject(Operand->getType(), "opencl.pipe")
                          ? "the body of a force uses a pipe, which is there "
                            "for the kernel itself only; read what the body "
                            "needs before the force"
                          : "the body of a force uses an image or a sampler, "
                            "which are there for the kernel itself only; read "
                            "what the body needs before the force");
        continue;
      }
      if (!Outside || isa<AllocaInst>(Operand))
        continue;
      Carried What = Flow.carriedBy(Operand);
      // The address of a variable itself is allowed: tkl-split-tasks captures
      // the contents and computes the address anew.
      if (!What ||
          (From && (isa<BitCastInst>(From) || isa<GetElementPtrInst>(From)) &&
           isa<AllocaInst>(getUnderlyingObject(From, 0))))
        continue;
      if (Seen.insert(Operand))
        Report(I, What);
    }
  }
  // Captured contents may hold addresses, too.
  SetVector<const Cell *> SeenCells;
  for (const PointsTo::Read &Read : Flow.reads())
    if (Body.contains(*Read.At) &&
        any_of(
            Read.From->Writers,
            [&](const Instruction *I) { return !I || !Body.contains(*I); }) &&
        SeenCells.insert(Read.From))
      Report(*Read.At, Read.From->What);
}

void EscapeCheck::run() {
  for (Instruction &I : instructions(F))
    if (isForceMark(I))
      checkForce(I);
  for (Instruction &I : instructions(F)) {
    if (SpawnMark Spawn(&I); Spawn)
      checkSpawn(Spawn);
    else if (isTask(F))
      checkResult(I);
  }
}

PreservedAnalyses EscapePass::run(Module &M, ModuleAnalysisManager &AM) {
  SmallVector<Function *, 8> Work;
  for (Function &F : M)
    if (!F.isDeclaration() && (isTask(F) || hasMarks(F)))
      Work.push_back(&F);
  if (Work.empty())
    return PreservedAnalyses::all();
  FunctionCopies Bodies(
      M, AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager());
  for (Function *F : Work)
    EscapeCheck(*F, Bodies).run();
  return PreservedAnalyses::all();
}
