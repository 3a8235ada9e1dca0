//===- PathConditions.h - What branches say about a path --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognises conditions that have the same value when they are evaluated
/// again: expressions without effects over local integer variables, until one
/// of these is written. With them, a check can tell `if (c) x <- f(); ...; if
/// (!c) continue;` from a jump that leaves x behind (property simulation in the
/// style of Das, Lerner and Seigle, PLDI 2002).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_PATHCONDITIONS_H
#define TASKLET_PLUGIN_CHECKS_PATHCONDITIONS_H

#include "plugin/checks/FunctionModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include <map>

namespace clang {
class CFGBlock;
} // namespace clang

namespace tasklet {

class PathConditions {
public:
  /// Values of conditions, by their numbers.
  using Facts = std::map<unsigned, bool>;

  explicit PathConditions(const FunctionModel &Model);

  /// What is known on the edge from \p Block to its successor number \p Next:
  /// the number of a condition and its value, or nothing.
  Facts onEdge(const clang::CFGBlock &Block, unsigned Next);
  /// Removes from \p Known what \p Element of the CFG may make wrong.
  void forget(Facts &Known, const clang::Stmt *Element) const;
  /// Whether the two can hold at one time.
  static bool agree(const Facts &A, const Facts &B);
  /// Keeps of \p Into what \p From says, too. Returns whether less is left.
  static bool intersect(Facts &Into, const Facts &From);

private:
  bool isStable(const clang::Expr *Condition,
                llvm::SmallVectorImpl<const clang::VarDecl *> &Vars) const;
  bool mayWrite(const clang::Stmt *Element, const clang::VarDecl *Var) const;

  const FunctionModel &Model;
  bool Usable; ///< false where lanes run code that their path does not reach
  llvm::DenseSet<const clang::VarDecl *>
      Elsewhere; ///< written through pointers
  struct Condition {
    llvm::FoldingSetNodeID Id;
    llvm::SmallVector<const clang::VarDecl *, 2> Vars;
  };
  std::vector<Condition> Conditions;
};

} // namespace tasklet

#endif
