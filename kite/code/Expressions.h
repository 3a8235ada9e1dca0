//===- Expressions.h - Expressions in OpenCL C ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions without applications, as A-normal form leaves them. They have
/// the precedence of C, so that they get parentheses only where C needs them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_EXPRESSIONS_H
#define TASKLET_KITE_CODE_EXPRESSIONS_H

#include "code/Levels.h"
#include "code/Unit.h"

namespace tasklet::kite {

class ExprCode {
public:
  explicit ExprCode(Unit &U) : U(U) {}

  /// \p E where an operand of at least \p Min is needed.
  std::string get(const Expr *E, Level Min = Level::Assignment);
  /// \p V stands for this text, a postfix expression, instead of a variable:
  /// elements of loops, data of branches.
  void substitute(const VarDecl *V, std::string Text) {
    Substitutes[V] = std::move(Text);
  }
  std::string variable(const VarDecl *V);

  /// \p Target can be assigned, and spawned into, as it stands: nothing in it is
  /// boxed or a part of a vector.
  static bool isPlain(const Expr *Target);
  /// A statement that assigns the value \p Value to \p Target.
  std::string assign(const Expr *Target, llvm::StringRef Value);

private:
  std::string tight(const Expr *E) { return get(E, Level::Postfix); }
  std::string arguments(llvm::ArrayRef<Expr *> List);
  std::pair<std::string, Level> make(const Expr *E);
  std::pair<std::string, Level> makeBinary(const BinaryExpr *E);
  std::pair<std::string, Level> makeUnary(const UnaryExpr *E);
  std::pair<std::string, Level> makeField(const FieldExpr *E);
  std::string makeCall(const CallExpr *E);
  std::string makeConversion(const BaseType *To, const Expr *From);
  std::string makeIndex(const IndexExpr *E);
  std::string makeLiteral(const LiteralExpr *E);
  std::string makeClosure(const TaskExpr *E);
  std::string makeNew(const NewExpr *E);
  std::string member(const Expr *Base, unsigned Number);

  Unit &U;
  std::map<const VarDecl *, std::string> Substitutes;
};

} // namespace tasklet::kite

#endif
