//===- HeldAddresses.h - Which values carry an address ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows addresses of private and local memory from where they are taken,
/// through casts, arithmetic, conditions, members and variables. Structs are
/// followed member by member to any depth, so the program may use their other
/// members freely.
///
/// This stage reports only what is certain, at the user's expression. It is
/// silent where more analysis is needed: vectors and their components, low bits
/// of addresses, distances, and what ordinary functions do with memory or
/// return as an integer. There tkl-escape decides, on the IR
/// (passes/analysis/PointsTo.h).
///
/// tkl-escape needs this stage, too. SSA form drops a pointer variable that
/// only holds a variable's address. Then tkl-escape cannot tell the captured
/// pointer from a use of the variable itself, and would accept it. It also
/// knows names only with debug information, points to the spawn instead of the
/// argument, and reports after all other errors.
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
  /// Local memory if true, private memory otherwise.
  bool Local = false;
};

/// The members that lead from a variable to a part of it; empty for the whole
/// variable. All elements of an array are one part, and so are all members of a
/// union.
using Path = std::vector<const clang::FieldDecl *>;

/// A part of a variable, and the variable whose address it holds; null if that
/// is unknown.
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

/// Whether \p Outer is the part \p Inner or contains it.
bool contains(const Path &Outer, const Path &Inner);

/// The addresses that one value carries; for a struct, by member.
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
  /// The same addresses, held in \p Member of a struct.
  CarriedAddresses under(const clang::FieldDecl *Member) const;
  /// The same addresses, without members.
  CarriedAddresses flat() const;
};

/// Whether \p Type points to private or local memory, and to which.
enum class PointeeKind { Elsewhere, Private, Local, Unknown };
PointeeKind pointeeKind(clang::QualType Pointer);

/// The addresses that the value of \p E carries, if variables hold \p Held.
CarriedAddresses carriedBy(const clang::Expr *E, const HeldAddresses &Held,
                           const clang::ASTContext &Context);

/// Records that a value with the addresses \p Value is stored to \p Lvalue.
void storeTo(const clang::Expr *Lvalue, const CarriedAddresses &Value,
             HeldAddresses &Held);
/// Forgets what \p Var held and records the initial value.
void initialise(const clang::VarDecl *Var, HeldAddresses &Held);
/// Forgets what \p Var held.
void forget(const clang::VarDecl *Var, HeldAddresses &Held);

/// The variable at the root of \p Lvalue, and the path to the part.
struct Place {
  const clang::VarDecl *Var = nullptr;
  Path Members;
  /// The lvalue is exactly that part: no index, no smaller member of a union.
  bool Exact = false;
};
Place placeOf(const clang::Expr *Lvalue);

} // namespace tasklet

#endif
