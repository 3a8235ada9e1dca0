//===- Lexer.cpp - Words of both forms of programs ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lexer.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

using namespace tasklet::usimd;

// Not those of <cctype>, which depend on the locale.
static bool isDigit(char C) { return C >= '0' && C <= '9'; }
static bool isWord(char C) {
  return isDigit(C) || C == '_' || (C >= 'a' && C <= 'z') ||
         (C >= 'A' && C <= 'Z');
}

std::string Token::shown() const {
  if (Kind == LineEnd)
    return "the end of the line";
  if (Kind == End)
    return "the end of the program";
  return "'" + Text + "'";
}

void Lexer::advance() {
  if (Text[At++] == '\n') {
    ++Here.Line;
    Here.Column = 1;
  } else
    ++Here.Column;
}

bool Lexer::skipBlanks() {
  char Comment = Form == Comments::Assembly ? '#' : '%';
  while (At < Text.size()) {
    char C = Text[At];
    if (C == Comment) {
      while (At < Text.size() && Text[At] != '\n')
        advance();
    } else if (Form == Comments::Prolog && Text.compare(At, 2, "/*") == 0) {
      size_t End = Text.find("*/", At + 2);
      if (End == std::string::npos)
        return false;
      while (At < End + 2)
        advance();
    } else if (C == ' ' || C == '\t' || C == '\r' || (C == '\n' && !KeepsLines))
      advance();
    else
      break;
  }
  return true;
}

Token Lexer::number(Token T) {
  size_t Start = At;
  if (Text[At] == '-')
    advance();
  while (At < Text.size() && isWord(Text[At]))
    advance();
  T.Text = Text.substr(Start, At - Start);
  size_t Digits = T.Text[0] == '-';
  bool IsHex = T.Text.compare(Digits, 2, "0x") == 0;
  char *End = nullptr;
  errno = 0;
  T.Value = std::strtoll(T.Text.c_str(), &End, IsHex ? 16 : 10);
  T.Kind = Token::Number;
  if (*End || End == T.Text.c_str()) {
    T.Kind = Token::Wrong;
    T.Text = "'" + T.Text + "' is no number; names begin with a letter";
  } else if (errno == ERANGE) {
    T.Kind = Token::Wrong;
    T.Text = "'" + T.Text + "' has more than 64 bits";
  }
  return T;
}

Token Lexer::next() {
  Token T;
  Place Comment = Here;
  if (!skipBlanks()) {
    T.Where = Comment;
    T.Kind = Token::Wrong;
    T.Text = "a comment after here does not end; write */";
    At = Text.size();
    return T;
  }
  T.Where = Here;
  if (At == Text.size())
    return T;
  char C = Text[At];
  if (C == '\n') {
    T.Kind = Token::LineEnd;
    advance();
    return T;
  }
  bool HasMinus = C == '-' && At + 1 < Text.size() && isDigit(Text[At + 1]);
  if (isDigit(C) || HasMinus)
    return number(T);
  size_t Start = At;
  if (!isWord(C)) {
    advance();
    // The rest of a character of UTF-8, so that messages show it whole.
    while (At < Text.size() && (Text[At] & 0xc0) == 0x80)
      ++At;
    T.Kind = Token::Sign;
  } else {
    while (At < Text.size() && isWord(Text[At]))
      advance();
    T.Kind = Token::Name;
  }
  T.Text = Text.substr(Start, At - Start);
  return T;
}

static size_t distance(const std::string &X, const std::string &Y) {
  std::vector<size_t> Row(Y.size() + 1);
  for (size_t J = 0; J <= Y.size(); ++J)
    Row[J] = J;
  for (size_t I = 1; I <= X.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I;
    for (size_t J = 1; J <= Y.size(); ++J) {
      size_t Above = Row[J];
      Row[J] = std::min({Above + 1, Row[J - 1] + 1,
                         Diagonal + (X[I - 1] == Y[J - 1] ? 0 : 1)});
      Diagonal = Above;
    }
  }
  return Row[Y.size()];
}

std::string tasklet::usimd::suggest(const std::string &Name,
                                    const std::vector<std::string> &Known) {
  const std::string *Best = nullptr;
  // Two edits are many for a word of three letters. Long names are not
  // compared.
  size_t Least =
      Name.size() > 64 ? 0 : std::min<size_t>(3, Name.size() / 2 + 1);
  for (const std::string &Each : Known) {
    if (Name.size() > 64)
      break;
    size_t Edits = distance(Name, Each);
    if (Edits < Least) {
      Least = Edits;
      Best = &Each;
    }
  }
  return Best ? "; did you mean '" + *Best + "'?" : "";
}
