//===- WarpPaths.h - Where all work-items of a warp come by -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All work-items of a warp start a kernel, and all of them start the body of
/// an `everywhere`. From there on, this tells whether all of them come by a
/// piece of code: whether every path to the end leads through it. A condition
/// that has one value for the whole warp sends all of them the same way, so of
/// its branches only those count that lead there.
///
/// What has one value is guessed in favour of it: numbers, arguments of the
/// kernel, and what is computed from these. Who asks wants to warn only where
/// it is plain that work-items part.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_WARPPATHS_H
#define TASKLET_PLUGIN_CHECKS_WARPPATHS_H

#include "plugin/checks/FunctionModel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace clang {
class CFGBlock;
} // namespace clang

namespace tasklet {

struct Condition {
  const clang::Expr *Test;
  /// What it is where it was asked for; of a `switch`, or where that is not
  /// plain to see, neither.
  llvm::Optional<bool> Is;
};

/// The conditions around \p S, up to \p Stop: of branches, loops, `?:`, `&&`
/// and `||`, and of statements before it that jump away.
llvm::SmallVector<Condition, 4>
conditionsAround(const clang::ParentMap &Parents, const clang::Stmt *S,
                 const clang::Stmt *Stop);

/// The variable of its own function that \p E stores to as a whole or in part,
/// and what it stores; null if there is none, or it is not plain to see.
struct Store {
  const clang::VarDecl *Var = nullptr;
  const clang::Expr *Value = nullptr;
  /// What is stored to; null for an initialiser, which is the variable's own.
  const clang::Expr *Place = nullptr;
  /// The place gets this value and no other.
  bool Replaces = false;
  /// So does the whole variable.
  bool Whole = false;
  /// No store yet: its address is taken.
  bool TakesAddress = false;
};
Store storeOf(const clang::Stmt *Element);

class WarpPaths {
public:
  /// The function must have a CFG.
  explicit WarpPaths(const FunctionModel &Model);

  /// Whether all work-items come by \p Element of the CFG that start the body
  /// \p Region, or, if that is null, the function.
  bool allCome(const clang::Stmt *Element, const EverywhereBlock *Region);
  /// Whether \p Condition is the same in all work-items of a warp.
  bool isUniform(const clang::Expr *Condition) const;
  /// The bodies around an element of the CFG, from the outermost on.
  llvm::ArrayRef<const EverywhereBlock *>
  bodiesAround(const clang::Stmt *Element) const;
  /// Clang makes several declarations of one; the user's own for \p S.
  const clang::Stmt *written(const clang::Stmt *S) const;

private:
  void findVarying();
  bool ends(const clang::CFGBlock &Block, const EverywhereBlock *Region) const;
  llvm::BitVector leadingTo(const clang::CFGBlock *Target) const;
  bool search(const clang::CFGBlock *Target,
              const EverywhereBlock *Region) const;

  const FunctionModel &Model;
  llvm::DenseMap<const clang::Stmt *, const clang::CFGBlock *> BlockOf;
  /// None for the elements that are in no body.
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const EverywhereBlock *, 2>>
      BodiesOf;
  /// Where bodies, and with null the function, start.
  llvm::DenseMap<const EverywhereBlock *, const clang::CFGBlock *> StartOf;
  /// Variables that work-items of a warp may have different values of.
  llvm::DenseSet<const clang::VarDecl *> Varying;
  std::map<std::pair<const clang::CFGBlock *, const EverywhereBlock *>, bool>
      Known;
};

} // namespace tasklet

#endif
