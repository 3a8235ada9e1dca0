//===- TokenRewriter.h - Turn the additions into C tokens -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The token stage. The preprocessor shows every token to a watcher before the
/// parser gets it. The watcher takes the first token of an external
/// declaration as its cue to read that whole declaration (up to its `;` or the
/// end of its function body), rewrites it with all of it in sight, and hands it
/// back as a token stream that is not shown again.
///
/// Reading whole declarations, instead of deciding token by token with
/// Preprocessor::LookAhead, has two reasons. The watcher also runs while the
/// parser itself looks ahead; then the look-ahead positions are relative to the
/// parser, not to the token shown, and the token lives in a cache that looking
/// ahead moves. And a spawn statement is told from a C expression by what
/// follows it as well. Not more than one declaration, because some pragmas act
/// when they are lexed: between declarations they keep their place.
///
/// The preprocessor has run on all tokens, so macros and headers need no
/// thought. Every token that replaces a user's token has that one's location.
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
  /// Is shown each external declaration before the parser sees it, when it has
  /// been rewritten.
  using UnitObserver = std::function<void(const std::vector<clang::Token> &)>;

  TokenRewriter(clang::Preprocessor &PP, SourceMarks &Marks, TaskTest IsTask,
                UnitObserver OnUnit)
      : PP(PP), Marks(Marks), IsTask(std::move(IsTask)),
        OnUnit(std::move(OnUnit)) {}

  /// Makes this the token watcher of the preprocessor, which must not outlive
  /// it by a token.
  void install();

private:
  void onToken(const clang::Token &First);
  /// Completes Unit, which holds its first token.
  void readUnit();
  /// Whether a `{` that comes next in Unit, outside all brackets, opens a
  /// function body.
  bool opensFunctionBody() const;

  clang::Preprocessor &PP;
  SourceMarks &Marks;
  TaskTest IsTask;
  UnitObserver OnUnit;
  std::vector<clang::Token> Unit;
  bool Reading = false;
};

} // namespace tasklet

#endif
