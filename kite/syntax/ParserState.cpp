//===- ParserState.cpp - Tokens, mistakes and limits of the parser --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/ParserState.h"

using namespace llvm;

namespace tasklet::kite {

Token FileParser::take() {
  Token Taken = peek();
  if (Position + 1 < Tokens.size())
    ++Position;
  return Taken;
}

bool FileParser::accept(TokenKind Kind) {
  if (!at(Kind))
    return false;
  take();
  return true;
}

void FileParser::takeFirstCharacter(TokenKind Rest) {
  Tokens[Position].Kind = Rest;
  Tokens[Position].Text = Tokens[Position].Text.drop_front();
}

size_t FileParser::behindMatch(size_t Ahead) const {
  unsigned Match = peek(Ahead).Match;
  return Match > Position + Ahead ? Match + 1 - Position : Ahead;
}

void FileParser::errorAt(SMRange Range, const Twine &Text,
                         ArrayRef<SMFixIt> Mend) {
  Diags.error(Range, Text, Mend);
}

void FileParser::error(const Twine &Text, ArrayRef<SMFixIt> Mend) {
  if (at(TokenKind::Invalid) || (at(TokenKind::End) && List.EndIsBroken))
    return;
  errorAt(peek().range(), Text, Mend);
}

void FileParser::expected(const Twine &What) {
  error("expected " + What + ", found " + describe(peek()));
}

bool FileParser::expect(TokenKind Kind, const Twine &Where) {
  if (accept(Kind))
    return true;
  expected(describe(Kind) + " " + Where);
  return false;
}

bool FileParser::expectClosing(TokenKind Kind, const Token &Opening,
                               bool InList) {
  if (accept(Kind))
    return true;
  // A literal without end has taken it.
  if (previous().IsBad && peek().StartsLine)
    return true;
  size_t Errors = Diags.errorCount();
  expected((InList ? "',' or " : "") + describe(Kind));
  if (Errors != Diags.errorCount())
    Diags.note(Opening.range(), "to match this '" + Opening.Text + "'");
  if (Opening.Match >= Position) {
    Position = Opening.Match + 1;
    return true;
  }
  // As if it were there, where that is likely.
  return at(TokenKind::Semicolon) || at(TokenKind::LeftBrace) ||
         at(TokenKind::RightBrace) || at(TokenKind::KeywordThen);
}

bool FileParser::expectName(std::string &Name, SMRange &Range,
                            const Twine &What) {
  if (at(TokenKind::Identifier)) {
    Range = peek().range();
    Name = take().Text.str();
    return true;
  }
  if (isKeyword(peek().Kind))
    error("expected " + What + ", found the keyword '" + peek().Text +
          "', which is reserved");
  else
    expected(What);
  return false;
}

void FileParser::expectSemicolon(const Twine &Behind) {
  if (accept(TokenKind::Semicolon) || at(TokenKind::RightBrace) ||
      at(TokenKind::KeywordThen) || previous().is(TokenKind::RightBrace))
    return;
  // The literal has taken all of its line.
  if (previous().IsBad && peek().StartsLine)
    return;
  // A block that does not end is the mistake.
  if (at(TokenKind::Invalid) || at(TokenKind::End)) {
    if (at(TokenKind::End) && Nesting == 0)
      expected("';' " + Behind);
    return skipStatement();
  }
  SMLoc Place = previous().end();
  errorAt({Place, Place}, "expected ';' " + Behind, SMFixIt(Place, ";"));
  if (!peek().StartsLine)
    skipStatement();
}

/// A keyword that begins a statement, and nothing else.
static bool beginsStatement(TokenKind Kind) {
  switch (Kind) {
  case TokenKind::KeywordIf:
  case TokenKind::KeywordCase:
  case TokenKind::KeywordFor:
  case TokenKind::KeywordMap:
  case TokenKind::KeywordWhile:
  case TokenKind::KeywordReturn:
  case TokenKind::KeywordCritical:
  case TokenKind::KeywordStruct:
  case TokenKind::KeywordUnion:
  case TokenKind::KeywordExport:
  case TokenKind::KeywordImport:
    return true;
  default:
    return false;
  }
}

void FileParser::skipStatement() {
  for (bool IsFirst = true; !at(TokenKind::End); IsFirst = false) {
    if (accept(TokenKind::Semicolon))
      return;
    // One that is within the statement does not end the block.
    if (at(TokenKind::RightBrace) && peek().Match <= BlockOpening)
      return;
    if (!IsFirst && peek().StartsLine &&
        (beginsStatement(peek().Kind) || atVariables() || atTaskDeclaration() ||
         atBranch() || at(TokenKind::Identifier, TokenKind::Assign)))
      return;
    bool IsBlock = at(TokenKind::LeftBrace);
    size_t Behind = behindMatch(0);
    Position += Behind;
    if (Behind == 0)
      take();
    else if (IsBlock && peek().StartsLine && !at(TokenKind::KeywordElse))
      return;
  }
}

bool FileParser::startsColumn() const {
  const char *Start = peek().Text.begin();
  return peek().StartsLine &&
         (Position == 0 || Start[-1] == '\n' || Start[-1] == '\r');
}

bool FileParser::atDeclaration() const {
  switch (peek().Kind) {
  case TokenKind::KeywordExport:
  case TokenKind::KeywordImport:
  case TokenKind::KeywordStruct:
  case TokenKind::KeywordUnion:
    return true;
  case TokenKind::KeywordTask:
    return peek(1).is(TokenKind::Identifier) || isKeyword(peek(1).Kind);
  default:
    return false;
  }
}

void FileParser::skipDeclaration() {
  for (bool IsFirst = true; !at(TokenKind::End); IsFirst = false) {
    if (!IsFirst && ((peek().StartsLine && atDeclaration()) ||
                     (startsColumn() && atVariables())))
      return;
    size_t Behind = behindMatch(0);
    Position += Behind;
    if (Behind == 0)
      take();
  }
}

bool FileParser::Level::enter() {
  if (P.Nesting <= MaxNesting)
    return true;
  // What is around cannot be parsed either.
  if (P.IsTooDeep)
    return false;
  P.IsTooDeep = true;
  P.error("this is nested more than " + Twine(MaxNesting) +
          " levels deep; give a part of it a name of its own");
  return false;
}

bool FileParser::grow(SMRange Range) {
  if (++Height <= MaxHeight)
    return true;
  // What is around is not to blame.
  Height = 0;
  errorAt(Range, "there are more than " + Twine(MaxHeight) +
                     " operators or statements in one chain; give a part of it "
                     "a name of its own");
  return false;
}

} // namespace tasklet::kite
