//===- Copier.h - Copies a source, with changes -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes through the text of the main file once, from its begin to its end. What
/// is skipped leaves its line breaks behind, so that lines keep their numbers.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_ELIDE_COPIER_H
#define TASKLET_PLUGIN_ELIDE_COPIER_H

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <string>

namespace tasklet {

class Copier {
public:
  explicit Copier(const clang::ASTContext &Context);

  /// The place of a token in the file.
  unsigned offset(clang::SourceLocation Loc) const;
  /// The place after a token.
  unsigned offsetAfter(clang::SourceLocation Loc) const;
  /// The place after the use of the macro from which a token comes.
  unsigned offsetAfterMacro(clang::SourceLocation Loc) const;
  bool isInSource(clang::SourceLocation Loc) const;

  /// Whenever the text from \p Begin to \p End is copied, \p Text comes instead
  /// of it, with the line breaks of the old text.
  void replace(unsigned Begin, unsigned End, const std::string &Text);

  /// Copies what comes before \p End.
  void copyTo(unsigned End);
  /// Leaves out what comes before \p End, but for its line breaks.
  void skipTo(unsigned End);
  void add(const std::string &Text) { Out += Text; }
  void copyRest() { copyTo(Source.size()); }

  unsigned position() const { return Cursor; }
  llvm::StringRef text() const { return Source; }
  std::string take() { return std::move(Out); }

  /// What \p Write adds when it begins at \p Begin; nothing else changes.
  template <typename Function>
  std::string aside(unsigned Begin, Function Write) {
    std::string Kept = std::move(Out);
    unsigned Place = Cursor;
    Out.clear();
    Cursor = Begin;
    Write();
    std::string Result = std::move(Out);
    Out = std::move(Kept);
    Cursor = Place;
    return Result;
  }

private:
  struct Edit {
    unsigned End;
    std::string Text;
  };
  const clang::SourceManager &SM;
  const clang::LangOptions &Options;
  llvm::StringRef Source;
  unsigned Cursor = 0;
  std::string Out;
  std::map<unsigned, Edit> Edits;
};

} // namespace tasklet

#endif
