//===- Operators.h - Operators, their spelling and precedence ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_OPERATORS_H
#define TASKLET_KITE_SYNTAX_OPERATORS_H

#include "syntax/Expr.h"
#include "syntax/Token.h"

namespace tasklet::kite {

/// From 1, `||`, to 10, `*`, as in C. All are left-associative.
struct BinaryOperator {
  BinaryOp Op;
  TokenKind Token;
  unsigned Precedence;
};

struct UnaryOperator {
  UnaryOp Op;
  TokenKind Token;
};

/// Null if it is none.
const BinaryOperator *findBinary(TokenKind Kind);
const UnaryOperator *findUnary(TokenKind Kind);
/// Of `+=`: `+`.
const BinaryOperator *findCompound(TokenKind Kind);

const BinaryOperator &describe(BinaryOp Op);
llvm::StringRef spelling(BinaryOp Op);
llvm::StringRef spelling(UnaryOp Op);

} // namespace tasklet::kite

#endif
