//===- PointerPlace.h - A variable's pointer, or one in it ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The place where a function keeps a pointer: a variable, `s.p` or `a[0]`.
/// Elements with a variable index and members of unions are no places, because
/// their content cannot be determined.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_POINTERPLACE_H
#define TASKLET_PLUGIN_CHECKS_POINTERPLACE_H

#include "plugin/checks/LvaluePath.h"
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class VarDecl;
} // namespace clang

namespace tasklet {

struct PointerPlace {
  struct Step {
    /// Null for an element.
    const clang::FieldDecl *Field;
    int64_t Index;

    bool operator<(const Step &Other) const {
      return std::tie(Field, Index) < std::tie(Other.Field, Other.Index);
    }
    bool operator==(const Step &Other) const {
      return Field == Other.Field && Index == Other.Index;
    }
  };

  /// Null if there is no such place.
  const clang::VarDecl *Var = nullptr;
  /// The steps from the variable inwards.
  std::vector<Step> Steps;

  bool operator<(const PointerPlace &Other) const {
    return std::tie(Var, Steps) < std::tie(Other.Var, Other.Steps);
  }
  bool operator==(const PointerPlace &Other) const {
    return Var == Other.Var && Steps == Other.Steps;
  }
  bool isIn(const PointerPlace &Outer) const;
  /// As it is written: `s.p`.
  std::string name() const;
};

/// The place of \p Lvalue, which may be an array or a structure.
PointerPlace placeAt(const clang::Expr *Lvalue,
                     const clang::ASTContext &Context);
/// The same, but only if \p Lvalue is a pointer.
PointerPlace pointerPlace(const clang::Expr *Lvalue,
                          const clang::ASTContext &Context);

} // namespace tasklet

#endif
