//===- Lexer.h - From text to tokens ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts a source file into tokens. What is no token is told of once; its place
/// in the list is taken by an invalid token, so that the parser is silent there.
///
/// Numbers have no suffixes. Where digits follow a `.`, they are a number of
/// their own: `p.1.0` selects twice. A `.` that another follows is no part of a
/// number: `1..3` is a range.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_LEXER_H
#define TASKLET_KITE_SYNTAX_LEXER_H

#include "syntax/Diagnostics.h"
#include "syntax/Token.h"

#include <cstdint>
#include <vector>

namespace tasklet::kite {

/// The tokens of a file; the last one, and only that, is TokenKind::End.
struct TokenList {
  std::vector<Token> Tokens;
  /// A comment does not end; what is missing at the end is its mistake.
  bool EndIsBroken = false;
};

/// \p Text must belong to a buffer of the source manager of \p Diags.
TokenList tokenize(llvm::StringRef Text, Diagnostics &Diags);

} // namespace tasklet::kite

#endif
