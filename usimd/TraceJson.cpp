//===- TraceJson.cpp - The trace for other programs -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TraceJson.h"

using namespace tasklet::usimd;

static std::string quote(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

template <typename Range, typename Function>
static std::string list(const Range &Elements, Function Print) {
  std::string Text;
  for (const auto &Each : Elements)
    Text += (Text.empty() ? "" : ", ") + Print(Each);
  return "[" + Text + "]";
}

static std::string number(int64_t N) { return std::to_string(N); }

static std::string json(const ThreadSet &Set) {
  std::vector<int64_t> Numbers;
  for (size_t T = Set._Find_first(); T < MaxThreads; T = Set._Find_next(T))
    Numbers.push_back(T);
  return list(Numbers, number);
}

static std::string json(const SyncStack &Stack) {
  SyncStack TopFirst(Stack.rbegin(), Stack.rend());
  return list(TopFirst, [](const SyncEntry &E) {
    return "{\"id\": " + number(E.Id) + ", \"done\": " + json(E.Done) +
           ", \"next\": " + number(E.Next) + ", \"todo\": " + json(E.Todo) +
           "}";
  });
}

static std::string json(const ContextStack &Stack) {
  ContextStack TopFirst(Stack.rbegin(), Stack.rend());
  return list(TopFirst, [](const Context &C) {
    return "{\"active\": " + json(C.Active) + ", \"sync\": " + json(C.Sync) +
           "}";
  });
}

static std::string json(const Trouble &T) {
  return "{\"pc\": " + number(T.Pc) +
         ", \"rule\": " + (T.Applied ? quote(nameOf(*T.Applied)) : "null") +
         ", \"text\": " + quote(T.Text) + "}";
}

TraceJson::TraceJson(std::ostream &Out, const Program &P, size_t Threads)
    : Out(Out) {
  Out << "{\"program\": "
      << list(P.Code, [&](const Instruction &I) { return quote(P.print(I)); })
      << ",\n \"threads\": " << Threads << ",\n \"steps\": [";
}

void TraceJson::applied(const Step &Taken, const SyncStack &Sync,
                        const ContextStack &Contexts) {
  Out << (IsFirst ? "\n  " : ",\n  ") << "{\"pc\": " << Taken.Pc
      << ", \"rule\": " << quote(nameOf(Taken.Applied))
      << ", \"active\": " << json(Taken.Active) << ", \"sync\": " << json(Sync)
      << ", \"context\": " << json(Contexts);
  if (!Taken.Addresses.empty())
    Out << ", \"addresses\": " << list(Taken.Addresses, number);
  if (Taken.OutsideMask.any())
    Out << ", \"outside\": " << json(Taken.OutsideMask);
  Out << "}";
  IsFirst = false;
}

void TraceJson::end(const Finished &Run) {
  const State &Now = Run.M.state();
  bool HasReason = Run.M.outcome() != Outcome::Stopped;
  Out << "\n ],\n \"end\": {\"outcome\": " << quote(nameOf(Run.M.outcome()))
      << ", \"pc\": " << Now.Pc << ", \"steps\": " << Run.M.steps()
      << ",\n  \"reason\": " << (HasReason ? json(Run.M.reason()) : "null")
      << ",\n  \"undefined\": "
      << list(Run.M.decided(), [](const Trouble &T) { return json(T); })
      << ",\n  \"transactions\": {\"load\": " << Run.Memory.loads()
      << ", \"store\": " << Run.Memory.stores()
      << ", \"atomic\": " << Run.Memory.atomics() << "},\n  \"locals\": [";
  for (size_t T = 0; T < Now.Local.size(); ++T) {
    Out << (T ? ", {" : "{");
    const char *Separator = "";
    for (size_t V = 1; V < Run.P.Variables.size(); ++V) {
      if (!Now.Local[T][V])
        continue;
      Out << Separator << quote(Run.P.Variables[V]) << ": " << *Now.Local[T][V];
      Separator = ", ";
    }
    Out << "}";
  }
  Out << "],\n  \"memory\": {";
  const char *Separator = "";
  for (const auto &[Address, Has] : Now.Shared) {
    Out << Separator << "\"" << Address << "\": " << Has;
    Separator = ", ";
  }
  Out << "}}}\n";
}
