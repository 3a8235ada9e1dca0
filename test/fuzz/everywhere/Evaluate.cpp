//===- Evaluate.cpp - What expressions of a warp are ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

#include <algorithm>

namespace tasklet::simd {

static int64_t fold(int64_t Mask) {
  auto Bits = static_cast<uint64_t>(Mask);
  return (Bits ^ Bits >> 32) & MaxValue;
}

static int64_t apply(Op O, int64_t A, int64_t B) {
  switch (O) {
  case Op::Add:
    return (A + B) & MaxValue;
  case Op::Sub:
    return (A - B) & MaxValue;
  case Op::Mul:
    return (A & 0xFFFF) * (B & 0xFFFF);
  case Op::Div:
    return A / (B | 1);
  case Op::Rem:
    return A % (B | 1);
  case Op::Min:
    return std::min(A, B);
  case Op::Max:
    return std::max(A, B);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Shl:
    return (A << (B & 7)) & MaxValue;
  case Op::Shr:
    return A >> (B & 31);
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::Lt:
    return A < B;
  case Op::Le:
    return A <= B;
  case Op::Gt:
    return A > B;
  case Op::Ge:
    return A >= B;
  case Op::LogicalAnd:
    return A && B;
  case Op::LogicalOr:
    return A || B;
  }
  return 0;
}

Set Evaluator::where(const Values &Of, Set Active) const {
  Set Result = 0;
  forEach(Active, [&](unsigned Lane) {
    if (defined(Of[Lane]))
      Result |= Set(1) << Lane;
  });
  return Result;
}

int64_t &Evaluator::at(size_t Place) {
  return Place < Out.Words.size() ? Out.Words[Place]
                                  : Out.Counters[Place - Out.Words.size()];
}

int64_t Evaluator::access(unsigned Lane, size_t Place, Access A,
                          int64_t Stored) {
  if (!Met.add(Lane, Place, A, Stored))
    throw Invalid{"lanes access one place without an order"};
  if (A == Access::Write)
    at(Place) = Stored;
  if (A == Access::Count)
    ++at(Place);
  return at(Place);
}

Values Evaluator::evaluate(Frame &F, const Expr &E, Set Active) {
  Values R;
  auto Each = [&](auto Of) {
    forEach(Active, [&](unsigned Lane) { R[Lane] = {Of(Lane), false}; });
  };
  switch (E.K) {
  case Expr::Const:
    Each([&](unsigned) { return static_cast<int64_t>(E.Number); });
    return R;
  case Expr::Read:
    R = F.Vars[E.Var];
    if (isMask(F.F.Vars[E.Var]))
      for (Value &V : R)
        V.V = fold(V.V);
    return R;
  case Expr::Lane:
    Each([&](unsigned Lane) { return Lane; });
    return R;
  case Expr::Warp:
    Each([&](unsigned) { return Number; });
    return R;
  case Expr::Size:
    Each([&](unsigned) { return Lanes; });
    return R;
  case Expr::Binary:
    return evaluateBinary(F, E, Active);
  case Expr::Choose: {
    Set Then = where(evaluate(F, E.Args[0], Active), Active);
    return merge(F, E.Args[1], Then, E.Args[2], Active & ~Then);
  }
  case Expr::OwnWord:
    Each([&](unsigned Lane) {
      return access(Lane, L.ownWord(Number, Lane, E.Number), Access::Read);
    });
    return R;
  case Expr::Same:
    return evaluate(F, E.Args[0], Active);
  case Expr::OwnCounter:
    Each([&](unsigned Lane) {
      return access(Lane, counter(L.ownCounter(Number, Lane)), Access::Read);
    });
    return R;
  case Expr::WarpWord:
    Each([&](unsigned Lane) {
      return access(Lane, L.warpWord(Number, E.Number), Access::Read);
    });
    return R;
  case Expr::WarpCounter:
    Each([&](unsigned Lane) {
      return access(Lane, counter(L.warpCounter(Number, E.Number)),
                    Access::Read);
    });
    return R;
  case Expr::OtherWord: {
    Values From = evaluate(F, E.Args[0], Active);
    Each([&](unsigned Lane) {
      return access(Lane,
                    L.ownWord(Number, defined(From[Lane]) % Lanes, E.Number),
                    Access::Read);
    });
    return R;
  }
  case Expr::WordAt: {
    Values Index = evaluate(F, E.Args[0], Active);
    Each([&](unsigned Lane) {
      return access(Lane, wordAt(defined(Index[Lane])), Access::Read);
    });
    return R;
  }
  case Expr::Reached: {
    const Values &Mask = F.Vars[E.Var];
    Each([&](unsigned Lane) { return defined(Mask[Lane]) >> E.Number & 1; });
    return R;
  }
  default:
    ++C.Exchanges;
    C.Diverged += Active != Everyone;
    return exchange(F, E, Active);
  }
}

Values Evaluator::merge(Frame &F, const Expr &Then, Set InThen,
                        const Expr &Else, Set InElse) {
  Values T, R;
  if (InThen)
    T = evaluate(F, Then, InThen);
  if (InElse)
    R = evaluate(F, Else, InElse);
  forEach(InThen, [&](unsigned Lane) { R[Lane] = T[Lane]; });
  return R;
}

Values Evaluator::evaluateBinary(Frame &F, const Expr &E, Set Active) {
  Values A = evaluate(F, E.Args[0], Active);
  bool And = E.Operator == Op::LogicalAnd;
  if (And || E.Operator == Op::LogicalOr) {
    Set True = where(A, Active);
    Set Asked = And ? True : Active & ~True;
    Values B;
    if (Asked)
      B = evaluate(F, E.Args[1], Asked);
    forEach(Active, [&](unsigned Lane) {
      bool IsAsked = Asked >> Lane & 1;
      A[Lane].V = IsAsked ? defined(B[Lane]) != 0 : !And;
    });
    return A;
  }
  Values B = evaluate(F, E.Args[1], Active);
  forEach(Active, [&](unsigned Lane) {
    A[Lane].V = apply(E.Operator, A[Lane].V, B[Lane].V);
    A[Lane].Undefined |= B[Lane].Undefined;
  });
  return A;
}

static unsigned first(Set Lanes) {
  if (!Lanes)
    throw Invalid{"the first of no lanes"};
  return __builtin_ctzll(Lanes);
}

Values Evaluator::exchange(Frame &F, const Expr &E, Set Active) {
  Values R;
  auto Same = [&](Value V) {
    forEach(Active, [&](unsigned Lane) { R[Lane] = V; });
  };
  if (E.K == Expr::FirstActive) {
    Same({first(Active), false});
    return R;
  }
  Values A = evaluate(F, E.Args[0], Active);
  if (E.K == Expr::OfReached) {
    unsigned From = first(defined(F.Vars[E.Var][first(Active)]));
    if (!(Active >> From & 1))
      throw Invalid{"a shuffle from a lane that is not active"};
    Same(A[From]);
    return R;
  }
  if (E.K == Expr::Shuffle || E.K == Expr::Broadcast) {
    Values From = evaluate(F, E.Args[1], Active);
    forEach(Active, [&](unsigned Lane) {
      unsigned Source = sourceOf(E, defined(From[Lane]), Lane, Lanes);
      if (E.K == Expr::Broadcast &&
          Source != sourceOf(E, defined(From[first(Active)]), Lane, Lanes))
        throw Invalid{"a broadcast from several lanes"};
      R[Lane] = A[Source];
      if (Active >> Source & 1)
        return;
      ++C.Absent;
      if (!F.F.isVariable(E.Args[0]))
        R[Lane] = {0, false};
    });
    return R;
  }
  Set True = where(A, Active);
  switch (E.K) {
  case Expr::Ballot:
    Same({fold(True), false});
    return R;
  case Expr::Any:
    Same({True != 0, false});
    return R;
  case Expr::All:
    Same({True == Active, false});
    return R;
  default:
    break;
  }
  int64_t Sum = 0, Least = MaxValue, Most = 0;
  forEach(Active, [&](unsigned Lane) {
    if (E.K == Expr::ScanExclusive)
      R[Lane] = {Sum, false};
    Sum = (Sum + A[Lane].V) & MaxValue;
    if (E.K == Expr::ScanInclusive)
      R[Lane] = {Sum, false};
    Least = std::min(Least, A[Lane].V);
    Most = std::max(Most, A[Lane].V);
  });
  if (E.K == Expr::ReduceAdd)
    Same({Sum, false});
  if (E.K == Expr::ReduceMin)
    Same({Least, false});
  if (E.K == Expr::ReduceMax)
    Same({Most, false});
  return R;
}

} // namespace tasklet::simd
