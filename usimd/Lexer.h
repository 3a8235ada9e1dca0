//===- Lexer.h - Words of both forms of programs ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_LEXER_H
#define TASKLET_USIMD_LEXER_H

#include "Program.h"

namespace tasklet::usimd {

struct Token {
  enum KindOf { Name, Number, Sign, LineEnd, End, Wrong };
  KindOf Kind = End;
  std::string Text; ///< for Wrong: the mistake
  int64_t Value = 0;
  Place Where;

  bool is(char C) const { return Kind == Sign && Text[0] == C; }
  /// For messages: 'text', or a description.
  std::string shown() const;
};

/// Cuts a text into names, numbers in decimal or with 0x, and single signs.
class Lexer {
public:
  enum class Comments {
    Assembly, ///< # to the end of the line
    Prolog,   ///< % to the end of the line, and from /* to */
  };
  /// \p KeepsLines: line ends are tokens. A byte order mark is skipped.
  Lexer(const std::string &Text, Comments Form, bool KeepsLines)
      : Text(Text), Form(Form), KeepsLines(KeepsLines),
        At(Text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0) {}

  Token next();

private:
  const std::string &Text;
  Comments Form;
  bool KeepsLines;
  size_t At;
  Place Here;

  void advance();
  /// False if a comment does not end.
  bool skipBlanks();
  Token number(Token T);
};

/// The name of an instruction that \p Name may have been meant for, as "; did
/// you mean 'load'?", or nothing.
std::string suggest(const std::string &Name,
                    const std::vector<std::string> &Known);

} // namespace tasklet::usimd

#endif
