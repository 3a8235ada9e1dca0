//===- Diagnostics.h - Diagnostics of the plugin ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Short names for custom diagnostics and fix-its. Messages stand where the
/// rule is checked, so that a check reads as one piece.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_DIAGNOSTICS_H
#define TASKLET_PLUGIN_MESSAGES_DIAGNOSTICS_H

#include "plugin/messages/Warnings.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace tasklet {

class Report {
public:
  using Level = clang::DiagnosticsEngine::Level;

  explicit Report(clang::DiagnosticsEngine &Diags) : Diags(Diags) {}

  template <unsigned N>
  clang::DiagnosticBuilder error(clang::SourceLocation Loc,
                                 const char (&Format)[N]) {
    return Diags.Report(Loc, Diags.getCustomDiagID(Level::Error, Format));
  }
  /// Whether \p W is reported at \p Loc.
  bool enabled(Warning W, clang::SourceLocation Loc) const {
    return levelOf(Diags, W, Loc) != Level::Ignored;
  }
  /// Does nothing unless \p W is enabled. Appends the option that controls it.
  clang::DiagnosticBuilder warning(clang::SourceLocation Loc, Warning W,
                                   llvm::StringRef Format) {
    Level L = levelOf(Diags, W, Loc);
    std::string Text =
        (Format + llvm::Twine(L >= Level::Error ? " [-Werror," : " [") +
         optionOf(W) + "]")
            .str();
    return Diags.Report(Loc,
                        Diags.getDiagnosticIDs()->getCustomDiagID(
                            static_cast<clang::DiagnosticIDs::Level>(L), Text));
  }
  template <unsigned N>
  clang::DiagnosticBuilder note(clang::SourceLocation Loc,
                                const char (&Format)[N]) {
    return Diags.Report(Loc, Diags.getCustomDiagID(Level::Note, Format));
  }

  /// Edits inside macros would change every expansion, so there are none.
  static clang::FixItHint replace(clang::SourceLocation Loc, unsigned Length,
                                  llvm::StringRef Text) {
    if (Loc.isInvalid() || Loc.isMacroID())
      return {};
    return clang::FixItHint::CreateReplacement(
        clang::CharSourceRange::getCharRange(Loc, Loc.getLocWithOffset(Length)),
        Text);
  }
  static clang::FixItHint insert(clang::SourceLocation Loc,
                                 llvm::StringRef Text) {
    if (Loc.isInvalid() || Loc.isMacroID())
      return {};
    return clang::FixItHint::CreateInsertion(Loc, Text);
  }
  static clang::FixItHint replace(clang::SourceRange Range,
                                  llvm::StringRef Text) {
    if (Range.isInvalid() || Range.getBegin().isMacroID() ||
        Range.getEnd().isMacroID())
      return {};
    return clang::FixItHint::CreateReplacement(Range, Text);
  }
  static clang::FixItHint remove(clang::CharSourceRange Range) {
    if (Range.isInvalid() || Range.getBegin().isMacroID() ||
        Range.getEnd().isMacroID())
      return {};
    return clang::FixItHint::CreateRemoval(Range);
  }

private:
  clang::DiagnosticsEngine &Diags;
};

/// For `x <- f(1) + f(2);` and the like.
constexpr const char AdviceOfPartsThatAreTasks[] =
    "spawn each task into a variable of its own, and compute the value in the "
    "body of the 'force' that names them";

} // namespace tasklet

#endif
