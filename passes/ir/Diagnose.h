//===- Diagnose.h - Errors that the passes report ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_DIAGNOSE_H
#define TASKLET_PASSES_IR_DIAGNOSE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace tasklet {

/// Shows messages in the source program, with a caret. The plugin is one while
/// it compiles a program. Without a reporter, messages go to the context's
/// handler.
class SourceReporter {
public:
  virtual ~SourceReporter() = default;
  /// \p File is relative to \p Folder unless it is absolute. Returns false if
  /// there is no such place.
  virtual bool report(bool IsError, llvm::StringRef Folder,
                      llvm::StringRef File, unsigned Line, unsigned Column,
                      llvm::StringRef Message) = 0;
  /// \p Cookie is the number that clang attaches to a call as `!srcloc`.
  virtual bool report(bool IsError, uint64_t Cookie,
                      llvm::StringRef Message) = 0;
};

/// Sets the only reporter of the process; null for none.
void setSourceReporter(SourceReporter *Reporter);

/// Reports a mistake of the user in \p F through the context's handler, with
/// the position of \p At if it has one. The passes go on, and clang fails in
/// the end.
void reportError(const llvm::Function &F, const llvm::Instruction *At,
                 const llvm::Twine &Message);

/// Adds a note about \p At to the error before it. Does nothing if the position
/// of \p At is unknown.
void reportNote(const llvm::Instruction &At, const llvm::Twine &Message);

/// Reports a mistake that belongs to no single function.
void reportError(const llvm::Module &M, const llvm::Twine &Message);

/// Whether this process has reported a mistake of the user. A pass that rejects
/// a program need not keep the guarantees of its output.
bool hasReportedErrors();

} // namespace tasklet

#endif
