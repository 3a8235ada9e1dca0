//===- BuildStmt.cpp - Make up functions and simple statements ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <utility>

namespace tasklet::simd {

Builder::Builder(Program &P, size_t Index, fuzz::Random &Rng)
    : P(P), Index(Index), F(P.Functions[Index]), Rng(Rng),
      InKernel(Index + 1 == P.Functions.size()),
      Left(InKernel || Rng.percent(40) ? 5 + Rng.below(10) : 2 + Rng.below(4)) {
}

void Builder::run() {
  Place At;
  At.Converged = InKernel;
  At.InBody = F.OfBodies;
  for (unsigned I = 0; I < F.Params; ++I)
    Scope.push_back({static_cast<int>(I)});
  if (InKernel) {
    for (unsigned I = 0; I < P.TopVars; ++I)
      declareAs(Rng.percent(70) ? Written::Long : Written::UInt, F.Body, At);
  } else {
    for (unsigned I = Rng.below(3); I > 0; --I)
      declare(F.Body, At);
  }
  if (!InKernel && Rng.percent(30))
    block(F.Body, At);
  list(F.Body, At, 2 + Rng.below(5));
  if (!InKernel)
    F.Body.push_back(leave(At));
  else
    callAll(At);
}

void Builder::list(std::vector<Stmt> &Out, Place At, unsigned Count,
                   bool IsBody) {
  std::vector<Name> Before = Scope;
  if (At.Depth > 0 && Rng.percent(55)) {
    declare(Out, At);
    if (Rng.percent(25))
      declare(Out, At);
    // What loops and functions often begin with.
    if (Rng.percent(At.MayContinue ? 40 : 15) && guard(Out, At) && At.InBody &&
        Rng.percent(50))
      Out.push_back(show(At));
  }
  for (unsigned I = 0; I < Count && Left > 0; ++I) {
    if (Rng.percent(8) && leaves(Out, At))
      break;
    statement(Out, At);
    // From here on lanes may be missing, in the kernel by a return.
    if (!At.InBody && At.Converged && Returns)
      At.Converged = false;
  }
  // What waits at the end of the scope comes along.
  if (At.Depth > 0 && Left > 0 && At.Bodies < DeepestBody &&
      Rng.percent(isGuarded(Out) ? 55 : 15) && !endsByJump(Out)) {
    --Left;
    visit(Out, At);
  }
  if (IsBody && (Out.empty() || Rng.percent(60)))
    Out.push_back(show(At));
  giveBack(std::move(Before));
}

bool Builder::isGuarded(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if (S.K == Stmt::If && (endsByJump(S.Body) || endsByJump(S.Else)))
      return true;
  return false;
}

bool Builder::endsByJump(const std::vector<Stmt> &List) {
  if (List.empty())
    return false;
  Stmt::Kind K = List.back().K;
  return K == Stmt::Break || K == Stmt::Continue || K == Stmt::Return ||
         K == Stmt::Goto;
}

void Builder::statement(std::vector<Stmt> &Out, Place &At) {
  --Left;
  unsigned Kind = Rng.below(100);
  bool Deep = At.Depth >= 6;
  if (At.Depth > 0 && Rng.percent(18) && guard(Out, At))
    return;
  if (At.InBody && At.Converged && Rng.percent(12))
    return sweep(Out, At);
  if (Kind < 20 && At.Bodies < DeepestBody && At.Depth < 8)
    return visit(Out, At);
  if (Kind < 33 && !Deep)
    return branch(Out, At);
  if (Kind < 49 && !Deep)
    return loop(Out, At);
  if (Kind < 55 && !Deep)
    return choose(Out, At);
  if (Kind < 60 && !Deep)
    return block(Out, At);
  if (Kind < 62)
    return store(Out, At);
  if (Kind < 66)
    return count(Out, At);
  if (Kind < 70)
    return declare(Out, At);
  if (Kind < 75 && Index > 0)
    return call(Out, At, Rng.below(Index));
  if (Kind < 78 && At.InBody)
    return Out.push_back(make(Stmt::Barrier));
  if (Kind < 80 && InKernel && At.Converged && At.MayReturn)
    return Out.push_back(make(Stmt::GroupBarrier));
  if (Kind < 84 && At.InBody)
    return readOther(Out, At);
  if (Kind < 86 && halve(Out, At))
    return;
  int Var = writable();
  if (Var < 0)
    return store(Out, At);
  Out.push_back(assign(Var, value(At, 3)));
  assigned(Var, At);
}

bool Builder::halve(std::vector<Stmt> &Out, const Place &At) {
  for (size_t I = Scope.size(); I-- > 0;)
    if (Scope[I].Halves && (Scope[I].Everyone || !At.InBody)) {
      Stmt S = make(Stmt::Halve);
      S.Var = Scope[I].Var;
      Out.push_back(S);
      return true;
    }
  return false;
}

void Builder::store(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::StoreOwn);
  S.Number = Rng.below(OwnWords);
  if (At.InBody && At.Converged && Rng.percent(40)) {
    // The same from all, where nobody is between two barriers with it.
    S.K = Stmt::StoreWarp;
    S.Number = Rng.below(WarpWords);
    S.Values = {uniform(At)};
    Out.push_back(make(Stmt::Barrier));
    Out.push_back(S);
    Out.push_back(make(Stmt::Barrier));
    return;
  }
  S.Values = {value(At, 3)};
  Out.push_back(S);
}

Expr Builder::uniform(const Place &At) {
  static const Expr::Kind Kinds[] = {Expr::Ballot, Expr::ReduceAdd,
                                     Expr::ReduceMin, Expr::ReduceMax,
                                     Expr::Broadcast};
  Expr E = make(Kinds[Rng.below(5)]);
  E.Args = {value(At, 1)};
  if (E.K == Expr::Broadcast)
    E.Args.push_back(number(Rng.below(P.WarpSize)));
  return binary(Op::Xor, E, number(Rng.below(100)));
}

void Builder::count(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::CountShared);
  S.Number = Rng.below(SharedCounters);
  unsigned Which = Rng.below(3);
  if (Which == 1 && writable() >= 0) {
    S.K = Stmt::CountOwn;
    S.Var = writable();
    assigned(S.Var, At);
  } else if (Which == 2) {
    S.K = Stmt::CountWarp;
    S.Number = Rng.below(WarpCounters);
  }
  Out.push_back(S);
}

void Builder::readOther(std::vector<Stmt> &Out, const Place &At) {
  int Var = writable();
  if (Var < 0 || !At.Converged)
    return;
  static const Expr::Kind Kinds[] = {Expr::OtherWord, Expr::OtherWord,
                                     Expr::WarpWord, Expr::WarpCounter};
  Expr E = make(Kinds[Rng.below(4)]);
  E.Number = Rng.below(E.K == Expr::OtherWord ? OwnWords : 2);
  if (E.K == Expr::OtherWord)
    E.Args = {value(At, 1)};
  Out.push_back(make(Stmt::Barrier));
  Out.push_back(assign(Var, E));
  Out.push_back(make(Stmt::Barrier));
  assigned(Var, At);
}

void Builder::callAll(Place At) {
  At.Converged &= !Returns;
  for (unsigned I = 0; I < Index; ++I) {
    if (Callees.count(I))
      continue;
    if (!P.Functions[I].OfBodies) {
      call(F.Body, At, I);
      continue;
    }
    Stmt S = make(Stmt::Everywhere);
    Place Inner = At.inner(false);
    Inner.Converged = Inner.InBody = true;
    call(S.Body, Inner, I);
    F.Body.push_back(std::move(S));
  }
}

void Builder::call(std::vector<Stmt> &Out, const Place &At, unsigned Callee) {
  int Var = writable();
  if (Var < 0)
    return;
  Stmt S = make(Stmt::Call);
  S.Var = Var;
  S.Callee = Callee;
  if (P.Functions[S.Callee].OfBodies && !At.InBody)
    return;
  for (unsigned I = 0; I < P.Functions[S.Callee].Params; ++I)
    S.Values.push_back(value(At, 2));
  Callees.insert(Callee);
  Out.push_back(std::move(S));
  assigned(Var, At);
}

} // namespace tasklet::simd
