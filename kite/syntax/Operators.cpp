//===- Operators.cpp - Operators, their spelling and precedence -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Operators.h"

using namespace llvm;

namespace tasklet::kite {

// In the order of BinaryOp.
static const BinaryOperator Binary[] = {
    {BinaryOp::Multiply, TokenKind::Star, 10},
    {BinaryOp::Divide, TokenKind::Slash, 10},
    {BinaryOp::Remainder, TokenKind::Percent, 10},
    {BinaryOp::Add, TokenKind::Plus, 9},
    {BinaryOp::Subtract, TokenKind::Minus, 9},
    {BinaryOp::ShiftLeft, TokenKind::ShiftLeft, 8},
    {BinaryOp::ShiftRight, TokenKind::ShiftRight, 8},
    {BinaryOp::Less, TokenKind::Less, 7},
    {BinaryOp::LessEqual, TokenKind::LessEqual, 7},
    {BinaryOp::Greater, TokenKind::Greater, 7},
    {BinaryOp::GreaterEqual, TokenKind::GreaterEqual, 7},
    {BinaryOp::Equal, TokenKind::EqualEqual, 6},
    {BinaryOp::NotEqual, TokenKind::NotEqual, 6},
    {BinaryOp::BitAnd, TokenKind::Amp, 5},
    {BinaryOp::BitXor, TokenKind::Caret, 4},
    {BinaryOp::BitOr, TokenKind::Pipe, 3},
    {BinaryOp::And, TokenKind::AmpAmp, 2},
    {BinaryOp::Or, TokenKind::PipePipe, 1},
};

static const UnaryOperator Unary[] = {
    {UnaryOp::Plus, TokenKind::Plus},
    {UnaryOp::Minus, TokenKind::Minus},
    {UnaryOp::Not, TokenKind::Exclaim},
    {UnaryOp::Complement, TokenKind::Tilde},
};

const BinaryOperator *findBinary(TokenKind Kind) {
  for (const BinaryOperator &Each : Binary)
    if (Each.Token == Kind)
      return &Each;
  return nullptr;
}

const UnaryOperator *findUnary(TokenKind Kind) {
  for (const UnaryOperator &Each : Unary)
    if (Each.Token == Kind)
      return &Each;
  return nullptr;
}

const BinaryOperator *findCompound(TokenKind Kind) {
  StringRef Text = spelling(Kind);
  if (!Text.consume_back("="))
    return nullptr;
  // Comparisons have no such form: `<=` is one itself.
  for (const BinaryOperator &Each : Binary)
    if (spelling(Each.Token) == Text && Each.Precedence != 7 && Text != "!")
      return &Each;
  return nullptr;
}

const BinaryOperator &describe(BinaryOp Op) {
  return Binary[static_cast<unsigned>(Op)];
}

StringRef spelling(BinaryOp Op) { return spelling(describe(Op).Token); }

StringRef spelling(UnaryOp Op) {
  return spelling(Unary[static_cast<unsigned>(Op)].Token);
}

} // namespace tasklet::kite
