//===- TokenRewriter.h - Turn the additions into C tokens -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The token stage. The preprocessor shows every token to a watcher before the
/// parser gets it. At the first token of an external declaration, the watcher
/// reads that whole declaration, up to its `;` or the end of its function body.
/// It rewrites the complete declaration and hands it back as a token stream
/// that is not shown again.
///
/// Whole declarations are read, instead of deciding token by token with
/// Preprocessor::LookAhead, for two reasons. First, the watcher also runs while
/// the parser itself looks ahead. Then look-ahead positions are relative to the
/// parser, not to the token shown, and the token lives in a cache that looking
/// ahead moves. Second, a spawn statement differs from a C expression also in
/// what follows it. No more than one declaration is read, because some pragmas
/// act when they are lexed: between declarations they keep their place.
///
/// The preprocessor has run on all tokens, so macros and headers need no
/// special care. Every token that replaces a user's token has the location of
/// that token.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_TOKENS_TOKENREWRITER_H
#define TASKLET_PLUGIN_TOKENS_TOKENREWRITER_H

#include "plugin/marks/SourceMarks.h"
#include "clang/Lex/Token.h"
#include <vector>

namespace clang {
class IdentifierInfo;
class Preprocessor;
} // namespace clang

namespace tasklet {

class TokenRewriter {
public:
  /// Called with each external declaration after it has been rewritten, and
  /// before the parser sees it.
  using UnitObserver = std::function<void(const std::vector<clang::Token> &)>;

  TokenRewriter(clang::Preprocessor &PP, SourceMarks &Marks, FileScope Names,
                UnitObserver OnUnit)
      : PP(PP), Marks(Marks), Names(std::move(Names)),
        OnUnit(std::move(OnUnit)) {}

  /// Makes this the token watcher of the preprocessor. The preprocessor must
  /// not show a token after this object ends.
  void install();

private:
  void onToken(const clang::Token &First);
  /// Completes Unit, which holds the first token of the declaration.
  void readUnit();
  /// Whether the next token opens a function body if it is a `{` outside all
  /// brackets of Unit.
  bool opensFunctionBody() const;

  clang::Preprocessor &PP;
  SourceMarks &Marks;
  FileScope Names;
  UnitObserver OnUnit;
  std::vector<clang::Token> Unit;
  bool Reading = false;
};

} // namespace tasklet

#endif
