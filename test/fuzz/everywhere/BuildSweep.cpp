//===- BuildSweep.cpp - Make up loops that lanes run side by side ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <utility>

namespace tasklet::simd {

Expr Builder::alone(int Index, bool Half, const Place &At, unsigned Depth) {
  if (Depth > 0 && Rng.percent(70)) {
    if (Rng.percent(12)) {
      Expr E = make(Expr::Choose);
      E.Args = {alone(Index, Half, At, Depth - 1),
                alone(Index, Half, At, Depth - 1),
                alone(Index, Half, At, Depth - 1)};
      return E;
    }
    return binary(static_cast<Op>(Rng.below(Ops)),
                  alone(Index, Half, At, Depth - 1),
                  alone(Index, Half, At, Depth - 1));
  }
  Expr I = make(Expr::Read);
  I.Var = Index;
  Expr Word = make(Expr::WordAt);
  Word.Args = {I};
  switch (Rng.below(8)) {
  case 0:
    return number(Rng.below(100));
  case 1: {
    Expr E = make(Expr::Lane);
    E.Number = Rng.below(2);
    return E;
  }
  case 2:
    return make(Rng.percent(50) ? Expr::Size : Expr::Warp);
  case 3:
    return I;
  case 4:
  case 5:
    if (Half && Rng.percent(50))
      Word.Args = {binary(
          Op::Add, I,
          binary(Op::Shr, binary(Op::Mul, make(Expr::Size), number(OwnWords)),
                 number(1)))};
    return Word;
  default: {
    int Var = readable(At);
    if (Var >= 0)
      I.Var = Var;
    return I;
  }
  }
}

void Builder::aloneStatement(std::vector<Stmt> &Out, int Index, bool Half,
                             const Place &At) {
  unsigned Kind = Rng.below(100);
  if (Kind < 20 && At.Depth < 8) {
    Stmt S = make(Stmt::If);
    S.Values = {alone(Index, Half, At, 2)};
    std::vector<Name> Before = Scope;
    aloneStatement(S.Body, Index, Half, At.inner());
    giveBack(Before);
    if (Rng.percent(40))
      aloneStatement(S.Else, Index, Half, At.inner());
    giveBack(std::move(Before));
    return Out.push_back(std::move(S));
  }
  Expr Value = alone(Index, Half, At, 3);
  if (Kind < 35) {
    Stmt S = make(Stmt::Declare);
    S.Var = newVar(Rng.percent(50) ? Written::Long : Written::UInt);
    S.Values = {std::move(Value)};
    Scope.push_back({S.Var, InKernel && P.Flat});
    Scope.back().Depth = At.Depth;
    return Out.push_back(std::move(S));
  }
  int Var = writable();
  if (Kind < 60 && Var >= 0) {
    // Often a sum.
    Expr Old = make(Expr::Read);
    Old.Var = Var;
    if (Rng.percent(60))
      Value = binary(Rng.percent(70) ? Op::Add : Op::Xor, Old, Value);
    Out.push_back(assign(Var, std::move(Value)));
    return assigned(Var, At);
  }
  Stmt S = make(Stmt::StoreAt);
  Expr I = make(Expr::Read);
  I.Var = Index;
  S.Values = {std::move(Value), I};
  Out.push_back(std::move(S));
}

void Builder::sweep(std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::Sweep);
  S.Number = Rng.percent(60) ? 0 : Rng.below(3);
  bool Half = Rng.percent(40);
  auto Shared = [&] {
    return Rng.percent(50)   ? number(Rng.below(OwnWords * P.WarpSize + 1))
           : Rng.percent(50) ? uniform(At)
                             : make(Rng.percent(50) ? Expr::Warp : Expr::Size);
  };
  Expr All = binary(Op::Mul, make(Expr::Size), number(OwnWords));
  S.Values = {Shared(), Half              ? binary(Op::Shr, All, number(1))
                        : Rng.percent(50) ? All
                                          : Shared()};
  Place Inner = At.inner();
  std::vector<Name> Before = Scope;
  S.Var = newVar(Rng.percent(60) ? Written::Long : Written::UInt);
  Scope.push_back({S.Var, InKernel && P.Flat, true});
  Scope.back().Depth = At.Depth;
  Inner.MayBreak = Inner.MayContinue = true;
  if (Rng.percent(10))
    guard(S.Body, Inner);
  for (unsigned I = 1 + Rng.below(4); I > 0; --I)
    aloneStatement(S.Body, S.Var, Half, Inner);
  // What lanes do with others, too.
  if (Rng.percent(10))
    list(S.Body, Inner, 1);
  giveBack(std::move(Before));
  Out.push_back(make(Stmt::Barrier));
  Out.push_back(std::move(S));
  Out.push_back(make(Stmt::Barrier));
}

} // namespace tasklet::simd
