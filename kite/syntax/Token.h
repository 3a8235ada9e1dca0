//===- Token.h - Tokens of Kite ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_TOKEN_H
#define TASKLET_KITE_SYNTAX_TOKEN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

#include <string>

namespace tasklet::kite {

enum class TokenKind {
  End,
  Identifier,
  Integer,
  Floating,
  Character,
  String,
  /// Told of by the lexer; nothing more is to be said about it.
  Invalid,
#define KEYWORD(Kind, Spelling) Keyword##Kind,
#define PUNCTUATION(Kind, Spelling) Kind,
#include "syntax/Token.def"
};

struct Token {
  TokenKind Kind = TokenKind::End;
  /// In the source.
  llvm::StringRef Text;
  /// Of brackets: where in the list of tokens the other one is; 0 if there is
  /// none.
  unsigned Match = 0;
  /// A literal that the lexer has told of.
  bool IsBad = false;
  bool StartsLine = false;

  bool is(TokenKind Other) const { return Kind == Other; }
  llvm::SMLoc start() const {
    return llvm::SMLoc::getFromPointer(Text.begin());
  }
  llvm::SMLoc end() const { return llvm::SMLoc::getFromPointer(Text.end()); }
  llvm::SMRange range() const { return {start(), end()}; }
};

/// As messages name it: `'then'`, `';'`, `a name`.
std::string describe(TokenKind Kind);
/// As messages name what was found: `'x'`, `the end of the file`.
std::string describe(const Token &Found);
/// Of keywords and punctuation; empty for other kinds.
llvm::StringRef spelling(TokenKind Kind);
bool isKeyword(TokenKind Kind);

} // namespace tasklet::kite

#endif
