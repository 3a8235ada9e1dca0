//===- ControlRules.cpp - The rules of figure 7 ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Divergence.h"
#include "Machine.h"

using namespace tasklet::usimd;

bool Machine::applyControl(const Instruction &I) {
  switch (I.Op) {
  case Opcode::Stop:
    Last.Applied = Rule::SPstop;
    if (!Now.Sync.empty() &&
        !undefined(Rule::SPstop,
                   "stop while threads of a branch have not met at its sync: " +
                       toString(Now.Sync)))
      return false;
    How = Outcome::Stopped;
    return true;
  case Opcode::Jump:
    Last.Applied = Rule::JP;
    Now.Pc = I.Label;
    return true;
  case Opcode::Everywhere:
    Last.Applied = Rule::EB;
    Now.Contexts.push_back({Now.Active, std::move(Now.Sync)});
    Now.Sync.clear();
    Now.Active = firstThreads(Wanted.Threads);
    ++Now.Pc;
    return true;
  case Opcode::EndEverywhere:
    return applyEnd();
  case Opcode::Sync:
    return applySync();
  case Opcode::BranchMask:
    return applyBranchMask(I);
  default:
    return applyBranch(I);
  }
}

// bz and bnz. Threads that take the branch wait for its label in BD, because
// the entry that push makes has room for no other label. A loop whose threads
// leave one by one then gathers them in one entry. For bnz this is BD as the
// paper prints it.
bool Machine::applyBranch(const Instruction &I) {
  // Which of the rules it is decides the split; all three read the variable.
  std::vector<int64_t> Values(Wanted.Threads);
  for (size_t T = 0; T < Wanted.Threads; ++T)
    if (Now.Active[T] && !readLocal(Rule::BD, T, I.A, Values[T]))
      return false;
  Split Parts = split(Now.Active, Values);
  const ThreadSet &Taken = I.Op == Opcode::Bz ? Parts.Zero : Parts.NonZero;
  const ThreadSet &Others = I.Op == Opcode::Bz ? Parts.NonZero : Parts.Zero;

  Rule R = Others.none() ? Rule::BT : Taken.none() ? Rule::BF : Rule::BD;
  if (!definesPush(Now.Sync, Now.Pc) &&
      !undefined(R, "the branch is met again by threads that others wait for "
                    "at its sync, and push has no equation for that"))
    return false;
  Last.Applied = R;
  bool Diverges = R == Rule::BD;
  push(Now.Sync, Diverges ? Taken : ThreadSet(), Now.Pc, I.Label);
  Now.Pc = R == Rule::BT ? I.Label : Now.Pc + 1;
  if (Diverges)
    Now.Active = Others;
  return true;
}

bool Machine::applyBranchMask(const Instruction &I) {
  int64_t Thread = I.A.Value;
  if (!I.A.IsConstant) {
    bool First = true;
    for (size_t T = 0; T < Wanted.Threads; ++T) {
      if (!Now.Active[T])
        continue;
      int64_t Own = 0;
      if (!readLocal(Rule::BA, T, I.A, Own))
        return false;
      if (First)
        Thread = Own;
      else if (Own != Thread &&
               !undefined(Rule::BA,
                          "active threads name different threads, but "
                          "branch_mask does not diverge"))
        return false;
      First = false;
    }
  }
  bool IsIn = Thread >= 0 && Thread < static_cast<int64_t>(MaxThreads) &&
              mask()[Thread];
  Rule R = IsIn ? Rule::BA : Rule::BI;
  if (Now.Contexts.empty() &&
      !undefined(R, "branch_mask outside of everywhere: there is no mask"))
    return false;
  Last.Applied = R;
  Now.Pc = IsIn ? I.Label : Now.Pc + 1;
  return true;
}

bool Machine::applySync() {
  if (Now.Sync.empty()) {
    Last.Applied = Rule::SPsync;
    if (!undefined(Rule::SPsync, "sync without a branch before it: the "
                                 "synchronisation stack is empty"))
      return false;
    ++Now.Pc;
    return true;
  }
  SyncEntry &Top = Now.Sync.back();
  if (Top.Todo.any()) {
    Last.Applied = Rule::SS;
    // Some may be done only where push was not defined, and that was reported.
    Top.Done |= Now.Active;
    Now.Active = Top.Todo;
    Top.Todo.reset();
    Now.Pc = Top.Next;
    return true;
  }
  Last.Applied = Rule::SPsync;
  Now.Active |= Top.Done;
  Now.Sync.pop_back();
  ++Now.Pc;
  return true;
}

bool Machine::applyEnd() {
  Last.Applied = Rule::EE;
  if (Now.Contexts.empty()) {
    if (!undefined(Rule::EE, "end_everywhere without everywhere: the context "
                             "stack is empty"))
      return false;
    ++Now.Pc;
    return true;
  }
  if (!Now.Sync.empty() &&
      !undefined(Rule::EE, "end_everywhere while threads of a branch inside "
                           "have not met at its sync: " +
                               toString(Now.Sync)))
    return false;
  Now.Active = Now.Contexts.back().Active;
  Now.Sync = std::move(Now.Contexts.back().Sync);
  Now.Contexts.pop_back();
  ++Now.Pc;
  return true;
}
