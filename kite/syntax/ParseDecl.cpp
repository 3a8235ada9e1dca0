//===- ParseDecl.cpp - Declarations ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/ParserState.h"

using namespace llvm;

namespace tasklet::kite {

void FileParser::parseFile(Program &Result) {
  while (!at(TokenKind::End)) {
    size_t Before = Position;
    Height = 0;
    IsTooDeep = false;
    parseTopLevel(Result);
    if (Position == Before)
      take();
  }
}

Expr *FileParser::parseWholeExpression() {
  Expr *Result = parseExpr();
  if (Result && !at(TokenKind::End))
    expected("the end of the expression");
  return Result;
}

void FileParser::parseTopLevel(Program &Result) {
  if (handleTopLevelOfC())
    return;
  switch (peek().Kind) {
  case TokenKind::Semicolon:
    // Allowed behind a '}'.
    if (!previous().is(TokenKind::RightBrace))
      Diags.warning(peek().range(), "extra ';'", SMFixIt(peek().range(), ""));
    take();
    return;
  case TokenKind::RightBrace:
    error("extra '}'");
    take();
    return;
  case TokenKind::KeywordImport:
    return parseImport();
  case TokenKind::KeywordStruct:
  case TokenKind::KeywordUnion:
    if (TypeDecl *Type = parseTypeDecl())
      return Result.Decls.push_back(Type);
    return skipDeclaration();
  case TokenKind::KeywordExport:
    if (!peek(1).is(TokenKind::KeywordTask)) {
      take();
      if (handleTopLevelOfC())
        return;
      expected("'task' behind 'export'");
      return skipDeclaration();
    }
    [[fallthrough]];
  case TokenKind::KeywordTask: {
    bool IsExported = accept(TokenKind::KeywordExport);
    if (TaskDecl *Task = parseTask(IsExported))
      return Result.Decls.push_back(Task);
    return skipDeclaration();
  }
  default:
    break;
  }
  if (!atVariables()) {
    expected("a declaration: 'task', 'export task', 'struct', 'union', "
             "'import', or a constant such as 'n = 5;'");
    return skipDeclaration();
  }
  if (!parseVariables(Result.Decls, VarRole::Constant))
    return skipDeclaration();
  expectSemicolon("behind the constant");
}

/// The file was read before (SourceFiles.h).
void FileParser::parseImport() {
  take();
  if (!at(TokenKind::String)) {
    expected("the name of a file in quotes, as in 'import \"lists.kite\"'");
    return skipDeclaration();
  }
  take();
  accept(TokenKind::Semicolon);
}

bool FileParser::atVariables() const {
  return at(TokenKind::Identifier) &&
         (peek(1).is(TokenKind::Colon) || peek(1).is(TokenKind::Equal) ||
          peek(1).is(TokenKind::Comma));
}

/// `task f(x: t)`, or parentheses and then a result or a body. `task f(x);` is a
/// future.
bool FileParser::atTaskDeclaration() const {
  if (!at(TokenKind::KeywordTask, TokenKind::Identifier) ||
      !peek(2).is(TokenKind::LeftParen))
    return false;
  if (peek(3).is(TokenKind::Identifier) && peek(4).is(TokenKind::Colon))
    return true;
  size_t I = 2;
  while (peek(I).is(TokenKind::LeftParen)) {
    size_t Behind = behindMatch(I);
    if (Behind == I)
      return false;
    I = Behind;
  }
  return peek(I).is(TokenKind::Colon) || peek(I).is(TokenKind::LeftBrace) ||
         peek(I).is(TokenKind::Arrow);
}

TaskDecl *FileParser::parseTask(bool IsExported, bool HasKeyword) {
  SMLoc Start = IsExported ? previous().start() : peek().start();
  if (HasKeyword)
    take();
  auto *Task = Ast.make<TaskDecl>();
  Task->IsExported = IsExported;
  if (!expectName(Task->Name, Task->NameRange, "the name of the task"))
    return nullptr;
  size_t Known = KnownParameters.size();
  bool IsGood = true;
  if (at(TokenKind::LeftParen) &&
      peek(behindMatch(0)).is(TokenKind::LeftParen) && behindMatch(0))
    IsGood = parseTypeParameters(Task->TypeParameters);
  IsGood = IsGood && parseSignatureAndBody(Task);
  KnownParameters.resize(Known);
  Task->Range = since(Start);
  return IsGood ? Task : nullptr;
}

bool FileParser::parseSignatureAndBody(TaskDecl *Task) {
  if (!parseParameters(Task->Parameters))
    return false;
  if (at(TokenKind::Arrow))
    error("the result is written behind ':'", SMFixIt(peek().range(), ":"));
  else if (at(TokenKind::Identifier) && (peek(1).is(TokenKind::LeftBrace) ||
                                         peek(1).is(TokenKind::LeftParen))) {
    SMLoc Place = previous().end();
    errorAt({Place, Place}, "expected ':' before the type of the result",
            SMFixIt(Place, ":"));
    if (!parseType())
      return false;
  }
  if (accept(TokenKind::Colon) || accept(TokenKind::Arrow)) {
    Task->Result = parseType();
    if (!Task->Result)
      return false;
  }
  if (!at(TokenKind::LeftBrace)) {
    expected("'{' and the body of the task");
    return false;
  }
  Task->Body = parseBlock();
  return Task->Body;
}

/// `(a, b)`
bool FileParser::parseTypeParameters(std::vector<TypeParameter> &Result) {
  Token Opening = take();
  do {
    TypeParameter New;
    if (!expectName(New.Name, New.Range, "the name of a type parameter"))
      return false;
    KnownParameters.push_back(Tokens[Position - 1].Text);
    Result.push_back(std::move(New));
  } while (accept(TokenKind::Comma));
  return expectClosing(TokenKind::RightParen, Opening, true);
}

bool FileParser::parseParameters(std::vector<VarDecl *> &Result) {
  Token Opening = peek();
  if (!expect(TokenKind::LeftParen, "and the parameters of the task"))
    return false;
  if (!at(TokenKind::RightParen))
    do {
      VarDecl *Parameter = parseParameter();
      if (!Parameter) {
        // The rest is parsed all the same.
        if (Opening.Match < Position)
          return false;
        Position = Opening.Match;
        break;
      }
      Result.push_back(Parameter);
    } while (accept(TokenKind::Comma));
  return expectClosing(TokenKind::RightParen, Opening, true);
}

VarDecl *FileParser::parseParameter() {
  SMLoc Start = peek().start();
  auto *Parameter = Ast.make<VarDecl>();
  Parameter->Role = VarRole::Parameter;
  if (handleTypeBeforeName(Parameter->NameRange, ""))
    return Parameter;
  if (!expectName(Parameter->Name, Parameter->NameRange,
                  "the name of a parameter") ||
      !expect(TokenKind::Colon, "and the type of the parameter"))
    return nullptr;
  Parameter->Written = parseType();
  if (!Parameter->Written)
    return nullptr;
  Parameter->Range = since(Start);
  return Parameter;
}

TypeDecl *FileParser::parseTypeDecl() {
  Token Keyword = take();
  auto *Type = Ast.make<TypeDecl>();
  Type->IsUnion = Keyword.is(TokenKind::KeywordUnion);
  if (!expectName(Type->Name, Type->NameRange,
                  "the name of the " + spelling(Keyword.Kind)))
    return nullptr;
  size_t Known = KnownParameters.size();
  bool IsGood = true;
  if (at(TokenKind::LeftParen))
    IsGood = parseTypeParameters(Type->TypeParameters);
  Token Opening = peek();
  IsGood = IsGood && expect(TokenKind::LeftBrace,
                            Type->IsUnion ? "and the branches of the union"
                                          : "and the fields of the structure");
  while (IsGood && !at(TokenKind::RightBrace)) {
    IsGood = parseField(Type);
    if (IsGood && at(TokenKind::Semicolon)) {
      error("fields and branches are separated by ','",
            SMFixIt(peek().range(), ","));
      while (accept(TokenKind::Semicolon) && !at(TokenKind::RightBrace) &&
             (IsGood = parseField(Type))) {
      }
      break;
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  if (IsGood)
    expectClosing(TokenKind::RightBrace, Opening, true);
  else if (Opening.is(TokenKind::LeftBrace) && Opening.Match >= Position)
    Position = Opening.Match + 1;
  KnownParameters.resize(Known);
  Type->Range = since(Keyword.start());
  // Its name is known, so that its uses are no mistakes.
  return Type;
}

bool FileParser::parseField(TypeDecl *Decl) {
  FieldDecl Field;
  if (handleTypeBeforeName(Field.NameRange, ",")) {
    // So do the other names of its type, and its semicolon.
    while (at(TokenKind::Comma, TokenKind::Identifier) &&
           (peek(2).is(TokenKind::Comma) || peek(2).is(TokenKind::Semicolon)))
      Position += 2;
    if (accept(TokenKind::Semicolon))
      --Position, Tokens[Position].Kind = TokenKind::Comma;
    return true;
  }
  if (!expectName(Field.Name, Field.NameRange,
                  Decl->IsUnion ? "the name of a branch"
                                : "the name of a field") ||
      !expect(TokenKind::Colon, "and a type"))
    return false;
  Field.Written = parseType();
  if (!Field.Written)
    return false;
  Decl->Fields.push_back(std::move(Field));
  return true;
}

bool FileParser::parseVariables(std::vector<Decl *> &Result, VarRole Role) {
  SMLoc Start = peek().start();
  std::vector<VarDecl *> New;
  do {
    auto *Variable = Ast.make<VarDecl>();
    Variable->Role = Role;
    if (!expectName(Variable->Name, Variable->NameRange,
                    "the name of a variable"))
      return false;
    New.push_back(Variable);
  } while (accept(TokenKind::Comma));
  TypeExpr *Written = nullptr;
  if (accept(TokenKind::Colon)) {
    if (at(TokenKind::Equal)) {
      errorAt({previous().start(), peek().end()},
              "a declaration without a type is written with '='",
              SMFixIt({previous().start(), peek().end()}, "="));
    } else {
      Written = parseType();
      if (!Written)
        return false;
    }
  } else if (New.size() > 1) {
    expected("':' and the type of the variables");
    return false;
  }
  if (at(TokenKind::Equal)) {
    if (New.size() > 1) {
      error("several variables have no value together; declare each with its "
            "own");
      return false;
    }
    take();
    New.front()->Value = parseExpr();
    if (!New.front()->Value)
      return false;
  }
  for (VarDecl *Each : New) {
    Each->Written = Written;
    Each->Range = New.size() == 1 ? since(Start) : Each->NameRange;
    Result.push_back(Each);
  }
  return true;
}

} // namespace tasklet::kite
