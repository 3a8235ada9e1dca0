//===- Decl.h - Declarations of Kite ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Declarations, and the program. "Checker:" marks what is set by it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_DECL_H
#define TASKLET_KITE_SYNTAX_DECL_H

#include "syntax/Stmt.h"

namespace tasklet::kite {

struct Decl : Node {
  enum class Kind { Variable, Task, Type, Import };
  const Kind K;
  std::string Name;
  llvm::SMRange NameRange;

protected:
  explicit Decl(Kind K) : K(K) {}
};

/// What a variable is.
enum class VarRole {
  /// In a block.
  Local,
  Parameter,
  /// Of `for` and `map`: an alias of the element.
  Element,
  /// Of `for` and `map`: `int`, not assigned.
  Index,
  /// The data of a `case` branch; not assigned.
  Payload,
  /// Outside of tasks; not assigned.
  Constant,
  /// Checker: the copy that a nested task has of a variable from outside.
  Capture,
};

struct VarDecl : Decl {
  VarRole Role = VarRole::Local;
  /// Null where it is inferred.
  TypeExpr *Written = nullptr;
  /// Null: zeroes.
  Expr *Value = nullptr;
  /// Checker.
  const Type *Ty = nullptr;
  /// Made by toNormalForm() (graphs/Anf.h): determined before each use, so that
  /// its zero does not matter.
  bool IsTemporary = false;

  VarDecl() : Decl(Kind::Variable) {}
  static bool classof(const Decl *D) { return D->K == Kind::Variable; }
};

struct TypeParameter {
  std::string Name;
  llvm::SMRange Range;
};

/// A variable from outside that a nested task uses. It is copied when the task
/// is made.
struct Capture {
  VarDecl *Outside = nullptr;
  VarDecl *Inside = nullptr;
};

/// Also anonymous tasks (no name) and tasks in blocks.
struct TaskDecl : Decl {
  std::vector<TypeParameter> TypeParameters;
  std::vector<VarDecl *> Parameters;
  /// Null: `()`.
  TypeExpr *Result = nullptr;
  BlockStmt *Body = nullptr;
  bool IsExported = false;
  /// Checker: the result.
  const Type *ResultType = nullptr;
  /// Checker: of an anonymous task or a task in a block. The body uses only the
  /// inner variables.
  std::vector<Capture> Captures;
  /// Checker: a name that no other task of the program has, as an identifier of
  /// C: `length_int`, `total_task1`.
  std::string UniqueName;

  TaskDecl() : Decl(Kind::Task) {}
  static bool classof(const Decl *D) { return D->K == Kind::Task; }
};

struct FieldDecl {
  std::string Name;
  llvm::SMRange NameRange;
  TypeExpr *Written = nullptr;
};

/// `struct pair(a, b) { ... }`, `union list(a) { ... }`.
struct TypeDecl : Decl {
  bool IsUnion = false;
  std::vector<TypeParameter> TypeParameters;
  /// Of a union: its branches.
  std::vector<FieldDecl> Fields;

  TypeDecl() : Decl(Kind::Type) {}
  static bool classof(const Decl *D) { return D->K == Kind::Type; }
};

/// `import "file.kite"`; the path is relative to the file that says it.
struct ImportDecl : Decl {
  ImportDecl() : Decl(Kind::Import) {}
  static bool classof(const Decl *D) { return D->K == Kind::Import; }
};

/// One program: the declarations of its file and of the files that it imports,
/// each once.
struct Program {
  std::vector<Decl *> Decls;
};

} // namespace tasklet::kite

#endif
