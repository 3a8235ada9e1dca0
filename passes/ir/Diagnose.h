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

/// Who can show messages in the source program, with a caret: the plugin, while
/// it compiles one. Without it messages go to the context's handler.
class SourceReporter {
public:
  virtual ~SourceReporter() = default;
  /// The file's name counts from the folder, unless it is absolute. False:
  /// there is no such place.
  virtual bool report(bool IsError, llvm::StringRef Folder,
                      llvm::StringRef File, unsigned Line, unsigned Column,
                      llvm::StringRef Message) = 0;
  /// \p Cookie is what clang attaches to calls as `!srcloc`.
  virtual bool report(bool IsError, uint64_t Cookie,
                      llvm::StringRef Message) = 0;
};

/// The process has one, or none (null).
void setSourceReporter(SourceReporter *Reporter);

/// Reports a mistake of the user in \p F through the context's handler, with
/// the position of \p At if it has one. Compilation goes on; clang fails it.
void reportError(const llvm::Function &F, const llvm::Instruction *At,
                 const llvm::Twine &Message);

/// Adds \p Message, about \p At, to the error before it. Silent if the place is
/// unknown.
void reportNote(const llvm::Instruction &At, const llvm::Twine &Message);

/// Reports a mistake that belongs to no single function.
void reportError(const llvm::Module &M, const llvm::Twine &Message);

/// Whether this process has reported a mistake of the user. What a pass that
/// refuses leaves behind need not be what it guarantees.
bool hasReportedErrors();

} // namespace tasklet

#endif
