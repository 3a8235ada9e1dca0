//===- LaneQuestions.h - What asks whether this one has come ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// In the body of an `everywhere`, `if (mask >> get_sub_group_local_id() & 1)`
/// lets those in that have come, and `if (p)` those that have a pointer. This
/// tells such conditions from those that ask something else, such as
/// `popcount(mask) > 1`, which is the same for who has not come.
///
/// What tells about one work-item are variables that decide where it goes
/// outside of the body, or that not all of them assign to, and what is made of
/// these. What tells about the warp are masks and what is made of them; with
/// something that differs between work-items, such as their number, that is a
/// question about one. Equality with a number of work-items asks for all.
///
/// It guesses in favour of the program, since warnings hang on it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_LANEQUESTIONS_H
#define TASKLET_PLUGIN_CHECKS_LANEQUESTIONS_H

#include "plugin/checks/PointerPlace.h"
#include "plugin/checks/WarpPaths.h"
#include <set>
#include <string>

namespace tasklet {

/// What a function assigns where, and who comes by.
struct LaneStores {
  struct Each {
    const clang::Stmt *At;
    Store To;
    /// Whether all work-items come by that call the function, or run the body
    /// that it stands in.
    bool ByAll;
  };
  std::vector<Each> All;
  /// The body that a variable is declared in.
  llvm::DenseMap<const clang::VarDecl *, const EverywhereBlock *> DeclaredIn;
  /// Of bodies that not all come to.
  std::vector<const clang::VarDecl *> Masks;
  /// Not all call the function.
  bool ApartCalled = false;
};

class LaneQuestions {
public:
  /// About \p Pointer, or a part of that variable, in \p Body.
  LaneQuestions(const FunctionModel &Model, const WarpPaths &Paths,
                const LaneStores &Stores, const clang::VarDecl *Pointer,
                const EverywhereBlock *Body);

  /// Whether a condition around \p Element in the body lets only those in that
  /// have come, or where \p Pointer is one.
  bool isAsked(const PointerPlace &Pointer, const clang::Stmt *Element) const;
  /// Whether those without a value are given one after such a condition.
  bool isMended(const PointerPlace &Pointer) const;

private:
  using Variables = std::set<const clang::VarDecl *>;

  void addConditions(const clang::Stmt *Around);
  bool mentions(const clang::Stmt *S, const Variables &Any) const;
  bool asks(const clang::Expr *Value) const;
  bool asksForAll(const clang::Expr *Test) const;
  /// Of a part of a condition that is \p Is.
  bool establishes(const clang::Expr *Test, llvm::Optional<bool> Is,
                   const PointerPlace &Pointer) const;
  bool isNull(const clang::Expr *Value) const;

  const FunctionModel &Model;
  const WarpPaths &Paths;
  const LaneStores &Stores;
  const EverywhereBlock *Body;
  /// These tell about one work-item, and about the warp.
  Variables OfOne, OfWarp;
  /// The text of conditions that decide outside of the body.
  std::set<std::string> Same;
};

/// Whether \p Value is a null pointer.
bool isNullPointer(const clang::Expr *Value, clang::ASTContext &Context);

} // namespace tasklet

#endif
