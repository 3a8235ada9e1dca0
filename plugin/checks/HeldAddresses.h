//===- HeldAddresses.h - Which values carry an address ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows addresses of private and local memory from where they are taken
/// through casts, arithmetic, conditions, members and variables. A struct is
/// followed member by member, to any depth, so that its other members may be
/// used freely.
///
/// This stage speaks where it is sure, at the user's expression. Where more
/// must be known, it is silent: vectors and their components, low bits of
/// addresses, distances, what ordinary functions do with memory or return as an
/// integer. There tkl-escape decides, on the IR
/// (passes/analysis/PointsTo.h).
///
/// tkl-escape cannot do without this stage. In SSA form a pointer that is only
/// a variable's address is gone, so what it carries into the body of a force
/// cannot be told from a use of the variable itself, and would be accepted.
/// Names are known there with debug information only, the place is that of the
/// spawn instead of its argument, and errors come only after all others.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_HELDADDRESSES_H
#define TASKLET_PLUGIN_CHECKS_HELDADDRESSES_H

#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
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

/// The members that lead from a variable to a part of it; none for all of it.
/// Elements of an array, and members of a union, are one part.
using Path = std::vector<const clang::FieldDecl *>;

/// Part of a variable, and the variable whose address it holds; null if that is
/// not known.
struct Part {
  const clang::VarDecl *Var = nullptr;
  Path Members;
  const clang::VarDecl *Target = nullptr;

  bool operator<(const Part &Other) const {
    return std::tie(Var, Members, Target) <
           std::tie(Other.Var, Other.Members, Other.Target);
  }
};
using HeldAddresses = std::map<Part, Origin>;

/// Whether the part at \p Outer is or contains the one at \p Inner.
bool contains(const Path &Outer, const Path &Inner);

/// The addresses that one value carries; by member if it is a struct.
struct CarriedAddresses {
  struct Item {
    Path Members;
    const clang::VarDecl *Target;
    Origin From;
  };
  llvm::SmallVector<Item, 2> Items;

  bool empty() const { return Items.empty(); }
  const Origin &first() const { return Items.front().From; }
  void add(Item New);
  void addAll(const CarriedAddresses &Other);
  /// As the content of \p Member.
  CarriedAddresses under(const clang::FieldDecl *Member) const;
  /// As a value without members.
  CarriedAddresses flat() const;
};

/// Whether \p Type points to private or local memory, and to which.
enum class PointeeKind { Elsewhere, Private, Local, Unknown };
PointeeKind pointeeKind(clang::QualType Pointer);

/// What the value of \p E carries, given what the variables hold.
CarriedAddresses carriedBy(const clang::Expr *E, const HeldAddresses &Held,
                           const clang::ASTContext &Context);

/// Records the store of a value that carries \p Value to \p Lvalue.
void storeTo(const clang::Expr *Lvalue, const CarriedAddresses &Value,
             HeldAddresses &Held);
/// Forgets what \p Var held and records the initial value.
void initialise(const clang::VarDecl *Var, HeldAddresses &Held);
/// Forgets what \p Var held.
void forget(const clang::VarDecl *Var, HeldAddresses &Held);

/// The variable at the root of \p Lvalue and the way to the part in it.
struct Place {
  const clang::VarDecl *Var = nullptr;
  Path Members;
  /// The place is exactly that part: no index, no small member of a union.
  bool Exact = false;
};
Place placeOf(const clang::Expr *Lvalue);

} // namespace tasklet

#endif
