//===- SourceMarks.h - What the token stage tells the AST stage -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// After the token stage a spawn looks like an assignment, a `force` like a
/// `while` and an `everywhere` like a `do`. Locations tell them from the user's
/// own: a location belongs to one token of one expansion, so it never names two
/// statements.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_SOURCEMARKS_H
#define TASKLET_PLUGIN_MARKS_SOURCEMARKS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <vector>

namespace clang {
class IdentifierInfo;
} // namespace clang

namespace tasklet {

/// The annotation that stands for `__task` until the AST stage takes it away,
/// and the assumption that stands for it in the IR.
constexpr const char TaskMark[] = "tkl-task";

/// The functions that a `force` calls; declared in the predefines.
constexpr const char ForceVarName[] = "__tkl_force_var";
constexpr const char ForceName[] = "__tkl_force";
/// The functions that stand for an `everywhere`; declared there, too.
constexpr const char EverywhereName[] = "__tkl_everywhere";
constexpr const char EverywhereMaskName[] = "__tkl_everywhere_mask";
/// The names that belong to the runtime begin with this.
constexpr const char ReservedPrefix[] = "__tkl_";

/// Whether a name is that of a task that has been declared.
using TaskTest = std::function<bool(const clang::IdentifierInfo &)>;

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

struct OpenTask {
  clang::SourceLocation Mark;
  /// The token behind it.
  clang::SourceLocation Next;
};

struct SourceMarks {
  /// From the `=` of a rewritten `x <- f();`, or from the first `__extension__`
  /// of a rewritten `() <- f();`, to the user's `<`.
  llvm::DenseMap<clang::SourceLocation, clang::SourceLocation> Spawns;
  /// From the user's `<` of a spawn to the name of what is to be spawned.
  llvm::DenseMap<clang::SourceLocation, const clang::IdentifierInfo *> Spawned;
  /// The `<` before `- task(...)` where no spawn is.
  llvm::DenseSet<clang::SourceLocation> Comparisons;
  /// From the `while` of a rewritten `force` to its list.
  llvm::DenseMap<clang::SourceLocation, ForceMark> Forces;
  /// From the `do` of a rewritten `everywhere` to its body.
  llvm::DenseMap<clang::SourceLocation, EverywhereMark> Everywheres;
  /// The names in the lists of forces.
  llvm::DenseSet<clang::SourceLocation> ListedNames;
  /// Numbers that stand for a force without a body: where control goes from
  /// there is not known.
  llvm::DenseSet<clang::SourceLocation> Unfollowed;
  /// A `__task` or `task` has been rewritten.
  bool SawTask = false;
  /// Those that stand before the end of no declaration checked so far.
  std::vector<OpenTask> OpenTasks;
  /// Those that belong to a declaration, or were reported.
  llvm::DenseSet<clang::SourceLocation> PlacedTasks;
  /// Those of which Clang has said that it drops them.
  llvm::DenseSet<clang::SourceLocation> DroppedTasks;

  /// Whether the program uses any of the additions so far.
  bool used() const {
    return SawTask || !Spawns.empty() || !Forces.empty() ||
           !Everywheres.empty();
  }
};

} // namespace tasklet

#endif
