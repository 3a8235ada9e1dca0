//===- Expr.h - Expressions of Kite -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions: figure 3 of the paper, operators, literals, and two kinds that
/// only the checker makes. "Checker:" marks what is set by it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_EXPR_H
#define TASKLET_KITE_SYNTAX_EXPR_H

#include "syntax/TypeExpr.h"

#include <cstdint>

namespace tasklet::kite {

struct Decl;
struct TaskDecl;

struct Expr : Node {
  enum class Kind {
    Name,
    Integer,
    Floating,
    Boolean,
    String,
    Unary,
    Binary,
    Conditional,
    Call,
    Field,
    TupleField,
    Index,
    Tuple,
    Literal,
    Array,
    New,
    Range,
    Task,
    Future,
    Force,
    Widen,
  };
  const Kind K;
  /// Checker: the type. Null before, and where an error was found.
  const Type *Ty = nullptr;

protected:
  explicit Expr(Kind K) : K(K) {}
};

/// `x`: a variable, a constant, a task.
struct NameExpr : Expr {
  std::string Name;
  /// Checker: what it names. Null for built-in functions and base types, which
  /// are only called.
  Decl *Target = nullptr;

  NameExpr() : Expr(Kind::Name) {}
  static bool classof(const Expr *E) { return E->K == Kind::Name; }
};

/// `7`, `0x1F`, `'a'`.
struct IntegerExpr : Expr {
  uint64_t Value = 0;
  /// Written `'a'`.
  bool IsCharacter = false;

  IntegerExpr() : Expr(Kind::Integer) {}
  static bool classof(const Expr *E) { return E->K == Kind::Integer; }
};

/// `1.5`, `1e3`.
struct FloatingExpr : Expr {
  double Value = 0;

  FloatingExpr() : Expr(Kind::Floating) {}
  static bool classof(const Expr *E) { return E->K == Kind::Floating; }
};

/// `true`, `false`.
struct BooleanExpr : Expr {
  bool Value = false;

  BooleanExpr() : Expr(Kind::Boolean) {}
  static bool classof(const Expr *E) { return E->K == Kind::Boolean; }
};

/// `"text"`, only as an argument of `print`. Escapes are resolved.
struct StringExpr : Expr {
  std::string Value;

  StringExpr() : Expr(Kind::String) {}
  static bool classof(const Expr *E) { return E->K == Kind::String; }
};

enum class UnaryOp { Plus, Minus, Not, Complement };

/// `-x`, `!x`, `~x`, `+x`.
struct UnaryExpr : Expr {
  UnaryOp Op = UnaryOp::Plus;
  Expr *Operand = nullptr;

  UnaryExpr() : Expr(Kind::Unary) {}
  static bool classof(const Expr *E) { return E->K == Kind::Unary; }
};

enum class BinaryOp {
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
};

/// With the precedence of C. `&&` and `||` start tasks on their right only when
/// they are needed.
struct BinaryExpr : Expr {
  BinaryOp Op = BinaryOp::Add;
  llvm::SMRange OpRange;
  Expr *Left = nullptr;
  Expr *Right = nullptr;

  BinaryExpr() : Expr(Kind::Binary) {}
  static bool classof(const Expr *E) { return E->K == Kind::Binary; }
};

/// `c ? a : b`; starts the tasks of one side only.
struct ConditionalExpr : Expr {
  Expr *Condition = nullptr;
  Expr *Then = nullptr;
  Expr *Else = nullptr;

  ConditionalExpr() : Expr(Kind::Conditional) {}
  static bool classof(const Expr *E) { return E->K == Kind::Conditional; }
};

/// Checker: what a call does.
enum class CallKind {
  /// Of a task: parallel, its type is a future.
  Application,
  /// A function of OpenCL C by its name: an expression.
  Builtin,
  /// An atomic function of OpenCL C; the first argument is an element or field.
  Atomic,
  /// `int(x)`, `float4(a, b)`.
  Conversion,
  /// `length(a)`.
  Length,
  /// `print(a, b)`: an application.
  Print,
};

struct CallExpr : Expr {
  Expr *Callee = nullptr;
  std::vector<Expr *> Arguments;
  CallKind Call = CallKind::Application;

  CallExpr() : Expr(Kind::Call) {}
  static bool classof(const Expr *E) { return E->K == Kind::Call; }
};

/// `e.x`: a field, or components of a vector such as `.xyz` and `.s03`.
struct FieldExpr : Expr {
  Expr *Base = nullptr;
  std::string Name;
  llvm::SMRange NameRange;
  /// Checker: which field of the structure. Of a vector: see Components.
  unsigned Number = 0;
  /// Checker: of a vector, the numbers of the components.
  std::vector<unsigned> Components;

  FieldExpr() : Expr(Kind::Field) {}
  static bool classof(const Expr *E) { return E->K == Kind::Field; }
};

/// `e.0`.
struct TupleFieldExpr : Expr {
  Expr *Base = nullptr;
  unsigned Number = 0;

  TupleFieldExpr() : Expr(Kind::TupleField) {}
  static bool classof(const Expr *E) { return E->K == Kind::TupleField; }
};

/// `e[i]`, of an array or a range.
struct IndexExpr : Expr {
  Expr *Base = nullptr;
  Expr *Index = nullptr;

  IndexExpr() : Expr(Kind::Index) {}
  static bool classof(const Expr *E) { return E->K == Kind::Index; }
};

/// `(a, b)`; without elements `()`.
struct TupleExpr : Expr {
  std::vector<Expr *> Elements;

  TupleExpr() : Expr(Kind::Tuple) {}
  static bool classof(const Expr *E) { return E->K == Kind::Tuple; }
};

struct FieldValue {
  std::string Name;
  llvm::SMRange NameRange;
  Expr *Value = nullptr;
  /// Checker: which field or branch.
  unsigned Number = 0;
};

/// `point{x = 1, y = 2}`, `tree{leaf = 1}`, `list(int){nil = ()}`.
struct LiteralExpr : Expr {
  /// Without arguments where the checker infers those of a generic type.
  NamedTypeExpr *Of = nullptr;
  std::vector<FieldValue> Fields;

  LiteralExpr() : Expr(Kind::Literal) {}
  static bool classof(const Expr *E) { return E->K == Kind::Literal; }
};

/// `[a, b, c]`: a new array.
struct ArrayExpr : Expr {
  std::vector<Expr *> Elements;

  ArrayExpr() : Expr(Kind::Array) {}
  static bool classof(const Expr *E) { return E->K == Kind::Array; }
};

/// `new(t)(n, m)`.
struct NewExpr : Expr {
  TypeExpr *Element = nullptr;
  std::vector<Expr *> Sizes;

  NewExpr() : Expr(Kind::New) {}
  static bool classof(const Expr *E) { return E->K == Kind::New; }
};

/// `[first..last]`, `[first, second..last]`; includes last if it is hit.
struct RangeExpr : Expr {
  Expr *First = nullptr;
  /// Null: one more than first, so that `[0..-1]` is empty.
  Expr *Second = nullptr;
  Expr *Last = nullptr;

  RangeExpr() : Expr(Kind::Range) {}
  static bool classof(const Expr *E) { return E->K == Kind::Range; }
};

/// `task (x: int): int { ... }`.
struct TaskExpr : Expr {
  /// Without a name; after toNormalForm() (graphs/Anf.h) a task of the program.
  TaskDecl *Task = nullptr;
  /// Empty before toNormalForm(); then the values of the task's captures.
  std::vector<Expr *> Captured;

  TaskExpr() : Expr(Kind::Task) {}
  static bool classof(const Expr *E) { return E->K == Kind::Task; }
};

/// `task e`: the future itself. Its type is future(t).
struct FutureExpr : Expr {
  Expr *Operand = nullptr;

  FutureExpr() : Expr(Kind::Future) {}
  static bool classof(const Expr *E) { return E->K == Kind::Future; }
};

/// Made by the checker, by the rule FORCE: the value of a future.
struct ForceExpr : Expr {
  Expr *Operand = nullptr;

  ForceExpr() : Expr(Kind::Force) {}
  static bool classof(const Expr *E) { return E->K == Kind::Force; }
};

/// Made by the checker: a number in a type that loses nothing of it.
struct WidenExpr : Expr {
  Expr *Operand = nullptr;

  WidenExpr() : Expr(Kind::Widen) {}
  static bool classof(const Expr *E) { return E->K == Kind::Widen; }
};

} // namespace tasklet::kite

#endif
