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

/// The code that control reaches after a force, up to the returns. With \p
/// Until, only as far as that instruction.
class AfterForce {
  const Instruction &Mark;
  const Instruction *Until;
  /// Reached at their start.
  SmallPtrSet<const BasicBlock *, 16> Blocks;

  /// Whether \ref Until stands in \p BB after \p From (null: after its start)
  /// and before \p To (null: before its end).
  bool passes(const BasicBlock *BB, const Instruction *From,
              const Instruction *To) const {
    return Until && Until->getParent() == BB &&
           (!From || From->comesBefore(Until)) &&
           (!To || Until->comesBefore(To));
  }

public:
  explicit AfterForce(const Instruction &Mark,
                      const Instruction *Until = nullptr)
      : Mark(Mark), Until(Until) {
    SmallVector<const BasicBlock *, 16> Work;
    if (!passes(Mark.getParent(), &Mark, nullptr))
      append_range(Work, successors(Mark.getParent()));
    while (!Work.empty()) {
      const BasicBlock *BB = Work.pop_back_val();
      if (Blocks.insert(BB).second && !passes(BB, nullptr, nullptr))
        append_range(Work, successors(BB));
    }
  }
  bool contains(const Instruction &I) const {
    const BasicBlock *BB = I.getParent();
    return (BB == Mark.getParent() && Mark.comesBefore(&I) &&
            !passes(BB, &Mark, &I)) ||
           (Blocks.count(BB) && !passes(BB, nullptr, &I));
  }
  bool containsEndOf(const BasicBlock *BB) const {
    return (BB == Mark.getParent() && !passes(BB, &Mark, nullptr)) ||
           (Blocks.count(BB) && !passes(BB, nullptr, nullptr));
  }
};

/// What was computed before a force, and is used after it. In a loop, one
/// instruction may compute it before the force and again after it.
class OldValues {
  const Instruction &Mark;
  const AfterForce &Rest;
  bool Loops;
  DenseMap<const Instruction *, std::unique_ptr<AfterForce>> Known;

  const AfterForce &until(const Instruction &I) {
    auto &Entry = Known[&I];
    if (!Entry)
      Entry = std::make_unique<AfterForce>(Mark, &I);
    return *Entry;
  }

public:
  OldValues(const Instruction &Mark, const AfterForce &Rest)
      : Mark(Mark), Rest(Rest), Loops(Rest.contains(Mark)) {}

  /// \p U is the use of a value in the code after the force.
  bool isOld(const Use &U) {
    if (isa<Argument>(U))
      return true;
    auto *From = dyn_cast<Instruction>(U);
    if (!From || !Rest.contains(*From))
      return From;
    if (!Loops)
      return false;
    auto *Phi = dyn_cast<PHINode>(U.getUser());
    return Phi ? until(*From).containsEndOf(Phi->getIncomingBlock(U))
               : until(*From).contains(*cast<Instruction>(U.getUser()));
  }
  /// Whether \p At, in the code after the force, may read what \p Writer (null:
  /// the caller) has written before the force.
  bool isOld(const Instruction *Writer, const Instruction &At) {
    if (!Writer || !Rest.contains(*Writer))
      return true;
    return Loops && AfterForce(*Writer).contains(Mark) &&
           until(*Writer).contains(At);
  }
};

/// Looks at one task or kernel.
class EscapeCheck {
  Function &Original; ///< for the messages
  Function &F;
  PointsTo Flow;
  StringSet<> Reported;
  /// Addresses that are already reported as stale after a force. If they also
  /// leave the task there, this is no second mistake.
  std::vector<std::pair<const Instruction *, AfterForce>> Stale;

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
    "the code after a force uses an address of private or local memory that is "
    "gone when the results have arrived";

static std::string messageOfObject(Type *Ty) {
  bool Pipe = isOpenCLObject(Ty, "pipe");
  return std::string("the code after a force uses ") +
         (Pipe ? "a pipe, which is" : "an image or a sampler, which are") +
         " there for the kernel itself only; read what is needed before the "
         "force";
}

/// The blocks after a force must not use an address from before it.
void EscapeCheck::checkForce(Instruction &Mark) {
  AfterForce Rest(Mark);
  OldValues Old(Mark, Rest);
  // Without debug information, only the force has a source position.
  auto PlaceOf = [&](const Instruction &I) -> const Instruction & {
    return I.getDebugLoc() ? I : Mark;
  };
  auto Report = [&](const Instruction &At, const Carried &What) {
    report(PlaceOf(At), What, StaleMessage);
    Stale.emplace_back(What.taken(), Rest);
  };
  SetVector<Value *> Seen;
  for (Instruction &I : instructions(F)) {
    if (!Rest.contains(I))
      continue;
    for (Use &Operand : I.operands()) {
      if (isa<AllocaInst>(Operand) || Seen.count(Operand))
        continue;
      if (isOpenCLObject(Operand->getType())) {
        if (Old.isOld(Operand) && Seen.insert(Operand))
          reportError(Original, &I, messageOfObject(Operand->getType()));
        continue;
      }
      auto *From = dyn_cast<Instruction>(Operand);
      if (!From && !isa<Argument>(Operand))
        continue;
      // The address of a variable itself is allowed: tkl-split-tasks captures
      // the contents and computes the address anew.
      Carried What = Flow.carriedBy(Operand);
      if (!What ||
          (From && (isa<BitCastInst>(From) || isa<GetElementPtrInst>(From)) &&
           isa<AllocaInst>(getUnderlyingObject(From, 0))))
        continue;
      if (Old.isOld(Operand) && Seen.insert(Operand))
        Report(I, What);
    }
  }
  // Captured contents may hold addresses, too.
  SetVector<const Cell *> SeenCells;
  for (const PointsTo::Read &Read : Flow.reads())
    if (Rest.contains(*Read.At) &&
        any_of(Read.From->Writers,
               [&](const Instruction *I) { return Old.isOld(I, *Read.At); }) &&
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
