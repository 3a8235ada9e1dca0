//===- TaskNotes.h - Notes for the report on tasks --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes note their decisions here, and pipeline/TaskReport.h prints them.
/// Without the option -tkl-report=FILE they note nothing. The option changes no
/// decision.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_TASKNOTES_H
#define TASKLET_PASSES_TASKS_TASKNOTES_H

#include "ir/SourceNames.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace llvm {
class DiagnosticInfoOptimizationBase;
class Function;
class Instruction;
class MDNode;
} // namespace llvm

namespace tasklet {

struct BuiltStep;
struct SpawnRoles;
struct StepPlan;

/// A variable or value with a place in the frame.
struct InFrame {
  SourceName What;
  uint64_t Size = 0;
  std::string Why; ///< of a capture: its purpose
};

struct ForceNote {
  std::string Where; ///< "force in line 15"
  uint64_t Size = 0; ///< bytes captured
  std::vector<InFrame> Captures;
};

struct SpawnNote {
  /// Only compared, never dereferenced, because the marks may be gone. More
  /// than one if passes have copied the spawn.
  llvm::SmallVector<llvm::Instruction *, 2> Marks;
  llvm::MDNode *Source; ///< the `!srcloc` of all
  std::string Task, Place;
  /// The role of the spawn in each step that can reach it; step 0 is the entry.
  std::vector<std::pair<unsigned, std::string>> Roles;
};

struct TaskNote {
  std::string Head; ///< "task fib (fib.cl:10)"
  bool HasFrame = false, IsKernel = false;
  uint64_t FrameSize = 0, FutureSize = 0, CaptureSize = 0, OverflowSize = 0;
  std::vector<InFrame> Futures;
  std::vector<ForceNote> Forces; ///< of steps 1 and on
  std::vector<SpawnNote> Spawns;
  llvm::SetVector<llvm::StringRef> Inlined; ///< by our own passes
  std::vector<std::string> Helpers;
};

struct StepPlace {
  std::string Name;
  unsigned Instructions;
};

/// What became of a loop, once for each copy that passes have made of it.
using LoopOutcomes = std::set<std::string>;

struct ProgramNotes {
  llvm::MapVector<const llvm::Function *, TaskNote> Tasks;
  std::vector<StepPlace> InKernel, Separate, Overflows;
  /// What became of each ordered kernel, in lines (ordered/OrderedNotes.h).
  std::vector<std::string> Ordered;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> Inline; ///< compared only
  llvm::StringSet<> Names; ///< owns the texts of TaskNote::Inlined
  /// The loops that target/Vectorise.h has looked at: file, line and column.
  std::map<std::tuple<std::string, unsigned, unsigned>, LoopOutcomes> Loops;
};

/// Whether -tkl-report was given, and the file that it names.
bool wantsTaskNotes();
llvm::StringRef reportFile();

/// The notes of this process, which compiles one program only.
ProgramNotes &taskNotes();

/// Notes frame, futures, spawns and captures of \p F, which still has its debug
/// information.
void notePlan(llvm::Function &F, const StepPlan &Plan);

/// Notes the roles of the spawns in \p Step of \p Old.
void noteRoles(const llvm::Function &Old, const BuiltStep &Step,
               const SpawnRoles &Roles);

/// Notes that the spawn mark \p Spawn first runs the child's inline form
/// (InlineChildren.h).
void noteInline(const llvm::Instruction &Spawn);

/// Notes that \p Callee was inlined into \p Into.
void noteInlined(const llvm::Function &Into, llvm::StringRef Callee);

/// Notes what LLVM's loop vectoriser says of a loop of the program.
void noteLoop(const llvm::DiagnosticInfoOptimizationBase &Remark);

/// Notes which steps the dispatch kernel contains and which stay functions.
void notePlaces(llvm::ArrayRef<llvm::Function *> InKernel,
                llvm::ArrayRef<llvm::Function *> Separate);

} // namespace tasklet

#endif
