//===- Report.cpp - What a run has left -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Report.h"

using namespace tasklet::usimd;

const char *tasklet::usimd::nameOf(Outcome How) {
  switch (How) {
  case Outcome::Running:
    return "running";
  case Outcome::Stopped:
    return "stopped";
  case Outcome::Undefined:
    return "undefined";
  case Outcome::Stuck:
    return "stuck";
  case Outcome::Limit:
    return "limit";
  }
  return "";
}

void tasklet::usimd::printState(std::ostream &Out, const Finished &Run) {
  Out << "steps " << Run.M.steps() << "\ntransactions load "
      << Run.Memory.loads() << ", store " << Run.Memory.stores() << ", atomic "
      << Run.Memory.atomics() << "\n";
  const State &Now = Run.M.state();
  for (size_t T = 0; T < Now.Local.size(); ++T) {
    Out << "thread " << T << ":";
    for (size_t V = 1; V < Run.P.Variables.size(); ++V)
      if (Now.Local[T][V])
        Out << " " << Run.P.Variables[V] << "=" << *Now.Local[T][V];
    Out << "\n";
  }
  Out << "memory:";
  for (const auto &[Address, Has] : Now.Shared)
    Out << " " << Address << "=" << Has;
  Out << "\n";
}
