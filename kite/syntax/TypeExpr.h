//===- TypeExpr.h - Types as they are written -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Types in the source. The checker gives each the type that it means
/// (types/Type.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_TYPEEXPR_H
#define TASKLET_KITE_SYNTAX_TYPEEXPR_H

#include "syntax/AstContext.h"

#include <string>
#include <vector>

namespace tasklet::kite {

struct Type;

struct TypeExpr : Node {
  enum class Kind { Named, Tuple, Task };
  const Kind K;
  /// Set by the checker.
  const Type *Meaning = nullptr;

protected:
  explicit TypeExpr(Kind K) : K(K) {}
};

/// `int`, `list(int)`, `array(float)`, `range(int)`, a type parameter.
struct NamedTypeExpr : TypeExpr {
  std::string Name;
  std::vector<TypeExpr *> Arguments;

  NamedTypeExpr() : TypeExpr(Kind::Named) {}
  static bool classof(const TypeExpr *T) { return T->K == Kind::Named; }
};

/// `(t, u)`; without elements `()`. `(t)` is t itself.
struct TupleTypeExpr : TypeExpr {
  std::vector<TypeExpr *> Elements;

  TupleTypeExpr() : TypeExpr(Kind::Tuple) {}
  static bool classof(const TypeExpr *T) { return T->K == Kind::Tuple; }
};

/// `task<t, u, r>`: parameters, then the result.
struct TaskTypeExpr : TypeExpr {
  std::vector<TypeExpr *> Parameters;
  TypeExpr *Result = nullptr;

  TaskTypeExpr() : TypeExpr(Kind::Task) {}
  static bool classof(const TypeExpr *T) { return T->K == Kind::Task; }
};

} // namespace tasklet::kite

#endif
