//===- Lexer.cpp - From text to tokens ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Lexer.h"

#include "compat/Strings.h"
#include "syntax/Literals.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

using namespace llvm;

namespace tasklet::kite {

std::string describe(TokenKind Kind) {
  switch (Kind) {
  case TokenKind::End:
    return "the end of the file";
  case TokenKind::Identifier:
    return "a name";
  case TokenKind::Integer:
  case TokenKind::Floating:
    return "a number";
  case TokenKind::Character:
    return "a character";
  case TokenKind::String:
    return "a string";
  case TokenKind::Invalid:
    return "a mistake";
  default:
    return ("'" + spelling(Kind) + "'").str();
  }
}

std::string describe(const Token &Found) {
  if (Found.is(TokenKind::End) || Found.is(TokenKind::String))
    return describe(Found.Kind);
  return ("'" + Found.Text + "'").str();
}

StringRef spelling(TokenKind Kind) {
  switch (Kind) {
#define KEYWORD(Kind, Spelling)                                                \
  case TokenKind::Keyword##Kind:                                               \
    return Spelling;
#define PUNCTUATION(Kind, Spelling)                                            \
  case TokenKind::Kind:                                                        \
    return Spelling;
#include "syntax/Token.def"
  default:
    return "";
  }
}

bool isKeyword(TokenKind Kind) {
  switch (Kind) {
#define KEYWORD(Kind, Spelling) case TokenKind::Keyword##Kind:
#include "syntax/Token.def"
    return true;
  default:
    return false;
  }
}

namespace {

bool isNameStart(char C) { return isAlpha(C) || C == '_'; }
bool isForeign(char C) { return static_cast<unsigned char>(C) >= 0x80; }

class Lexer {
public:
  Lexer(StringRef Text, Diagnostics &Diags)
      : Next(Text.begin()), End(Text.end()), Diags(Diags) {}

  TokenList run();

private:
  char at(size_t Offset) const {
    return Offset < size_t(End - Next) ? Next[Offset] : '\0';
  }
  StringRef rest() const { return StringRef(Next, End - Next); }
  void add(TokenKind Kind, const char *To, bool IsBad = false);
  void error(const char *From, const char *To, const Twine &Text,
             ArrayRef<SMFixIt> FixIts = {});

  const char *skipName(const char *From) const;
  void skipBlanks();
  void skipComment();
  void lexName();
  void lexNumber();
  void lexQuoted(char Quote);
  void lexPunctuation();
  void lexDirective();
  void lexStray();

  const char *Next;
  const char *End;
  Diagnostics &Diags;
  bool LineStarts = true;
  TokenList Result;
};

} // namespace

void Lexer::add(TokenKind Kind, const char *To, bool IsBad) {
  Token New;
  New.Kind = Kind;
  New.Text = StringRef(Next, To - Next);
  New.IsBad = IsBad;
  New.StartsLine = LineStarts;
  LineStarts = false;
  Result.Tokens.push_back(New);
  Next = To;
}

void Lexer::error(const char *From, const char *To, const Twine &Text,
                  ArrayRef<SMFixIt> FixIts) {
  Diags.error({SMLoc::getFromPointer(From), SMLoc::getFromPointer(To)}, Text,
              FixIts);
}

void Lexer::skipComment() {
  if (startsWith(rest(), "//")) {
    Next += rest().find_first_of("\n") == StringRef::npos
                ? End - Next
                : rest().find_first_of("\n");
    return;
  }
  size_t Close = rest().find("*/", 2);
  if (Close == StringRef::npos) {
    error(Next, Next + 2, "this comment does not end; write '*/' behind it");
    Result.EndIsBroken = true;
    Next = End;
    return;
  }
  Next += Close + 2;
}

void Lexer::skipBlanks() {
  while (Next != End) {
    if (*Next == '\n')
      LineStarts = true;
    if (isSpace(*Next))
      ++Next;
    else if (startsWith(rest(), "//") || startsWith(rest(), "/*"))
      skipComment();
    else
      return;
  }
}

/// Letters of other alphabets are mistakes, but belong to the name.
const char *Lexer::skipName(const char *From) const {
  while (From != End) {
    if (isNamePart(*From)) {
      ++From;
      continue;
    }
    if (!isForeign(*From))
      break;
    ForeignScan Scan = scanForeign(StringRef(From, End - From));
    if (!Scan.IsLetter)
      break;
    From += Scan.Length;
  }
  return From;
}

void Lexer::lexName() {
  const char *To = skipName(Next);
  bool HasForeign = std::any_of(Next, To, isForeign);
  StringRef Name(Next, To - Next);
  if (HasForeign) {
    const UTF8 *Start = Name.bytes_begin();
    bool IsText = isLegalUTF8String(&Start, Name.bytes_end());
    error(Next, To,
          IsText ? "'" + Name +
                       "': names have letters from a to z, digits and '_' only"
                 : Twine("a name with a byte that is not UTF-8; the file has "
                         "another encoding"));
  }
  TokenKind Kind = StringSwitch<TokenKind>(Name)
#define KEYWORD(Kind, Spelling) .Case(Spelling, TokenKind::Keyword##Kind)
#include "syntax/Token.def"
                       .Default(TokenKind::Identifier);
  add(Kind, To);
}

void Lexer::lexNumber() {
  bool Selects = !Result.Tokens.empty() &&
                 Result.Tokens.back().is(TokenKind::Dot) &&
                 Result.Tokens.back().Text.end() == Next;
  NumberScan Scan = scanNumber(rest(), Selects);
  if (!Scan.Error.empty()) {
    SmallVector<SMFixIt, 1> FixIts;
    SMRange Range(SMLoc::getFromPointer(Next + Scan.ErrorStart),
                  SMLoc::getFromPointer(Next + Scan.Length));
    if (Scan.Mend)
      FixIts.push_back(SMFixIt(Range, *Scan.Mend));
    Diags.error(Range, Scan.Error, FixIts);
  }
  add(Scan.IsFloating ? TokenKind::Floating : TokenKind::Integer,
      Next + Scan.Length, !Scan.Error.empty());
}

void Lexer::lexQuoted(char Quote) {
  bool IsString = Quote == '"';
  TokenKind Kind = IsString ? TokenKind::String : TokenKind::Character;
  const char *To = Next + 1;
  unsigned Characters = 0;
  bool IsBad = false;
  while (To != End && *To != Quote && *To != '\n' && *To != '\r') {
    StringRef Rest(To, End - To);
    if (*To == '\0') {
      error(To, To + 1, "a NUL byte; write '\\0'");
      IsBad = true;
    }
    if (*To != '\\') {
      // A character of several bytes is one to who reads it.
      if ((*To & 0xC0) != 0x80)
        ++Characters;
      if (!IsString && isForeign(*To))
        Characters += 2;
      ++To;
      continue;
    }
    EscapeScan Escape = scanEscape(Rest);
    if (Escape.Error) {
      error(To, To + Escape.Length, Escape.Error);
      IsBad = true;
    }
    To += Escape.Length;
    ++Characters;
  }
  if (To == End || *To != Quote) {
    error(Next, Next + 1,
          IsString ? "this string does not end on its line; write '\"' behind "
                     "it, and '\\n' for a new line"
                   : "this character does not end; write ''' behind it");
    return add(Kind, To, true);
  }
  ++To;
  if (!IsString && !IsBad && Characters != 1) {
    std::string Text = "a character in quotes is one of ASCII";
    if (Characters == 0)
      Text = "there is no character in the quotes; write '\\0' for zero";
    else
      Text += ", not several; strings have '\"' and are arguments of 'print' "
              "only";
    error(Next, To, Text);
    IsBad = true;
  }
  add(Kind, To, IsBad);
}

/// A line of C's preprocessor.
void Lexer::lexDirective() {
  StringRef Line = rest().take_until([](char C) { return C == '\n'; }).rtrim();
  StringRef Name = Line.drop_front().ltrim().take_while(isNamePart);
  std::string Text = "Kite has no preprocessor";
  if (Name == "include")
    Text += "; write 'import \"file.kite\"' to use another file; the "
            "functions of OpenCL C are there without";
  else if (Name == "define")
    Text += "; write a constant, 'N = 5;', or a task";
  error(Next, Line.end(), Text);
  Next = Line.end();
}

void Lexer::lexStray() {
  if (isForeign(*Next)) {
    const char *To = Next;
    while (To != End && isForeign(*To))
      ++To;
    ForeignScan Scan = scanForeign(StringRef(Next, To - Next));
    SMRange Range(SMLoc::getFromPointer(Next),
                  SMLoc::getFromPointer(Next + Scan.Length));
    SmallVector<SMFixIt, 1> FixIts;
    if (!Scan.Instead.empty())
      FixIts.push_back(SMFixIt(Range, Scan.Instead));
    Diags.error(Range, Scan.Error, FixIts);
    // A letter begins a name.
    if (Scan.IsLetter)
      return add(TokenKind::Identifier, skipName(Next));
    return add(TokenKind::Invalid, Next + Scan.Length);
  }
  if (*Next == '\0') {
    const char *To = Next;
    while (To != End && *To == '\0')
      ++To;
    error(Next, To, "a NUL byte; the file is no text, or is not in UTF-8");
    return add(TokenKind::Invalid, To);
  }
  std::string Shown = isPrint(*Next) ? std::string("'") + *Next + "'"
                                     : "a character of code " + utostr(*Next);
  error(Next, Next + 1, Shown + " has no meaning in Kite");
  add(TokenKind::Invalid, Next + 1);
}

void Lexer::lexPunctuation() {
  StringRef Rest = rest();
#define PUNCTUATION(Kind, Spelling)                                            \
  if (startsWith(Rest, Spelling))                                              \
    return add(TokenKind::Kind, Next + strlen(Spelling));
#include "syntax/Token.def"
  lexStray();
}

TokenList Lexer::run() {
  if (startsWith(rest(), "\xEF\xBB\xBF"))
    Next += 3;
  for (skipBlanks(); Next != End; skipBlanks()) {
    if (isNameStart(*Next))
      lexName();
    else if (isDigit(*Next))
      lexNumber();
    else if (*Next == '"' || *Next == '\'')
      lexQuoted(*Next);
    else if (*Next == '#' && LineStarts)
      lexDirective();
    else
      lexPunctuation();
  }
  add(TokenKind::End, Next);

  // Which brackets belong together. One that is missing must not shift all
  // pairs around it: a brace closes parentheses.
  auto &Tokens = Result.Tokens;
  std::vector<unsigned> Open;
  for (unsigned I = 0; I < Tokens.size(); ++I) {
    TokenKind Opening;
    switch (Tokens[I].Kind) {
    case TokenKind::LeftParen:
    case TokenKind::LeftBracket:
    case TokenKind::LeftBrace:
      Open.push_back(I);
      continue;
    case TokenKind::RightParen:
      Opening = TokenKind::LeftParen;
      break;
    case TokenKind::RightBracket:
      Opening = TokenKind::LeftBracket;
      break;
    case TokenKind::RightBrace:
      Opening = TokenKind::LeftBrace;
      while (!Open.empty() && !Tokens[Open.back()].is(Opening))
        Open.pop_back();
      break;
    default:
      continue;
    }
    if (Open.empty() || !Tokens[Open.back()].is(Opening))
      continue;
    Tokens[I].Match = Open.back();
    Tokens[Open.back()].Match = I;
    Open.pop_back();
  }
  return std::move(Result);
}

TokenList tokenize(StringRef Text, Diagnostics &Diags) {
  return Lexer(Text, Diags).run();
}

} // namespace tasklet::kite
