//===- Builder.h - Make up one function -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Grows the body of a function statement by statement. It knows the state of
/// the futures (Flow), so little has to be discarded. Expressions are in
/// BuildExpr.cpp, spawns in BuildSpawn.cpp, forces in BuildForce.cpp, branches,
/// loops and jumps in BuildControl.cpp, the other statements in BuildStmt.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_BUILDER_H
#define TASKLET_TEST_FUZZ_BUILDER_H

#include "Flow.h"
#include "Random.h"

#include <set>

namespace tasklet::fuzz {

class Builder {
public:
  Builder(Program &P, int Index, Random &Rng)
      : P(P), Self(Index), F(P.Functions[Index]), Rng(Rng) {}

  /// Fills in the body. The signatures of all functions are known.
  void run();

private:
  struct Loop {
    int Var = -1;         ///< Its counter.
    unsigned Count = 0;   ///< Of a `for`, else 0.
    int Futures = -1;     ///< The array that its iterations spawn into.
    bool Spawned = false; ///< They do already.
    size_t Visible = 0;   ///< What of Scope was there before its body.
    Flow Start;           ///< Each round starts with that, or less.
    std::vector<Flow> Breaks;
  };

  // Expressions.
  Expr number(unsigned Depth, bool Wide, const Flow &At);
  Expr leaf(bool Wide, const Flow &At);
  Expr mix(const Flow &At);
  Expr value(int Ty, const Flow &At);
  Expr constant(bool Wide);
  /// A part of a variable that has the type, or any number if \p Ty is -1.
  bool part(int Var, int Ty, Expr &Out, const Flow &At);
  bool anyPart(int Ty, bool Writable, Expr &Out, const Flow &At);
  bool readable(int Var, const Flow &At) const { return !At.isPending(Var); }

  // Spawns and forces.
  bool mayFork() const {
    return F.K == Function::Task || F.K == Function::Kernel;
  }
  bool hasBuffer() const {
    return F.K == Function::Kernel || (F.K == Function::Task && F.Memory);
  }
  int pickTask(int Result, bool ToVariable, bool Tail);
  bool fitsInLoop(int Callee) const;
  bool mayRepeatResult() const;
  Stmt makeSpawn(int Callee, Flow &At, bool Once, bool Tail);
  bool spawn(std::vector<Stmt> &Out, Flow &At, bool Once);
  bool spawnInLoop(std::vector<Stmt> &Out, Flow &At);
  bool convertible(int From, int To) const;
  std::vector<int> pickNames(const Flow &At, bool Wait);
  void force(std::vector<Stmt> &Out, Flow &At);
  void wait(std::vector<Stmt> &Out, Flow &At);
  void waitFor(std::vector<Stmt> &Out, Flow &At, std::vector<int> Names);
  void waitForLocals(std::vector<Stmt> &Out, Flow &At, size_t Visible);
  void settle(std::vector<Stmt> &Out, Flow &At);
  void leaveScope(std::vector<Stmt> &Out, Flow &At, size_t Visible);
  void useResult(std::vector<Stmt> &Out, Flow &At, int Var);
  void useResult(std::vector<Stmt> &Out, Flow &At, Expr Result);
  void fixedSteps(Expr &Part, bool ToNumber);
  bool waitForPart(std::vector<Stmt> &Out, Flow &At);
  bool spawnIf(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  bool tail(std::vector<Stmt> &Out, Flow &At, bool InLoop);
  /// Ends the function here, on this path.
  void finish(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  void goOn(std::vector<Stmt> &Out, Flow &At, unsigned Depth, bool InLoop);

  // Statements.
  void statements(std::vector<Stmt> &Out, Flow &At, unsigned Count,
                  unsigned Depth);
  void statement(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  std::vector<Stmt> block(Flow &At, unsigned Count, unsigned Depth);
  void declare(std::vector<Stmt> &Out, Flow &At);
  void assign(std::vector<Stmt> &Out, Flow &At);
  void branch(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  void loop(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  void choose(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  void alias(std::vector<Stmt> &Out, Flow &At);
  void mutate(std::vector<Stmt> &Out, Flow &At);
  void writeWords(std::vector<Stmt> &Out, Flow &At);
  void exit(std::vector<Stmt> &Out, Flow &At, unsigned Depth);
  void mutatorBody();
  int newVar(int Ty);
  int anyVarType();

  Program &P;
  int Self;
  Function &F;
  Random &Rng;
  /// Variables that are declared here, with a value or a future.
  std::vector<int> Scope;
  std::set<int> SpawnedInto;
  std::vector<Loop> Loops; ///< Since the last force.
  bool InSwitch = false;   ///< Between here and the innermost loop.
  bool MaySpawn = false;
  bool Waits = false; ///< The function has forces without a body.
  unsigned ForceDepth = 0;
  unsigned NextOrdinal = 0;
  unsigned NextResult = SharedWords;
  unsigned Left = 24; ///< Statements.
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_BUILDER_H
