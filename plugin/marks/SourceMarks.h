//===- SourceMarks.h - What the token stage tells the AST stage -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// After the token stage a spawn looks like an assignment, a `force` like a
/// `while` and an `everywhere` like a `do`. Source locations tell them from the
/// user's own statements. A location belongs to one token of one expansion, so
/// it never names two statements.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_SOURCEMARKS_H
#define TASKLET_PLUGIN_MARKS_SOURCEMARKS_H

#include "plugin/marks/MarkPlaces.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <vector>

namespace clang {
class FunctionDecl;
class IdentifierInfo;
} // namespace clang

namespace tasklet {

/// The annotation that stands for `__task` until the AST stage removes it, and
/// the assumption that stands for it in the IR.
constexpr const char TaskMark[] = "tkl-task";

/// The annotation that stands for `__ordered` until the AST stage removes it.
/// The assumption that stands for it in the IR goes on with the indices of the
/// monitored parameters, as in "tkl-ordered:0:3".
constexpr const char OrderedMark[] = "tkl-ordered";

/// The functions that a `force` calls; declared in the predefines. The second
/// one stands for `force (x) { ... }`, the third for `force (x);`.
constexpr const char ForceVarName[] = "__tkl_force_var";
constexpr const char ForceName[] = "__tkl_force";
constexpr const char WaitName[] = "__tkl_wait";
/// The functions that stand for an `everywhere`; also declared in the
/// predefines.
constexpr const char EverywhereName[] = "__tkl_everywhere";
constexpr const char EverywhereMaskName[] = "__tkl_everywhere_mask";
/// Names that begin with this belong to the runtime.
constexpr const char ReservedPrefix[] = "__tkl_";

/// What is known of names that the file scope has declared so far.
struct FileScope {
  using Test = std::function<bool(const clang::IdentifierInfo &)>;
  Test IsTask;
  Test IsDeclared;
};

/// Of a wait, LBrace is the `force` and RBrace the `;`.
struct ForceMark {
  clang::SourceLocation LParen;
  clang::SourceLocation RParen;
  clang::SourceLocation LBrace;
  clang::SourceLocation RBrace;
};

struct EverywhereMark {
  clang::SourceLocation LBrace;
  clang::SourceLocation RBrace;
  /// The name of the mask; invalid if there is none.
  clang::SourceLocation Mask;
};

/// `__ordered` or `__ordered(x, y)`.
struct OrderedList {
  struct Name {
    const clang::IdentifierInfo *Text;
    clang::SourceLocation Loc;
    /// What to remove so that the list is without this name; invalid if it is
    /// the only one.
    clang::CharSourceRange Removal;
  };
  /// The parentheses; invalid if there are none.
  clang::SourceRange Parentheses;
  std::vector<Name> Names;
  /// Something in it has been reported.
  bool Wrong = false;
};

struct SourceMarks {
  /// From the `=` of a rewritten `x <- f();`, or from the first `__extension__`
  /// of a rewritten `() <- f();`, to the user's `<`.
  llvm::DenseMap<clang::SourceLocation, clang::SourceLocation> Spawns;
  /// From the `__extension__` of a rewritten `T x <- f();` to the user's `<`.
  llvm::DenseMap<clang::SourceLocation, clang::SourceLocation> Declared;
  /// From the user's `<` of a spawn to the name of the spawned function.
  llvm::DenseMap<clang::SourceLocation, const clang::IdentifierInfo *> Spawned;
  /// The `<` before `- task(...)` in expressions that are no spawns.
  llvm::DenseSet<clang::SourceLocation> Comparisons;
  /// From the `while` of a rewritten `force` to its list.
  llvm::DenseMap<clang::SourceLocation, ForceMark> Forces;
  /// From the opening brace of a rewritten `force (list);` to its list.
  llvm::DenseMap<clang::SourceLocation, ForceMark> Waits;
  /// From the `do` of a rewritten `everywhere` to its body.
  llvm::DenseMap<clang::SourceLocation, EverywhereMark> Everywheres;
  /// The names in the lists of forces.
  llvm::DenseSet<clang::SourceLocation> ListedNames;
  /// Each `__task` and `task` that has been rewritten.
  MarkPlaces Tasks;
  /// Each `__ordered`, and what it lists.
  MarkPlaces Ordered;
  llvm::DenseMap<clang::SourceLocation, OrderedList> OrderedLists;
  /// The ordered kernels whose first declaration has no list.
  llvm::DenseSet<const clang::FunctionDecl *> WithoutList;

  /// Whether the program uses any of the additions so far.
  bool used() const {
    return Tasks.any() || Ordered.any() || !Spawns.empty() ||
           !Declared.empty() || !Forces.empty() || !Waits.empty() ||
           !Everywheres.empty();
  }
};

} // namespace tasklet

#endif
