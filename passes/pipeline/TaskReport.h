//===- TaskReport.h - What became of each task, in words --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of `taskletc --report` (docs/tracing.md, "What the compiler made").
/// `tkl-report`, the last pass, writes what the others noted
/// (tasks/TaskNotes.h) to the file that -tkl-report=FILE names.
///
/// Names, types and lines are those of the debug information, as far as there
/// is any.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_TASKREPORT_H
#define TASKLET_PASSES_PIPELINE_TASKREPORT_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// `tkl-report`. Takes away the mark of ir/Additions.h, which nobody asks for
/// any more, and changes nothing else. Reports a file that cannot be written.
struct ReportPass : llvm::PassInfoMixin<ReportPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
