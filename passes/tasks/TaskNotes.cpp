//===- TaskNotes.cpp - Notes for the report on tasks ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/TaskNotes.h"
#include "compat/Strings.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "tasks/SpawnRoles.h"
#include "tasks/StepBuilder.h"
#include "tasks/StepPlan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

using namespace llvm;
using namespace tasklet;

static cl::opt<std::string>
    ReportFile("tkl-report",
               cl::desc("Write what became of each task to a file"),
               cl::value_desc("file"));

bool tasklet::wantsTaskNotes() { return !ReportFile.empty(); }

StringRef tasklet::reportFile() { return ReportFile; }

ProgramNotes &tasklet::taskNotes() {
  static ProgramNotes Notes;
  return Notes;
}

static StringRef fileOf(const Function &F) {
  const DISubprogram *Program = F.getSubprogram();
  return Program ? Program->getFilename() : "";
}

/// Adds the lines in which the blocks of \p S use \p V, directly or through
/// addresses computed from it.
static void addLines(Value *V, const Step &S, StringRef File,
                     std::set<std::pair<unsigned, std::string>> &Lines) {
  for (User *U : V->users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I)
      continue;
    if (isa<CastInst>(I) || isa<GetElementPtrInst>(I)) {
      if (isa<AllocaInst>(V) || V->getType()->isPointerTy()) {
        addLines(I, S, File, Lines);
        continue;
      }
    }
    if (!S.Blocks.count(I->getParent()))
      continue;
    std::string Line = lineText(I->getDebugLoc(), File);
    if (!Line.empty())
      Lines.insert({I->getDebugLoc().getLine(), Line});
  }
}

/// "lines 18, 20", or the force of a later step that needs \p V.
static std::string whyCaptured(Value *V, const StepPlan &Plan, unsigned Index,
                               const std::vector<ForceNote> &Forces,
                               StringRef File) {
  std::set<std::pair<unsigned, std::string>> Lines;
  addLines(V, Plan.Steps[Index], File, Lines);
  std::string Text;
  for (auto &[Number, Line] : Lines)
    Text += (Text.empty() ? "" : ", ") + Line;
  if (!Text.empty())
    return (Lines.size() == 1 ? "used in line " : "used in lines ") + Text;
  for (unsigned Next : Plan.Steps[Index].Next)
    if (Plan.Steps[Next].Values.count(V) ||
        is_contained(Plan.Steps[Next].Variables, V))
      return "handed on to the " + Forces[Next - 1].Where;
  return "used by its body";
}

static InFrame describe(Value *V, const DataLayout &DL) {
  auto *Variable = dyn_cast<AllocaInst>(V);
  InFrame Result;
  Result.What = sourceName(V);
  Result.Size = DL.getTypeAllocSize(Variable ? Variable->getAllocatedType()
                                             : V->getType());
  return Result;
}

static void noteCaptures(const StepPlan &Plan, unsigned Index, StringRef File,
                         const DataLayout &DL, TaskNote &Note) {
  const Step &S = Plan.Steps[Index];
  SmallVector<std::pair<uint64_t, Value *>, 8> Items;
  for (auto &[V, Offset] : S.Offsets)
    Items.push_back({Offset, V});
  sort(Items);
  ForceNote &Force = Note.Forces[Index - 1];
  for (auto &[Offset, V] : Items) {
    InFrame Item = describe(V, DL);
    Item.Why = whyCaptured(V, Plan, Index, Note.Forces, File);
    if (Item.What.Name.empty()) {
      auto *I = dyn_cast<Instruction>(V);
      std::string Line = I ? lineText(I->getDebugLoc(), File) : "";
      if (auto *Arg = dyn_cast<Argument>(V))
        Item.What.Name = "parameter " + std::to_string(Arg->getArgNo() + 1);
      else
        Item.What.Name =
            Line.empty() ? "a value" : "a value computed in line " + Line;
    }
    Force.Size += Item.Size;
    Force.Captures.push_back(std::move(Item));
  }
  Note.CaptureSize = std::max(Note.CaptureSize, Force.Size);
}

static void noteSpawn(SpawnMark Spawn, StringRef File, TaskNote &Note) {
  MDNode *Source = Spawn.call()->getMetadata("srcloc");
  std::string Task = Spawn.task()->getName().str();
  std::string Place = placeText(Spawn.call()->getDebugLoc(), File);
  for (SpawnNote &Other : Note.Spawns)
    if (Source && Other.Source == Source && Other.Task == Task &&
        Other.Place == Place) {
      Other.Marks.push_back(Spawn.call());
      return;
    }
  Note.Spawns.push_back({{Spawn.call()}, Source, Task, Place, {}});
}

/// Functions of the program, other than tasks, that \p F calls.
static void noteHelpers(Function &F, TaskNote &Note) {
  SmallPtrSet<Function *, 8> Seen{&F};
  SmallVector<Function *, 8> Work{&F};
  while (!Work.empty())
    for (Instruction &I : instructions(*Work.pop_back_val())) {
      auto *Call = dyn_cast<CallInst>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() || isTask(*Callee) ||
          !Seen.insert(Callee).second)
        continue;
      Note.Helpers.push_back(Callee->getName().str());
      Work.push_back(Callee);
    }
}

void tasklet::notePlan(Function &F, const StepPlan &Plan) {
  if (!wantsTaskNotes() || startsWith(F.getName(), names::StartPrefix))
    return;
  const DataLayout &DL = F.getParent()->getDataLayout();
  StringRef File = fileOf(F);
  TaskNote &Note = taskNotes().Tasks[&F];
  Note.IsKernel = isKernel(F);
  Note.Head = (Note.IsKernel ? "kernel " : "task ") + F.getName().str();
  if (const DISubprogram *Program = F.getSubprogram())
    Note.Head += (" (" + sys::path::filename(File) + ":" +
                  Twine(Program->getLine()) + ")")
                     .str();
  else if (F.getName().contains('.'))
    Note.Head +=
        " (made to convert the result of " + nameInSource(F).str() + ")";
  Note.FrameSize = Plan.FrameSize;
  Note.OverflowSize = Plan.OverflowSize;
  for (auto &[Variable, Offset] : Plan.Futures) {
    InFrame Future = describe(Variable, DL);
    if (Future.What.Name.empty())
      Future.What.Name = "a result";
    Note.FutureSize += Future.Size;
    Note.Futures.push_back(std::move(Future));
  }
  for (const Step &S : drop_begin(Plan.Steps)) {
    Note.Forces.emplace_back();
    DebugLoc Loc = S.Root->front().getDebugLoc();
    std::string Line = lineText(Loc, File);
    std::string Where = Line.empty() ? "force" : "force in line " + Line;
    // The line alone would not tell the two apart.
    if (any_of(drop_end(Note.Forces),
               [&](const ForceNote &F) { return F.Where == Where; }))
      Where += ", column " + std::to_string(Loc.getCol());
    Note.Forces.back().Where = Where;
  }
  for (unsigned I = 1; I < Plan.Steps.size(); ++I)
    noteCaptures(Plan, I, File, DL, Note);
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn{&I})
      noteSpawn(Spawn, File, Note);
  noteHelpers(F, Note);
}

static std::string roleOf(Instruction *Spawn, const SpawnRoles &Roles,
                          bool IsKernel) {
  if (is_contained(Roles.Recorded, Spawn))
    return IsKernel ? "root task" : "recorded";
  if (is_contained(Roles.Tails, Spawn))
    return "tail spawn";
  for (const StepEnd &End : Roles.Ends)
    if (End.RunNext == Spawn)
      return !End.Forwards ? "runs next"
             : Roles.needsFrame()
                 ? "tail spawn if no other child is outstanding, else runs next"
                 : "tail spawn";
  return std::string();
}

/// The role of all copies of the spawn in \p Step; empty if there is none.
static std::string roleOf(const SpawnNote &Spawn, const BuiltStep &Step,
                          const SpawnRoles &Roles) {
  SmallVector<std::string, 2> Texts;
  bool Inline = false;
  for (Instruction *Mark : Spawn.Marks) {
    auto *Here =
        cast_or_null<Instruction>(static_cast<Value *>(Step.Map.lookup(Mark)));
    std::string Text = Here ? roleOf(Here, Roles, Step.KernelEntry) : "";
    if (!Text.empty() && !is_contained(Texts, Text))
      Texts.push_back(Text);
    Inline |= taskNotes().Inline.count(Mark) != 0;
  }
  if (Texts.empty())
    return "";
  std::string Role = Texts.front();
  if (Texts.size() > 1) { // One copy is the last spawn before a force.
    Texts.erase(std::remove(Texts.begin(), Texts.end(), "recorded"),
                Texts.end());
    Role = llvm::join(Texts, " or ") + " if it is the last one, else recorded";
  }
  return Inline ? "runs at once if it ends before it spawns, else " + Role
                : Role;
}

void tasklet::noteRoles(const Function &Old, const BuiltStep &Step,
                        const SpawnRoles &Roles) {
  auto Found = taskNotes().Tasks.find(&Old);
  if (!wantsTaskNotes() || Found == taskNotes().Tasks.end())
    return;
  if (Step.Overflow)
    return; // The same step again.
  TaskNote &Note = Found->second;
  Note.HasFrame |=
      Roles.needsFrame() && (!Note.IsKernel || !Note.Forces.empty());
  for (SpawnNote &Spawn : Note.Spawns) {
    std::string Role = roleOf(Spawn, Step, Roles);
    if (!Role.empty())
      Spawn.Roles.push_back({Step.Index, Role});
  }
}

void tasklet::noteInline(const Instruction &Spawn) {
  if (wantsTaskNotes())
    taskNotes().Inline.insert(&Spawn);
}

void tasklet::noteInlined(const Function &Into, StringRef Callee) {
  if (wantsTaskNotes())
    taskNotes().Tasks[&Into].Inlined.insert(
        taskNotes().Names.insert(Callee).first->getKey());
}

/// What became of the loop, in words; empty if \p Remark says something else.
static std::string outcomeOf(const DiagnosticInfoOptimizationBase &Remark) {
  if (Remark.getPassName() != "loop-vectorize")
    return Remark.getMsg(); // Ours are in words.
  std::string Lanes, Interleaved;
  for (const auto &Arg : Remark.getArgs())
    if (Arg.Key == "VectorizationFactor")
      Lanes = Arg.Val;
    else if (Arg.Key == "InterleaveCount")
      Interleaved = Arg.Val;
  if (Remark.isPassed())
    return (Lanes.empty() ? std::string("not in vectors")
                          : "in vectors of " + Lanes) +
           (Interleaved == "1" ? "" : ", " + Interleaved + " at a time");
  // The copy of a loop for numbers that wrap (loops/WidenIndexes.h).
  if (Remark.getRemarkName() == "AllDisabled")
    return std::string();
  if (Remark.getRemarkName() == "VectorizationNotBeneficial")
    return "not in vectors: no gain is expected";
  std::string Message = Remark.getMsg();
  StringRef Why = Message;
  return Why.consume_front("loop not vectorized: ")
             ? ("not in vectors: " + Why).str()
             : std::string();
}

void tasklet::noteLoop(const DiagnosticInfoOptimizationBase &Remark) {
  std::string Outcome = outcomeOf(Remark);
  // The loops of the runtime have no place in a source.
  if (!Remark.isLocationAvailable() || Outcome.empty())
    return;
  DiagnosticLocation At = Remark.getLocation();
  taskNotes()
      .Loops[{At.getRelativePath().str(), At.getLine(), At.getColumn()}]
      .insert(Outcome);
}

void tasklet::notePlaces(ArrayRef<Function *> InKernel,
                         ArrayRef<Function *> Separate) {
  if (!wantsTaskNotes())
    return;
  for (Function *Step : InKernel)
    taskNotes().InKernel.push_back(
        {Step->getName().str(), Step->getInstructionCount()});
  for (Function *Step : Separate)
    (endsWith(Step->getName(), names::OverflowSuffix) ? taskNotes().Overflows
                                                      : taskNotes().Separate)
        .push_back({Step->getName().str(), Step->getInstructionCount()});
}
