//===- HeldAddresses.h - Which values carry an address ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows addresses of private and local memory from where they are taken
/// through casts, arithmetic, conditions, struct members and variables. A
/// struct variable is followed member by member, so that its other members may
/// be used freely.
///
/// Not followed: what ordinary functions return as an integer (an array passed
/// to `sum` does not taint the sum), and what is stored behind a pointer. The
/// passes look again at the IR, where helpers have been inlined.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_HELDADDRESSES_H
#define TASKLET_PLUGIN_HELDADDRESSES_H

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

namespace clang {
class FieldDecl;
class VarDecl;
} // namespace clang

namespace tasklet {

/// Where an address came from.
struct Origin {
  clang::SourceLocation Loc;
  /// Of local memory, else of private memory.
  bool Local = false;
};

/// A part of a variable: all of it, or one member of a struct and everything
/// inside that member.
using Part = std::pair<const clang::VarDecl *, const clang::FieldDecl *>;
using HeldAddresses = std::map<Part, Origin>;

/// The addresses that one value carries; by member if it is a struct.
struct Carried {
  llvm::SmallVector<std::pair<const clang::FieldDecl *, Origin>, 2> Parts;

  bool empty() const { return Parts.empty(); }
  const Origin &first() const { return Parts.front().second; }
  void add(const clang::FieldDecl *Field, Origin From);
  void addAll(const Carried &Other);
  /// All of it as the content of \p Field (or of a value without members).
  Carried under(const clang::FieldDecl *Field) const;
};

/// Whether \p Type points to private or local memory, and to which.
enum class PointeeKind { Elsewhere, Private, Local, Unknown };
PointeeKind pointeeKind(clang::QualType Pointer);

/// What the value of \p E carries, given what the variables hold.
Carried carriedBy(const clang::Expr *E, const HeldAddresses &Held);

/// Records the store of a value that carries \p Value to \p Lvalue.
void storeTo(const clang::Expr *Lvalue, const Carried &Value,
             HeldAddresses &Held);
/// Forgets what \p Var held and records the initial value.
void initialise(const clang::VarDecl *Var, HeldAddresses &Held);

/// The variable at the root of \p Lvalue and its outermost member, if any.
struct Place {
  const clang::VarDecl *Var = nullptr;
  const clang::FieldDecl *Field = nullptr;
  /// The place is exactly that part: no index, no inner member.
  bool Exact = false;
};
Place placeOf(const clang::Expr *Lvalue);

} // namespace tasklet

#endif
