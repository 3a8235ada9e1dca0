//===- WarpPaths.h - Code that all work-items of a warp reach ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All work-items of a warp start a kernel, and all of them start the body of
/// an `everywhere`. This class tells whether all of them then reach a piece of
/// code, that is, whether every path to the end passes through it. A condition
/// with one value for the whole warp sends all work-items the same way. So only
/// those of its branches count that lead to the code.
///
/// If in doubt, a value is taken to be the same in the whole warp: numbers,
/// arguments of the kernel, and values computed from these. The callers want to
/// warn only where work-items clearly diverge.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_WARPPATHS_H
#define TASKLET_PLUGIN_CHECKS_WARPPATHS_H

#include "plugin/checks/FunctionModel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>

namespace clang {
class CFGBlock;
} // namespace clang

namespace tasklet {

struct Condition {
  const clang::Expr *Test;
  /// The value of the condition at the place asked about. None for a `switch`,
  /// and if the value is not obvious.
  std::optional<bool> Is;
};

/// The conditions around \p S, up to \p Stop: those of branches, loops, `?:`,
/// `&&` and `||`, and of earlier statements that jump away.
llvm::SmallVector<Condition, 4>
conditionsAround(const clang::ParentMap &Parents, const clang::Stmt *S,
                 const clang::Stmt *Stop);

/// A local variable that \p E stores to, as a whole or in part, and the value
/// stored. Null if there is none, or if it is not obvious.
struct Store {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Value = nullptr;
  /// The lvalue stored to; null for an initialiser, which sets the whole
  /// variable.
  const clang::Expr *Place = nullptr;
  /// The place has exactly this value afterwards.
  bool Replaces = false;
  /// The whole variable has exactly this value afterwards.
  bool Whole = false;
  /// This is no store yet: the address is taken.
  bool TakesAddress = false;
};
Store storeOf(const clang::Stmt *Element);

class WarpPaths {
public:
  /// The function must have a CFG.
  explicit WarpPaths(const FunctionModel &Model);

  /// Whether all work-items that start the body \p Region reach \p Element of
  /// the CFG. If \p Region is null, it stands for the function.
  bool allCome(const clang::Stmt *Element, const EverywhereBlock *Region);
  /// Whether \p Condition has one value in all work-items of a warp.
  bool isUniform(const clang::Expr *Condition) const;
  /// The bodies around an element of the CFG, from the outermost on.
  llvm::ArrayRef<const EverywhereBlock *>
  bodiesAround(const clang::Stmt *Element) const;
  /// Clang splits a declaration of several variables; this returns the user's
  /// own statement for \p S.
  const clang::Stmt *written(const clang::Stmt *S) const;

private:
  void findVarying();
  bool ends(const clang::CFGBlock &Block, const EverywhereBlock *Region) const;
  llvm::BitVector leadingTo(const clang::CFGBlock *Target) const;
  bool search(const clang::CFGBlock *Target,
              const EverywhereBlock *Region) const;

  const FunctionModel &Model;
  llvm::DenseMap<const clang::Stmt *, const clang::CFGBlock *> BlockOf;
  /// Elements that are in no body have no entry.
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const EverywhereBlock *, 2>>
      BodiesOf;
  /// The block where each body starts; for null, where the function starts.
  llvm::DenseMap<const EverywhereBlock *, const clang::CFGBlock *> StartOf;
  /// Variables whose values may differ between work-items of a warp.
  llvm::DenseSet<const clang::VarDecl *> Varying;
  std::map<std::pair<const clang::CFGBlock *, const EverywhereBlock *>, bool>
      Known;
};

} // namespace tasklet

#endif
