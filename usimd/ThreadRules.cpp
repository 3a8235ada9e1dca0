//===- ThreadRules.cpp - The rules of figure 8 ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// All active threads execute an instruction at the same time. So they read the
// values before it; only atomic sees what threads with lower numbers wrote.
// Writes are collected first: if the run ends, nothing has changed.
//
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include <limits>
#include <utility>

using namespace tasklet::usimd;

static std::string at(int64_t Address) {
  return "address " + std::to_string(Address);
}

static std::string thread(size_t T) { return "thread " + std::to_string(T); }

static Rule ruleOf(Opcode Op) {
  switch (Op) {
  case Opcode::Const:
    return Rule::CT;
  case Opcode::Copy:
    return Rule::AS;
  case Opcode::Load:
    return Rule::LD;
  case Opcode::Store:
    return Rule::ST;
  case Opcode::Atomic:
    return Rule::AT;
  case Opcode::Shfl:
    return Rule::Sv;
  default:
    return Rule::BP;
  }
}

// MT and MV, and what a constant is.
bool Machine::readLocal(Rule R, size_t Thread, const Operand &O,
                        int64_t &Result) {
  if (O.IsConstant || O.Value == static_cast<int64_t>(Program::Tid)) {
    Result = O.IsConstant ? O.Value : static_cast<int64_t>(Thread);
    return true;
  }
  const Value &Has = Now.Local[Thread][O.Value];
  Result = Has.value_or(0);
  return Has || undefined(R, thread(Thread) + " has no value in " +
                                 P.Variables[O.Value] + " (rule MV)");
}

// MM.
bool Machine::readShared(Rule R, int64_t Address,
                         const std::map<int64_t, int64_t> &Written,
                         int64_t &Result) {
  for (const auto *Memory : {&Written, &std::as_const(Now.Shared)}) {
    auto Found = Memory->find(Address);
    if (Found == Memory->end())
      continue;
    Result = Found->second;
    return true;
  }
  Result = 0;
  return undefined(R, at(Address) + " has no value (rule MM); --memory gives "
                                    "those from 0 on");
}

bool Machine::compute(Rule R, Opcode Op, int64_t X, int64_t Y,
                      int64_t &Result) {
  // In 64 bits without undefined behaviour of the host's.
  uint64_t UX = X, UY = Y;
  bool Overflows = false;
  auto Shift = static_cast<unsigned>(UY & 63);
  switch (Op) {
  case Opcode::Add:
    Overflows = __builtin_add_overflow(X, Y, &Result);
    break;
  case Opcode::Sub:
    Overflows = __builtin_sub_overflow(X, Y, &Result);
    break;
  case Opcode::Mul:
    Overflows = __builtin_mul_overflow(X, Y, &Result);
    break;
  case Opcode::Div:
  case Opcode::Mod:
    if (Y == 0) {
      Result = 0;
      return undefined(R, "division by zero");
    }
    Overflows = X == std::numeric_limits<int64_t>::min() && Y == -1;
    if (Overflows)
      Result = Op == Opcode::Div ? X : 0;
    else
      Result = Op == Opcode::Div ? X / Y : X % Y;
    // The remainder itself is 0.
    Overflows &= Op == Opcode::Div;
    break;
  case Opcode::Min:
    Result = X < Y ? X : Y;
    break;
  case Opcode::Max:
    Result = X > Y ? X : Y;
    break;
  case Opcode::And:
    Result = X & Y;
    break;
  case Opcode::Or:
    Result = X | Y;
    break;
  case Opcode::Xor:
    Result = X ^ Y;
    break;
  case Opcode::Shl:
  case Opcode::Shr:
    Result = Op == Opcode::Shl ? static_cast<int64_t>(UX << Shift) : X >> Shift;
    if (UY > 63)
      return undefined(R, "shift by " + std::to_string(Y) +
                              ", which is not from 0 to 63");
    break;
  case Opcode::Eq:
    Result = X == Y;
    break;
  case Opcode::Ne:
    Result = X != Y;
    break;
  case Opcode::Lt:
    Result = X < Y;
    break;
  case Opcode::Le:
    Result = X <= Y;
    break;
  case Opcode::Gt:
    Result = X > Y;
    break;
  default:
    Result = X >= Y;
    break;
  }
  return !Overflows ||
         undefined(R, "the result has more than 64 bits: " +
                          std::string(syntaxOf(Op).Name) + " of " +
                          std::to_string(X) + " and " + std::to_string(Y));
}

// LD, ST and AT of one thread.
bool Machine::access(const Instruction &I, size_t Thread,
                     std::map<int64_t, int64_t> &Written, Value &Result) {
  Rule R = ruleOf(I.Op);
  int64_t Address = 0;
  if (!readLocal(R, Thread, I.A, Address))
    return false;
  if (Address < 0)
    return stuck(R, at(Address) + " of " + thread(Thread) +
                        " is not in the shared memory, whose addresses are the "
                        "natural numbers");
  Last.Addresses.push_back(Address);
  int64_t Found = 0;
  if (I.Op == Opcode::Store) {
    if (!readLocal(R, Thread, I.B, Found))
      return false;
    auto Before = Written.find(Address);
    if (Before != Written.end() && Before->second != Found &&
        !undefined(R, "threads store different values, " +
                          std::to_string(Before->second) + " and " +
                          std::to_string(Found) + ", at " + at(Address)))
      return false;
    Written[Address] = Found;
    return true;
  }
  if (!readShared(R, Address, Written, Found))
    return false;
  if (I.Op == Opcode::Atomic) {
    if (!compute(Rule::AT, Opcode::Add, Found, 1, Found))
      return false;
    Written[Address] = Found;
  }
  Result = Found;
  return true;
}

// Sv and Si of one thread.
bool Machine::shuffle(const Instruction &I, size_t Thread, Value &Result) {
  int64_t Lane = 0;
  if (!readLocal(Rule::Sv, Thread, I.A, Lane))
    return false;
  bool Exists = Lane >= 0 && Lane < static_cast<int64_t>(Wanted.Threads);
  if (Exists && mask()[Lane]) {
    int64_t Found = 0;
    if (!readLocal(Rule::Sv, Lane, {false, static_cast<int64_t>(I.Target)},
                   Found))
      return false;
    Result = Found;
    return true;
  }
  Last.OutsideMask.set(Thread);
  Result = Now.Local[Exists ? Lane : Thread][I.Target].value_or(0);
  return undefined(
      Rule::Si, thread(Thread) + " reads from thread " + std::to_string(Lane) +
                    ", which is not in the mask " + toString(mask()));
}

bool Machine::applyThreads(const Instruction &I) {
  Last.Applied = ruleOf(I.Op);
  if (I.Op == Opcode::Shfl && Now.Contexts.empty() &&
      !undefined(Rule::Sv, "shfl outside of everywhere: there is no mask"))
    return false;
  std::map<int64_t, int64_t> Written;
  std::vector<Value> Results(Wanted.Threads);
  for (size_t T = 0; T < Wanted.Threads; ++T) {
    if (!Now.Active[T])
      continue;
    bool Done;
    if (I.Op == Opcode::Load || I.Op == Opcode::Store || I.Op == Opcode::Atomic)
      Done = access(I, T, Written, Results[T]);
    else if (I.Op == Opcode::Shfl)
      Done = shuffle(I, T, Results[T]);
    else {
      int64_t X = 0, Y = 0;
      Done = readLocal(Last.Applied, T, I.A, X);
      if (Done && isBinary(I.Op))
        Done = readLocal(Last.Applied, T, I.B, Y) &&
               compute(Last.Applied, I.Op, X, Y, X);
      Results[T] = X;
    }
    if (!Done)
      return false;
  }
  if (Last.OutsideMask == Last.Active)
    Last.Applied = Rule::Si;
  for (size_t T = 0; T < Wanted.Threads; ++T)
    if (Results[T])
      Now.Local[T][I.Target] = Results[T];
  for (const auto &[Address, Stored] : Written)
    Now.Shared[Address] = Stored;
  ++Now.Pc;
  return true;
}
