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

#include <iterator>
#include <map>

namespace tasklet::fuzz {

struct Flow {
  /// Control can reach this point.
  bool Alive = true;
  /// The leaves of a variable, as bits, that may be waiting for a result.
  std::map<int, uint64_t> Pending;
  /// Leaves of a pending variable that a force has named, and nothing has been
  /// spawned into since.
  std::map<int, uint64_t> Ordinary;
  /// A variable is pending only where a condition holds: n + 1 stands for the
  /// variable n, -(n + 1) for its opposite.
  std::map<int, int> OnlyIf;
  /// Tasks may be running that read or write words of the buffer.
  bool Children = false;
  /// Some of those tasks have no name that a force could list.
  bool Unnamed = false;

  uint64_t pendingOf(int Var) const {
    auto Found = Pending.find(Var);
    return Found == Pending.end() ? 0 : Found->second;
  }
  bool isPending(int Var) const { return pendingOf(Var) != 0; }

  bool mayRead(int Var, uint64_t Leaves) const {
    if (!isPending(Var))
      return true;
    auto Found = Ordinary.find(Var);
    return Found != Ordinary.end() && (Leaves & ~Found->second) == 0;
  }
  void spawnInto(int Var, uint64_t Leaves) {
    Pending[Var] |= Leaves;
    Ordinary[Var] &= ~Leaves;
    OnlyIf.erase(Var);
  }
  void arrived(int Var) {
    Pending.erase(Var);
    Ordinary.erase(Var);
    OnlyIf.erase(Var);
  }
  void arrived(int Var, uint64_t Leaves) {
    if ((Pending[Var] &= ~Leaves) == 0)
      return arrived(Var);
    Ordinary[Var] |= Leaves;
  }
  /// From here on a condition holds, in the form of OnlyIf.
  void assume(int Condition) {
    std::vector<int> Others;
    for (auto [Var, Holds] : OnlyIf)
      if (Holds == -Condition)
        Others.push_back(Var);
    for (int Var : Others)
      arrived(Var);
  }
  /// The condition has held until here, and does not need to any more.
  void conclude(int Condition) {
    for (auto [Var, Leaves] : Pending)
      if (Leaves != 0)
        OnlyIf.emplace(Var, Condition);
  }
  /// The variable of the condition gets another value.
  void forget(int Condition) {
    for (auto I = OnlyIf.begin(); I != OnlyIf.end();)
      I = I->second == Condition || I->second == -Condition ? OnlyIf.erase(I)
                                                            : std::next(I);
  }

  void join(const Flow &From) {
    if (!From.Alive)
      return;
    if (!Alive) {
      *this = From;
      return;
    }
    for (auto [Var, Leaves] : From.Pending) {
      if (Leaves == 0)
        continue;
      if (!isPending(Var)) {
        Ordinary.erase(Var);
        OnlyIf.erase(Var);
        if (auto Of = From.Ordinary.find(Var); Of != From.Ordinary.end())
          Ordinary[Var] = Of->second;
        if (auto Of = From.OnlyIf.find(Var); Of != From.OnlyIf.end())
          OnlyIf[Var] = Of->second;
      } else {
        if (auto Of = From.Ordinary.find(Var); Of != From.Ordinary.end())
          Ordinary[Var] &= Of->second;
        else
          Ordinary.erase(Var);
        auto Here = OnlyIf.find(Var);
        auto There = From.OnlyIf.find(Var);
        if (Here != OnlyIf.end() &&
            (There == From.OnlyIf.end() || There->second != Here->second))
          OnlyIf.erase(Here);
      }
      Pending[Var] |= Leaves;
    }
    Children |= From.Children;
    Unnamed |= From.Unnamed;
  }

  /// The state at the start of a force body, or after a wait.
  Flow forced(const std::vector<int> &Names) const {
    Flow Body = *this;
    for (int Name : Names)
      Body.arrived(Name);
    bool All = true;
    for (auto [Var, Leaves] : Body.Pending)
      All &= Leaves == 0;
    if (Names.empty() || (All && !Unnamed))
      Body.Children = Body.Unnamed = false;
    return Body;
  }

  bool operator==(const Flow &Other) const {
    return Alive == Other.Alive && Pending == Other.Pending &&
           Ordinary == Other.Ordinary && OnlyIf == Other.OnlyIf &&
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
