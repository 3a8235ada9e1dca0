//===- Mutate.cpp - Programs with mistakes --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mutate.h"

#include <cctype>

namespace tasklet::kite {

size_t pick(Random &Source, size_t Count) {
  return Count ? Source() % Count : 0;
}

std::vector<std::string> splitTokens(const std::string &Text) {
  auto Class = [](unsigned char C) {
    return isalnum(C) || C == '_' ? 1 : isspace(C) ? 2 : 3;
  };
  std::vector<std::string> Tokens;
  for (size_t I = 0; I < Text.size();) {
    size_t J = I + 1;
    // Signs one by one, so that longer ones fall apart too.
    while (Class(Text[I]) != 3 && J < Text.size() &&
           Class(Text[J]) == Class(Text[I]))
      ++J;
    Tokens.push_back(Text.substr(I, J - I));
    I = J;
  }
  return Tokens;
}

static std::string oddToken(Random &Source) {
  static const char *const Odd[] = {"task",
                                    "export",
                                    "struct",
                                    "union",
                                    "import",
                                    "if",
                                    "else",
                                    "case",
                                    "for",
                                    "map",
                                    "while",
                                    "then",
                                    "return",
                                    "new",
                                    "critical",
                                    "true",
                                    "(",
                                    ")",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "<-",
                                    "->",
                                    "..",
                                    "...",
                                    ".",
                                    ",",
                                    ";",
                                    ":",
                                    "=",
                                    "==",
                                    "<",
                                    ">",
                                    ">>",
                                    ">>=",
                                    "++",
                                    "--",
                                    "&",
                                    "*",
                                    "?",
                                    "!",
                                    "\"",
                                    "'",
                                    "/*",
                                    "*/",
                                    "//",
                                    "#",
                                    "\\",
                                    "0x",
                                    "1e",
                                    "1.",
                                    "1..2",
                                    "0.5f",
                                    "99999999999999999999",
                                    "int",
                                    "float4",
                                    "const",
                                    "void",
                                    "switch",
                                    "do",
                                    "break",
                                    "\"s\"",
                                    "'a'",
                                    "''",
                                    "\n",
                                    "\r",
                                    "\t",
                                    "\xC3\xBC",
                                    "\xE2\x80\x9C",
                                    "\xFF",
                                    "@",
                                    "$",
                                    "`",
                                    "task<",
                                    "x:",
                                    "x = ",
                                    "leaf n:",
                                    "nil:",
                                    "t{",
                                    "import \"a.kite\"",
                                    "(int)",
                                    "task (",
                                    "task (x:",
                                    "{}",
                                    "((((((((((((((((",
                                    "{{{{{{{{{{{{{{{{",
                                    "-------------",
                                    "!!!!!!!!!!",
                                    "1+1+1+1+1+1+1+1+1+1+"};
  return Odd[pick(Source, sizeof(Odd) / sizeof(*Odd))];
}

std::string mutate(const std::vector<std::string> &Corpus, Random &Source) {
  std::string Text =
      pick(Source, 3) ? Corpus[pick(Source, Corpus.size())] : generate(Source);
  std::vector<std::string> Tokens = splitTokens(Text);
  // A part of a large program, so that each is quick.
  if (Tokens.size() > 600 && pick(Source, 4)) {
    size_t From = pick(Source, Tokens.size() - 500);
    Tokens.erase(Tokens.begin() + From + 500, Tokens.end());
    Tokens.erase(Tokens.begin(), Tokens.begin() + From);
  }
  size_t Changes = 1 + pick(Source, pick(Source, 4) ? 3 : 30);
  for (size_t N = 0; N < Changes; ++N) {
    size_t At = pick(Source, Tokens.size());
    if (Tokens.empty())
      Tokens.push_back(" ");
    switch (pick(Source, 9)) {
    case 0:
    case 1:
      Tokens.erase(Tokens.begin() + At);
      break;
    case 2:
      std::swap(Tokens[At], Tokens[pick(Source, Tokens.size())]);
      break;
    case 3: {
      std::string Twin = Tokens[At];
      Tokens.insert(Tokens.begin() + At, Twin);
      break;
    }
    case 4:
      Tokens[At] = oddToken(Source);
      break;
    case 5:
      Tokens.insert(Tokens.begin() + At, oddToken(Source));
      break;
    case 6: {
      auto Other = splitTokens(Corpus[pick(Source, Corpus.size())]);
      size_t From = pick(Source, Other.size());
      size_t To =
          From + pick(Source, std::min<size_t>(40, Other.size() - From));
      Tokens.insert(Tokens.begin() + At, Other.begin() + From,
                    Other.begin() + To);
      break;
    }
    case 7:
      Tokens[At] += static_cast<char>(Source());
      break;
    case 8:
      // The end is missing.
      if (pick(Source, 4) == 0)
        Tokens.resize(At);
      break;
    }
  }
  std::string Result;
  for (const std::string &Each : Tokens)
    Result += Each;
  return Result;
}

} // namespace tasklet::kite
