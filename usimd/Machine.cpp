//===- Machine.cpp - Runs programs, rule by rule --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <cassert>

using namespace tasklet::usimd;

const char *tasklet::usimd::nameOf(Rule R) {
  static const char *const Names[] = {
      "SP-stop", "BT",    "BF",    "BD",    "BA",    "BI",    "SS",
      "SP-sync", "JP",    "EB",    "EE",    "IT/CT", "IT/AS", "IT/LD",
      "IT/ST",   "IT/AT", "IT/BP", "IT/Sv", "IT/Si"};
  return Names[static_cast<size_t>(R)];
}

bool tasklet::usimd::isThreadRule(Rule R) { return R >= Rule::CT; }

Machine::Machine(const Program &P, const Options &Wanted)
    : P(P), Wanted(Wanted) {
  assert(Wanted.Threads >= 1 && Wanted.Threads <= MaxThreads &&
         "the command line has checked the number of threads");
  Now.Active = firstThreads(Wanted.Threads);
  Now.Local.assign(Wanted.Threads, std::vector<Value>(P.Variables.size()));
  for (size_t I = 0; I < Wanted.Memory.size(); ++I)
    Now.Shared[I] = Wanted.Memory[I];
}

bool Machine::stuck(std::optional<Rule> R, const std::string &Text) {
  How = Outcome::Stuck;
  Why = {Now.Pc, R, Text};
  return false;
}

bool Machine::undefined(Rule R, const std::string &Text) {
  if (Wanted.Strict) {
    How = Outcome::Undefined;
    Why = {Now.Pc, R, Text};
    return false;
  }
  for (const Trouble &Each : Decided)
    if (Each.Pc == Now.Pc && Each.Applied == R)
      return true;
  Decided.push_back({Now.Pc, R, Text});
  return true;
}

void Machine::step() {
  if (How != Outcome::Running)
    return;
  if (!P.has(Now.Pc)) {
    stuck(std::nullopt, "there is no instruction here; end the program with "
                        "stop");
    return;
  }
  if (Steps >= Wanted.MaxSteps) {
    How = Outcome::Limit;
    Why = {Now.Pc, std::nullopt,
           "not done after " + std::to_string(Steps) +
               " steps; if it only needs more, give --max-steps"};
    return;
  }
  const Instruction &I = P.at(Now.Pc);
  Last = Step();
  Last.Pc = Now.Pc;
  Last.Active = Now.Active;
  bool IsControl = I.Op <= Opcode::Jump ||
                   (I.Op >= Opcode::Sync && I.Op <= Opcode::EndEverywhere);
  if (IsControl ? applyControl(I) : applyThreads(I))
    ++Steps;
}

Outcome Machine::run(const std::vector<Observer *> &Observers) {
  while (How == Outcome::Running) {
    if (Observers.empty()) {
      step();
      continue;
    }
    SyncStack Sync = Now.Sync;
    ContextStack Contexts = Now.Contexts;
    uint64_t Before = Steps;
    step();
    if (Steps != Before)
      for (Observer *Each : Observers)
        Each->applied(Last, Sync, Contexts);
  }
  return How;
}
