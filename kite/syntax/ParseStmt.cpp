//===- ParseStmt.cpp - Statements -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/ParserState.h"

#include "syntax/Operators.h"

#include "llvm/Support/Casting.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace tasklet::kite {

/// At a '{'.
BlockStmt *FileParser::parseBlock() {
  SaveAndRestore<bool> SaveAssign(AssignEnds, false);
  SaveAndRestore<bool> SaveLiterals(NoLiterals, false);
  SaveAndRestore<size_t> SaveOpening(BlockOpening, Position);
  Token Opening = take();
  auto *Block = Ast.make<BlockStmt>();
  parseStatements(Block->Body, Opening, false);
  expectClosing(TokenKind::RightBrace, Opening);
  Block->Range = since(Opening.start());
  return grow(Block->Range) ? Block : nullptr;
}

/// Of a compound statement; null if there is none.
BlockStmt *FileParser::parseBody(const Twine &Of) {
  if (at(TokenKind::LeftBrace))
    return parseBlock();
  expected("'{': " + Of + " always has braces");
  if (at(TokenKind::RightBrace) || at(TokenKind::End))
    return nullptr;
  accept(TokenKind::Semicolon);
  auto *Block = Ast.make<BlockStmt>();
  SMLoc Start = peek().start();
  if (Stmt *Only = parseStatement())
    Block->Body.push_back(Only);
  Block->Range = since(Start);
  return Block;
}

void FileParser::parseStatements(std::vector<Stmt *> &Body,
                                 const Token &Opening, bool InCase) {
  while (!at(TokenKind::RightBrace) && !at(TokenKind::End)) {
    // A '}' is missing in what is before this declaration.
    if (!Opening.Match && startsColumn() && atDeclaration())
      return;
    if (InCase && atBranch())
      return;
    if (at(TokenKind::Semicolon)) {
      Token Extra = take();
      Diags.warning(Extra.range(), "extra ';'", SMFixIt(Extra.range(), ""));
      continue;
    }
    size_t Before = Position;
    if (handleStatementOfC())
      continue;
    if (Stmt *Next = parseStatement())
      Body.push_back(Next);
    else
      skipStatement();
    if (Position == Before)
      take();
  }
}

Stmt *FileParser::parseStatement() {
  Level Here(*this);
  if (!Here.enter())
    return nullptr;
  SMLoc Start = peek().start();
  Stmt *First = parseSimple();
  bool IsTooLong = false;
  while (First && at(TokenKind::KeywordThen)) {
    take();
    // The statements of a chain are side by side.
    unsigned Before = Height;
    Height = 0;
    Stmt *Second = parseSimple();
    Height = std::max(Height, Before);
    if (!Second)
      return nullptr;
    // What is behind the last one that fits is looked at, and left out.
    if (IsTooLong)
      continue;
    auto *Both = Ast.make<ThenStmt>();
    Both->First = First;
    Both->Second = Second;
    Both->Range = since(Start);
    IsTooLong = !grow(Both->Range);
    First = Both;
  }
  return First;
}

DeclStmt *FileParser::declStmt(Decl *Declared, SMLoc Start) {
  auto *S = Ast.make<DeclStmt>();
  S->Decls.push_back(Declared);
  S->Range = since(Start);
  return S;
}

Stmt *FileParser::parseSimple() {
  SMLoc Start = peek().start();
  Stmt *Compound = nullptr;
  switch (peek().Kind) {
  case TokenKind::LeftBrace:
    Compound = parseBlock();
    break;
  case TokenKind::KeywordIf:
    Compound = parseIf();
    break;
  case TokenKind::KeywordCase:
    Compound = parseCase();
    break;
  case TokenKind::KeywordFor:
  case TokenKind::KeywordMap:
    Compound = parseLoop();
    break;
  case TokenKind::KeywordWhile:
    Compound = parseWhile();
    break;
  case TokenKind::KeywordCritical:
    Compound = parseCritical();
    break;
  case TokenKind::KeywordStruct:
  case TokenKind::KeywordUnion:
    if (TypeDecl *Type = parseTypeDecl())
      Compound = declStmt(Type, Start);
    break;
  case TokenKind::KeywordReturn:
    return parseReturn();
  case TokenKind::KeywordExport:
    error("'export' is for tasks outside of tasks only");
    return nullptr;
  case TokenKind::KeywordImport:
    error("'import' is allowed outside of tasks only");
    return nullptr;
  case TokenKind::KeywordElse:
    error("this 'else' belongs to no 'if'");
    return nullptr;
  case TokenKind::KeywordThen:
    error("'then' is between two statements; there is none before it");
    return nullptr;
  case TokenKind::RightBrace:
  case TokenKind::End:
    expected("a statement behind 'then'");
    return nullptr;
  default:
    if (atVariables()) {
      auto *S = Ast.make<DeclStmt>();
      if (!parseVariables(S->Decls, VarRole::Local))
        return nullptr;
      S->Range = since(Start);
      expectSemicolon("behind the declaration");
      return S;
    }
    if (!atTaskDeclaration())
      return parseExpressionOrAssign();
    if (TaskDecl *Task = parseTask(false))
      Compound = declStmt(Task, Start);
  }
  accept(TokenKind::Semicolon);
  return Compound;
}

bool FileParser::isAssignable(const Expr *Target) const {
  return isa<NameExpr, FieldExpr, TupleFieldExpr, IndexExpr>(Target);
}

Stmt *FileParser::parseExpressionOrAssign() {
  SMLoc Start = peek().start();
  Expr *Target;
  {
    SaveAndRestore<bool> Save(AssignEnds, true);
    Target = parseConditional();
  }
  if (!Target)
    return nullptr;
  const BinaryOperator *Compound = findCompound(peek().Kind);
  if (at(TokenKind::Equal))
    error("'=' declares a variable; an assignment is written '<-'",
          SMFixIt(peek().range(), "<-"));
  else if (!Compound && !at(TokenKind::Assign)) {
    auto *S = Ast.make<ExprStmt>();
    S->Value = Target;
    S->Range = since(Start);
    expectSemicolon("behind the expression");
    return S;
  }
  auto *S = Ast.make<AssignStmt>();
  S->Target = Target;
  S->OpRange = take().range();
  if (Compound)
    S->Op = Compound->Op;
  if (!isAssignable(Target))
    errorAt(Target->Range, "only variables, fields and elements are assigned");
  S->Value = parseExpr();
  if (!S->Value)
    return nullptr;
  S->Range = since(Start);
  expectSemicolon("behind the assignment");
  return S;
}

Stmt *FileParser::parseReturn() {
  SMLoc Start = take().start();
  auto *S = Ast.make<ReturnStmt>();
  if (!at(TokenKind::Semicolon) && !at(TokenKind::RightBrace)) {
    S->Value = parseExpr();
    if (!S->Value)
      return nullptr;
  }
  S->Range = since(Start);
  expectSemicolon("behind 'return'");
  return S;
}

Expr *FileParser::parseCondition(StringRef Keyword) {
  if (!at(TokenKind::LeftParen)) {
    expected("'(' behind '" + Keyword + "'");
    SaveAndRestore<bool> Save(NoLiterals, true);
    return parseExpr();
  }
  Token Opening = take();
  Expr *Condition = parseExpr();
  if (!Condition) {
    // The body is parsed all the same.
    if (!Opening.Match || Opening.Match < Position)
      return nullptr;
    Position = Opening.Match + 1;
    return placeholder(Opening.range());
  }
  if (at(TokenKind::Equal)) {
    error("'=' declares a variable; '==' compares",
          SMFixIt(peek().range(), "=="));
    take();
    if (!parseExpr() && Opening.Match > Position)
      Position = Opening.Match;
  }
  expectClosing(TokenKind::RightParen, Opening);
  return Condition;
}

Stmt *FileParser::parseIf() {
  SMLoc Start = take().start();
  auto *S = Ast.make<IfStmt>();
  S->Condition = parseCondition("if");
  if (!S->Condition)
    return nullptr;
  S->Then = parseBody("the body of 'if'");
  if (!S->Then)
    return nullptr;
  if (accept(TokenKind::KeywordElse)) {
    if (at(TokenKind::KeywordIf)) {
      Level Here(*this);
      if (!Here.enter())
        return nullptr;
      Stmt *Inner = parseIf();
      if (!Inner)
        return nullptr;
      S->Else = Ast.make<BlockStmt>();
      S->Else->Range = Inner->Range;
      S->Else->Body.push_back(Inner);
    } else {
      S->Else = parseBody("the body of 'else'");
      if (!S->Else)
        return nullptr;
    }
  }
  S->Range = since(Start);
  return S;
}

Stmt *FileParser::parseWhile() {
  SMLoc Start = take().start();
  auto *S = Ast.make<WhileStmt>();
  S->Condition = parseCondition("while");
  if (!S->Condition)
    return nullptr;
  S->Body = parseBody("the body of 'while'");
  S->Range = since(Start);
  return S->Body ? S : nullptr;
}

Stmt *FileParser::parseCritical() {
  SMLoc Start = take().start();
  auto *S = Ast.make<CriticalStmt>();
  S->Lock = parseCondition("critical");
  if (!S->Lock)
    return nullptr;
  S->Body = parseBody("the body of 'critical'");
  S->Range = since(Start);
  return S->Body ? S : nullptr;
}

Stmt *FileParser::parseLoop() {
  Token Keyword = take();
  bool IsFor = Keyword.is(TokenKind::KeywordFor);
  LoopStmt *S = IsFor ? static_cast<LoopStmt *>(Ast.make<ForStmt>())
                      : Ast.make<MapStmt>();
  std::string Like = ("'" + Keyword.Text + " (x = v[i]) { ... }'").str();
  Token Opening = peek();
  if (!expect(TokenKind::LeftParen,
              "behind '" + Keyword.Text + "', as in " + Like))
    return nullptr;
  if (handleLoopOfC(Opening)) {
    S->Body = parseBody("the body of '" + Keyword.Text + "'");
    return S->Body ? Ast.make<BlockStmt>() : nullptr;
  }
  auto *Element = Ast.make<VarDecl>();
  Element->Role = VarRole::Element;
  S->Element = Element;
  if (!expectName(Element->Name, Element->NameRange,
                  "a name for the element, as in " + Like) ||
      !expect(TokenKind::Equal, "and the collection, as in " + Like))
    return nullptr;
  Element->Range = Element->NameRange;
  S->Collection = parseExpr();
  if (!S->Collection)
    return nullptr;
  // In parentheses `v[i]` is an element itself.
  auto *Last = dyn_cast<IndexExpr>(S->Collection);
  if (Last && isa<NameExpr>(Last->Index) &&
      previous().is(TokenKind::RightBracket)) {
    S->Collection = Last->Base;
    auto *Index = Ast.make<VarDecl>();
    Index->Role = VarRole::Index;
    Index->Name = cast<NameExpr>(Last->Index)->Name;
    Index->Range = Index->NameRange = Last->Index->Range;
    S->Index = Index;
  }
  expectClosing(TokenKind::RightParen, Opening);
  S->Body = parseBody("the body of '" + Keyword.Text + "'");
  S->Range = since(Keyword.start());
  return S->Body ? S : nullptr;
}

/// At `leaf n:` or `nil:`. `x: t;` and `x: t = e;` with a type are no branches.
bool FileParser::atBranch() const {
  if (!at(TokenKind::Identifier))
    return false;
  if (peek(1).is(TokenKind::Identifier))
    return peek(2).is(TokenKind::Colon);
  if (!peek(1).is(TokenKind::Colon))
    return false;
  size_t I = 2;
  if (skipKnownType(I, 0))
    switch (peek(I).Kind) {
    case TokenKind::Semicolon:
    case TokenKind::Equal:
    case TokenKind::RightBrace:
    case TokenKind::KeywordThen:
      return false;
    default:
      return true;
    }
  // `x: t(u) = e`, also if there is no such type: nothing else has this form.
  // `nil: y = 5;` declares y in a branch.
  size_t Behind = peek(2).is(TokenKind::Identifier) ? 3 : 2;
  if (peek(Behind).is(TokenKind::LeftParen))
    return !peek(behindMatch(Behind)).is(TokenKind::Equal);
  return true;
}

Stmt *FileParser::parseCase() {
  SMLoc Start = take().start();
  auto *S = Ast.make<CaseStmt>();
  S->Value = parseCondition("case");
  if (!S->Value)
    return nullptr;
  SaveAndRestore<size_t> SaveOpening(BlockOpening, Position);
  Token Opening = peek();
  if (!expect(TokenKind::LeftBrace, "and the branches of 'case'"))
    return nullptr;
  while (!at(TokenKind::RightBrace) && !at(TokenKind::End)) {
    if (!Opening.Match && startsColumn() && atDeclaration())
      break;
    if (!parseBranch(S, Opening)) {
      skipStatement();
      std::vector<Stmt *> Ignored;
      parseStatements(Ignored, Opening, true);
    }
  }
  expectClosing(TokenKind::RightBrace, Opening);
  S->Range = since(Start);
  return grow(S->Range) ? S : nullptr;
}

bool FileParser::parseBranch(CaseStmt *Case, const Token &Opening) {
  CaseBranch Branch;
  if (at(TokenKind::KeywordCase, TokenKind::Identifier)) {
    error("branches begin with their name, without 'case'",
          SMFixIt({peek().start(), peek(1).start()}, ""));
    take();
    if (!atBranch())
      return false;
  }
  if (!atBranch()) {
    expected("a branch, such as 'leaf n:' or 'nil:'");
    return false;
  }
  Branch.NameRange = peek().range();
  Branch.Name = take().Text.str();
  if (at(TokenKind::Identifier)) {
    auto *Payload = Ast.make<VarDecl>();
    Payload->Role = VarRole::Payload;
    Payload->Range = Payload->NameRange = peek().range();
    Payload->Name = take().Text.str();
    Branch.Payload = Payload;
  }
  take();
  SMLoc Start = peek().start();
  Branch.Body = Ast.make<BlockStmt>();
  parseStatements(Branch.Body->Body, Opening, true);
  Branch.Body->Range =
      Branch.Body->Body.empty() ? SMRange(Start, Start) : since(Start);
  Case->Branches.push_back(std::move(Branch));
  return true;
}

} // namespace tasklet::kite
