//===- ClangErrors.h - Clang's own errors about the additions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Some mistakes in tasks are errors of OpenCL C, and Clang finds them before
/// our checks run: the address of a function, a local variable outside a
/// kernel, a name without an address in the list of a `force`. Clang knows no
/// tasks. So this consumer rewords the errors in the terms of the language and
/// adds a way out. It stands between the diagnostics engine and the consumer
/// that shows diagnostics.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_CLANGERRORS_H
#define TASKLET_PLUGIN_CHECKS_CLANGERRORS_H

#include "plugin/marks/SourceMarks.h"
#include "clang/Basic/Diagnostic.h"
#include <memory>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace tasklet {

class ClangErrors : public clang::DiagnosticConsumer {
public:
  /// Puts one in front of the consumer of \p CI, for the rest of its life.
  static void install(clang::CompilerInstance &CI,
                      std::shared_ptr<SourceMarks> Marks);

  void clear() override;
  void BeginSourceFile(const clang::LangOptions &Lang,
                       const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void finish() override;
  bool IncludeInDiagnosticCounts() const override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  ClangErrors(clang::CompilerInstance &CI, std::shared_ptr<SourceMarks> Marks)
      : CI(CI), Marks(std::move(Marks)) {}

  /// Copies the numbers of errors and warnings from the next consumer. Callers
  /// ask this consumer, but mean the numbers of the next one: -verify expects
  /// some errors.
  void takeCounts();

  /// The text that replaces Clang's error; if it is empty, the error stays.
  struct Words {
    std::string Error, Note;
  };
  Words wordsFor(const clang::Diagnostic &Info) const;
  bool isLostMark(const clang::Diagnostic &Info);
  /// Whether the AST stage reports the same error in better words.
  bool isSaidLater(const clang::Diagnostic &Info);
  bool isOfStaticTask(const clang::Diagnostic &Info) const;
  bool isOfMissedSpawn(const clang::Diagnostic &Info) const;
  Words wordsForVariable(const clang::Diagnostic &Info,
                         llvm::StringRef Name) const;
  Words wordsForUndeclared(llvm::StringRef Name) const;
  static bool isOfSubGroups(const clang::Diagnostic &Info);
  Words wordsForFunction(const clang::Diagnostic &Info,
                         llvm::StringRef Name) const;
  Words wordsForSpawn(const clang::Diagnostic &Info) const;
  Words wordsForListed(const clang::Diagnostic &Info,
                       llvm::StringRef Name) const;
  bool isInForceBody(clang::SourceLocation Loc) const;

  clang::CompilerInstance &CI;
  std::shared_ptr<SourceMarks> Marks;
  clang::DiagnosticConsumer *Next = nullptr;
  std::unique_ptr<clang::DiagnosticConsumer> Owned;
  /// Whether to drop Clang's notes: they belong to an error that was replaced.
  bool SkipNotes = false;
};

} // namespace tasklet

#endif
