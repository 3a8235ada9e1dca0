//===- Flow.h - What is outstanding at a point of a function ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The language's rules about futures. The generator follows them, and the
/// reducer checks them again.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_FLOW_H
#define TASKLET_TEST_FUZZ_FLOW_H

#include "Ast.h"

#include <map>

namespace tasklet::fuzz {

struct Flow {
  /// Control can reach this point.
  bool Alive = true;
  /// The leaves of a variable, as bits, that may be waiting for a result.
  std::map<int, uint64_t> Pending;
  /// Tasks may be running that read or write words of the buffer.
  bool Children = false;
  /// Some of those tasks have no name that a force could list.
  bool Unnamed = false;

  uint64_t pendingOf(int Var) const {
    auto Found = Pending.find(Var);
    return Found == Pending.end() ? 0 : Found->second;
  }
  bool isPending(int Var) const { return pendingOf(Var) != 0; }

  void join(const Flow &From) {
    if (!From.Alive)
      return;
    if (!Alive) {
      *this = From;
      return;
    }
    for (auto [Var, Leaves] : From.Pending)
      Pending[Var] |= Leaves;
    Children |= From.Children;
    Unnamed |= From.Unnamed;
  }

  /// The state at the start of a force body, or after a wait.
  Flow forced(const std::vector<int> &Names) const {
    Flow Body = *this;
    for (int Name : Names)
      Body.Pending.erase(Name);
    bool All = true;
    for (auto [Var, Leaves] : Body.Pending)
      All &= Leaves == 0;
    if (Names.empty() || (All && !Unnamed))
      Body.Children = Body.Unnamed = false;
    return Body;
  }

  bool operator==(const Flow &Other) const {
    return Alive == Other.Alive && Pending == Other.Pending &&
           Children == Other.Children && Unnamed == Other.Unnamed;
  }
};

/// The leaves of its variable that a Load may name.
uint64_t leavesOf(const Program &P, const Function &F, const Expr &Load);

/// Whether every function follows the rules. The interpreter must find errors
/// that occur only at run time.
bool followsRules(const Program &P);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_FLOW_H
