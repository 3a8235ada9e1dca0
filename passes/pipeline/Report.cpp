//===- Report.cpp - What became of each task, in words --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Report.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SourceNames.h"
#include "tasks/SpawnRoles.h"
#include "tasks/StepBuilder.h"
#include "tasks/StepPlan.h"

#include "tkl_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;
using namespace tasklet;

static cl::opt<std::string>
    ReportFile("tkl-report",
               cl::desc("Write what became of each task to a file"),
               cl::value_desc("file"));

namespace {

/// A variable or value with a place in the frame.
struct InFrame {
  SourceName What;
  uint64_t Size = 0;
  std::string Why; ///< of a capture: what it is for
};

struct ForceNote {
  std::string Where; ///< "force in line 15"
  uint64_t Size = 0; ///< bytes captured
  std::vector<InFrame> Captures;
};

struct SpawnNote {
  /// Compared only: they do not live on. Several if passes have copied it.
  SmallVector<Instruction *, 2> Marks;
  MDNode *Source; ///< the `!srcloc` of all
  std::string Task, Place;
  /// What becomes of it in each step that can reach it, 0 being the entry.
  std::vector<std::pair<unsigned, std::string>> Roles;
};

struct TaskNote {
  std::string Head; ///< "task fib (fib.cl:10)"
  bool HasFrame = false, IsKernel = false;
  uint64_t FrameSize = 0, FutureSize = 0, CaptureSize = 0, AsideSize = 0;
  std::vector<InFrame> Futures;
  std::vector<ForceNote> Forces; ///< of steps 1 and on
  std::vector<SpawnNote> Spawns;
  SetVector<StringRef> Inlined; ///< by our own passes
  std::vector<std::string> Helpers;
};

struct StepPlace {
  std::string Name;
  unsigned Instructions;
};

struct ProgramNotes {
  MapVector<const Function *, TaskNote> Tasks;
  std::vector<StepPlace> InKernel, Separate, Asides;
  SmallPtrSet<const Instruction *, 16> Eager; ///< compared only
  StringSet<> Names; ///< owns the texts of TaskNote::Inlined
};

} // namespace

static bool wanted() { return !ReportFile.empty(); }

/// The compiler handles one program per process.
static ProgramNotes &notes() {
  static ProgramNotes Notes;
  return Notes;
}

//===----------------------------------------------------------------------===//
// Taking notes
//===----------------------------------------------------------------------===//

static StringRef fileOf(const Function &F) {
  const DISubprogram *Program = F.getSubprogram();
  return Program ? Program->getFilename() : "";
}

/// Adds the lines in which the blocks of \p S use \p V, which may be reached
/// through addresses computed from it.
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

/// "lines 18, 20", or the force at which a later step begins that needs \p V.
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
  if (!wanted() || F.getName().startswith(names::StartPrefix))
    return;
  const DataLayout &DL = F.getParent()->getDataLayout();
  StringRef File = fileOf(F);
  TaskNote &Note = notes().Tasks[&F];
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
  Note.AsideSize = Plan.AsideSize;
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
    // The line alone would name both.
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

/// Of all copies of a spawn that \p Step has; empty if none.
static std::string roleOf(const SpawnNote &Spawn, const BuiltStep &Step,
                          const SpawnRoles &Roles) {
  SmallVector<std::string, 2> Texts;
  bool Eager = false;
  for (Instruction *Mark : Spawn.Marks) {
    auto *Here =
        cast_or_null<Instruction>(static_cast<Value *>(Step.Map.lookup(Mark)));
    std::string Text = Here ? roleOf(Here, Roles, Step.KernelEntry) : "";
    if (!Text.empty() && !is_contained(Texts, Text))
      Texts.push_back(Text);
    Eager |= notes().Eager.count(Mark) != 0;
  }
  if (Texts.empty())
    return "";
  std::string Role = Texts.front();
  if (Texts.size() > 1) { // A copy stands where it is the last before a force.
    erase_value(Texts, "recorded");
    Role = llvm::join(Texts, " or ") + " if it is the last one, else recorded";
  }
  return Eager ? "runs at once if it ends before it spawns, else " + Role
               : Role;
}

void tasklet::noteRoles(const Function &Old, const BuiltStep &Step,
                        const SpawnRoles &Roles) {
  auto Found = notes().Tasks.find(&Old);
  if (!wanted() || Found == notes().Tasks.end())
    return;
  if (Step.Aside)
    return; // The same step once more.
  TaskNote &Note = Found->second;
  Note.HasFrame |=
      Roles.needsFrame() && (!Note.IsKernel || !Note.Forces.empty());
  for (SpawnNote &Spawn : Note.Spawns) {
    std::string Role = roleOf(Spawn, Step, Roles);
    if (!Role.empty())
      Spawn.Roles.push_back({Step.Index, Role});
  }
}

void tasklet::noteEager(const Instruction &Spawn) {
  if (wanted())
    notes().Eager.insert(&Spawn);
}

void tasklet::noteInlined(const Function &Into, StringRef Callee) {
  if (wanted())
    notes().Tasks[&Into].Inlined.insert(
        notes().Names.insert(Callee).first->getKey());
}

void tasklet::notePlaces(ArrayRef<Function *> InKernel,
                         ArrayRef<Function *> Separate) {
  if (!wanted())
    return;
  for (Function *Step : InKernel)
    notes().InKernel.push_back(
        {Step->getName().str(), Step->getInstructionCount()});
  for (Function *Step : Separate)
    (Step->getName().endswith(names::AsideSuffix) ? notes().Asides
                                                  : notes().Separate)
        .push_back({Step->getName().str(), Step->getInstructionCount()});
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string bytes(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

/// One line per item, in columns.
static void printItems(raw_ostream &Out, ArrayRef<InFrame> Items) {
  size_t Name = 0, Type = 0;
  for (const InFrame &Item : Items) {
    Name = std::max(Name, Item.What.Name.size());
    Type = std::max(Type, Item.What.Type.size());
  }
  for (const InFrame &Item : Items) {
    Out << "    " << left_justify(Item.What.Name, Name) << "  "
        << left_justify(Item.What.Type, Type) << "  " << bytes(Item.Size);
    if (!Item.Why.empty())
      Out << ", " << Item.Why;
    Out << '\n';
  }
}

static std::string rolesText(const SpawnNote &Spawn,
                             ArrayRef<ForceNote> Forces) {
  if (Spawn.Roles.empty())
    return "never reached";
  if (all_of(Spawn.Roles, [&](const auto &Role) {
        return Role.second == Spawn.Roles.front().second;
      }))
    return Spawn.Roles.front().second;
  std::string Text;
  for (const auto &[Index, Role] : Spawn.Roles)
    Text +=
        (Text.empty() ? "" : "; ") + Role +
        (Index == 0 ? " at first" : " after the " + Forces[Index - 1].Where);
  return Text;
}

static void printFrame(raw_ostream &Out, const TaskNote &Note) {
  if (!Note.HasFrame) {
    Out << "no frame\n";
    return;
  }
  Out << "frame of " << bytes(Note.FrameSize) << ": header "
      << TKL_FRAME_HEADER;
  if (Note.FutureSize)
    Out << ", futures " << Note.FutureSize;
  if (Note.CaptureSize)
    Out << ", captures " << Note.CaptureSize;
  if (Note.AsideSize)
    Out << (Note.CaptureSize ? " or, when set aside, " : ", when set aside ")
        << Note.AsideSize;
  uint64_t Used = TKL_FRAME_HEADER + Note.FutureSize +
                  std::max(Note.CaptureSize, Note.AsideSize);
  if (Note.FrameSize > Used)
    Out << ", alignment " << Note.FrameSize - Used;
  Out << '\n';
}

static void printList(raw_ostream &Out, StringRef Head,
                      ArrayRef<std::string> Items) {
  if (!Items.empty())
    Out << "  " << Head << ": " << join(Items, ", ") << '\n';
}

/// True if something in \p M still calls \p Name.
static bool isCalled(const Module &M, StringRef Name) {
  const Function *F = M.getFunction(Name);
  return F &&
         any_of(F->users(), [](const User *U) { return isa<CallInst>(U); });
}

static void printTask(raw_ostream &Out, const Module &M, const TaskNote &Note) {
  Out << Note.Head << ": ";
  printFrame(Out, Note);
  if (!Note.Futures.empty() && Note.HasFrame) {
    Out << "  futures:\n";
    printItems(Out, Note.Futures);
  }
  for (const SpawnNote &Spawn : Note.Spawns)
    Out << "  spawn of " << Spawn.Task
        << (Spawn.Place.empty() ? "" : " at " + Spawn.Place) << ": "
        << rolesText(Spawn, Note.Forces) << '\n';
  for (const ForceNote &Force : Note.Forces) {
    Out << "  " << Force.Where << " captures "
        << (Force.Captures.empty() ? "nothing" : bytes(Force.Size) + ":")
        << '\n';
    printItems(Out, Force.Captures);
  }
  std::vector<std::string> Inlined, Called;
  for (StringRef Name : Note.Inlined)
    Inlined.push_back(Name.str());
  for (const std::string &Name : Note.Helpers)
    (isCalled(M, Name) ? Called : Inlined).push_back(Name);
  printList(Out, "inlined", Inlined);
  printList(Out, "called", Called);
}

static void printPlaces(raw_ostream &Out, const ProgramNotes &Notes) {
  auto Print = [&](StringRef Head, ArrayRef<StepPlace> Steps) {
    if (Steps.empty())
      return;
    Out << Head;
    for (const StepPlace &Step : Steps)
      Out << (&Step == Steps.begin() ? " " : ", ") << Step.Name << " ("
          << Step.Instructions << ")";
    Out << '\n';
  };
  Print("steps in the dispatch kernel, with their instructions:",
        Notes.InKernel);
  Print("steps that are functions of their own, being large:", Notes.Separate);
  Print("second forms of steps, for tasks that were set aside:", Notes.Asides);
}

PreservedAnalyses ReportPass::run(Module &M, ModuleAnalysisManager &) {
  if (!wanted())
    return PreservedAnalyses::all();
  std::error_code Error;
  raw_fd_ostream Out(ReportFile, Error, sys::fs::OF_Text);
  if (!Error) {
    for (const auto &[Task, Note] : notes().Tasks)
      printTask(Out, M, Note);
    printPlaces(Out, notes());
    if (notes().Tasks.empty())
      Out << "the program has no tasks\n";
    Out.close();
    Error = Out.error();
    Out.clear_error();
  }
  if (Error)
    reportError(M, "the report '" + ReportFile +
                       "' cannot be written: " + Error.message());
  return PreservedAnalyses::all();
}
