//===- BuildExpr.cpp - Make up expressions --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <utility>

namespace tasklet::simd {

Expr Builder::leaf(const Place &At) {
  switch (Rng.below(10)) {
  case 0:
    return number(Rng.below(6));
  case 1:
    return number(Rng.bits() & MaxValue);
  case 2: {
    Expr E = make(Expr::Warp);
    return E;
  }
  case 3: {
    Expr E = make(Expr::OwnWord);
    E.Number = Rng.below(OwnWords);
    return E;
  }
  case 4:
    return make(Rng.percent(30) ? Expr::OwnCounter : Expr::Lane);
  case 5:
    if (At.InBody && mask() >= 0) {
      Expr E = make(Rng.percent(50) ? Expr::Reached : Expr::Read);
      E.Var = mask();
      E.Number = Rng.below(P.WarpSize);
      return E;
    }
    return make(At.InBody ? Expr::Size : Expr::Lane);
  default:
    break;
  }
  int Var = readable(At);
  Expr E = make(Var < 0 ? Expr::Lane : Expr::Read);
  E.Var = Var;
  if (Var < 0)
    E.Number = Rng.below(2); // Written as a sub-group function in bodies.
  return E;
}

Expr Builder::exchange(const Place &At, unsigned Depth) {
  static const Expr::Kind Kinds[] = {
      Expr::Shuffle,       Expr::Shuffle,       Expr::Broadcast,
      Expr::Ballot,        Expr::Any,           Expr::All,
      Expr::ReduceAdd,     Expr::ReduceMin,     Expr::ReduceMax,
      Expr::ScanInclusive, Expr::ScanExclusive, Expr::OfReached};
  Expr E = make(Kinds[Rng.below(12)]);
  E.Width = Rng.below(3);
  if (E.K == Expr::OfReached) {
    // What the first of those that came here has: others may have nothing.
    E.Var = mask();
    if (E.Var >= 0 && At.Converged) {
      Expr Of = make(Expr::Read);
      Of.Var = readable(At);
      E.Args = {Of.Var < 0 ? make(Expr::Lane) : Of};
      return E;
    }
    E = make(Expr::FirstActive);
    return E;
  }
  bool IsShuffle = E.K == Expr::Shuffle || E.K == Expr::Broadcast;
  E.Args.push_back(IsShuffle ? operand(At, Depth) : value(At, Depth));
  if (E.K == Expr::Shuffle) {
    E.Args.push_back(Rng.percent(70)   ? value(At, Depth)
                     : Rng.percent(50) ? number(Rng.below(P.WarpSize))
                                       : make(Expr::FirstActive));
    E.Number = Rng.percent(20);
  }
  if (E.K == Expr::Broadcast)
    E.Args.push_back(Rng.percent(60) ? number(Rng.below(P.WarpSize))
                                     : make(Expr::FirstActive));
  return E;
}

Expr Builder::operand(const Place &At, unsigned Depth) {
  int Var = anyName([&](const Name &N) {
    return isNumber(N.Var) && !N.Open && !isMask(F.Vars[N.Var]);
  });
  if (Var >= 0 && Rng.percent(55)) {
    Expr E = make(Expr::Read);
    E.Var = Var;
    return E;
  }
  return value(At, Depth + 1);
}

Expr Builder::value(const Place &At, unsigned Depth) {
  if (Depth == 0 || Rng.percent(25))
    return leaf(At);
  if (At.InBody && Rng.percent(16))
    return exchange(At, Depth - 1);
  if (Rng.percent(6)) {
    Expr E = make(Expr::Same);
    E.Number = Rng.below(2);
    E.Args = {value(At, Depth - 1)};
    return E;
  }
  if (Rng.percent(12)) {
    Expr E = make(Expr::Choose);
    Place Part = At.inner();
    E.Args = {condition(At, Depth - 1), value(Part, Depth - 1),
              value(Part, Depth - 1)};
    return E;
  }
  auto O = static_cast<Op>(Rng.below(Ops));
  bool Lazy = O == Op::LogicalAnd || O == Op::LogicalOr;
  Expr A = value(At, Depth - 1);
  return binary(O, std::move(A), value(Lazy ? At.inner() : At, Depth - 1));
}

Expr Builder::condition(const Place &At, unsigned Depth) {
  switch (Rng.below(5)) {
  case 0:
    return binary(Op::And, make(Expr::Lane), number(1 + Rng.below(7)));
  case 1:
    return binary(Op::Lt, make(Expr::Lane), number(1 + Rng.below(P.WarpSize)));
  case 2:
    return binary(Op::Eq, binary(Op::And, value(At, Depth), number(3)),
                  number(Rng.below(4)));
  case 3:
    return binary(Op::And, value(At, Depth), number(1u << Rng.below(5)));
  default:
    return value(At, Depth + 1);
  }
}

} // namespace tasklet::simd
