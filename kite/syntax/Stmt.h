//===- Stmt.h - Statements of Kite ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Statements: figure 3 of the paper, with blocks, `while` and `critical`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_STMT_H
#define TASKLET_KITE_SYNTAX_STMT_H

#include "syntax/Expr.h"

#include <optional>

namespace tasklet::kite {

struct VarDecl;

struct Stmt : Node {
  enum class Kind {
    Expression,
    Declaration,
    Assign,
    Return,
    Then,
    Block,
    If,
    Case,
    For,
    Map,
    While,
    Critical,
  };
  const Kind K;

protected:
  explicit Stmt(Kind K) : K(K) {}
};

/// `e;`
struct ExprStmt : Stmt {
  Expr *Value = nullptr;

  ExprStmt() : Stmt(Kind::Expression) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Expression; }
};

/// `x: t = e;`, `x = e;`, `x, y: t;`, a task, a structure or a union in a block.
struct DeclStmt : Stmt {
  /// One, or several variables of one written type without value.
  std::vector<Decl *> Decls;

  DeclStmt() : Stmt(Kind::Declaration) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Declaration; }
};

/// `l <- e;`, and `l += e;` with Op.
struct AssignStmt : Stmt {
  Expr *Target = nullptr;
  std::optional<BinaryOp> Op;
  llvm::SMRange OpRange;
  Expr *Value = nullptr;

  AssignStmt() : Stmt(Kind::Assign) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Assign; }
};

/// `return e;`; Value is null in `return;`.
struct ReturnStmt : Stmt {
  Expr *Value = nullptr;

  ReturnStmt() : Stmt(Kind::Return) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Return; }
};

/// `s then t`: t begins when s and all tasks that s started are done.
struct ThenStmt : Stmt {
  Stmt *First = nullptr;
  Stmt *Second = nullptr;

  ThenStmt() : Stmt(Kind::Then) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Then; }
};

/// `{ s... }`
struct BlockStmt : Stmt {
  std::vector<Stmt *> Body;

  BlockStmt() : Stmt(Kind::Block) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Block; }
};

struct IfStmt : Stmt {
  Expr *Condition = nullptr;
  BlockStmt *Then = nullptr;
  /// Null if there is none; `else if` is a block of one statement.
  BlockStmt *Else = nullptr;

  IfStmt() : Stmt(Kind::If) {}
  static bool classof(const Stmt *S) { return S->K == Kind::If; }
};

struct CaseBranch {
  std::string Name;
  llvm::SMRange NameRange;
  /// The data of the branch; null if it has no name.
  VarDecl *Payload = nullptr;
  BlockStmt *Body = nullptr;
  /// Checker: which branch of the union.
  unsigned Number = 0;
};

/// `case (e) { leaf n: s... node p: s... }`
struct CaseStmt : Stmt {
  Expr *Value = nullptr;
  std::vector<CaseBranch> Branches;

  CaseStmt() : Stmt(Kind::Case) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Case; }
};

/// What `for` and `map` have in common: `(x = e[i]) { s... }`.
struct LoopStmt : Stmt {
  /// An alias of the element.
  VarDecl *Element = nullptr;
  Expr *Collection = nullptr;
  /// Null if it has no name.
  VarDecl *Index = nullptr;
  BlockStmt *Body = nullptr;

  static bool classof(const Stmt *S) {
    return S->K == Kind::For || S->K == Kind::Map;
  }

protected:
  explicit LoopStmt(Kind K) : Stmt(K) {}
};

/// In sequence within the task.
struct ForStmt : LoopStmt {
  ForStmt() : LoopStmt(Kind::For) {}
  static bool classof(const Stmt *S) { return S->K == Kind::For; }
};

/// One task per element.
struct MapStmt : LoopStmt {
  MapStmt() : LoopStmt(Kind::Map) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Map; }
};

struct WhileStmt : Stmt {
  Expr *Condition = nullptr;
  BlockStmt *Body = nullptr;

  WhileStmt() : Stmt(Kind::While) {}
  static bool classof(const Stmt *S) { return S->K == Kind::While; }
};

/// `critical (a) { s... }`: excludes other critical sections of the same array
/// or lock.
struct CriticalStmt : Stmt {
  Expr *Lock = nullptr;
  BlockStmt *Body = nullptr;

  CriticalStmt() : Stmt(Kind::Critical) {}
  static bool classof(const Stmt *S) { return S->K == Kind::Critical; }
};

} // namespace tasklet::kite

#endif
