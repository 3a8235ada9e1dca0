//===- ParseExpr.cpp - Expressions ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Literals.h"
#include "syntax/ParserState.h"

#include "syntax/Operators.h"

#include "llvm/Support/Casting.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace tasklet::kite {

Expr *FileParser::placeholder(SMRange Range) {
  auto *E = Ast.make<IntegerExpr>();
  E->Range = Range;
  return E;
}

/// An expression of its own: in parentheses, an argument, a value.
Expr *FileParser::parseExpr() {
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  SaveAndRestore<bool> Save(AssignEnds, false);
  return parseConditional();
}

Expr *FileParser::parseConditional() {
  SMLoc Start = peek().start();
  Expr *Condition = parseBinary(1);
  if (!Condition || !at(TokenKind::Question))
    return Condition;
  take();
  auto *E = Ast.make<ConditionalExpr>();
  E->Condition = Condition;
  E->Then = parseExpr();
  if (!E->Then || !expect(TokenKind::Colon, "between the values of '?'"))
    return nullptr;
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  E->Else = parseConditional();
  if (!E->Else)
    return nullptr;
  E->Range = since(Start);
  return grow(E->Range) ? E : nullptr;
}

Expr *FileParser::parseBinary(unsigned MinPrecedence) {
  SMLoc Start = peek().start();
  Expr *Left = parseUnary();
  while (Left) {
    TokenKind Kind = peek().Kind;
    if (Kind == TokenKind::Assign) {
      if (AssignEnds)
        break;
      Kind = TokenKind::Less;
    } else if (at(TokenKind::Identifier) && !peek().StartsLine &&
               (peek().Text == "and" || peek().Text == "or")) {
      Kind = peek().Text == "and" ? TokenKind::AmpAmp : TokenKind::PipePipe;
      error("'" + peek().Text + "' is written '" + spelling(Kind) + "'",
            SMFixIt(peek().range(), spelling(Kind)));
      Tokens[Position].Kind = Kind;
    }
    const BinaryOperator *Op = findBinary(Kind);
    if (!Op || Op->Precedence < MinPrecedence)
      break;
    auto *E = Ast.make<BinaryExpr>();
    E->Op = Op->Op;
    if (at(TokenKind::Assign)) {
      // Within an expression these are two operators.
      E->OpRange = {peek().start(),
                    SMLoc::getFromPointer(peek().start().getPointer() + 1)};
      takeFirstCharacter(TokenKind::Minus);
    } else {
      E->OpRange = take().range();
    }
    E->Left = Left;
    E->Right = parseBinary(Op->Precedence + 1);
    if (!E->Right)
      return nullptr;
    E->Range = since(Start);
    if (!grow(E->Range))
      return nullptr;
    Left = E;
  }
  return Left;
}

Expr *FileParser::parseUnary() {
  const UnaryOperator *Known = findUnary(peek().Kind);
  if (at(TokenKind::Amp)) {
    error("Kite has no addresses: arrays are references, other values are "
          "copied; leave the '&' out",
          SMFixIt(peek().range(), ""));
    take();
    return parsePostfix();
  }
  if (at(TokenKind::Star)) {
    error("Kite has no pointers; an element of an array is written 'a[0]'");
    while (accept(TokenKind::Star)) {
    }
    return parsePostfix();
  }
  if (handleIncrement(nullptr) || !Known)
    return parsePostfix();
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  SMLoc Start = take().start();
  auto *E = Ast.make<UnaryExpr>();
  E->Op = Known->Op;
  E->Operand = parseUnary();
  if (!E->Operand)
    return nullptr;
  E->Range = since(Start);
  return grow(E->Range) ? E : nullptr;
}

Expr *FileParser::parsePostfix() {
  SMLoc Start = peek().start();
  Expr *Base = parsePrimary();
  return Base ? parseSuffixes(Base, Start) : nullptr;
}

Expr *FileParser::parseSuffixes(Expr *Base, SMLoc Start) {
  while (Base) {
    if (at(TokenKind::LeftParen)) {
      auto *Call = Ast.make<CallExpr>();
      Call->Callee = Base;
      Token Opening = take();
      if (!parseArguments(Call->Arguments, Opening))
        return nullptr;
      checkFormat(*Call);
      Base = Call;
    } else if (at(TokenKind::LeftBracket)) {
      Token Opening = take();
      auto *Index = Ast.make<IndexExpr>();
      Index->Base = Base;
      Index->Index = parseExpr();
      if (!Index->Index)
        return nullptr;
      if (!expectClosing(TokenKind::RightBracket, Opening))
        return nullptr;
      Base = Index;
    } else if (at(TokenKind::Dot) || at(TokenKind::Arrow)) {
      if (at(TokenKind::Arrow))
        error("Kite has no pointers; a field is selected by '.'",
              SMFixIt(peek().range(), "."));
      Base = parseSelection(Base);
      if (!Base)
        return nullptr;
    } else {
      handleIncrement(Base);
      return Base;
    }
    Base->Range = since(Start);
    if (!grow(Base->Range))
      return nullptr;
  }
  return Base;
}

Expr *FileParser::parseSelection(Expr *Base) {
  take();
  if (at(TokenKind::Integer)) {
    auto *E = Ast.make<TupleFieldExpr>();
    E->Base = Base;
    Token Number = take();
    if (!Number.IsBad && Number.Text.getAsInteger(10, E->Number))
      errorAt(Number.range(), "no tuple has so many elements");
    return E;
  }
  auto *E = Ast.make<FieldExpr>();
  E->Base = Base;
  return expectName(E->Name, E->NameRange, "a field or a number behind '.'")
             ? E
             : nullptr;
}

/// `printf("%d", x)` of C.
void FileParser::checkFormat(const CallExpr &Call) {
  auto *Callee = dyn_cast<NameExpr>(Call.Callee);
  if (!Callee || Call.Arguments.empty())
    return;
  auto *Format = dyn_cast<StringExpr>(Call.Arguments.front());
  if (!Format)
    return;
  if (Callee->Name == "printf")
    return errorAt(Callee->Range,
                   "Kite has no 'printf'; 'print' writes its arguments one "
                   "after the other: print(\"n = \", n, \"\\n\")",
                   SMFixIt(Callee->Range, "print"));
  if (Callee->Name == "print" && Call.Arguments.size() > 1 &&
      StringRef(Format->Value).contains('%'))
    Diags.warning(Format->Range,
                  "'print' has no formats: the '%' is written as it is");
}

bool FileParser::parseArguments(std::vector<Expr *> &Result,
                                const Token &Opening) {
  if (!at(TokenKind::RightParen))
    do {
      Expr *Argument = parseExpr();
      if (!Argument)
        return false;
      Result.push_back(Argument);
    } while (accept(TokenKind::Comma));
  return expectClosing(TokenKind::RightParen, Opening, true);
}

Expr *FileParser::parsePrimary() {
  Token First = peek();
  if (First.IsBad) {
    take();
    return placeholder(First.range());
  }
  switch (First.Kind) {
  case TokenKind::Integer:
  case TokenKind::Character: {
    auto *E = Ast.make<IntegerExpr>();
    E->IsCharacter = First.is(TokenKind::Character);
    E->Value =
        E->IsCharacter ? characterValue(First.Text) : integerValue(First.Text);
    E->Range = take().range();
    return E;
  }
  case TokenKind::Floating: {
    auto *E = Ast.make<FloatingExpr>();
    E->Value = floatingValue(First.Text);
    E->Range = take().range();
    return E;
  }
  case TokenKind::String: {
    auto *E = Ast.make<StringExpr>();
    E->Value = stringValue(First.Text);
    E->Range = take().range();
    return E;
  }
  case TokenKind::KeywordTrue:
  case TokenKind::KeywordFalse: {
    auto *E = Ast.make<BooleanExpr>();
    E->Value = First.is(TokenKind::KeywordTrue);
    E->Range = take().range();
    return E;
  }
  case TokenKind::Identifier: {
    if (atLiteral())
      return parseLiteral();
    auto *E = Ast.make<NameExpr>();
    E->Name = First.Text.str();
    E->Range = take().range();
    return E;
  }
  case TokenKind::LeftParen:
    return parseParens();
  case TokenKind::LeftBracket:
    return parseBrackets();
  case TokenKind::KeywordNew:
    return parseNew();
  case TokenKind::KeywordTask:
    return parseTaskExpr();
  case TokenKind::Dot:
    if (peek(1).is(TokenKind::Integer)) {
      take();
      Token Digits = take();
      SMRange Range(First.start(), Digits.end());
      errorAt(Range,
              "numbers begin with a digit: write '0." + Digits.Text + "'",
              SMFixIt(Range, ("0." + Digits.Text).str()));
      return placeholder(Range);
    }
    break;
  default:
    break;
  }
  expected("an expression");
  return nullptr;
}

Expr *FileParser::parseParens() {
  SaveAndRestore<bool> Save(NoLiterals, false);
  Token Opening = take();
  auto *Tuple = Ast.make<TupleExpr>();
  if (!parseArguments(Tuple->Elements, Opening))
    return nullptr;
  Tuple->Range = since(Opening.start());
  if (Tuple->Elements.size() != 1)
    return Tuple;
  auto *Type = dyn_cast<NameExpr>(Tuple->Elements.front());
  if (Type && isKnownType(Type->Name) && atCastOperand(Type->Name) &&
      !peek().StartsLine)
    return parseCastOfC(Type->Name, Opening);
  return Tuple->Elements.front();
}

/// An array or a range.
Expr *FileParser::parseBrackets() {
  SaveAndRestore<bool> Save(NoLiterals, false);
  Token Opening = take();
  auto *Array = Ast.make<ArrayExpr>();
  Expr *Result = Array;
  while (!at(TokenKind::RightBracket)) {
    Expr *Element = parseExpr();
    if (!Element)
      return nullptr;
    Array->Elements.push_back(Element);
    if (at(TokenKind::Ellipsis)) {
      error("a range has two dots: write '..'", SMFixIt(peek().range(), ".."));
      Tokens[Position].Kind = TokenKind::DotDot;
    }
    if (at(TokenKind::DotDot)) {
      auto *Range = Ast.make<RangeExpr>();
      if (Array->Elements.size() > 2) {
        error("a range has one or two elements before '..': [first..last] or "
              "[first, second..last]");
        return nullptr;
      }
      take();
      Range->First = Array->Elements.front();
      if (Array->Elements.size() == 2)
        Range->Second = Array->Elements.back();
      Range->Last = parseExpr();
      if (!Range->Last)
        return nullptr;
      Result = Range;
      break;
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightBracket, Opening, true))
    return nullptr;
  Result->Range = since(Opening.start());
  return Result;
}

Expr *FileParser::parseNew() {
  SMLoc Start = take().start();
  auto *E = Ast.make<NewExpr>();
  Token Opening = peek();
  if (!expect(TokenKind::LeftParen, "behind 'new', as in 'new(int)(n)'"))
    return nullptr;
  E->Element = parseType();
  if (!E->Element)
    return nullptr;
  if (!expectClosing(TokenKind::RightParen, Opening))
    return nullptr;
  Opening = peek();
  if (!expect(TokenKind::LeftParen, "and the size, as in 'new(int)(n)'") ||
      !parseArguments(E->Sizes, Opening))
    return nullptr;
  E->Range = since(Start);
  if (E->Sizes.empty()) {
    errorAt(E->Range, "the size of the array is missing, as in 'new(int)(n)'");
    return nullptr;
  }
  return E;
}

bool FileParser::atAnonymousTask(size_t Ahead) const {
  return peek(Ahead).is(TokenKind::KeywordTask) &&
         peek(Ahead + 1).is(TokenKind::LeftParen) &&
         (peek(Ahead + 2).is(TokenKind::RightParen) ||
          (peek(Ahead + 2).is(TokenKind::Identifier) &&
           peek(Ahead + 3).is(TokenKind::Colon)));
}

/// `task (x: t): t { s... }` or `task e`.
Expr *FileParser::parseTaskExpr() {
  SMLoc Start = peek().start();
  bool IsAnonymous = atAnonymousTask(0);
  take();
  if (IsAnonymous) {
    auto *E = Ast.make<TaskExpr>();
    E->Task = Ast.make<TaskDecl>();
    if (!parseSignatureAndBody(E->Task))
      return nullptr;
    E->Range = E->Task->Range = since(Start);
    return E;
  }
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  auto *E = Ast.make<FutureExpr>();
  E->Operand = parseUnary();
  if (!E->Operand)
    return nullptr;
  E->Range = since(Start);
  return grow(E->Range) ? E : nullptr;
}

/// At a name: `t{` or `t(u){`.
bool FileParser::atLiteral() const {
  if (NoLiterals)
    return false;
  size_t I = peek(1).is(TokenKind::LeftParen) ? behindMatch(1) : 1;
  if (!peek(I).is(TokenKind::LeftBrace))
    return false;
  if (!peek(I).Match)
    return peek(I + 1).is(TokenKind::Identifier) &&
           peek(I + 2).is(TokenKind::Equal);
  // Statements: something is missing before the block.
  for (size_t End = behindMatch(I) - 1; ++I < End;) {
    if (peek(I).is(TokenKind::Semicolon) ||
        (isKeyword(peek(I).Kind) && !peek(I).is(TokenKind::KeywordTask) &&
         !peek(I).is(TokenKind::KeywordNew) &&
         !peek(I).is(TokenKind::KeywordTrue) &&
         !peek(I).is(TokenKind::KeywordFalse)))
      return false;
    if (size_t Behind = behindMatch(I); Behind > I)
      I = Behind - 1;
  }
  return true;
}

Expr *FileParser::parseLiteral() {
  SMLoc Start = peek().start();
  auto *E = Ast.make<LiteralExpr>();
  TypeExpr *Of = parseType();
  if (!Of)
    return nullptr;
  E->Of = cast<NamedTypeExpr>(Of);
  Token Opening = take();
  while (!at(TokenKind::RightBrace)) {
    FieldValue Field;
    if (at(TokenKind::Dot, TokenKind::Identifier)) {
      error("fields have no '.' here", SMFixIt(peek().range(), ""));
      take();
    } else if (!at(TokenKind::Identifier, TokenKind::Equal) &&
               E->Fields.empty() && Opening.Match) {
      error("a structure is written with the names of its fields, a union with "
            "that of its branch: '" +
            E->Of->Name + "{x = 1}'");
      Position = Opening.Match + 1;
      E->Range = since(Start);
      return E;
    }
    if (!expectName(Field.Name, Field.NameRange, "the name of a field") ||
        !expect(TokenKind::Equal, "and the value of the field"))
      return nullptr;
    Field.Value = parseExpr();
    if (!Field.Value)
      return nullptr;
    E->Fields.push_back(std::move(Field));
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RightBrace, Opening, true))
    return nullptr;
  E->Range = since(Start);
  return E;
}

} // namespace tasklet::kite
