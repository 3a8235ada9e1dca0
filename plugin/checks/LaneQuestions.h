//===- LaneQuestions.h - What asks whether this one has come ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// In the body of an `everywhere`, some conditions select lanes: `if (mask >>
/// get_sub_group_local_id() & 1)` selects those that have come, and `if (p)`
/// those that have a pointer. Other conditions ask something else:
/// `popcount(mask) > 1` has the same value in lanes that only come along. This
/// class tells them apart.
///
/// Three kinds of values tell about one work-item: variables that decide its
/// path outside of the body, variables that not all work-items assign to, and
/// values computed from these. Masks, and values computed from them, tell about
/// the warp. A mask combined with a value that differs between work-items, such
/// as their number, asks about one work-item. A test for equality with a number
/// of work-items asks for all.
///
/// If in doubt, it decides in favour of the program, since warnings depend on
/// it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_LANEQUESTIONS_H
#define TASKLET_PLUGIN_CHECKS_LANEQUESTIONS_H

#include "plugin/checks/PointerPlace.h"
#include "plugin/checks/WarpPaths.h"
#include <optional>
#include <set>
#include <string>

namespace tasklet {

/// What a function assigns and where, and which work-items reach these places.
struct LaneStores {
  struct Each {
    const clang::Stmt *At;
    Store To;
    /// Whether all work-items that call the function, or run the enclosing
    /// body, reach the assignment.
    bool ByAll;
  };
  std::vector<Each> All;
  /// From a variable to the body that declares it.
  llvm::DenseMap<const clang::VarDecl *, const EverywhereBlock *> DeclaredIn;
  /// Masks of bodies that not all work-items reach.
  std::vector<const clang::VarDecl *> Masks;
  /// Not all work-items call the function together.
  bool ApartCalled = false;
};

class LaneQuestions {
public:
  /// Questions about \p Pointer, or a part of that variable, in \p Body.
  LaneQuestions(const FunctionModel &Model, const WarpPaths &Paths,
                const LaneStores &Stores, const clang::VarDecl *Pointer,
                const EverywhereBlock *Body);

  /// Whether a condition around \p Element in the body admits only work-items
  /// that have come, or only those where \p Pointer is not null.
  bool isAsked(const PointerPlace &Pointer, const clang::Stmt *Element) const;
  /// Whether the body gives a value, under such a condition, to work-items
  /// without one.
  bool isMended(const PointerPlace &Pointer) const;

private:
  using Variables = std::set<const clang::VarDecl *>;

  void addConditions(const clang::Stmt *Around);
  bool mentions(const clang::Stmt *S, const Variables &Any) const;
  bool asks(const clang::Expr *Value) const;
  bool asksForAll(const clang::Expr *Test) const;
  /// Whether \p Test proves it, as part of a condition with the value \p Is.
  bool establishes(const clang::Expr *Test, std::optional<bool> Is,
                   const PointerPlace &Pointer) const;
  bool isNull(const clang::Expr *Value) const;

  const FunctionModel &Model;
  const WarpPaths &Paths;
  const LaneStores &Stores;
  const EverywhereBlock *Body;
  /// Variables that tell about one work-item, and those that tell about the
  /// warp.
  Variables OfOne, OfWarp;
  /// The text of the conditions outside of the body that decide.
  std::set<std::string> Same;
};

/// Whether \p Value is a null pointer.
bool isNullPointer(const clang::Expr *Value, clang::ASTContext &Context);

} // namespace tasklet

#endif
