//===- LvaluePath.h - From a variable to a part of it -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits an lvalue such as `r[i].v` into its parts. C has several spellings
/// for one place: `r[1]`, `1[r]`, `*(r + 1)` and `(&r[0])[1]` are the same
/// element, `*&x` is `x`, and `(&b)->v` is `b.v`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_LVALUEPATH_H
#define TASKLET_PLUGIN_CHECKS_LVALUEPATH_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace clang {
class ASTContext;
class FieldDecl;
} // namespace clang

namespace tasklet {

struct LvalueStep {
  enum Kind { Member, Element, Component };
  struct Offset {
    const clang::Expr *Value;
    bool Negative;
  };

  Kind What;
  /// The member, or null for an element.
  const clang::FieldDecl *Field = nullptr;
  /// The index of an element is the sum of these.
  llvm::SmallVector<Offset, 1> Offsets;

  /// The index if it is a constant.
  std::optional<llvm::APSInt> index(const clang::ASTContext &Context) const;
};

struct LvaluePath {
  /// The whole object that contains the place: a name, or what a pointer points
  /// to that is not written as an address.
  const clang::Expr *Root;
  /// The steps from the root inwards.
  llvm::SmallVector<LvalueStep, 4> Steps;
};

LvaluePath pathTo(const clang::Expr *Lvalue);

/// The private variable at the root of an lvalue such as `x` or `r[i].v`. Null
/// if there is none, for example if a pointer leads there.
const clang::DeclRefExpr *rootVariable(const clang::Expr *Lvalue);

} // namespace tasklet

#endif
