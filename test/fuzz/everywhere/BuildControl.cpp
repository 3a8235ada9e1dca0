//===- BuildControl.cpp - Make up bodies, branches, loops and jumps -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <utility>

namespace tasklet::simd {

void Builder::visit(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::Everywhere);
  std::vector<Name> Before = Scope;
  if (Rng.percent(70)) {
    bool Wide = P.WarpSize > 32;
    S.Var = newVar(
        static_cast<Written>(Wide ? 3 + Rng.below(2) : 1 + Rng.below(4)));
    Scope.push_back({S.Var, true, true});
  }
  Place Inner = At.inner();
  Inner.Converged = Inner.InBody = true;
  Inner.MayBreak = Inner.MayContinue = Inner.MayReturn = false;
  Inner.Labels.clear();
  ++Inner.Bodies;
  if (Left > 0 && Rng.percent(30)) {
    --Left;
    loop(S.Body, Inner);
  }
  list(S.Body, Inner, 1 + Rng.below(4), true);
  Scope = std::move(Before);
  Out.push_back(std::move(S));
}

Stmt Builder::show(const Place &At) {
  std::vector<int> From;
  for (const Name &N : Scope)
    if (N.Everyone && !N.Fixed && !N.Open && isNumber(N.Var))
      From.push_back(N.Var);
  Stmt S = make(Stmt::StoreOwn);
  S.Number = Rng.below(OwnWords);
  Expr Before = make(Expr::OwnWord);
  Before.Number = S.Number;
  if (!From.empty() && Rng.percent(60)) {
    S = assign(From[Rng.below(From.size())], number(0));
    Before = make(Expr::Read);
    Before.Var = S.Var;
  }
  Expr What = leaf(At);
  if (mask() >= 0 && Rng.percent(50)) {
    What = make(Expr::Read);
    What.Var = mask();
  }
  S.Values = {binary(Op::Add,
                     binary(Op::Mul, Before, number(3 + Rng.below(90))), What)};
  return S;
}

void Builder::alsoVisit(std::vector<Stmt> &Body, const Place &At) {
  if (Left == 0 || At.Bodies >= DeepestBody || !Rng.percent(45))
    return;
  --Left;
  std::vector<Stmt> First;
  visit(First, At);
  Body.insert(Body.begin(), First.begin(), First.end());
}

void Builder::branch(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::If);
  S.Values = {condition(At, 1)};
  Place Inner = At.inner();
  list(S.Body, Inner, 1 + Rng.below(3));
  alsoVisit(S.Body, Inner);
  if (Rng.percent(55)) {
    list(S.Else, Inner, 1 + Rng.below(3));
    alsoVisit(S.Else, Inner);
  }
  Out.push_back(std::move(S));
}

void Builder::block(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::Block);
  bool Labelled = Rng.percent(75);
  Place Inner = At.inner(Labelled);
  if (Labelled)
    Inner.Labels.push_back(S.Number = ++Labels);
  if (Labelled && Rng.percent(50))
    Rng.percent(70) ? loop(S.Body, Inner) : choose(S.Body, Inner);
  list(S.Body, Inner, 1 + Rng.below(3));
  Out.push_back(std::move(S));
}

void Builder::loop(std::vector<Stmt> &Out, const Place &At) {
  static const Stmt::Kind Kinds[] = {Stmt::While, Stmt::DoWhile, Stmt::For};
  Stmt S = make(Kinds[Rng.below(3)]);
  Place Inner = At.inner();
  bool IsFor = S.K == Stmt::For;
  int Outer = hidden(Inner);
  S.Var = newVar(Written::Long);
  std::vector<Name> Before = Scope;
  if (Outer)
    hide(S.Var, Outer);
  if (!IsFor)
    S.Values = {value(At, 2)};
  // That of a for counts up: it would never end.
  Scope.push_back({S.Var, InKernel && P.Flat, true, !IsFor});
  Scope.back().Depth = At.Depth;
  if (IsFor)
    S.Values = {value(Inner, 2)};
  else if (Rng.percent(40))
    S.Values.push_back(condition(Inner, 1));
  Inner.MayBreak = Inner.MayContinue = true;
  list(S.Body, Inner, 1 + Rng.below(4));
  alsoVisit(S.Body, Inner);
  giveBack(std::move(Before));
  Out.push_back(std::move(S));
}

void Builder::choose(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::Switch);
  S.Values = {value(At, 2)};
  Place Inner = At.inner();
  Inner.MayBreak = true;
  std::vector<Name> Before = Scope;
  if (Rng.percent(20)) {
    Name N = {newVar(Written::Long)};
    N.Depth = Inner.Depth;
    Scope.push_back(N);
    S.Else = {make(Stmt::Declare)};
    S.Else[0].Var = N.Var;
  }
  S.Number = Rng.percent(30);
  Inner.MayHide = S.Number == 0;
  unsigned Cases = 2 + Rng.below(3);
  unsigned Default = Rng.below(Cases + 1);
  for (unsigned I = 0; I < Cases; ++I) {
    Stmt Case = make(Stmt::Block);
    Case.FallsThrough = Rng.percent(30);
    Case.IsDefault = I == Default;
    // What another case has assigned need not be there.
    if (!S.Else.empty())
      for (Name &N : Scope)
        N.Open |= N.Var == S.Else[0].Var;
    list(Case.Body, Inner, 1 + Rng.below(2));
    S.Body.push_back(std::move(Case));
  }
  Scope = std::move(Before);
  Out.push_back(std::move(S));
}

Stmt Builder::leave(const Place &At) {
  Stmt S = make(Stmt::Return);
  if (!InKernel)
    S.Values = {value(At, 2)};
  else
    Returns = true;
  return S;
}

bool Builder::leaves(std::vector<Stmt> &Out, const Place &At) {
  if (At.Depth == 0 || At.Converged)
    return false;
  std::vector<Stmt::Kind> Ways;
  if (At.MayBreak)
    Ways.push_back(Stmt::Break);
  if (At.MayContinue)
    Ways.insert(Ways.end(), 2, Stmt::Continue);
  if (!At.Labels.empty())
    Ways.insert(Ways.end(), 2, Stmt::Goto);
  // Not as often as possible: lanes that have returned do no more.
  // A function's caller goes on with them.
  if (At.MayReturn && Rng.percent(!Ways.empty() ? 50 : InKernel ? 25 : 70))
    Ways.push_back(Stmt::Return);
  if (Ways.empty())
    return false;
  Stmt S = make(Ways[Rng.below(Ways.size())]);
  if (S.K == Stmt::Return)
    S = leave(At);
  if (S.K == Stmt::Goto)
    S.Number = At.Labels[Rng.below(At.Labels.size())];
  Out.push_back(std::move(S));
  return true;
}

bool Builder::guard(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::If);
  Place Inner = At.inner();
  S.Values = {condition(At, 1)};
  std::vector<Name> Before = Scope;
  if (Rng.percent(30))
    declare(S.Body, Inner);
  if (Rng.percent(30))
    S.Body.push_back(show(Inner));
  bool Leaves = leaves(S.Body, Inner);
  if (Rng.percent(30))
    std::swap(S.Body, S.Else);
  Scope = std::move(Before);
  if (Leaves)
    Out.push_back(std::move(S));
  return Leaves;
}

} // namespace tasklet::simd
