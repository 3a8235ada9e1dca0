//===- ParserState.h - The parser of one file -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Recursive descent, one function for each part of the grammar; these are in
/// ParseDecl.cpp, ParseStmt.cpp, ParseExpr.cpp and ParseType.cpp. A function
/// that returns null has told of a mistake that it could not mend; the statement
/// or declaration around it is skipped. What C programmers write by habit is in
/// HabitsOfC.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_PARSERSTATE_H
#define TASKLET_KITE_SYNTAX_PARSERSTATE_H

#include "syntax/AstContext.h"
#include "syntax/Decl.h"
#include "syntax/SourceFiles.h"

#include <optional>

namespace tasklet::kite {

/// How deep expressions, statements and types may be within each other.
constexpr unsigned MaxNesting = 256;
/// How high a syntax tree may become: later stages walk through it by recursion.
constexpr unsigned MaxHeight = 1000;

class FileParser {
public:
  FileParser(SourceFiles &Files, unsigned Number, AstContext &Ast,
             Diagnostics &Diags)
      : Files(Files), List(Files.Files[Number].Tokens),
        Tokens(Files.Files[Number].Tokens.Tokens), Ast(Ast), Diags(Diags) {}

  void parseFile(Program &Result);
  /// A file that is one expression.
  Expr *parseWholeExpression();

private:
  //===--- Tokens (ParserState.cpp) ---------------------------------------===//

  const Token &peek(size_t Ahead = 0) const {
    size_t I = Position + Ahead;
    return Tokens[I < Tokens.size() ? I : Tokens.size() - 1];
  }
  bool at(TokenKind Kind) const { return peek().is(Kind); }
  bool at(TokenKind First, TokenKind Second) const {
    return peek().is(First) && peek(1).is(Second);
  }
  const Token &previous() const { return Tokens[Position ? Position - 1 : 0]; }
  Token take();
  bool accept(TokenKind Kind);
  /// Takes the first character of a token, as that of `>>` in types.
  void takeFirstCharacter(TokenKind Rest);
  /// Behind the bracket that belongs to the one \p Ahead; as far as \p Ahead if
  /// there is none.
  size_t behindMatch(size_t Ahead) const;
  llvm::SMRange since(llvm::SMLoc Start) const {
    return {Start, previous().end()};
  }

  //===--- Mistakes (ParserState.cpp) -------------------------------------===//

  /// At the next token, unless the lexer has told of a mistake there.
  void error(const llvm::Twine &Text, llvm::ArrayRef<llvm::SMFixIt> Mend = {});
  void errorAt(llvm::SMRange Range, const llvm::Twine &Text,
               llvm::ArrayRef<llvm::SMFixIt> Mend = {});
  /// `expected WHAT, found the next token`.
  void expected(const llvm::Twine &What);
  bool expect(TokenKind Kind, const llvm::Twine &Where);
  /// \p Opening is a token that was taken. False if it is missing and parsing
  /// cannot go on as if it were there.
  bool expectClosing(TokenKind Kind, const Token &Opening, bool InList = false);
  bool expectName(std::string &Name, llvm::SMRange &Range,
                  const llvm::Twine &What);
  /// Behind a statement or declaration.
  void expectSemicolon(const llvm::Twine &Behind);
  void skipStatement();
  void skipDeclaration();
  /// In the first column of a line.
  bool startsColumn() const;
  /// Except variables.
  bool atDeclaration() const;

  //===--- Limits ---------------------------------------------------------===//

  /// One level of parsing.
  class Level {
  public:
    explicit Level(FileParser &P) : P(P), Outer(P.Height) {
      ++P.Nesting;
      P.Height = 0;
    }
    ~Level() {
      --P.Nesting;
      P.Height = P.Height > Outer ? P.Height : Outer;
    }
    Level(const Level &) = delete;
    /// False, with an error, if it is too deep.
    bool enter();

  private:
    FileParser &P;
    unsigned Outer;
  };
  friend class Level;
  /// A node over all that was parsed on this level. False, with an error, if the
  /// tree becomes too high.
  bool grow(llvm::SMRange Range);

  //===--- Declarations ---------------------------------------------------===//

  void parseTopLevel(Program &Result);
  void parseImport();
  TaskDecl *parseTask(bool IsExported, bool HasKeyword = true);
  bool parseSignatureAndBody(TaskDecl *Task);
  bool parseTypeParameters(std::vector<TypeParameter> &Result);
  bool parseParameters(std::vector<VarDecl *> &Result);
  VarDecl *parseParameter();
  TypeDecl *parseTypeDecl();
  bool parseField(TypeDecl *Decl);
  /// `x: t = e`, `x = e`, `x: t`, `x, y: t`, without the semicolon.
  bool parseVariables(std::vector<Decl *> &Result, VarRole Role);
  bool atVariables() const;
  bool atTaskDeclaration() const;

  //===--- Statements -----------------------------------------------------===//

  BlockStmt *parseBlock();
  /// Until the '}' that belongs to \p Opening; \p InCase: or the next branch.
  void parseStatements(std::vector<Stmt *> &Body, const Token &Opening,
                       bool InCase);
  BlockStmt *parseBody(const llvm::Twine &Of);
  /// With what `then` adds.
  Stmt *parseStatement();
  Stmt *parseSimple();
  Stmt *parseExpressionOrAssign();
  Stmt *parseReturn();
  Stmt *parseIf();
  Stmt *parseCase();
  bool parseBranch(CaseStmt *Case, const Token &Opening);
  Stmt *parseLoop();
  Stmt *parseWhile();
  Stmt *parseCritical();
  DeclStmt *declStmt(Decl *Declared, llvm::SMLoc Start);
  /// `(e)` of `if`, `while`, `case` and `critical`.
  Expr *parseCondition(llvm::StringRef Keyword);
  bool atBranch() const;
  bool isAssignable(const Expr *Target) const;

  //===--- Expressions ----------------------------------------------------===//

  Expr *parseExpr();
  Expr *parseConditional();
  Expr *parseBinary(unsigned MinPrecedence);
  Expr *parseUnary();
  Expr *parsePostfix();
  Expr *parseSuffixes(Expr *Base, llvm::SMLoc Start);
  Expr *parsePrimary();
  Expr *parseParens();
  Expr *parseBrackets();
  Expr *parseNew();
  Expr *parseTaskExpr();
  Expr *parseLiteral();
  Expr *parseSelection(Expr *Base);
  bool parseArguments(std::vector<Expr *> &Result, const Token &Opening);
  void checkFormat(const CallExpr &Call);
  bool atAnonymousTask(size_t Ahead) const;
  bool atLiteral() const;
  Expr *placeholder(llvm::SMRange Range);

  //===--- Types ----------------------------------------------------------===//

  TypeExpr *parseType();
  TypeExpr *parseTypeHere();
  /// Moves \p I behind a type whose names are known.
  bool skipKnownType(size_t &I, unsigned Depth) const;
  bool isKnownType(llvm::StringRef Name) const;

  //===--- What C programmers write (HabitsOfC.cpp) -----------------------===//

  /// `const float *p`
  struct DeclarationOfC {
    /// Where it is in the list of tokens.
    size_t Name = 0;
    /// In Kite; empty if it is to be inferred.
    std::string Type;
    bool IsPointer = false;
    bool IsKernel = false;
  };
  std::optional<DeclarationOfC> scanDeclarationOfC() const;
  bool isColonMissing(const DeclarationOfC &D) const;
  llvm::StringRef textOf(size_t First, size_t Last) const;
  void skipVariableOfC(const DeclarationOfC &D);
  void skipFunctionOfC(const DeclarationOfC &D);
  /// These are true if a mistake was told of and what has it was taken.
  bool handleDeclarationOfC();
  bool handleStatementOfC();
  bool handleTopLevelOfC();
  bool handleMissingTask();
  bool handleTypeBeforeName(llvm::SMRange &NameRange, llvm::StringRef Behind);
  bool handleLoopOfC(const Token &Opening);
  bool handleIncrement(const Expr *Target);
  bool atCastOperand(llvm::StringRef Type) const;
  Expr *parseCastOfC(llvm::StringRef Type, const Token &Opening);

  SourceFiles &Files;
  TokenList &List;
  std::vector<Token> &Tokens;
  AstContext &Ast;
  Diagnostics &Diags;
  size_t Position = 0;
  unsigned Nesting = 0;
  unsigned Height = 0;
  /// It has been told that the declaration is nested too deep.
  bool IsTooDeep = false;
  /// The '{' of the innermost block.
  size_t BlockOpening = 0;
  /// `<-` assigns: at the level of a statement, not within an expression.
  bool AssignEnds = false;
  /// A name and `{` are no literal: the parentheses of a condition are missing.
  bool NoLiterals = false;
  /// Type parameters of the tasks and types around.
  std::vector<llvm::StringRef> KnownParameters;
};

} // namespace tasklet::kite

#endif
