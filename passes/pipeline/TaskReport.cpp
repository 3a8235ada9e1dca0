//===- TaskReport.cpp - A report about each task --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/TaskReport.h"
#include "compat/Strings.h"
#include "ir/Additions.h"
#include "ir/Diagnose.h"
#include "ir/SelfChecks.h"
#include "target/Processor.h"
#include "tasks/TaskNotes.h"

#include "tkl_abi.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet;

static std::string bytes(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

/// Prints one line per item, in columns.
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
  Out << "frame of " << bytes(Note.FrameSize) << ": header " << frameHeader();
  if (Note.FutureSize)
    Out << ", futures " << Note.FutureSize;
  if (Note.CaptureSize)
    Out << ", captures " << Note.CaptureSize;
  if (Note.OverflowSize)
    Out << (Note.CaptureSize ? " or, when suspended at a spawn, "
                             : ", when suspended at a spawn ")
        << Note.OverflowSize;
  uint64_t Used = frameHeader() + Note.FutureSize +
                  std::max(Note.CaptureSize, Note.OverflowSize);
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
  Print("overflow forms of steps, for tasks that were suspended at a spawn:",
        Notes.Overflows);
}

static void printLoops(raw_ostream &Out, const Module &M,
                       const ProgramNotes &Notes) {
  if (Notes.Loops.empty())
    return;
  Out << "loops, for the processor " << processorName() << ":\n";
  for (const auto &[Place, Outcomes] : Notes.Loops) {
    const auto &[File, Line, Column] = Place;
    Out << "  at ";
    if (!endsWith(M.getSourceFileName(), File))
      Out << File << ':';
    Out << Line << ':' << Column << ": " << join(Outcomes, "; ") << '\n';
  }
}

PreservedAnalyses ReportPass::run(Module &M, ModuleAnalysisManager &) {
  removeAdditionsMark(M);
  if (!wantsTaskNotes())
    return PreservedAnalyses::all();
  std::error_code Error;
  raw_fd_ostream Out(reportFile(), Error, sys::fs::OF_Text);
  if (!Error) {
    for (const auto &[Task, Note] : taskNotes().Tasks)
      printTask(Out, M, Note);
    printPlaces(Out, taskNotes());
    printLoops(Out, M, taskNotes());
    for (const std::string &Note : taskNotes().Ordered)
      Out << Note;
    if (taskNotes().Tasks.empty() && taskNotes().Ordered.empty())
      Out << "the program has no tasks\n";
    Out.close();
    Error = Out.error();
    Out.clear_error();
  }
  if (Error)
    reportError(M, "the report '" + reportFile() +
                       "' cannot be written: " + Error.message());
  return PreservedAnalyses::all();
}
