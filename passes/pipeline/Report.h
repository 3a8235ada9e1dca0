//===- Report.h - What became of each task, in words ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `taskletc --report` (docs/tracing.md, "What the compiler made").
/// The passes say what they decide while they do it; `tkl-report`, the last
/// pass, writes that to the file that -tkl-report=FILE names. Without the
/// option nothing is noted, and with it no pass decides otherwise.
///
/// Names, types and lines are those of the debug information, as far as there
/// is any.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_REPORT_H
#define TASKLET_PASSES_PIPELINE_REPORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace tasklet {

struct BuiltStep;
struct SpawnRoles;
struct StepPlan;

/// Notes frame, futures, spawns and captures of \p F, which still has its debug
/// information.
void notePlan(llvm::Function &F, const StepPlan &Plan);

/// Notes what becomes of the spawns in \p Step of \p Old.
void noteRoles(const llvm::Function &Old, const BuiltStep &Step,
               const SpawnRoles &Roles);

/// Notes that \p Spawn, a mark, first runs the child as far as tkl-eager could.
void noteEager(const llvm::Instruction &Spawn);

/// Notes that \p Callee has become part of \p Into.
void noteInlined(const llvm::Function &Into, llvm::StringRef Callee);

/// Notes which steps the dispatch kernel takes in and which stay functions.
void notePlaces(llvm::ArrayRef<llvm::Function *> InKernel,
                llvm::ArrayRef<llvm::Function *> Separate);

/// `tkl-report`. Changes nothing. Reports a file that cannot be written.
struct ReportPass : llvm::PassInfoMixin<ReportPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
