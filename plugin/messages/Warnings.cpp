//===- Warnings.cpp - Warnings that options and pragmas control -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/messages/Warnings.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tasklet {
namespace {

struct Entry {
  Warning W;
  StringRef Option;
  unsigned LentBy;
  /// The group of the lender, which holds nothing else.
  StringRef LentGroup;
};

const Entry Table[] = {
    {Warning::Unforced, "-Wtasklet-unforced",
     diag::warn_nsconsumed_attribute_mismatch, "nsconsumed-mismatch"},
    {Warning::Unreachable, "-Wtasklet-unreachable",
     diag::warn_nsreturns_retained_attribute_mismatch, "nsreturns-mismatch"},
    {Warning::OneRound, "-Wtasklet-one-round",
     diag::warn_objc_circular_container, "objc-circular-container"},
    {Warning::NullPointer, "-Wtasklet-null-pointer",
     diag::warn_objc_redundant_literal_use, "objc-redundant-literal-use"},
    {Warning::LaneNumber, "-Wtasklet-lane-number",
     diag::warn_objc_root_class_missing, "objc-root-class"},
    {Warning::SubGroups, "-Wtasklet-sub-groups",
     diag::warn_objc_missing_super_call, "objc-missing-super-calls"},
    {Warning::OrderedSequential, "-Wtasklet-ordered-sequential",
     diag::warn_objc_unsafe_perform_selector, "objc-unsafe-perform-selector"},
    {Warning::Unchecked, "-Wtasklet-unchecked",
     diag::warn_autosynthesis_property_ivar_match,
     "objc-autosynthesis-property-ivar-name-match"},
};

const Entry &entry(Warning W) { return Table[static_cast<unsigned>(W)]; }

/// Clang's group for one of ours, or \p Group itself.
StringRef lender(StringRef Group) {
  for (const Entry &E : Table)
    if (Group == E.Option.drop_front(2))
      return E.LentGroup;
  return Group;
}

/// `#pragma clang diagnostic` as Clang does it, with more names.
class DiagnosticPragma : public PragmaHandler {
public:
  explicit DiagnosticPragma(const char *Namespace)
      : PragmaHandler("diagnostic"), Namespace(Namespace) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &Word) override {
    SourceLocation Loc = Word.getLocation();
    Token Tok;
    PP.LexUnexpandedToken(Tok);
    if (Tok.isNot(tok::identifier)) {
      PP.Diag(Tok, diag::warn_pragma_diagnostic_invalid);
      return;
    }
    StringRef Action = Tok.getIdentifierInfo()->getName();
    if (Action == "push" || Action == "pop") {
      pushOrPop(PP, Action == "push", Loc, Tok);
      return;
    }
    auto Severity = llvm::StringSwitch<diag::Severity>(Action)
                        .Case("ignored", diag::Severity::Ignored)
                        .Case("warning", diag::Severity::Warning)
                        .Case("error", diag::Severity::Error)
                        .Case("fatal", diag::Severity::Fatal)
                        .Default({});
    if (Severity == diag::Severity()) {
      PP.Diag(Tok, diag::warn_pragma_diagnostic_invalid);
      return;
    }
    setSeverity(PP, Severity, Loc, Tok);
  }

private:
  void pushOrPop(Preprocessor &PP, bool Push, SourceLocation Loc,
                 const Token &Tok) {
    PPCallbacks *Callbacks = PP.getPPCallbacks();
    if (Push) {
      PP.getDiagnostics().pushMappings(Loc);
      if (Callbacks)
        Callbacks->PragmaDiagnosticPush(Loc, Namespace);
    } else if (!PP.getDiagnostics().popMappings(Loc)) {
      PP.Diag(Tok, diag::warn_pragma_diagnostic_cannot_pop);
    } else if (Callbacks) {
      Callbacks->PragmaDiagnosticPop(Loc, Namespace);
    }
  }

  void setSeverity(Preprocessor &PP, diag::Severity Severity,
                   SourceLocation Loc, Token &Tok) {
    PP.LexUnexpandedToken(Tok);
    SourceLocation NameLoc = Tok.getLocation();
    std::string Name;
    if (!PP.FinishLexStringLiteral(Tok, Name, "pragma diagnostic",
                                   /*AllowMacroExpansion=*/false))
      return;
    if (Tok.isNot(tok::eod)) {
      PP.Diag(Tok.getLocation(), diag::warn_pragma_diagnostic_invalid_token);
      return;
    }
    if (Name.size() < 3 || Name[0] != '-' ||
        (Name[1] != 'W' && Name[1] != 'R')) {
      PP.Diag(NameLoc, diag::warn_pragma_diagnostic_invalid_option);
      return;
    }
    diag::Flavor Flavor =
        Name[1] == 'W' ? diag::Flavor::WarningOrError : diag::Flavor::Remark;
    StringRef Group = lender(StringRef(Name).drop_front(2));
    if (Group == "everything")
      PP.getDiagnostics().setSeverityForAll(Flavor, Severity, Loc);
    else if (PP.getDiagnostics().setSeverityForGroup(Flavor, Group, Severity,
                                                     Loc))
      PP.Diag(NameLoc, diag::warn_pragma_diagnostic_unknown_warning) << Name;
    else if (PPCallbacks *Callbacks = PP.getPPCallbacks())
      Callbacks->PragmaDiagnostic(Loc, Namespace, Severity, Name);
  }

  const char *Namespace;
};

} // namespace

StringRef optionOf(Warning W) { return entry(W).Option; }

std::optional<Warning> warningOf(StringRef Option) {
  for (const Entry &E : Table)
    if (E.Option == Option)
      return E.W;
  return std::nullopt;
}

DiagnosticsEngine::Level levelOf(const DiagnosticsEngine &Diags, Warning W,
                                 SourceLocation Loc) {
  return Diags.getDiagnosticLevel(entry(W).LentBy, Loc);
}

bool applyWarningOption(DiagnosticsEngine &Diags, StringRef Option) {
  bool Positive = !Option.consume_front("no-");
  bool AsError = Option.consume_front("error=");
  bool Ours = false;
  for (const Entry &E : Table) {
    if (Option != E.Option.drop_front(2) && (AsError || Option != "everything"))
      continue;
    Ours = true;
    if (AsError)
      Diags.setDiagnosticGroupWarningAsError(E.LentGroup, Positive);
    else
      Diags.setSeverityForGroup(diag::Flavor::WarningOrError, E.LentGroup,
                                Positive ? diag::Severity::Warning
                                         : diag::Severity::Ignored);
  }
  return Ours;
}

void installWarningPragmas(Preprocessor &PP) {
  for (const char *Namespace : {"clang", "GCC"}) {
    // Clang's own handler is found by its name. It is not ours to delete.
    DiagnosticPragma Same(Namespace);
    PP.RemovePragmaHandler(Namespace, &Same);
    PP.AddPragmaHandler(Namespace, new DiagnosticPragma(Namespace));
  }
}

} // namespace tasklet
