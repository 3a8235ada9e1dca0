//===- TaskReport.h - A report about each task ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `taskletc --report` (docs/tracing.md, "What the compiler made").
/// The other passes make notes (tasks/TaskNotes.h, ordered/OrderedNotes.h).
/// `tkl-report`, the last pass, writes them to the file that -tkl-report=FILE names.
///
/// Names, types and lines come from the debug information, if there is any.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_TASKREPORT_H
#define TASKLET_PASSES_PIPELINE_TASKREPORT_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// `tkl-report`. Removes the mark of ir/Additions.h, which no later pass needs,
/// and changes nothing else. Reports an error if it cannot write the file.
struct ReportPass : llvm::PassInfoMixin<ReportPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
