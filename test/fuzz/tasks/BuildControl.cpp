//===- BuildControl.cpp - Make up branches, loops and jumps ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

namespace tasklet::fuzz {

std::vector<Stmt> Builder::block(Flow &At, unsigned Count, unsigned Depth) {
  std::vector<Stmt> Body;
  size_t Visible = Scope.size();
  statements(Body, At, Count, Depth);
  leaveScope(Body, At, Visible);
  return Body;
}

/// Leaves the block that it stands in.
void Builder::exit(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  Stmt S;
  if (!Loops.empty() && Rng.percent(60)) {
    // On this path the loop is over, so a spawn may be for later.
    bool Break = Rng.percent(60);
    if (Break && MaySpawn && Rng.percent(40)) {
      size_t Visible = Scope.size();
      Flow Before = At;
      std::vector<Stmt> Spawn;
      if (Loops.size() == 1 && spawn(Spawn, At, true) &&
          Visible == Scope.size())
        Out.insert(Out.end(), Spawn.begin(), Spawn.end());
      else
        At = Before;
      Scope.resize(Visible);
    }
    S.K = Break ? Stmt::Break : Stmt::Continue;
    S.Goto = Break && Rng.percent(20);
    if (!Break) {
      settle(Out, At);
    } else {
      // The next round of an outer loop comes by their declarations again.
      if (Loops.size() > 1)
        waitForLocals(Out, At, Loops.back().Visible);
      Loops.back().Breaks.push_back(At);
    }
    Out.push_back(S);
    At.Alive = false;
    return;
  }
  finish(Out, At, Depth + 1);
}

void Builder::branch(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  Stmt S;
  S.K = Stmt::If;
  S.Values = {number(2, Rng.percent(20), At)};
  Flow Else = At;
  size_t Visible = Scope.size();
  statements(S.Body, At, Rng.below(3), Depth + 1);
  if (At.Alive && Rng.percent(35) && mayFork())
    exit(S.Body, At, Depth + 1);
  leaveScope(S.Body, At, Visible);
  if (Rng.percent(40))
    S.Else = block(Else, 1 + Rng.below(2), Depth + 1);
  else
    S.Goto = Rng.percent(25);
  At.join(Else);
  Out.push_back(S);
}

void Builder::loop(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  Stmt S;
  S.K = Rng.percent(75) ? Stmt::For : Stmt::While;
  S.Count = 1 + Rng.below(4);
  Loop L;
  size_t Visible = Scope.size();
  if (S.K == Stmt::For) {
    if (MaySpawn && Loops.empty() && Rng.percent(60))
      for (int Var : Scope) {
        const Type &T = P.Types[F.Vars[Var]];
        if (T.K == Type::Array && T.Count >= S.Count && readable(Var, At) &&
            Rng.percent(60))
          L.Futures = Var;
      }
  } else {
    S.Values = {number(1, false, At)};
  }
  S.Var = newVar(typeOf(Scalar::UInt));
  L.Var = S.Var;
  bool Children = false;
  if (S.K == Stmt::For) {
    L.Count = S.Count;
    Children = MaySpawn && hasBuffer() && Rng.percent(Waits ? 25 : 50);
    S.Do = Rng.percent(20);
  }
  // What the iterations leave behind is there at the start of the next.
  if (L.Futures >= 0)
    At.Pending[L.Futures] = leavesOf(P, F, [&] {
      Expr Whole;
      Whole.K = Expr::Load;
      Whole.Var = L.Futures;
      return Whole;
    }());
  if (Children)
    At.Children = At.Unnamed = true;
  if (S.K == Stmt::For && Rng.percent(20))
    S.Values = {number(1, false, At)};
  L.Visible = Scope.size();
  L.Start = At;
  Loops.push_back(L);
  bool OuterSwitch = InSwitch;
  InSwitch = false;
  Flow Body = At;
  bool Waiting = Waits && MaySpawn;
  statements(S.Body, Body, 1 + Rng.below(Waiting ? 6 : 3), Depth + 1);
  if (Body.Alive && Waiting && Rng.percent(40))
    spawn(S.Body, Body, false);
  if (Body.Alive && Loops.back().Futures >= 0 && !Loops.back().Spawned)
    spawnInLoop(S.Body, Body);
  settle(S.Body, Body);
  InSwitch = OuterSwitch;
  for (const Flow &From : Loops.back().Breaks)
    At.join(From);
  Loops.pop_back();
  Scope.resize(Visible);
  Out.push_back(S);
}

void Builder::choose(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  Stmt S;
  S.K = Stmt::Switch;
  S.Values = {number(2, false, At)};
  Flow Entry = At, Before, After;
  Before.Alive = After.Alive = false;
  bool OuterSwitch = InSwitch;
  InSwitch = true;
  for (unsigned I = 0, Count = 2 + Rng.below(3); I < Count; ++I) {
    Stmt Case;
    Case.K = Stmt::Block;
    Flow Here = Entry;
    Here.join(Before);
    size_t Visible = Scope.size();
    statements(Case.Body, Here, Rng.below(3), Depth + 1);
    if (Here.Alive && mayFork() && I + 1 < Count && Rng.percent(15))
      exit(Case.Body, Here, Depth + 1);
    leaveScope(Case.Body, Here, Visible);
    Case.FallsThrough = I + 1 < Count && Rng.percent(25);
    Before = Here;
    Before.Alive &= Case.FallsThrough;
    if (!Case.FallsThrough)
      After.join(Here);
    S.Body.push_back(Case);
  }
  InSwitch = OuterSwitch;
  At = After;
  Out.push_back(S);
}

} // namespace tasklet::fuzz
