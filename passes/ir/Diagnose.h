//===- Diagnose.h - Errors and warnings of the passes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_DIAGNOSE_H
#define TASKLET_PASSES_IR_DIAGNOSE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
class Instruction;
class MDNode;
class Module;
} // namespace llvm

namespace tasklet {

/// A place in the source. It outlives the instruction that it is taken from.
struct SourcePlace {
  llvm::DebugLoc Loc;
  const llvm::MDNode *Cookie = nullptr; ///< null, or what clang calls `!srcloc`

  SourcePlace() = default;
  explicit SourcePlace(const llvm::Instruction &At);
  bool isKnown() const { return Loc || Cookie; }
};

enum class Severity { Error, Warning, Note };

/// Shows messages in the source program, with a caret. The plugin is one while
/// it compiles a program. Without a reporter, messages go to the context's
/// handler.
class SourceReporter {
public:
  virtual ~SourceReporter() = default;
  /// \p File is relative to \p Folder unless it is absolute. Returns false if
  /// there is no such place. \p Option controls a warning: "-Wtasklet-...".
  virtual bool report(Severity Kind, llvm::StringRef Option,
                      llvm::StringRef Folder, llvm::StringRef File,
                      unsigned Line, unsigned Column,
                      llvm::StringRef Message) = 0;
  /// \p Cookie is the number that clang attaches to a call as `!srcloc`.
  virtual bool report(Severity Kind, llvm::StringRef Option, uint64_t Cookie,
                      llvm::StringRef Message) = 0;
  /// At the name of an ordered kernel, where no better place is known.
  virtual bool reportAt(llvm::StringRef Kernel, Severity Kind,
                        llvm::StringRef Option, llvm::StringRef Message) = 0;
  /// The line of the source at this place; empty if there is none.
  virtual std::string lineAt(llvm::StringRef Folder, llvm::StringRef File,
                             unsigned Line, unsigned Column) = 0;
  /// The name of a parameter of \p Kernel; empty if it is not known.
  virtual std::string parameterName(llvm::StringRef Kernel, unsigned Index) = 0;
};

/// Sets the only reporter of the process; null for none.
void setSourceReporter(SourceReporter *Reporter);
SourceReporter *sourceReporter();

/// Reports a mistake of the user in \p F through the context's handler, with
/// the position of \p At if it has one. The passes go on, and clang fails in
/// the end.
void reportError(const llvm::Function &F, const llvm::Instruction *At,
                 const llvm::Twine &Message);

/// Reports a warning about \p F that \p Option, such as "-Wtasklet-...",
/// controls. Where \p At is unknown, it stands at the ordered kernel \p F.
void reportWarning(const llvm::Function &F, llvm::StringRef Option,
                   const SourcePlace &At, const llvm::Twine &Message);

/// Adds a note about \p At to the message before it. Does nothing if the
/// position of \p At is unknown.
void reportNote(const llvm::Instruction &At, const llvm::Twine &Message);
/// Adds a note to the warning about \p F before it, at a place as there.
void reportNote(const llvm::Function &F, const SourcePlace &At,
                const llvm::Twine &Message);

/// Reports a mistake that belongs to no single function.
void reportError(const llvm::Module &M, const llvm::Twine &Message);

/// Whether this process has reported a mistake of the user. A pass that rejects
/// a program need not keep the guarantees of its output.
bool hasReportedErrors();

} // namespace tasklet

#endif
