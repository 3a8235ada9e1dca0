//===- BuildForce.cpp - Make up forces and the ends of functions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

namespace tasklet::fuzz {

void Builder::force(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  S.K = Stmt::Force;
  std::vector<int> Futures;
  for (int Var : Scope)
    if (At.isPending(Var))
      Futures.push_back(Var);
  bool Everything = Rng.percent(Futures.empty() ? 85 : 15);
  if (!Everything) {
    bool All = Rng.percent(60);
    for (int Var : Futures)
      if (All || Rng.percent(60))
        S.Names.push_back(Var);
    if (Rng.percent(25) && !Scope.empty()) {
      int Var = Scope[Rng.below(Scope.size())];
      if (!At.isPending(Var))
        S.Names.push_back(Var);
    }
  }
  Flow Body = At.forced(S.Names);
  std::vector<Loop> Outer;
  Outer.swap(Loops);
  bool OuterSwitch = InSwitch;
  InSwitch = false;
  size_t Visible = Scope.size();
  ++ForceDepth;
  statements(S.Body, Body, Rng.below(5), 1);
  if (Body.Alive)
    finish(S.Body, Body, 1);
  --ForceDepth;
  Scope.resize(Visible);
  InSwitch = OuterSwitch;
  Loops.swap(Outer);
  Out.push_back(S);
  At.Alive = false;
}

/// `t <- f(); force (t) { return t; }` and its relatives.
bool Builder::tail(std::vector<Stmt> &Out, Flow &At) {
  if (F.K == Function::Kernel || F.Result < 0) {
    int Callee = pickTask(-1, false, true);
    if (Callee < 0)
      return false;
    Stmt S = makeSpawn(Callee, At, true, true);
    if (hasBuffer() && NextResult < OwnWords &&
        P.Functions[Callee].Result >= 0 && Rng.percent(30) &&
        convertible(P.Functions[Callee].Result, typeOf(Scalar::UInt))) {
      Expr Word;
      Word.K = Expr::OwnWord;
      Word.Number = NextResult++;
      S.Target = {Word};
    }
    Out.push_back(S);
    if (Rng.percent(40)) {
      Stmt Return;
      Return.K = Stmt::Return;
      Out.push_back(Return);
    } else if (!Loops.empty() || InSwitch) {
      Stmt Return;
      Return.K = Stmt::Return;
      Out.push_back(Return);
    }
    At.Alive = Out.back().K != Stmt::Return;
    At.Children = At.Unnamed = true;
    return true;
  }
  int Callee = pickTask(F.Result, true, true);
  if (Callee < 0)
    return false;
  Stmt S = makeSpawn(Callee, At, true, true);
  Stmt D;
  D.K = Stmt::Declare;
  Expr To;
  To.K = Expr::Load;
  To.Ty = F.Result;
  F.Vars.push_back(To.Ty);
  D.Var = To.Var = F.Vars.size() - 1;
  S.Target = {To};
  Stmt Force, Return;
  Return.K = Stmt::Return;
  Return.Values = {To};
  Return.Values[0].Wide = true;
  Force.K = Stmt::Force;
  Force.Names = {To.Var};
  Force.Body = {Return};
  Out.push_back(D);
  Out.push_back(S);
  Out.push_back(Force);
  At.Alive = false;
  return true;
}

void Builder::finish(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  if (MaySpawn && ForceDepth < 4) {
    if (Rng.percent(F.Chain ? 80 : 15) && tail(Out, At))
      return;
    if (Rng.percent(75 - 15 * ForceDepth)) {
      for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I)
        spawn(Out, At, true);
      if (Rng.percent(30) && Depth < 3)
        statements(Out, At, 1, Depth);
      if (At.Alive)
        force(Out, At);
      return;
    }
  }
  if (hasBuffer() && !At.Children)
    writeWords(Out, At);
  Stmt Return;
  Return.K = Stmt::Return;
  bool Value = F.K == Function::Helper || F.Result >= 0;
  if (Value)
    Return.Values = {F.K == Function::Helper || P.Types[F.Result].isNumber()
                         ? mix(At)
                         : value(F.Result, At)};
  if (!Value && Loops.empty() && !InSwitch && Depth <= 1 && Rng.percent(60))
    return;
  Out.push_back(Return);
  At.Alive = false;
}

} // namespace tasklet::fuzz
