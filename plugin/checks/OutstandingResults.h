//===- OutstandingResults.h - What has been spawned and not arrived -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A forward may-analysis: which variables may hold a result that has not
/// arrived, and which spawns made them futures. A variable is pending as a
/// whole, but for the parts that a force has named since. With each spawn the
/// analysis keeps conditions without which the result is not outstanding.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_OUTSTANDINGRESULTS_H
#define TASKLET_PLUGIN_CHECKS_OUTSTANDINGRESULTS_H

#include "plugin/checks/LvaluePath.h"
#include "plugin/checks/PathConditions.h"
#include <map>
#include <set>

namespace tasklet {

struct Spawn;

/// The part of a domain for solveForward() that knows futures.
class OutstandingResults {
public:
  using Facts = PathConditions::Facts;
  struct Pending {
    /// The numbers of spawns whose results may be outstanding, and what holds
    /// on each path on which they are.
    std::map<unsigned, Facts> Spawns;
    std::set<const clang::Expr *> Forced; ///< parts that are ordinary again
  };
  struct State {
    bool Reached = false;
    Facts Known; ///< holds on each path
    std::map<const clang::VarDecl *, Pending> Futures;
  };

  explicit OutstandingResults(const FunctionModel &Model)
      : Model(Model), Conditions(Model) {}

  State entryState() const;
  bool join(State &Into, const State &From) const;
  /// The edge of a branch: results that are outstanding on other paths only
  /// are not outstanding there.
  bool follow(State &S, const clang::CFGBlock &Block, unsigned Next);
  void transfer(State &S, const clang::Stmt *Element) const;

  /// The spawn that made \p D pending, or null if it is not.
  const Spawn *firstSpawn(const State &S, const clang::ValueDecl *D) const;
  /// Whether \p Part is one of \p Parts, or a part of one.
  bool isWithin(const clang::Expr *Part,
                const std::set<const clang::Expr *> &Parts) const;

private:
  void spawnInto(State &S, const Spawn &Sp) const;
  void force(State &S, const clang::VarDecl *Var,
             const clang::Expr *Part) const;

  const FunctionModel &Model;
  PathConditions Conditions;
};

} // namespace tasklet

#endif
