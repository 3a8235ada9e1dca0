//===- ClangErrors.h - Clang's own errors about the additions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Some mistakes in tasks are errors of OpenCL C that Clang finds before any
/// check of ours can: the address of a function, a local variable outside a
/// kernel, a name in the list of a `force` that has no address. Clang knows no
/// tasks, so this says them in the words of the language, with a way out. It
/// stands between the diagnostics engine and the consumer that shows them.
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

  /// Whoever asks for the numbers of errors and warnings asks this consumer,
  /// and means those of the one behind it: -verify expects some.
  void takeCounts();

  /// What is said instead of Clang's error; an empty text leaves it as it is.
  struct Words {
    std::string Error, Note;
  };
  Words wordsFor(const clang::Diagnostic &Info) const;
  bool isLostMark(const clang::Diagnostic &Info);
  /// Whether the AST stage says what is wrong, and better.
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
  /// Clang's notes to an error that was replaced are about something else.
  bool SkipNotes = false;
};

} // namespace tasklet

#endif
