//===- PrintExpr.h - Types and expressions as OpenCL C ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_TASKS_PRINTEXPR_H
#define TASKLET_TEST_FUZZ_TASKS_PRINTEXPR_H

#include "Ast.h"

namespace tasklet::fuzz {

/// What a statement is made of.
class ExprPrinter {
public:
  ExprPrinter(const Program &P, const std::string &Prefix)
      : P(P), Prefix(Prefix) {}

protected:
  std::string typeName(int Ty) const;
  std::string declarator(int Ty, const std::string &Name) const;
  static std::string varName(int Var);
  std::string functionName(int Index) const;
  static std::string symbol(Op Operator);

  std::string text(const Expr &E) const;
  std::string list(const std::vector<Expr> &Values) const;
  /// A value that is stored into a number of type \p Ty.
  std::string stored(int Ty, const Expr &E) const;
  /// Made of as many values as the type has leaves.
  std::string initialiser(int Ty,
                          std::vector<Expr>::const_iterator &Next) const;
  /// A destination.
  std::string place(const Expr &E) const;

  const Program &P;
  const std::string Prefix;
  const Function *Current = nullptr;

private:
  static std::string cast(bool Wide, const std::string &Text);
  std::string path(const Expr &E) const;
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_TASKS_PRINTEXPR_H
