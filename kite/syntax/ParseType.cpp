//===- ParseType.cpp - Types ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/ParserState.h"

using namespace llvm;

namespace tasklet::kite {

TypeExpr *FileParser::parseType() {
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  TypeExpr *Type = parseTypeHere();
  if (!Type || !grow(Type->Range))
    return nullptr;
  return Type;
}

TypeExpr *FileParser::parseTypeHere() {
  SMLoc Start = peek().start();
  if (at(TokenKind::LeftParen)) {
    Token Opening = take();
    auto *Tuple = Ast.make<TupleTypeExpr>();
    if (!at(TokenKind::RightParen))
      do {
        TypeExpr *Element = parseType();
        if (!Element)
          return nullptr;
        Tuple->Elements.push_back(Element);
      } while (accept(TokenKind::Comma));
    if (!expectClosing(TokenKind::RightParen, Opening, true))
      return nullptr;
    Tuple->Range = since(Start);
    return Tuple->Elements.size() == 1 ? Tuple->Elements.front() : Tuple;
  }
  if (at(TokenKind::KeywordTask)) {
    take();
    Token Opening = peek();
    if (!expect(TokenKind::Less, "behind 'task' in a type, as in "
                                 "'task<int, float>'"))
      return nullptr;
    auto *Task = Ast.make<TaskTypeExpr>();
    do {
      TypeExpr *Part = parseType();
      if (!Part)
        return nullptr;
      Task->Parameters.push_back(Part);
    } while (accept(TokenKind::Comma));
    Task->Result = Task->Parameters.back();
    Task->Parameters.pop_back();
    Task->Range = {Start, peek().end()};
    switch (peek().Kind) {
    case TokenKind::ShiftRight:
      takeFirstCharacter(TokenKind::Greater);
      break;
    case TokenKind::GreaterEqual:
      takeFirstCharacter(TokenKind::Equal);
      break;
    case TokenKind::ShiftRightEqual:
      takeFirstCharacter(TokenKind::GreaterEqual);
      break;
    default:
      if (!expectClosing(TokenKind::Greater, Opening, true))
        return nullptr;
    }
    return Task;
  }
  auto *Named = Ast.make<NamedTypeExpr>();
  SMRange NameRange;
  if (!expectName(Named->Name, NameRange, "a type"))
    return nullptr;
  if (at(TokenKind::LeftParen)) {
    Token Opening = take();
    do {
      TypeExpr *Argument = parseType();
      if (!Argument)
        return nullptr;
      Named->Arguments.push_back(Argument);
    } while (accept(TokenKind::Comma));
    if (!expectClosing(TokenKind::RightParen, Opening, true))
      return nullptr;
  }
  Named->Range = since(Start);
  return Named;
}

bool FileParser::isKnownType(StringRef Name) const {
  return isBuiltinTypeName(Name) || Files.Types.count(Name) ||
         is_contained(KnownParameters, Name);
}

bool FileParser::skipKnownType(size_t &I, unsigned Depth) const {
  if (Depth > MaxNesting)
    return false;
  auto SkipList = [&] {
    do {
      ++I;
      if (!skipKnownType(I, Depth + 1))
        return false;
    } while (peek(I).is(TokenKind::Comma));
    return true;
  };
  if (peek(I).is(TokenKind::KeywordTask) && peek(I + 1).is(TokenKind::Less)) {
    int Open = 0;
    do {
      ++I;
      if (peek(I).is(TokenKind::LeftParen))
        I = behindMatch(I) - 1;
      Open += peek(I).is(TokenKind::Less);
      Open -= peek(I).is(TokenKind::Greater);
      Open -= 2 * peek(I).is(TokenKind::ShiftRight);
    } while (Open > 0 &&
             (peek(I).is(TokenKind::Identifier) ||
              peek(I).is(TokenKind::Comma) ||
              peek(I).is(TokenKind::RightParen) ||
              peek(I).is(TokenKind::KeywordTask) ||
              peek(I).is(TokenKind::Less) || peek(I).is(TokenKind::Greater)));
    ++I;
    return Open <= 0;
  }
  if (peek(I).is(TokenKind::LeftParen)) {
    // As if redundant parentheses were not there.
    if (peek(I + 1).is(TokenKind::LeftParen) &&
        behindMatch(I + 1) + 1 == behindMatch(I)) {
      ++I;
      return skipKnownType(I, Depth) && peek(I++).is(TokenKind::RightParen);
    }
    // Alone it is a value that does nothing.
    if (Depth && peek(I + 1).is(TokenKind::RightParen)) {
      I += 2;
      return true;
    }
    if (!SkipList() || !peek(I).is(TokenKind::RightParen))
      return false;
    ++I;
    return true;
  }
  if (!peek(I).is(TokenKind::Identifier) || !isKnownType(peek(I).Text))
    return false;
  ++I;
  if (!peek(I).is(TokenKind::LeftParen))
    return true;
  if (!SkipList() || !peek(I).is(TokenKind::RightParen))
    return false;
  ++I;
  return true;
}

} // namespace tasklet::kite
