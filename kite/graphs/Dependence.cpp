//===- Dependence.cpp - Data dependences of statements --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/Dependence.h"

#include "syntax/Decl.h"

using namespace tasklet::kite;

static std::string str(const VarSet &Set) {
  std::string Text = "{";
  for (const VarDecl *Var : Set) {
    if (Text.size() > 1)
      Text += ", ";
    Text += Var->Name;
  }
  return Text + "}";
}

std::string Dependence::str() const {
  return ::str(X) + (IsParallel ? " ~> " : " -> ") + ::str(Y);
}

Dependence tasklet::kite::sum(const Dependence &A, const Dependence &B) {
  Dependence Result = A;
  Result.X.insert(B.X.begin(), B.X.end());
  Result.Y.insert(B.Y.begin(), B.Y.end());
  Result.IsParallel |= B.IsParallel;
  return Result;
}

Dependence tasklet::kite::compose(const Dependence &A, const Dependence &B) {
  Dependence Result = A;
  for (const VarDecl *Var : B.X)
    if (!A.Y.count(Var))
      Result.X.insert(Var);
  Result.Y.insert(B.Y.begin(), B.Y.end());
  Result.IsParallel |= B.IsParallel;
  return Result;
}
